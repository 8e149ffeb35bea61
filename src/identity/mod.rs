//! OpenID Connect: the provider and its keys, the code flow, bearer tokens, tokens sealed for the database.
//!
//! Alone knows openidconnect, jsonwebtoken and reqwest. Holds no state of ours: that is in the database.

mod bearer;
mod code_flow;
mod provider;
pub mod sealed;

pub use code_flow::{Pending, Tokens, local_address};
pub use provider::Identity;

use crate::model::error::Error;
use serde_json::{Map, Value};

/// What a provider says of somebody.
pub type Claims = Map<String, Value>;

/// Why a sign-in or a token was not taken.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The provider does not answer, or not in time.
    #[error("the identity provider does not answer: {0}")]
    Unreachable(String),
    /// The provider answered something that cannot be right.
    #[error("the identity provider's answer is not valid: {0}")]
    Invalid(String),
    /// The provider refused.
    #[error("the identity provider refused: {0}")]
    Refused(String),
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Unreachable(_) => Error::Unavailable(
                "The sign-in service does not answer. Please try again in a moment.".into(),
            ),
            Fault::Invalid(_) | Fault::Refused(_) => {
                Error::SignInNeeded("The access token is not valid.".into())
            }
        }
    }
}

/// A text claim.
pub fn text_claim<'c>(claims: &'c Claims, name: &str) -> Option<&'c str> {
    claims.get(name).and_then(Value::as_str).filter(|text| !text.is_empty())
}

/// Does the claim, a list of texts or one text, hold this group?
pub fn has_group(claims: &Claims, claim: &str, group: &str) -> bool {
    match claims.get(claim) {
        Some(Value::Array(groups)) => groups.iter().any(|g| g.as_str() == Some(group)),
        Some(Value::String(groups)) => groups.split([',', ' ']).any(|g| g == group) || groups == group,
        _ => false,
    }
}

/// The e-mail address, when the provider says that it is the person's own.
pub fn verified_email(claims: &Claims) -> Option<&str> {
    let verified = match claims.get("email_verified") {
        Some(Value::Bool(verified)) => *verified,
        Some(Value::String(verified)) => verified == "true",
        _ => false,
    };
    text_claim(claims, "email").filter(|_| verified)
}

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
#[derive(Debug, Clone, thiserror::Error)]
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

/// Does the claim, a list of texts or one text, hold just this group?
pub fn has_group(claims: &Claims, claim: &str, group: &str) -> bool {
    match claims.get(claim) {
        Some(Value::Array(groups)) => groups.iter().any(|g| g.as_str() == Some(group)),
        Some(Value::String(only)) => only == group,
        _ => false,
    }
}

/// Whether the e-mail address is the person's own; `None` when the provider does not say.
pub fn email_verified(claims: &Claims) -> Option<bool> {
    match claims.get("email_verified") {
        Some(Value::Bool(verified)) => Some(*verified),
        Some(Value::String(verified)) => Some(verified == "true"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[test]
    fn a_group_counts_as_a_list_or_alone_but_never_in_part() {
        let check = |groups: Value, expected: bool| {
            let claims = json!({"groups": groups}).as_object().unwrap().clone();
            assert_eq!(has_group(&claims, "groups", "education-admins"), expected, "{claims:?}");
        };
        check(json!(["nurses", "education-admins"]), true);
        check(json!("education-admins"), true);
        check(json!("former education-admins"), false);
        check(json!(["education-admins-trainees", 7, null]), false);
        check(json!({"education-admins": true}), false);
        check(json!(null), false);
    }

    #[test]
    fn an_address_is_verified_only_when_the_provider_says_so() {
        let check = |said: Value, expected: Option<bool>| {
            let claims =
                json!({"email": "a@example.org", "email_verified": said}).as_object().unwrap().clone();
            assert_eq!(email_verified(&claims), expected, "{claims:?}");
        };
        check(json!(true), Some(true));
        check(json!("true"), Some(true));
        check(json!("false"), Some(false));
        check(json!(false), Some(false));
        check(json!(1), None);
        check(json!(null), None);
    }
}

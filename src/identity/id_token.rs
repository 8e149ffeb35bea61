//! ID tokens, verified by openidconnect with the provider's keys, and by what it leaves to its users.

use crate::identity::claims::{Claims, text_claim};
use crate::identity::jwt::{LEEWAY_S, Untrusted, audiences, check_times, payload};
use crate::identity::key::is_accepted;
use crate::identity::metadata::Client;
use crate::model::clock;
use crate::model::error::error_chain;
use openidconnect::core::{CoreIdToken, CoreJwsSigningAlgorithm};
use openidconnect::{ClaimsVerificationError, NonceVerifier, SignatureVerificationError};

/// The claims of an ID token for this client, as they stand, those included that openidconnect has no name for.
/// `algorithms` are those that the provider signs ID tokens with.
pub(super) fn verify(
    token: &CoreIdToken,
    client: &Client,
    client_id: &str,
    algorithms: &[CoreJwsSigningAlgorithm],
    nonce: impl NonceVerifier,
) -> std::result::Result<Claims, Untrusted> {
    let verifier = client
        .id_token_verifier()
        .set_allowed_algs(algorithms.iter().filter(|algorithm| is_accepted(algorithm)).cloned())
        // We must be among the audiences; others are checked below.
        .set_other_audience_verifier_fn(|_| true)
        .set_time_fn(|| chrono::DateTime::from_timestamp(clock::seconds() - LEEWAY_S, 0).unwrap_or_default());
    token.claims(&verifier, nonce).map_err(untrusted)?;
    let claims = payload(&token.to_string())
        .ok_or_else(|| Untrusted::Content("the ID token cannot be read".into()))?;
    check_times(&claims, clock::seconds()).map_err(Untrusted::Content)?;
    if !is_for(&claims, client_id) {
        return Err(Untrusted::Content("the ID token was issued to another client".into()));
    }
    Ok(claims)
}

fn untrusted(error: ClaimsVerificationError) -> Untrusted {
    let why = error_chain(&error);
    match error {
        ClaimsVerificationError::SignatureVerification(
            SignatureVerificationError::NoMatchingKey | SignatureVerificationError::CryptoError(_),
        ) => Untrusted::Key(why),
        _ => Untrusted::Content(why),
    }
}

/// Whether a token for several audiences was issued to us: it must say so itself (OpenID Connect Core 3.1.3.7).
fn is_for(claims: &Claims, client_id: &str) -> bool {
    match text_claim(claims, "azp") {
        Some(azp) => azp == client_id,
        None => audiences(claims).len() <= 1,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[test]
    fn a_token_for_several_must_name_us() {
        let check = |claims: serde_json::Value, expected: bool| {
            assert_eq!(is_for(claims.as_object().unwrap(), "us"), expected, "{claims}");
        };
        check(json!({"aud": "us"}), true);
        check(json!({"aud": ["us"]}), true);
        check(json!({"aud": ["us", "them"], "azp": "us"}), true);
        check(json!({"aud": ["us", "them"]}), false);
        check(json!({"aud": ["us", "them"], "azp": "them"}), false);
        check(json!({"aud": "us", "azp": "them"}), false);
    }
}

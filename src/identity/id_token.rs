//! ID tokens, and what they have in common with access tokens as JSON Web Tokens (RFC 7519). openidconnect verifies ID tokens
//! with the provider's keys; the rest is checked here.

use crate::identity::claims::{Claims, text_claim};
use crate::identity::key::is_accepted;
use crate::identity::metadata::Client;
use crate::model::clock::{self, UnixTime};
use crate::model::error::error_chain;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use openidconnect::core::{CoreIdToken, CoreJwsSigningAlgorithm};
use openidconnect::{ClaimsVerificationError, NonceVerifier, SignatureVerificationError};
use serde_json::Value;

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
        .set_time_fn(|| {
            chrono::DateTime::from_timestamp((clock::seconds() - LEEWAY_S).seconds(), 0).unwrap_or_default()
        });
    token.claims(&verifier, nonce).map_err(as_untrusted)?;
    let claims = payload(&token.to_string())
        .ok_or_else(|| Untrusted::Content("the ID token cannot be read".into()))?;
    check_times(&claims, clock::seconds()).map_err(Untrusted::Content)?;
    if !is_for(&claims, client_id) {
        return Err(Untrusted::Content("the ID token was issued to another client".into()));
    }
    Ok(claims)
}

fn as_untrusted(error: ClaimsVerificationError) -> Untrusted {
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

/// How far the provider's clock may differ from ours, in seconds.
pub(super) const LEEWAY_S: i64 = 60;

/// Why a token cannot be trusted.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Untrusted {
    /// None of the provider's keys made the signature; newer keys may have.
    Key(String),
    /// Its content is not acceptable, whatever the key.
    Content(String),
}

/// The claims of a JWT, not verified; `None` if it is not a JWT.
pub(super) fn payload(token: &str) -> Option<Claims> {
    let part = token.split('.').nth(1)?;
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).ok()?).ok()
}

/// Refuses a token that has expired, and one that was issued or becomes valid in the future, with [`LEEWAY_S`] for the
/// clocks. A time that is missing is not checked.
pub(super) fn check_times(claims: &Claims, now: UnixTime) -> Result<(), String> {
    let time = |name: &str| match claims.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => value.as_f64().map(Some).ok_or_else(|| format!("'{name}' is not a time")),
    };
    let (now, leeway) = (now.seconds() as f64, LEEWAY_S as f64);
    if time("exp")?.is_some_and(|ends| ends + leeway <= now) {
        return Err("it has expired ('exp')".into());
    }
    for name in ["iat", "nbf"] {
        if time(name)?.is_some_and(|time| time > now + leeway) {
            return Err(format!("'{name}' is in the future"));
        }
    }
    Ok(())
}

/// The audiences of a token: a list of texts, or one text.
pub(super) fn audiences(claims: &Claims) -> Vec<&str> {
    match claims.get("aud") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
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

#[cfg(test)]
mod jwt_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[test]
    fn a_token_counts_from_its_beginning_to_its_end_and_a_minute_more() {
        let check = |claims: Value, expected: bool| {
            let outcome = check_times(claims.as_object().unwrap(), UnixTime::new(1000));
            assert_eq!(outcome.is_ok(), expected, "{claims}: {outcome:?}");
        };
        check(json!({"exp": 1001}), true);
        check(json!({"exp": 941}), true);
        check(json!({"exp": 940}), false);
        check(json!({"exp": 940.5}), true);
        check(json!({}), true);
        check(json!({"exp": "2999-01-01T00:00:00Z"}), false);
        for name in ["iat", "nbf"] {
            check(json!({"exp": 2000, name: 1060}), true);
            check(json!({"exp": 2000, name: 1060.5}), false);
            check(json!({"exp": 2000, name: 0}), true);
            check(json!({"exp": 2000, name: null}), true);
            check(json!({"exp": 2000, name: "x"}), false);
        }
    }
}

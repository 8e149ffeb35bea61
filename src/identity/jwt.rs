//! What ID tokens and access tokens have in common as JSON Web Tokens (RFC 7519).

use crate::identity::claims::Claims;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;

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
pub(super) fn check_times(claims: &Claims, now: i64) -> Result<(), String> {
    let time = |name: &str| match claims.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => value.as_f64().map(Some).ok_or_else(|| format!("'{name}' is not a time")),
    };
    let (now, leeway) = (now as f64, LEEWAY_S as f64);
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
    fn a_token_counts_from_its_beginning_to_its_end_and_a_minute_more() {
        let check = |claims: Value, expected: bool| {
            let outcome = check_times(claims.as_object().unwrap(), 1000);
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

//! Token responses as providers really write them, and their errors as the log shows them.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A longer lifetime of a token is a mistake of the provider.
const MAX_LIFETIME_S: f64 = 10.0 * 365.25 * 24.0 * 3600.0;
/// Maximum length of a provider's text in the log, in characters.
const MAX_CHARACTERS: usize = 500;
/// A word without blanks, dots and slashes that is this long may be a token. IDs of requests have 36 characters.
const MIN_TOKEN_CHARACTERS: usize = 40;

/// The members of a token response that are used.
#[derive(Deserialize, Serialize)]
struct TokenResponse {
    #[serde(skip_serializing_if = "Option::is_none")]
    access_token: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    token_type: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh_token: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id_token: Option<Value>,
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    expires_in: Option<u64>,
}

#[derive(Deserialize)]
struct Lifetime {
    expires_in: Option<Value>,
}

/// A token response by the standard (RFC 6749, section 5.1): without an `expires_in` that cannot be read. What is no such
/// response is left as it is.
pub(super) fn standardize(body: Vec<u8>) -> Vec<u8> {
    let Ok(mut response) = serde_json::from_slice::<TokenResponse>(&body) else { return body };
    // Read separately: a number beyond those of JSON libraries must not make the response unreadable.
    let lifetime = serde_json::from_slice::<Lifetime>(&body).ok();
    response.expires_in = lifetime.and_then(|lifetime| seconds(&lifetime.expires_in?));
    serde_json::to_vec(&response).unwrap_or(body)
}

/// A lifetime in whole seconds: ADFS and Entra ID send it as a text, others as a fraction.
fn seconds(value: &Value) -> Option<u64> {
    let seconds = match value {
        Value::Number(number) => number.as_f64()?,
        Value::String(text) => text.trim().parse().ok()?,
        _ => return None,
    };
    (seconds > 0.0 && seconds <= MAX_LIFETIME_S).then_some(seconds.max(1.0) as u64)
}

/// The `error` and `error_description` of a provider's refusal, for the log. `secrets` are masked in it.
pub(super) fn refusal(error: &str, description: Option<&str>, secrets: &[&str]) -> String {
    let mut text = match description.filter(|description| !description.trim().is_empty()) {
        Some(description) => format!("{error}: {description}"),
        None => error.to_owned(),
    };
    for secret in secrets.iter().filter(|secret| !secret.is_empty()) {
        text = text.replace(secret, "…");
    }
    loggable(&text)
}

/// The refusal in a JSON body; `None` if it has no `error`. An API's error may be an object, as Google's are.
pub(super) fn refusal_in(body: &[u8]) -> Option<String> {
    let body: Value = serde_json::from_slice(body).ok()?;
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let error = body.get("error")?;
    let code = text(error).or_else(|| text(error.get("status").or(error.get("code"))?))?;
    let description = body.get("error_description").or(error.get("message")).and_then(text);
    Some(refusal(&code, description.as_deref(), &[]))
}

/// A provider's text for the log: on one line, cut, and without what may be a token.
pub fn loggable(text: &str) -> String {
    let may_be_token = |word: &str| {
        word.contains("eyJ")
            || word.split(['.', '/']).any(|part| part.chars().count() >= MIN_TOKEN_CHARACTERS)
    };
    let is_end = |c: char| !(c.is_alphanumeric() || "-._~+/%=".contains(c));
    let words = text.split_inclusive(is_end).map(|word| {
        let bare = word.trim_end_matches(is_end);
        if may_be_token(bare) { format!("…{}", &word[bare.len()..]) } else { word.to_owned() }
    });
    let line: String = words.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().filter(|c| !c.is_control()).take(MAX_CHARACTERS).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[test]
    fn a_lifetime_is_read_in_every_form_or_ignored() {
        let check = |written: &str, expected: Option<u64>| {
            let body = format!(r#"{{"access_token": "a", "expires_in": {written}, "scope": ["openid"]}}"#);
            let read: Value = serde_json::from_slice(&standardize(body.into_bytes())).unwrap();
            assert_eq!(read["access_token"], "a");
            assert_eq!(
                read.get("expires_in").map(|seconds| seconds.as_u64().unwrap()),
                expected,
                "{written}"
            );
        };
        check("3599", Some(3599));
        check(r#""3599""#, Some(3599));
        check(r#"" 3599 ""#, Some(3599));
        check("3599.0", Some(3599));
        check("3599.9", Some(3599));
        check(r#""3599.5""#, Some(3599));
        check("3.6e3", Some(3600));
        check("0.5", Some(1));
        check("315360000", Some(315_360_000));
        for ignored in [
            "null",
            "0",
            "-1",
            "0.0",
            r#""""#,
            r#""0""#,
            r#""soon""#,
            r#""3599s""#,
            r#""inf""#,
            r#""NaN""#,
            "true",
            "[3599]",
            r#"{"seconds": 3599}"#,
            "315576001",
            "99999999999999999999",
            "1e300",
            "1e999",
        ] {
            check(ignored, None);
        }
        assert_eq!(standardize(b"nonsense".to_vec()), b"nonsense");
        assert_eq!(standardize(b"[]".to_vec()), b"[]");
    }

    #[test]
    fn a_refusal_is_shown_without_tokens() {
        let check = |text: &str, expected: &str| assert_eq!(loggable(text), expected);
        let entra = "AADSTS650053: The application 'Handout' asked for scope 'groups' that doesn't exist on the resource \
                     '00000003-0000-0000-c000-000000000000'.";
        check(entra, entra);
        check(
            "redirect https://handouts.example.org/login/callback",
            "redirect https://handouts.example.org/login/callback",
        );
        check("two\r\nlines\u{1b}[31m", "two lines[31m");
        check("token eyJhbGciOi.eyJzdWIi.sig; expired", "token …; expired");
        check(&format!("'{}' is unknown", "a1_".repeat(14)), "'…' is unknown");
        assert_eq!(loggable(&"x ".repeat(900)).chars().count(), MAX_CHARACTERS);
        assert_eq!(
            refusal("invalid_grant", Some("code abc123 is used"), &["abc123", ""]),
            "invalid_grant: code … is used"
        );
        assert_eq!(refusal("invalid_grant", Some(" "), &[]), "invalid_grant");
    }

    #[test]
    fn a_refusal_is_found_in_every_body() {
        let check = |body: Value, expected: Option<&str>| {
            assert_eq!(refusal_in(body.to_string().as_bytes()).as_deref(), expected, "{body}");
        };
        check(
            json!({"error": "invalid_token", "error_description": "expired"}),
            Some("invalid_token: expired"),
        );
        check(json!({"error": "invalid_token"}), Some("invalid_token"));
        check(
            json!({"error": {"code": 401, "message": "Invalid Credentials", "status": "UNAUTHENTICATED"}}),
            Some("UNAUTHENTICATED: Invalid Credentials"),
        );
        check(json!({"message": "x"}), None);
        check(json!(["error"]), None);
    }
}

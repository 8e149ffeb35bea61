//! Access tokens that are JWTs: signature, issuer, audience, time and type (RFC 9068).

use crate::identity::claims::{Claims, has, text_claim};
use crate::identity::id_token::{Untrusted, audiences, check_times, payload};
use crate::identity::key::{Key, is_accepted};
use crate::model::clock::UnixTime;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use openidconnect::JsonWebKey;
use openidconnect::core::CoreJwsSigningAlgorithm as Algorithm;
use serde::Deserialize;
use serde_json::Value;

/// What a valid token for this server contains.
pub(super) struct Expected<'e> {
    /// Who issues tokens.
    pub issuer: &'e str,
    /// The audience of access tokens for this server.
    pub audience: &'e str,
    /// The audience of ID tokens, which are not access tokens.
    pub client_id: &'e str,
    pub now: UnixTime,
}

#[derive(Deserialize)]
struct Header {
    alg: Algorithm,
    kid: Option<String>,
    typ: Option<String>,
    crit: Option<Value>,
}

/// Claims that only ID tokens (`at_hash`, `c_hash`) and security events such as logout tokens (`events`) have.
const OF_OTHER_TOKENS: [&str; 3] = ["at_hash", "c_hash", "events"];

/// Whether a token has the form of a JWT, whatever it says.
pub(super) fn is_jwt(token: &str) -> bool {
    token.split('.').count() == 3 && payload(token).is_some()
}

/// The claims of an access token, signed with one of these keys.
pub(super) fn verify(
    token: &str,
    keys: &[Key],
    expected: &Expected<'_>,
) -> std::result::Result<Claims, Untrusted> {
    let unreadable = || Untrusted::Content("the token cannot be read".into());
    let (signed, signature) = token.rsplit_once('.').ok_or_else(unreadable)?;
    let signature = URL_SAFE_NO_PAD.decode(signature).map_err(|_| unreadable())?;
    let header = signed.split('.').next().and_then(|part| URL_SAFE_NO_PAD.decode(part).ok());
    let header: Header =
        header.and_then(|header| serde_json::from_slice(&header).ok()).ok_or_else(unreadable)?;
    if !is_accepted(&header.alg) {
        return Err(Untrusted::Content("the token's algorithm is not accepted".into()));
    }
    if header.crit.is_some() {
        return Err(Untrusted::Content("the token has extensions that are not known here ('crit')".into()));
    }
    let is_signed = keys
        .iter()
        .filter(|key| key.may_have_signed(&header.alg, header.kid.as_deref()))
        .any(|key| key.verify_signature(&header.alg, signed.as_bytes(), &signature).is_ok());
    if !is_signed {
        return Err(Untrusted::Key("no key of the provider made the token's signature".into()));
    }
    let claims = payload(token).ok_or_else(unreadable)?;
    check(header.typ.as_deref(), &claims, expected).map_err(Untrusted::Content)?;
    Ok(claims)
}

/// Whether a token with this `typ` and these claims is an access token for us.
fn check(typ: Option<&str>, claims: &Claims, expected: &Expected<'_>) -> std::result::Result<(), String> {
    let typ = typ.map(str::to_ascii_lowercase);
    let typ = typ.as_deref().map(|typ| typ.strip_prefix("application/").unwrap_or(typ));
    let says_access_token = typ == Some("at+jwt");
    if !says_access_token && typ.is_some_and(|typ| typ != "jwt") {
        return Err("the token is of another type ('typ')".into());
    }
    if text_claim(claims, "iss") != Some(expected.issuer) {
        return Err("the token is of another issuer ('iss')".into());
    }
    let audiences = audiences(claims);
    if !audiences.contains(&expected.audience) {
        return Err("the token is for another audience ('aud')".into());
    }
    // An ID token is for the client as well; only its type sets an access token apart.
    if audiences.contains(&expected.client_id) && !says_access_token {
        return Err("a token for the client id must be of type at+jwt ('typ')".into());
    }
    if let Some(name) = OF_OTHER_TOKENS.iter().find(|name| has(claims, name)) {
        return Err(format!("the token is not an access token ('{name}')"));
    }
    if !has(claims, "exp") {
        return Err("the token has no end ('exp')".into());
    }
    if text_claim(claims, "sub").is_none() {
        return Err("the token has no subject ('sub')".into());
    }
    check_times(claims, expected.now)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    /// Checks a token with this type and the claims of a good one, changed by `changed`.
    fn check_with(audience: &str, typ: Option<&str>, changed: Value, accepted: bool) {
        let mut claims =
            json!({"iss": "https://id", "aud": audience, "sub": "ada", "exp": 2000, "iat": 1000});
        for (name, value) in changed.as_object().unwrap() {
            claims[name] = value.clone();
        }
        let expected =
            Expected { issuer: "https://id", audience, client_id: "client", now: UnixTime::new(1000) };
        let outcome = check(typ, claims.as_object().unwrap(), &expected);
        assert_eq!(outcome.is_ok(), accepted, "{typ:?} {claims}: {outcome:?}");
    }

    #[test]
    fn a_token_for_the_client_id_must_say_that_it_is_an_access_token() {
        for typ in [Some("at+jwt"), Some("AT+JWT"), Some("application/at+jwt")] {
            check_with("client", typ, json!({}), true);
            check_with("api", typ, json!({}), true);
            check_with("api", typ, json!({"aud": ["client", "api"]}), true);
        }
        for typ in [None, Some("JWT"), Some("application/jwt")] {
            check_with("client", typ, json!({}), false);
            check_with("api", typ, json!({}), true);
            check_with("api", typ, json!({"aud": ["api", "another"]}), true);
            // An ID token that an additional audience was written into.
            check_with("api", typ, json!({"aud": ["client", "api"]}), false);
        }
    }

    #[test]
    fn tokens_for_other_purposes_are_refused() {
        for typ in ["logout+jwt", "secevent+jwt", "dpop+jwt", "application/logout+jwt", "JOSE", ""] {
            check_with("api", Some(typ), json!({}), false);
        }
        for changed in [
            json!({"events": {"http://schemas.openid.net/event/backchannel-logout": {}}}),
            json!({"at_hash": "x"}),
            json!({"aud": null}),
            json!({"aud": 7}),
            json!({"aud": "another"}),
            json!({"iss": "https://id/"}),
            json!({"iss": ["https://id"]}),
            json!({"sub": ""}),
            json!({"sub": null}),
            json!({"exp": null}),
            json!({"exp": "2000"}),
            json!({"exp": 940}),
            json!({"nbf": 1061}),
            json!({"iat": 1061}),
        ] {
            check_with("api", Some("at+jwt"), changed, false);
        }
        check_with("api", Some("at+jwt"), json!({"exp": 950, "nbf": 1050, "iat": 1050}), true);
    }

    #[test]
    fn only_three_parts_with_claims_are_a_jwt() {
        let check = |token: &str, expected: bool| assert_eq!(is_jwt(token), expected, "{token}");
        check("e30.e30.", true);
        check("e30.e30.x", true);
        check("e30.e30", false);
        check("..", false);
        check("opaque", false);
        check("a.b.c", false);
        check("e30.e30.e30.e30.e30", false);
    }
}

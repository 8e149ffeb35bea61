//! Opaque access tokens, looked up at the provider: by introspection (RFC 7662), which says for whom a token is, or,
//! when the settings allow it, by userinfo, which does not.

use crate::identity::claims::{Claims, text_claim};
use crate::identity::error::IdentityError;
use crate::identity::id_token::{audiences, check_times};
use crate::identity::metadata::{Metadata, secret_in_body};
use crate::identity::provider::Identity;
use crate::model::clock::UnixTime;
use openidconnect::IntrospectionUrl;
use serde_json::Value;

impl Identity {
    /// What userinfo says about an opaque token, when the settings allow that. It does not say for whom the token is.
    pub(super) async fn opaque_by_userinfo(
        &self,
        found: &Metadata,
        token: &str,
    ) -> std::result::Result<Claims, IdentityError> {
        match found.userinfo_endpoint() {
            Some(endpoint) if self.opaque_tokens => {
                match self.http.get_json(endpoint.url().as_str(), Some(token)).await? {
                    Value::Object(claims) if text_claim(&claims, "sub").is_some() => Ok(claims),
                    _ => Err(IdentityError::Invalid("the userinfo has no subject".into())),
                }
            }
            _ => Err(IdentityError::Refused("the provider cannot say for whom an opaque token is".into())),
        }
    }

    /// What the provider's introspection says about an opaque token that is valid and for us.
    pub(super) async fn introspect(
        &self,
        found: &Metadata,
        endpoint: &IntrospectionUrl,
        token: &str,
        now: UnixTime,
    ) -> std::result::Result<Claims, IdentityError> {
        let metadata = found.additional_metadata();
        let methods = metadata.introspection_endpoint_auth_methods_supported.as_ref();
        let methods = methods.or(found.token_endpoint_auth_methods_supported());
        let mut form = vec![("token", token), ("token_type_hint", "access_token")];
        let credentials = match &self.client_secret {
            Some(secret) if !secret_in_body(methods) => Some((self.client_id.as_str(), secret.as_str())),
            Some(secret) => {
                form.extend([("client_id", self.client_id.as_str()), ("client_secret", secret.as_str())]);
                None
            }
            None => {
                form.push(("client_id", self.client_id.as_str()));
                None
            }
        };
        let answer = self.http.post_form(endpoint.url().as_str(), &form, credentials).await;
        let answer = answer.inspect_err(|error| {
            // Not the token but this client is invalid: an operator has to know.
            tracing::warn!(cause = %error, "the provider did not answer an introspection");
        })?;
        let Value::Object(claims) = answer else {
            return Err(IdentityError::Invalid("the introspection is not a JSON object".into()));
        };
        let expected = [self.audience.as_str(), self.client_id.as_str()];
        check(&claims, found.issuer().as_str(), expected, now).map_err(IdentityError::Refused)?;
        Ok(claims)
    }
}

/// Whether an introspection speaks of an active access token for us. Where it has audiences, ours must be among them;
/// where it has none, the token must have been issued to our client.
fn check(
    claims: &Claims,
    issuer: &str,
    [audience, client_id]: [&str; 2],
    now: UnixTime,
) -> std::result::Result<(), String> {
    if claims.get("active") != Some(&Value::Bool(true)) {
        return Err("the token is not active".into());
    }
    if text_claim(claims, "token_type").is_some_and(|kind| !kind.eq_ignore_ascii_case("bearer")) {
        return Err("the token is not a bearer token".into());
    }
    if text_claim(claims, "token_use").is_some_and(|usage| usage != "access_token") {
        return Err("the token is not an access token".into());
    }
    if text_claim(claims, "iss").is_some_and(|iss| iss != issuer) {
        return Err("the token is of another issuer".into());
    }
    let audiences = audiences(claims);
    let for_us = if audiences.is_empty() {
        text_claim(claims, "client_id") == Some(client_id)
    } else {
        audiences.contains(&audience)
    };
    if !for_us {
        return Err("the token is for somebody else".into());
    }
    if text_claim(claims, "sub").is_none() {
        return Err("the token has no subject".into());
    }
    check_times(claims, now)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[test]
    fn an_opaque_token_must_be_active_and_for_us() {
        let check = |changed: Value, expected: bool| {
            let mut claims = json!({"active": true, "sub": "ada", "client_id": "us"});
            for (name, value) in changed.as_object().unwrap() {
                claims[name] = value.clone();
            }
            let outcome =
                check(claims.as_object().unwrap(), "https://id", ["api", "us"], UnixTime::new(1000));
            assert_eq!(outcome.is_ok(), expected, "{claims}: {outcome:?}");
        };
        check(json!({}), true);
        check(json!({"token_type": "Bearer", "token_use": "access_token", "iss": "https://id"}), true);
        check(json!({"client_id": "them", "aud": "api"}), true);
        check(json!({"client_id": "them", "aud": ["x", "api"], "exp": 1001}), true);
        check(json!({"active": false}), false);
        check(json!({"active": "true"}), false);
        check(json!({"active": null}), false);
        check(json!({"client_id": "them"}), false);
        check(json!({"client_id": null}), false);
        check(json!({"aud": "another-api"}), false);
        check(json!({"aud": ["another-api"]}), false);
        check(json!({"iss": "https://evil"}), false);
        check(json!({"token_type": "DPoP"}), false);
        check(json!({"token_use": "refresh_token"}), false);
        check(json!({"sub": null}), false);
        check(json!({"exp": 900}), false);
        check(json!({"nbf": 1100}), false);
    }
}

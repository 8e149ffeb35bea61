//! Signing in by authorization code with PKCE (S256), state and nonce; refreshing.

use crate::identity::provider::{Found, Identity, error_chain};
use crate::identity::{Claims, Fault, text_claim};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod, CoreJwsSigningAlgorithm, CoreTokenResponse,
};
use openidconnect::{
    AuthType, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointMaybeSet, EndpointNotSet,
    EndpointSet, Nonce, OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, RefreshToken,
    RequestTokenError, Scope, TokenResponse,
};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Claims about the token itself; what userinfo says of the person never replaces them.
const OF_THE_TOKEN: [&str; 15] = [
    "iss",
    "sub",
    "aud",
    "azp",
    "exp",
    "iat",
    "nbf",
    "jti",
    "nonce",
    "auth_time",
    "acr",
    "amr",
    "at_hash",
    "c_hash",
    "sid",
];
/// Longest address to come back to, in bytes: with the rest of its cookie it must fit into the 4 KB of a cookie.
const MAX_RETURN_BYTES: usize = 2_500;
/// How far the provider's clock may be off.
const CLOCK_SKEW: chrono::TimeDelta = chrono::TimeDelta::seconds(60);

type Client = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// A sign-in under way: kept in the browser, sealed, until the provider sends it back.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Pending {
    /// Comes back with the code.
    pub state: String,
    /// Comes back in the ID token.
    pub nonce: String,
    /// Proves to the provider that the code is ours.
    pub verifier: String,
    /// Local address to go to afterwards.
    pub return_to: String,
}

/// What a sign-in brought.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Tokens {
    /// Access token.
    pub access: String,
    /// Refresh token, when the provider gives one.
    pub refresh: Option<String>,
    /// ID token, for signing out.
    pub id_token: Option<String>,
    /// When the access token ends, in seconds since 1970; `None` when the provider does not say.
    pub expires: Option<i64>,
    /// Everything the provider says of the person: ID token and userinfo together.
    pub claims: Claims,
}

impl Identity {
    /// Where the browser signs in, and what to remember until it comes back.
    pub async fn begin(&self, return_to: &str) -> std::result::Result<(String, Pending), Fault> {
        let found = self.found().await?;
        let client = self.client(&found)?;
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let (url, state, nonce) = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                CsrfToken::new_random,
                Nonce::new_random,
            )
            .add_scopes(["email", "groups", "profile"].map(|scope| Scope::new(scope.into())))
            .set_pkce_challenge(challenge)
            .url();
        let pending = Pending {
            state: state.secret().clone(),
            nonce: nonce.secret().clone(),
            verifier: verifier.secret().clone(),
            return_to: return_to.to_owned(),
        };
        Ok((url.to_string(), pending))
    }

    /// Exchanges the code for tokens and verifies who it is.
    pub async fn finish(&self, pending: &Pending, code: &str) -> std::result::Result<Tokens, Fault> {
        let found = self.found().await?;
        let answer = self
            .client(&found)?
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .map_err(|e| Fault::Invalid(error_chain(&e)))?
            .set_pkce_verifier(PkceCodeVerifier::new(pending.verifier.clone()))
            .request_async(&self.http)
            .await
            .map_err(token_fault)?;
        let nonce = Nonce::new(pending.nonce.clone());
        let claims = match self.id_claims(&found, &answer, &nonce) {
            // A key we do not know yet: the provider may have changed its keys.
            Err(Fault::Invalid(_)) => {
                let fresh = self.with_keys_fetched_anew().await?;
                self.id_claims(&fresh, &answer, &nonce)?
            }
            other => other?,
        };
        self.with_userinfo(&found, answer, claims, None).await
    }

    /// New tokens for a refresh token; `Refused` ends the sign-in.
    pub async fn refresh(&self, old: &Tokens) -> std::result::Result<Tokens, Fault> {
        let Some(refresh) = &old.refresh else {
            return Err(Fault::Refused("there is no refresh token".into()));
        };
        let found = self.found().await?;
        let answer = self
            .client(&found)?
            .exchange_refresh_token(&RefreshToken::new(refresh.clone()))
            .map_err(|e| Fault::Invalid(error_chain(&e)))?
            .request_async(&self.http)
            .await
            .map_err(token_fault)?;
        let claims = if answer.id_token().is_some() {
            // The nonce belonged to the sign-in; a renewed ID token need not repeat it.
            let any_nonce = |_: Option<&Nonce>| Ok(());
            match self.id_claims(&found, &answer, any_nonce) {
                Err(Fault::Invalid(_)) => {
                    let anew = self.with_keys_fetched_anew().await?;
                    self.id_claims(&anew, &answer, any_nonce)?
                }
                other => other?,
            }
        } else {
            old.id_token.as_deref().and_then(payload).unwrap_or_else(|| old.claims.clone())
        };
        if claims.get("sub") != old.claims.get("sub") {
            return Err(Fault::Invalid("the refreshed sign-in is somebody else's".into()));
        }
        let mut tokens = self.with_userinfo(&found, answer, claims, Some(&old.claims)).await?;
        tokens.refresh = tokens.refresh.or_else(|| Some(refresh.clone()));
        tokens.id_token = tokens.id_token.or_else(|| old.id_token.clone());
        Ok(tokens)
    }

    fn client(&self, found: &Found) -> std::result::Result<Client, Fault> {
        let redirect = RedirectUrl::new(self.redirect.clone()).map_err(|e| Fault::Invalid(e.to_string()))?;
        let methods = found.metadata.token_endpoint_auth_methods_supported();
        let only_post = methods.is_some_and(|methods| {
            methods.contains(&CoreClientAuthMethod::ClientSecretPost)
                && !methods.contains(&CoreClientAuthMethod::ClientSecretBasic)
        });
        let client = CoreClient::from_provider_metadata(
            found.metadata.clone(),
            ClientId::new(self.client_id.clone()),
            self.client_secret.clone().map(ClientSecret::new),
        )
        .set_redirect_uri(redirect);
        Ok(if only_post { client.set_auth_type(AuthType::RequestBody) } else { client })
    }

    fn id_claims(
        &self,
        found: &Found,
        answer: &CoreTokenResponse,
        nonce: impl openidconnect::NonceVerifier,
    ) -> std::result::Result<Claims, Fault> {
        let Some(token) = answer.id_token() else {
            return Err(Fault::Invalid("there is no ID token".into()));
        };
        let algorithms = found
            .metadata
            .id_token_signing_alg_values_supported()
            .iter()
            .filter(|algorithm| is_asymmetric(algorithm))
            .cloned();
        let client = self.client(found)?;
        let verifier = client
            .id_token_verifier()
            .set_allowed_algs(algorithms)
            // Ours must be among them; others are looked at below.
            .set_other_audience_verifier_fn(|_| true)
            .set_time_fn(|| chrono::Utc::now() - CLOCK_SKEW);
        token.claims(&verifier, nonce).map_err(|e| Fault::Invalid(error_chain(&e)))?;
        // Verified: now every claim as it stands, also those the library has no name for.
        let claims = payload(&token.to_string())
            .ok_or_else(|| Fault::Invalid("the ID token cannot be read".into()))?;
        if is_for(&claims, &self.client_id) {
            Ok(claims)
        } else {
            Err(Fault::Invalid("the ID token was issued to another client".into()))
        }
    }

    /// The tokens of an answer with all that is said of the person. `claims` are those of the ID token; `before` is
    /// what was known until now, which holds where userinfo is not to be had.
    async fn with_userinfo(
        &self,
        found: &Found,
        answer: CoreTokenResponse,
        mut claims: Claims,
        before: Option<&Claims>,
    ) -> std::result::Result<Tokens, Fault> {
        let access = answer.access_token().secret().clone();
        let more = match found.metadata.userinfo_endpoint() {
            Some(endpoint) => self.get_json(endpoint.url().as_str(), Some(&access)).await,
            None => Ok(serde_json::Value::Null),
        };
        match more {
            Ok(serde_json::Value::Object(more)) => {
                if text_claim(&more, "sub") != text_claim(&claims, "sub") {
                    return Err(Fault::Invalid("userinfo is about somebody else".into()));
                }
                claims.extend(more.into_iter().filter(|(name, _)| !OF_THE_TOKEN.contains(&name.as_str())));
            }
            other => {
                // The ID token alone says who it is.
                if let Err(fault) = other {
                    tracing::info!(cause = %fault, "userinfo is not to be had");
                }
                for (name, value) in before.into_iter().flatten() {
                    claims.entry(name.clone()).or_insert_with(|| value.clone());
                }
            }
        }
        Ok(Tokens {
            access,
            refresh: answer.refresh_token().map(|t| t.secret().clone()),
            id_token: answer.id_token().map(ToString::to_string),
            expires: answer.expires_in().map(seconds_from_now),
            claims,
        })
    }
}

fn seconds_from_now(time: Duration) -> i64 {
    jiff::Timestamp::now().as_second().saturating_add(i64::try_from(time.as_secs()).unwrap_or(i64::MAX))
}

fn is_asymmetric(algorithm: &CoreJwsSigningAlgorithm) -> bool {
    use CoreJwsSigningAlgorithm as A;
    !matches!(algorithm, A::HmacSha256 | A::HmacSha384 | A::HmacSha512 | A::None)
}

fn token_fault<R: std::error::Error + 'static>(
    fault: RequestTokenError<
        R,
        openidconnect::StandardErrorResponse<openidconnect::core::CoreErrorResponseType>,
    >,
) -> Fault {
    match fault {
        RequestTokenError::ServerResponse(message) => {
            let error = message.error().to_string();
            match error.as_str() {
                "invalid_grant" | "access_denied" | "interaction_required" | "login_required" => {
                    Fault::Refused(error)
                }
                "server_error" | "temporarily_unavailable" | "slow_down" => Fault::Unreachable(error),
                // Our own settings there, most likely.
                _ => Fault::Invalid(error),
            }
        }
        RequestTokenError::Request(e) => Fault::Unreachable(error_chain(&e)),
        // The body may hold tokens, and so may what the parser says of it: only the place is told.
        RequestTokenError::Parse(e, _) => {
            Fault::Invalid(format!("the token endpoint's answer cannot be read at '{}'", e.path()))
        }
        RequestTokenError::Other(message) => Fault::Invalid(message),
    }
}

/// The claims of a JWT, not verified.
pub(super) fn payload(token: &str) -> Option<Claims> {
    let part = token.split('.').nth(1)?;
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).ok()?).ok()
}

/// Were we meant? With more than one audience the token must say so itself (OpenID Connect Core 3.1.3.7).
fn is_for(claims: &Claims, client_id: &str) -> bool {
    let several = claims.get("aud").and_then(|aud| aud.as_array()).is_some_and(|aud| aud.len() > 1);
    match text_claim(claims, "azp") {
        Some(azp) => azp == client_id,
        None => !several,
    }
}

/// The local address to come back to, as a browser reads `wanted`: path, query and fragment. Anything else, such as
/// another host or the way back into signing in, becomes `/`.
pub fn local_address(wanted: &str) -> String {
    let nowhere = || "/".to_owned();
    let odd = |c: char| c.is_control() || c == '\\';
    if !wanted.starts_with('/') || wanted.starts_with("//") || wanted.contains(odd) {
        return nowhere();
    }
    let Ok(url) = url::Url::parse("http://local.invalid").and_then(|base| base.join(wanted)) else {
        return nowhere();
    };
    let address = &url[url::Position::BeforePath..];
    // Dots may have led to a second slash in front.
    let stays = url.host_str() == Some("local.invalid") && !address.starts_with("//");
    let signs_in = matches!(url.path().trim_end_matches('/'), "/login" | "/login/callback" | "/logout");
    if stays && !signs_in && address.len() <= MAX_RETURN_BYTES { address.to_owned() } else { nowhere() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[test]
    fn only_local_addresses_are_come_back_to() {
        let check = |wanted: &str, expected: &str| assert_eq!(local_address(wanted), expected, "{wanted:?}");
        check("/", "/");
        check("/search?q=croup&filters=W10%3D&page=2#top", "/search?q=croup&filters=W10%3D&page=2#top");
        check("/citation/asthma#languages", "/citation/asthma#languages");
        check("/search?q=fi\u{e8}vre", "/search?q=fi%C3%A8vre");
        check("/citation/\u{6c14}", "/citation/%E6%B0%94");
        check("/order?next=//evil.example", "/order?next=//evil.example");
        for elsewhere in [
            "",
            "order",
            "//evil.example",
            "///evil.example",
            "/\\evil.example",
            "\\/evil.example",
            "/..//evil.example",
            "/./\t/evil.example",
            "/\n/evil.example",
            "/a\r\nSet-Cookie: x",
            "https://evil.example",
            "javascript:alert(1)",
            "http:evil.example",
            "/login",
            "/login?return=/login",
            "/login/callback?code=1",
            "/logout",
            "/login/",
        ] {
            check(elsewhere, "/");
        }
        check(&format!("/search?q={}", "a".repeat(MAX_RETURN_BYTES)), "/");
    }

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

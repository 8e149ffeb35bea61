//! Signing in by authorization code with PKCE (S256), state and nonce; refreshing.

use crate::identity::provider::{Found, Identity, error_chain};
use crate::identity::{Claims, Fault, text_claim};
use crate::model::error::Result;
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
                let fresh = self.found_anew().await?;
                self.id_claims(&fresh, &answer, &nonce)?
            }
            other => other?,
        };
        self.with_userinfo(&found, answer, claims).await
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
        let mut claims = old.claims.clone();
        if answer.id_token().is_some() {
            let any_nonce = |_: Option<&Nonce>| Ok(());
            let fresh = match self.id_claims(&found, &answer, any_nonce) {
                Err(Fault::Invalid(_)) => {
                    let anew = self.found_anew().await?;
                    self.id_claims(&anew, &answer, any_nonce)?
                }
                other => other?,
            };
            if fresh.get("sub") != claims.get("sub") {
                return Err(Fault::Invalid("the refreshed sign-in is somebody else's".into()));
            }
            claims.extend(fresh);
        }
        let id_token = old.id_token.clone();
        let mut tokens = self.with_userinfo(&found, answer, claims).await?;
        tokens.refresh = tokens.refresh.or_else(|| Some(refresh.clone()));
        tokens.id_token = tokens.id_token.or(id_token);
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
            .set_time_fn(|| chrono::Utc::now() - CLOCK_SKEW);
        token.claims(&verifier, nonce).map_err(|e| Fault::Invalid(error_chain(&e)))?;
        // Verified: now every claim as it stands, also those the library has no name for.
        payload(&token.to_string()).ok_or_else(|| Fault::Invalid("the ID token cannot be read".into()))
    }

    async fn with_userinfo(
        &self,
        found: &Found,
        answer: CoreTokenResponse,
        mut claims: Claims,
    ) -> std::result::Result<Tokens, Fault> {
        let access = answer.access_token().secret().clone();
        if let Some(endpoint) = found.metadata.userinfo_endpoint() {
            match self.get_json(endpoint.url().as_str(), Some(&access)).await {
                Ok(serde_json::Value::Object(more)) => {
                    if text_claim(&more, "sub") != text_claim(&claims, "sub") {
                        return Err(Fault::Invalid("userinfo is about somebody else".into()));
                    }
                    for (name, value) in more {
                        claims.entry(name).or_insert(value);
                    }
                }
                // The ID token alone says who it is.
                Ok(_) => {}
                Err(fault) => tracing::info!(cause = %fault, "userinfo is not to be had"),
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
        RequestTokenError::ServerResponse(told) => Fault::Refused(told.error().to_string()),
        RequestTokenError::Request(e) => Fault::Unreachable(error_chain(&e)),
        // The body may hold tokens: it is not repeated.
        RequestTokenError::Parse(e, _) => Fault::Invalid(error_chain(&e)),
        RequestTokenError::Other(told) => Fault::Invalid(told),
    }
}

/// The claims of a JWT, not verified.
pub(super) fn payload(token: &str) -> Option<Claims> {
    let part = token.split('.').nth(1)?;
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(part).ok()?).ok()
}

/// Is this a local address that a browser stays with us for? Anything else becomes `/`.
pub fn local_address(wanted: &str) -> Result<String> {
    let odd = |c: char| c.is_control() || c == '\\';
    let fine = wanted.starts_with('/')
        && !wanted.starts_with("//")
        && !wanted.contains(odd)
        && wanted.len() <= 4_000;
    Ok(if fine { wanted.to_owned() } else { "/".to_owned() })
}

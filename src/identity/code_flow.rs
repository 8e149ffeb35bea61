//! Signing in by authorization code with PKCE (S256), state and nonce; refreshing.

use crate::identity::claims::{self, Claims, merge};
use crate::identity::error::IdentityError;
use crate::identity::groups;
use crate::identity::http::HttpError;
use crate::identity::id_token::{self, Untrusted, payload};
use crate::identity::metadata::{Client, Metadata, secret_in_body};
use crate::identity::pending::Pending;
use crate::identity::provider::{Identity, asked_scopes};
use crate::identity::token_response::refusal;
use crate::model::clock::{self, UnixTime};
use crate::model::error::error_chain;
use openidconnect::core::{CoreAuthenticationFlow, CoreErrorResponseType, CoreTokenResponse};
use openidconnect::{
    AuthType, AuthorizationCode, ClientId, ClientSecret, CsrfToken, Nonce, NonceVerifier,
    OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, RefreshToken, RequestTokenError,
    Scope, StandardErrorResponse, TokenResponse,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// Why the tokens of a sign-in were not renewed.
#[derive(Debug)]
pub struct RefreshError {
    /// The reason.
    pub cause: IdentityError,
    /// The refresh token that the provider gave before something else failed; it may not accept the earlier one again.
    pub refresh: Option<String>,
}

impl From<IdentityError> for RefreshError {
    fn from(cause: IdentityError) -> Self {
        RefreshError { cause, refresh: None }
    }
}

/// The tokens and claims of a completed sign-in.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Tokens {
    /// Access token.
    pub access: String,
    /// Refresh token, when the provider gives one.
    pub refresh: Option<String>,
    /// ID token, for signing out.
    pub id_token: Option<String>,
    /// When the access token ends; `None` when the provider does not say.
    pub expires: Option<UnixTime>,
    /// Everything the provider says about the person: ID token and userinfo together.
    pub claims: Claims,
    /// `true` when the groups are missing because userinfo did not respond: worth another refresh soon.
    #[serde(default)]
    pub groups_unknown: bool,
    /// Whether it is recorded that not all groups are known: once for each sign-in.
    #[serde(default)]
    pub groups_reported: bool,
}

impl Identity {
    /// The address at which the browser signs in.
    pub async fn sign_in_url(&self, pending: &Pending) -> std::result::Result<String, IdentityError> {
        let found = self.found().await?;
        let Pending { state, nonce, verifier, .. } = pending.clone();
        let (url, _, _) = self
            .client(&found)?
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                move || CsrfToken::new(state),
                move || Nonce::new(nonce),
            )
            .add_scopes(asked_scopes(&found).into_iter().map(|scope| Scope::new(scope.into())))
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&PkceCodeVerifier::new(
                verifier,
            )))
            .url();
        Ok(url.to_string())
    }

    /// Refuses an authorization response of another issuer (RFC 9207): `iss` must be the provider's when it is there,
    /// and must be there when the provider says that it sends it.
    pub async fn check_response_issuer(&self, iss: Option<&str>) -> std::result::Result<(), IdentityError> {
        let found = self.found().await?;
        match iss {
            Some(iss) if iss == found.issuer().as_str() => Ok(()),
            Some(_) => Err(IdentityError::Invalid("the authorization response is of another issuer".into())),
            None if found.additional_metadata().authorization_response_iss_parameter_supported
                == Some(true) =>
            {
                Err(IdentityError::Invalid("the authorization response has no issuer".into()))
            }
            None => Ok(()),
        }
    }

    /// Exchanges the code for tokens and verifies who it is.
    pub async fn finish(&self, pending: &Pending, code: &str) -> std::result::Result<Tokens, IdentityError> {
        let found = self.found().await?;
        let answer = self
            .client(&found)?
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .map_err(|e| IdentityError::Invalid(error_chain(&e)))?
            .set_pkce_verifier(PkceCodeVerifier::new(pending.verifier.clone()))
            .request_async(&self.http)
            .await
            .map_err(|error| token_error(error, &[code, &pending.verifier]))?;
        if answer.id_token().is_none() {
            return Err(IdentityError::Invalid("there is no ID token".into()));
        }
        let nonce = Nonce::new(pending.nonce.clone());
        let claims = self.id_claims(&found, &answer, || &nonce).await?;
        self.with_userinfo(&found, answer, claims, None).await
    }

    /// New tokens for a refresh token; `Refused` ends the sign-in.
    pub async fn refresh(&self, old: &Tokens) -> std::result::Result<Tokens, RefreshError> {
        let Some(refresh) = &old.refresh else {
            return Err(IdentityError::Refused("there is no refresh token".into()).into());
        };
        let found = self.found().await?;
        let answer = self
            .client(&found)?
            .exchange_refresh_token(&RefreshToken::new(refresh.clone()))
            .map_err(|e| IdentityError::Invalid(error_chain(&e)))?
            .request_async(&self.http)
            .await
            .map_err(|error| token_error(error, &[refresh]))?;
        let given = answer.refresh_token().map(|token| token.secret().clone());
        match self.refreshed(&found, answer, old).await {
            Ok(tokens) => Ok(Tokens { refresh: given.or_else(|| old.refresh.clone()), ..tokens }),
            Err(cause) => Err(RefreshError { cause, refresh: given }),
        }
    }

    /// The tokens of an answer to a refresh; the refresh token is missing if the provider gave no other one.
    async fn refreshed(
        &self,
        found: &Metadata,
        answer: CoreTokenResponse,
        old: &Tokens,
    ) -> std::result::Result<Tokens, IdentityError> {
        // Earlier groups are never reused: a person who left a group must not keep its rights by refreshing.
        let mut before = old.claims.clone();
        groups::remove(&mut before, &self.groups_claim);
        let claims = if answer.id_token().is_some() {
            // The nonce belonged to the sign-in; a new ID token need not repeat it.
            self.id_claims(found, &answer, || |_: Option<&Nonce>| Ok(())).await?
        } else {
            let mut claims = old.id_token.as_deref().and_then(payload).unwrap_or_else(|| before.clone());
            groups::remove(&mut claims, &self.groups_claim);
            claims
        };
        if claims.get("sub") != old.claims.get("sub") {
            return Err(IdentityError::Invalid("the refreshed sign-in is somebody else's".into()));
        }
        let mut tokens = self.with_userinfo(found, answer, claims, Some(before)).await?;
        tokens.id_token = tokens.id_token.or_else(|| old.id_token.clone());
        tokens.groups_reported = old.groups_reported;
        Ok(tokens)
    }

    fn client(&self, found: &Metadata) -> std::result::Result<Client, IdentityError> {
        let redirect =
            RedirectUrl::new(self.redirect.clone()).map_err(|e| IdentityError::Invalid(e.to_string()))?;
        let client = Client::from_provider_metadata(
            found.clone(),
            ClientId::new(self.client_id.clone()),
            self.client_secret.clone().map(ClientSecret::new),
        )
        .set_redirect_uri(redirect);
        Ok(if secret_in_body(found.token_endpoint_auth_methods_supported()) {
            client.set_auth_type(AuthType::RequestBody)
        } else {
            client
        })
    }

    /// The verified claims of the ID token in an answer.
    async fn id_claims<N: NonceVerifier>(
        &self,
        found: &Metadata,
        answer: &CoreTokenResponse,
        nonce: impl Fn() -> N,
    ) -> std::result::Result<Claims, IdentityError> {
        let verify = |found: &Metadata| {
            let unusable = |why: &str| Untrusted::Content(why.into());
            let token = answer.id_token().ok_or_else(|| unusable("there is no ID token"))?;
            let client = self.client(found).map_err(|error| unusable(&error.to_string()))?;
            let algorithms = found.id_token_signing_alg_values_supported();
            id_token::verify(token, &client, &self.client_id, algorithms, nonce())
        };
        self.verified(found, verify).await.map_err(IdentityError::into_provider_error)
    }

    /// The tokens of an answer with all that is said about the person. `claims` are those of the ID token; `before`,
    /// what was known until now except the groups, counts where userinfo does not respond.
    async fn with_userinfo(
        &self,
        found: &Metadata,
        answer: CoreTokenResponse,
        claims: Claims,
        before: Option<Claims>,
    ) -> std::result::Result<Tokens, IdentityError> {
        let access = answer.access_token().secret().clone();
        let userinfo = match found.userinfo_endpoint() {
            Some(endpoint) => self.http.get_json(endpoint.url().as_str(), Some(&access)).await,
            None => Ok(Value::Null),
        };
        let unreachable = matches!(userinfo, Err(IdentityError::Unreachable(_)));
        let claims = match userinfo {
            Ok(Value::Object(userinfo)) => claims::with_userinfo(&claims, userinfo, &self.groups_claim)
                .ok_or_else(|| IdentityError::Invalid("userinfo is about somebody else".into()))?,
            other => {
                // Only the ID token identifies the person.
                if let Err(error) = other {
                    tracing::info!(cause = %error, "userinfo is not available");
                }
                merge(claims, before.unwrap_or_default(), &self.groups_claim)
            }
        };
        Ok(Tokens {
            access,
            refresh: answer.refresh_token().map(|t| t.secret().clone()),
            id_token: answer.id_token().map(ToString::to_string),
            expires: answer.expires_in().map(seconds_from_now),
            groups_unknown: unreachable && groups::locate(&claims, &self.groups_claim).is_none(),
            groups_reported: false,
            claims,
        })
    }
}

fn seconds_from_now(time: Duration) -> UnixTime {
    clock::seconds() + i64::try_from(time.as_secs()).unwrap_or(i64::MAX)
}

/// Why no tokens were given, in the provider's words, in which `secrets` are masked.
fn token_error(
    error: RequestTokenError<HttpError, StandardErrorResponse<CoreErrorResponseType>>,
    secrets: &[&str],
) -> IdentityError {
    match error {
        RequestTokenError::ServerResponse(answer) => {
            let error = answer.error().to_string();
            let why = refusal(&error, answer.error_description().map(String::as_str), secrets);
            match error.as_str() {
                "invalid_grant" | "access_denied" | "interaction_required" | "login_required" => {
                    IdentityError::Refused(why)
                }
                "server_error" | "temporarily_unavailable" | "slow_down" => IdentityError::Unreachable(why),
                // Most likely a misconfiguration of this client.
                _ => IdentityError::Invalid(why),
            }
        }
        RequestTokenError::Request(e) => IdentityError::Unreachable(error_chain(&e)),
        // The body may hold tokens, and so may the parser's message: only the place is logged.
        RequestTokenError::Parse(e, _) => {
            IdentityError::Invalid(format!("the token endpoint's answer cannot be read at '{}'", e.path()))
        }
        RequestTokenError::Other(message) => IdentityError::Invalid(message),
    }
}

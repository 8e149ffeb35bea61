//! Access tokens in the Authorization header: who they belong to, remembered for a minute.

use crate::identity::access_token::{self, Expected, is_jwt};
use crate::identity::claims::{CheckedToken, Claims, email_verified, has, with_userinfo};
use crate::identity::error::IdentityError;
use crate::identity::groups::locate;
use crate::identity::id_token::LEEWAY_S;
use crate::identity::metadata::Metadata;
use crate::identity::provider::Identity;
use crate::model::clock::UnixTime;
use serde_json::Value;
use std::sync::Arc;

/// How long the result for a token is cached, in seconds from before the request to the provider. Nothing that
/// remembers a caller by a token may do so for longer: a revoked token ends within this time.
const TOKEN_TTL_S: i64 = 60;

impl Identity {
    /// The claims of a bearer token that is valid at `now`. Concurrent calls with a new token
    /// look it up once.
    ///
    /// `Unreachable` if its validity cannot be determined now.
    pub async fn bearer(
        &self,
        token: &str,
        now: UnixTime,
    ) -> std::result::Result<Arc<CheckedToken>, IdentityError> {
        let digest = ring::digest::digest(&ring::digest::SHA256, token.as_bytes()).as_ref().to_vec();
        if self.tokens.get(&digest).await.is_some_and(|known| known.until <= now) {
            self.tokens.invalidate(&digest).await;
        }
        let look_up = async { self.check_token(token, now).await.map(Arc::new) };
        // Boxed: its future is large, and every request would copy it, with or without a token.
        let checked = Box::pin(self.tokens.try_get_with(digest, look_up)).await;
        checked.map_err(|error: Arc<IdentityError>| (*error).clone())
    }

    async fn check_token(
        &self,
        token: &str,
        now: UnixTime,
    ) -> std::result::Result<CheckedToken, IdentityError> {
        // A provider outage does not make the token invalid.
        let found = self.found().await.map_err(|error| IdentityError::Unreachable(error.to_string()))?;
        let claims = if is_jwt(token) {
            let verify = |found: &Metadata| {
                let expected = Expected {
                    issuer: found.issuer().as_str(),
                    audience: &self.audience,
                    client_id: &self.client_id,
                    now,
                };
                access_token::verify(token, found.jwks().keys(), &expected)
            };
            self.with_missing_claims(&found, token, self.verified(&found, verify).await?).await
        } else if let Some(endpoint) = &found.additional_metadata().introspection_endpoint {
            let claims = self.introspect(&found, endpoint, token, now).await?;
            self.with_missing_claims(&found, token, claims).await
        } else {
            self.opaque_by_userinfo(&found, token).await?
        };
        let ends = claims.get("exp").and_then(Value::as_f64).map(|exp| UnixTime::new(exp as i64) + LEEWAY_S);
        let until = ends.unwrap_or(UnixTime::MAX).min(now + TOKEN_TTL_S);
        Ok(CheckedToken { claims, until })
    }

    /// What a token leaves out, from userinfo. Some providers refuse their own tokens there: then the token alone has
    /// to do.
    async fn with_missing_claims(&self, found: &Metadata, token: &str, claims: Claims) -> Claims {
        let complete = ["email", "given_name"].iter().all(|name| has(&claims, name))
            && locate(&claims, &self.groups_claim).is_some()
            && email_verified(&claims).is_some();
        let Some(endpoint) = found.userinfo_endpoint().filter(|_| !complete) else { return claims };
        match self.http.get_json(endpoint.url().as_str(), Some(token)).await {
            Ok(Value::Object(userinfo)) => {
                with_userinfo(&claims, userinfo, &self.groups_claim).unwrap_or(claims)
            }
            _ => claims,
        }
    }
}

#[cfg(test)]
mod tests;

//! The identity provider: found on first need, its keys kept and fetched anew when an unknown one is used.

use crate::identity::{Claims, Fault};
use crate::model::error::{Error, Result};
use crate::settings::Settings;
use jsonwebtoken::jwk::Jwk;
use moka::future::Cache;
use openidconnect::{IssuerUrl, ProviderMetadataWithLogout};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// How long the provider has for an answer.
const ANSWERS_WITHIN: Duration = Duration::from_secs(10);
/// Keys are fetched anew at most this often.
const KEYS_EVERY: Duration = Duration::from_secs(10);
/// What the provider says of itself is asked for again after so long.
const ASKED_AGAIN_AFTER: Duration = Duration::from_secs(3600);
/// After a failure nobody asks again for so long: those who wait must not each wait out their own time.
const PAUSE_AFTER_FAILURE: Duration = Duration::from_secs(2);
/// How long what an access token says is believed.
const TOKENS_FOR: Duration = Duration::from_secs(60);

/// How this program signs people in.
pub struct Identity {
    pub(super) issuer: String,
    pub(super) client_id: String,
    pub(super) client_secret: Option<String>,
    pub(super) audience: String,
    pub(super) redirect: String,
    pub(super) http: reqwest::Client,
    /// Claim that holds the groups, and the administrators' one.
    pub(super) groups_claim: String,
    pub(super) admin_group: String,
    found: Mutex<Option<Arc<Found>>>,
    /// When the provider last did not answer, and why.
    failed: std::sync::Mutex<Option<(Instant, String)>>,
    /// What access tokens were found to say, by their digest.
    pub(super) tokens: Cache<Vec<u8>, Arc<Claims>>,
}

/// What discovery found.
pub(super) struct Found {
    pub metadata: ProviderMetadataWithLogout,
    pub keys: Vec<Jwk>,
    at: Instant,
}

impl Identity {
    /// From the settings; `None` when no issuer is set.
    pub fn of(settings: &Settings, public_url: &str) -> Result<Option<Identity>> {
        let (Some(issuer), Some(client_id)) = (&settings.identity.issuer, &settings.identity.client_id)
        else {
            return Ok(None);
        };
        let http = reqwest::Client::builder()
            // A redirect would lead a token request elsewhere.
            .redirect(reqwest::redirect::Policy::none())
            .timeout(ANSWERS_WITHIN)
            .connect_timeout(Duration::from_secs(5))
            .user_agent(concat!("handout/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|e| Error::internal("preparing to ask the identity provider", e))?;
        Ok(Some(Identity {
            issuer: issuer.clone(),
            client_id: client_id.clone(),
            client_secret: settings.identity.client_secret.clone(),
            audience: settings.audience().unwrap_or(client_id).to_owned(),
            redirect: format!("{public_url}/login/callback"),
            http,
            groups_claim: settings.identity.groups_claim.clone(),
            admin_group: settings.identity.admin_group.clone(),
            found: Mutex::new(None),
            failed: std::sync::Mutex::new(None),
            tokens: Cache::builder().max_capacity(10_000).time_to_live(TOKENS_FOR).build(),
        }))
    }

    /// The issuer, as its host is written in the settings.
    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    /// Does the provider say that this person is an administrator?
    pub fn is_admin(&self, claims: &Claims) -> bool {
        super::has_group(claims, &self.groups_claim, &self.admin_group)
    }

    /// Does the provider answer? For `handout check`.
    pub async fn look(&self) -> std::result::Result<(), Fault> {
        self.found().await.map(|_| ())
    }

    /// The provider; asked now when it was not yet, or long ago. One asks, others wait for it.
    pub(super) async fn found(&self) -> std::result::Result<Arc<Found>, Fault> {
        let mut found = self.found.lock().await;
        if let Some(known) = found.as_ref().filter(|f| f.at.elapsed() < ASKED_AGAIN_AFTER) {
            return Ok(known.clone());
        }
        match self.discover().await {
            Ok(fresh) => {
                let fresh = Arc::new(fresh);
                *found = Some(fresh.clone());
                Ok(fresh)
            }
            // An old answer is better than none.
            Err(fault) => found.clone().ok_or(fault),
        }
    }

    /// The provider with its keys fetched anew, unless that was just done.
    pub(super) async fn found_anew(&self) -> std::result::Result<Arc<Found>, Fault> {
        let mut found = self.found.lock().await;
        if let Some(known) = found.as_ref().filter(|f| f.at.elapsed() < KEYS_EVERY) {
            return Ok(known.clone());
        }
        let fresh = Arc::new(self.discover().await?);
        *found = Some(fresh.clone());
        Ok(fresh)
    }

    /// Asks the provider what it says of itself, unless it failed to answer just now.
    async fn discover(&self) -> std::result::Result<Found, Fault> {
        let failed = || self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        let recent = failed().clone().filter(|(at, _)| at.elapsed() < PAUSE_AFTER_FAILURE);
        if let Some((_, why)) = recent {
            return Err(Fault::Unreachable(why));
        }
        let answer = self.ask().await;
        *failed() = match &answer {
            Err(Fault::Unreachable(why)) => Some((Instant::now(), why.clone())),
            _ => None,
        };
        answer
    }

    async fn ask(&self) -> std::result::Result<Found, Fault> {
        let issuer = IssuerUrl::new(self.issuer.clone()).map_err(|e| Fault::Invalid(e.to_string()))?;
        let metadata =
            ProviderMetadataWithLogout::discover_async(issuer, &self.http).await.map_err(|e| match e {
                openidconnect::DiscoveryError::Request(e) => Fault::Unreachable(error_chain(&e)),
                openidconnect::DiscoveryError::Response(status, ..) if status.is_server_error() => {
                    Fault::Unreachable(format!("status {status}"))
                }
                other => Fault::Invalid(error_chain(&other)),
            })?;
        // Fetched again as plain JSON: a key of a kind we do not know must not hide the others.
        let keys: serde_json::Value = self.get_json(metadata.jwks_uri().url().as_str(), None).await?;
        let keys = keys
            .get("keys")
            .and_then(|k| k.as_array())
            .map(|keys| keys.iter().filter_map(|key| serde_json::from_value(key.clone()).ok()).collect())
            .unwrap_or_default();
        Ok(Found { metadata, keys, at: Instant::now() })
    }

    /// JSON from the provider, with a bearer token when given.
    pub(super) async fn get_json(
        &self,
        url: &str,
        token: Option<&str>,
    ) -> std::result::Result<serde_json::Value, Fault> {
        let mut request = self.http.get(url).header("accept", "application/json");
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        let answer = request.send().await.map_err(|e| Fault::Unreachable(error_chain(&e)))?;
        let status = answer.status();
        if status.is_server_error() {
            return Err(Fault::Unreachable(format!("status {status}")));
        }
        if !status.is_success() {
            return Err(Fault::Refused(format!("status {status}")));
        }
        answer.json().await.map_err(|e| Fault::Invalid(error_chain(&e)))
    }

    /// Where the browser signs out at the provider; `None` when it has no such address, or does not answer.
    pub async fn end_session(&self, id_token: Option<&str>, back_to: &str) -> Option<String> {
        let found = self.found().await.ok()?;
        let end = found.metadata.additional_metadata().end_session_endpoint.as_ref()?;
        let mut url = url::Url::parse(end.url().as_str()).ok()?;
        {
            let mut query = url.query_pairs_mut();
            if let Some(id_token) = id_token {
                query.append_pair("id_token_hint", id_token);
            }
            query.append_pair("client_id", &self.client_id).append_pair("post_logout_redirect_uri", back_to);
        }
        Some(url.to_string())
    }
}

/// An error with everything that caused it, on one line.
pub(super) fn error_chain(error: &dyn std::error::Error) -> String {
    let mut told = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        told.push_str(": ");
        told.push_str(&error.to_string());
        cause = error.source();
    }
    told
}

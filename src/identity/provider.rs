//! The identity provider: found on first need, its keys kept and fetched anew when an unknown one is used.

use crate::identity::{Claims, Fault};
use crate::model::error::{Error, Result};
use crate::settings::Settings;
use jsonwebtoken::jwk::Jwk;
use moka::future::Cache;
use openidconnect::core::CoreJsonWebKeySet;
use openidconnect::{IssuerUrl, ProviderMetadataWithLogout};
use serde_json::Value;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// How long the provider has for an answer, and for all that it says of itself together.
const ANSWERS_WITHIN: Duration = Duration::from_secs(10);
/// How long somebody who signs out waits to hear where the provider wants them to go.
const SIGNS_OUT_WITHIN: Duration = Duration::from_secs(3);
/// Unknown keys make the keys be fetched anew at most this often.
const KEYS_EVERY: Duration = Duration::from_secs(10);
/// What the provider says of itself is asked for again after so long.
const ASKED_AGAIN_AFTER: Duration = Duration::from_secs(3600);
/// And when it does not answer then, after so long; what it said before holds until then.
const ASKED_SOON_AFTER: Duration = Duration::from_secs(60);
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
    known: Mutex<Known>,
    /// When the provider last did not answer, and why.
    failed: std::sync::Mutex<Option<(Instant, String)>>,
    /// What access tokens were found to say, by their digest.
    pub(super) tokens: Cache<Vec<u8>, Arc<Claims>>,
}

/// What discovery found: everything the provider says of itself, its keys for ID tokens (inside) and for access tokens.
pub(super) struct Found {
    pub metadata: ProviderMetadataWithLogout,
    pub keys: Vec<Jwk>,
}

/// What is known of the provider by now.
#[derive(Default)]
struct Known {
    found: Option<Arc<Found>>,
    /// When to ask again what it says of itself.
    ask_again: Option<Instant>,
    /// When an unknown key last made the keys be fetched anew.
    keys_fetched: Option<Instant>,
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
            known: Mutex::default(),
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
    pub async fn probe(&self) -> std::result::Result<(), Fault> {
        self.found().await.map(|_| ())
    }

    /// The provider; asked now when it was not yet, or long ago. One asks, others wait for it.
    pub(super) async fn found(&self) -> std::result::Result<Arc<Found>, Fault> {
        self.look_up(&mut *self.known.lock().await).await
    }

    /// The provider with its keys fetched anew, unless that was done just now.
    pub(super) async fn with_keys_fetched_anew(&self) -> std::result::Result<Arc<Found>, Fault> {
        let mut known = self.known.lock().await;
        let found = self.look_up(&mut known).await?;
        if known.keys_fetched.is_some_and(|at| at.elapsed() < KEYS_EVERY) {
            return Ok(found);
        }
        known.keys_fetched = Some(Instant::now());
        let fresh = Arc::new(self.with_keys(found.metadata.clone()).await?);
        known.found = Some(fresh.clone());
        Ok(fresh)
    }

    async fn look_up(&self, known: &mut Known) -> std::result::Result<Arc<Found>, Fault> {
        let now = Instant::now();
        if let (Some(found), Some(ask_again)) = (&known.found, known.ask_again)
            && now < ask_again
        {
            return Ok(found.clone());
        }
        match (self.discover().await, &known.found) {
            (Ok(fresh), _) => {
                let fresh = Arc::new(fresh);
                known.found = Some(fresh.clone());
                known.ask_again = Some(now + ASKED_AGAIN_AFTER);
                Ok(fresh)
            }
            // An old answer is better than none.
            (Err(fault), Some(old)) => {
                tracing::warn!(cause = %fault, "what the identity provider said before holds on");
                known.ask_again = Some(now + ASKED_SOON_AFTER);
                Ok(old.clone())
            }
            (Err(fault), None) => Err(fault),
        }
    }

    /// Asks the provider what it says of itself, unless it failed to answer just now.
    async fn discover(&self) -> std::result::Result<Found, Fault> {
        let failed = || self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        let recent = failed().clone().filter(|(at, _)| at.elapsed() < PAUSE_AFTER_FAILURE);
        if let Some((_, why)) = recent {
            return Err(Fault::Unreachable(why));
        }
        let answer = match tokio::time::timeout(ANSWERS_WITHIN, self.ask()).await {
            Ok(answer) => answer,
            Err(_) => Err(Fault::Unreachable("it takes too long".into())),
        };
        *failed() = match &answer {
            Err(Fault::Unreachable(why)) => Some((Instant::now(), why.clone())),
            _ => None,
        };
        answer
    }

    async fn ask(&self) -> std::result::Result<Found, Fault> {
        let issuer = IssuerUrl::new(self.issuer.clone()).map_err(|e| Fault::Invalid(e.to_string()))?;
        let address = format!("{}/.well-known/openid-configuration", self.issuer.trim_end_matches('/'));
        let document = self.get_json(&address, None).await.map_err(not_about_a_token)?;
        let metadata: ProviderMetadataWithLogout =
            serde_json::from_value(document).map_err(|e| Fault::Invalid(format!("{address}: {e}")))?;
        if *metadata.issuer() != issuer {
            return Err(Fault::Invalid(format!(
                "the provider calls itself {}, the settings call it {}",
                metadata.issuer().as_str(),
                issuer.as_str()
            )));
        }
        self.with_keys(metadata).await
    }

    /// A provider that says this of itself, with the keys it has now. Keys of a kind we do not know hide no others.
    async fn with_keys(&self, metadata: ProviderMetadataWithLogout) -> std::result::Result<Found, Fault> {
        let set = self.get_json(metadata.jwks_uri().url().as_str(), None).await.map_err(not_about_a_token)?;
        let keys = match set.get("keys").and_then(Value::as_array) {
            Some(keys) => keys.iter().filter_map(|key| serde_json::from_value(key.clone()).ok()).collect(),
            None => return Err(Fault::Invalid("there are no keys where the provider says".into())),
        };
        let set: CoreJsonWebKeySet =
            serde_json::from_value(set).map_err(|e| Fault::Invalid(format!("the provider's keys: {e}")))?;
        Ok(Found { metadata: metadata.set_jwks(set), keys })
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
        if status.is_server_error() || status == reqwest::StatusCode::TOO_MANY_REQUESTS {
            return Err(Fault::Unreachable(format!("status {status}")));
        }
        if !status.is_success() {
            return Err(Fault::Refused(format!("status {status}")));
        }
        answer.json().await.map_err(|e| Fault::Invalid(error_chain(&e)))
    }

    /// Where the browser signs out at the provider; `None` when it has no such address, or does not answer.
    pub async fn end_session(&self, id_token: Option<&str>, back_to: &str) -> Option<String> {
        let found = tokio::time::timeout(SIGNS_OUT_WITHIN, self.found()).await.ok()?.ok()?;
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

/// A refusal where no token was shown is a provider that is not set up rightly.
fn not_about_a_token(fault: Fault) -> Fault {
    match fault {
        Fault::Refused(why) => Fault::Invalid(why),
        other => other,
    }
}

/// An error with everything that caused it, on one line.
pub(super) fn error_chain(error: &dyn std::error::Error) -> String {
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        message.push_str(": ");
        message.push_str(&error.to_string());
        cause = error.source();
    }
    message
}

//! The identity provider: discovered on first use; its keys are cached and fetched again for an unknown key.

use crate::identity::claims::{CheckedToken, Claims};
use crate::identity::error::IdentityError;
use crate::identity::groups::{groups, listed_names};
use crate::identity::http::{Http, RESPONSE_TIMEOUT};
use crate::identity::id_token::Untrusted;
use crate::identity::key::Key;
use crate::identity::metadata::Metadata;
use crate::model::accounts::{GroupsProblem, Role, Roles};
use crate::model::error::{Result, lock};
use crate::settings::Settings;
use moka::future::Cache;
use openidconnect::{IssuerUrl, JsonWebKeySet};
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// How long a sign-out waits for the provider's sign-out address.
const SIGN_OUT_TIMEOUT: Duration = Duration::from_secs(3);
/// Unknown keys cause the keys to be fetched at most this often.
const MIN_KEY_FETCH_INTERVAL: Duration = Duration::from_secs(10);
/// How long the discovery document is used before it is fetched again.
const DISCOVERY_INTERVAL: Duration = Duration::from_secs(3600);
/// Retry interval when the provider does not respond then; the old document is used meanwhile.
const DISCOVERY_RETRY_INTERVAL: Duration = Duration::from_secs(60);
/// After a failure the provider is not asked for this long, so that waiting requests do not time out one by one.
const FAILURE_BACKOFF: Duration = Duration::from_secs(2);
/// Maximum time that checked tokens are cached; each has its own expiry.
const TOKEN_TTL: Duration = Duration::from_secs(60);

/// The configured identity provider.
pub struct Identity {
    issuer: String,
    pub(super) client_id: String,
    pub(super) client_secret: Option<String>,
    pub(super) audience: String,
    pub(super) redirect: String,
    pub(super) opaque_tokens: bool,
    pub(super) http: Http,
    /// Claim that holds the groups.
    pub(super) groups_claim: String,
    /// The groups that give roles.
    role_groups: Vec<(Role, String)>,
    known: Mutex<Known>,
    /// When the provider last did not answer, and why.
    failed: std::sync::Mutex<Option<(Instant, String)>>,
    /// Access tokens that were checked, by their digest.
    pub(super) tokens: Cache<Vec<u8>, Arc<CheckedToken>>,
}

/// The discovered provider, if any.
#[derive(Default)]
struct Known {
    found: Option<Arc<Metadata>>,
    /// When to fetch the document again.
    ask_again: Option<Instant>,
    /// When an unknown key last made the keys be fetched again.
    keys_fetched: Option<Instant>,
}

/// The scopes besides `openid` that give the claims we use.
const SCOPES: [&str; 3] = ["email", "groups", "profile"];
/// The claims we use besides the groups.
const USED_CLAIMS: [&str; 4] = ["email", "email_verified", "given_name", "family_name"];

/// What `handout check` reports of a provider that answers.
pub struct ProviderReport {
    /// The scopes that a sign-in asks for besides `openid`.
    pub scopes: Vec<&'static str>,
    /// The scopes that the provider does not list.
    pub missing_scopes: Vec<&'static str>,
    /// The claims that it does not list; it may send them all the same.
    pub missing_claims: Vec<String>,
}

/// The scopes to ask for besides `openid`. Some providers refuse every sign-in with a scope that they do not list.
pub(super) fn asked_scopes(found: &Metadata) -> Vec<&'static str> {
    SCOPES.into_iter().filter(|scope| lists_scope(found, scope)).collect()
}

fn lists_scope(found: &Metadata, scope: &str) -> bool {
    found.scopes_supported().is_none_or(|listed| listed.iter().any(|one| one.as_str() == scope))
}

/// Removes what is not a text from the lists that only inform us, and the lists that are none.
fn keep_readable_lists(document: &mut Value) {
    for name in ["scopes_supported", "claims_supported"] {
        match document.get_mut(name) {
            Some(Value::Array(list)) => list.retain(Value::is_string),
            Some(other) => *other = Value::Null,
            None => {}
        }
    }
}

/// Which group gives which role.
fn role_groups(settings: &Settings) -> Vec<(Role, String)> {
    let groups = [
        (Role::Admin, Some(&settings.identity.admin_group)),
        (Role::CopyCenter, settings.orders.copy_center_group.as_ref()),
        (Role::Auditor, settings.audit.group.as_ref()),
    ];
    groups.into_iter().filter_map(|(role, group)| Some((role, group?.clone()))).collect()
}

impl Identity {
    /// From the settings; `None` when no issuer is set.
    pub fn new(settings: &Settings, public_url: &str) -> Result<Option<Identity>> {
        let (Some(issuer), Some(client_id)) = (&settings.identity.issuer, &settings.identity.client_id)
        else {
            return Ok(None);
        };
        Ok(Some(Identity {
            issuer: issuer.clone(),
            client_id: client_id.clone(),
            client_secret: settings.identity.client_secret.clone(),
            audience: settings.audience().unwrap_or(client_id).to_owned(),
            redirect: format!("{public_url}/login/callback"),
            opaque_tokens: settings.identity.opaque_tokens,
            http: Http::new()?,
            groups_claim: settings.identity.groups_claim.clone(),
            role_groups: role_groups(settings),
            known: Mutex::default(),
            failed: std::sync::Mutex::new(None),
            tokens: Cache::builder().max_capacity(10_000).time_to_live(TOKEN_TTL).build(),
        }))
    }

    /// The issuer, as its host is written in the settings.
    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    /// The roles that the provider's groups give this person.
    pub fn roles(&self, claims: &Claims) -> Roles {
        let groups = groups(claims, &self.groups_claim).names;
        let held = self.role_groups.iter().filter(|(_, group)| groups.contains(&group.as_str()));
        held.map(|(role, _)| *role).collect()
    }

    /// Why not all groups of this person are known, with the claim that they should be in.
    pub fn groups_problem(&self, claims: &Claims) -> Option<GroupsProblem> {
        groups(claims, &self.groups_claim).problem
    }

    /// The claim that holds the groups.
    pub fn groups_claim(&self) -> &str {
        &self.groups_claim
    }

    /// Asks the provider for its discovery document and keys, for `handout check`.
    pub async fn probe(&self) -> std::result::Result<ProviderReport, IdentityError> {
        let found = self.found().await?;
        let listed = found.claims_supported();
        let is_listed = |claim: &str| {
            listed.is_none_or(|all| listed_names(claim).any(|name| all.iter().any(|one| **one == name)))
        };
        let used = USED_CLAIMS.into_iter().chain([self.groups_claim.as_str()]);
        Ok(ProviderReport {
            scopes: asked_scopes(&found),
            missing_scopes: SCOPES.into_iter().filter(|scope| !lists_scope(&found, scope)).collect(),
            missing_claims: used.filter(|claim| !is_listed(claim)).map(str::to_owned).collect(),
        })
    }

    /// The provider's document and keys; fetched now when they are unknown or old. One call fetches, others wait for it.
    pub(super) async fn found(&self) -> std::result::Result<Arc<Metadata>, IdentityError> {
        self.document(&mut *self.known.lock().await).await
    }

    /// The provider with its keys fetched again, unless that was done just now.
    pub(super) async fn with_keys_fetched_again(&self) -> std::result::Result<Arc<Metadata>, IdentityError> {
        let mut known = self.known.lock().await;
        let found = self.document(&mut known).await?;
        if known.keys_fetched.is_some_and(|at| at.elapsed() < MIN_KEY_FETCH_INTERVAL) {
            return Ok(found);
        }
        known.keys_fetched = Some(Instant::now());
        let fresh = Arc::new(self.with_keys(Metadata::clone(&found)).await?);
        known.found = Some(fresh.clone());
        Ok(fresh)
    }

    async fn document(&self, known: &mut Known) -> std::result::Result<Arc<Metadata>, IdentityError> {
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
                known.ask_again = Some(now + DISCOVERY_INTERVAL);
                Ok(fresh)
            }
            // A stale document is better than none.
            (Err(error), Some(old)) => {
                tracing::warn!(cause = %error, "the identity provider does not answer; its earlier document still counts");
                known.ask_again = Some(now + DISCOVERY_RETRY_INTERVAL);
                Ok(old.clone())
            }
            (Err(error), None) => Err(error),
        }
    }

    /// Fetches document and keys, unless the provider failed to respond just now.
    async fn discover(&self) -> std::result::Result<Metadata, IdentityError> {
        let failed = || lock(&self.failed);
        let recent = failed().clone().filter(|(at, _)| at.elapsed() < FAILURE_BACKOFF);
        if let Some((_, why)) = recent {
            return Err(IdentityError::Unreachable(why));
        }
        let answer = match tokio::time::timeout(RESPONSE_TIMEOUT, self.ask()).await {
            Ok(answer) => answer,
            Err(_) => Err(IdentityError::Unreachable("no complete answer in time".into())),
        };
        *failed() = match &answer {
            Err(IdentityError::Unreachable(why)) => Some((Instant::now(), why.clone())),
            _ => None,
        };
        answer
    }

    async fn ask(&self) -> std::result::Result<Metadata, IdentityError> {
        let issuer =
            IssuerUrl::new(self.issuer.clone()).map_err(|e| IdentityError::Invalid(e.to_string()))?;
        let address = format!("{}/.well-known/openid-configuration", self.issuer.trim_end_matches('/'));
        let mut document =
            self.http.get_json(&address, None).await.map_err(IdentityError::into_provider_error)?;
        keep_readable_lists(&mut document);
        let metadata: Metadata = serde_json::from_value(document)
            .map_err(|e| IdentityError::Invalid(format!("{address}: {e}")))?;
        if *metadata.issuer() != issuer {
            return Err(IdentityError::Invalid(format!(
                "the provider calls itself {}, the settings call it {}",
                metadata.issuer().as_str(),
                issuer.as_str()
            )));
        }
        self.with_keys(metadata).await
    }

    /// This document with the keys that the provider has now. Keys of unknown types are ignored.
    async fn with_keys(&self, metadata: Metadata) -> std::result::Result<Metadata, IdentityError> {
        let answer = self.http.get_json(metadata.jwks_uri().url().as_str(), None).await;
        let keys: JsonWebKeySet<Key> =
            serde_json::from_value(answer.map_err(IdentityError::into_provider_error)?)
                .map_err(|e| IdentityError::Invalid(format!("the provider's keys: {e}")))?;
        Ok(metadata.set_jwks(keys))
    }

    /// Verifies something with the provider's keys; once more with keys fetched again when none of them fits.
    pub(super) async fn verified<T>(
        &self,
        found: &Metadata,
        verify: impl Fn(&Metadata) -> std::result::Result<T, Untrusted>,
    ) -> std::result::Result<T, IdentityError> {
        let outcome = match verify(found) {
            Err(Untrusted::Key(_)) => verify(&*self.with_keys_fetched_again().await?),
            outcome => outcome,
        };
        outcome.map_err(|(Untrusted::Key(why) | Untrusted::Content(why))| IdentityError::Refused(why))
    }

    /// Where the browser signs out at the provider; `None` when it has no such address, or does not answer.
    pub async fn end_session(&self, id_token: Option<&str>, back_to: &str) -> Option<String> {
        let found = tokio::time::timeout(SIGN_OUT_TIMEOUT, self.found()).await.ok()?.ok()?;
        let end = found.additional_metadata().end_session_endpoint.as_ref()?;
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

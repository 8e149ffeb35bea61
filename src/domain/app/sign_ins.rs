//! How people sign in, and what the server remembers of those who have.

use crate::domain::in_memory::callers::Callers;
use crate::domain::unknown_groups::BEARER_INTERVAL_H;
use crate::identity::Identity;
use crate::model::error::Result;
use crate::settings::Settings;
use moka::future::Cache;
use std::sync::Arc;
use std::time::Duration;

/// Sign-ins that may be renewed at the same time, and how long the lock of one is remembered.
const MAX_RENEWALS: u64 = 10_000;
const RENEWAL_TTL: Duration = Duration::from_secs(60);
/// People whose unknown groups were reported; each takes about a hundred bytes.
const MAX_UNKNOWN_GROUPS: u64 = 10_000;

/// The identity provider and the recent callers.
pub struct SignIns {
    /// The provider; `None` when none is set.
    pub identity: Option<Box<Identity>>,
    /// Recently identified callers.
    pub(in crate::domain) callers: Callers,
    /// One lock per sign-in, so that its tokens are renewed once.
    pub(in crate::domain) renewals: Cache<Vec<u8>, Arc<tokio::sync::Mutex<()>>>,
    /// The people with bearer tokens whose unknown groups were reported within a day, as `issuer|sub`.
    pub(in crate::domain) unknown_groups: moka::sync::Cache<String, ()>,
}

impl SignIns {
    pub(super) fn from_settings(settings: &Settings, public_url: &str) -> Result<SignIns> {
        Ok(SignIns {
            identity: Identity::new(settings, public_url)?.map(Box::new),
            callers: Callers::default(),
            renewals: Cache::builder().max_capacity(MAX_RENEWALS).time_to_live(RENEWAL_TTL).build(),
            unknown_groups: moka::sync::Cache::builder()
                .max_capacity(MAX_UNKNOWN_GROUPS)
                .time_to_live(Duration::from_secs(BEARER_INTERVAL_H as u64 * 3600))
                .build(),
        })
    }
}

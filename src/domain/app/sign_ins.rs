//! How people sign in, and what the server remembers of those who have.

use crate::domain::in_memory::callers::Callers;
use crate::identity::Identity;
use crate::model::error::Result;
use crate::settings::Settings;
use moka::future::Cache;
use std::sync::Arc;
use std::time::Duration;

/// Sign-ins that may be renewed at the same time, and how long the lock of one is remembered.
const MAX_RENEWALS: u64 = 10_000;
const RENEWAL_TTL: Duration = Duration::from_secs(60);
/// People whose unknown groups were reported, each about a hundred bytes, and for how long that is not repeated.
const MAX_UNKNOWN_GROUPS: u64 = 10_000;
const UNKNOWN_GROUPS_INTERVAL: Duration = Duration::from_secs(24 * 3600);

/// The identity provider and the recent callers.
pub struct SignIns {
    /// The provider; `None` when none is set.
    pub identity: Option<Box<Identity>>,
    /// Recently identified callers.
    pub(in crate::domain) callers: Callers,
    /// One lock per sign-in, so that its tokens are renewed once.
    pub(in crate::domain) renewals: Cache<Vec<u8>, Arc<tokio::sync::Mutex<()>>>,
    /// The people with bearer tokens whose unknown groups were reported within a day, as `issuer|sub`.
    unknown_groups: moka::sync::Cache<String, ()>,
}

impl SignIns {
    pub(super) fn from_settings(settings: &Settings, public_url: &str) -> Result<SignIns> {
        Ok(SignIns {
            identity: Identity::new(settings, public_url)?.map(Box::new),
            callers: Callers::default(),
            renewals: Cache::builder().max_capacity(MAX_RENEWALS).time_to_live(RENEWAL_TTL).build(),
            unknown_groups: moka::sync::Cache::builder()
                .max_capacity(MAX_UNKNOWN_GROUPS)
                .time_to_live(UNKNOWN_GROUPS_INTERVAL)
                .build(),
        })
    }

    /// The interval at which unknown groups of this person's bearer tokens are reported, if this process has not done so
    /// within it; `None` if it has. Counts as reported from now on.
    pub(in crate::domain) fn report_unknown_groups(&self, subject: &str) -> Option<Duration> {
        let entry = self.unknown_groups.entry_by_ref(subject).or_insert(());
        entry.is_fresh().then_some(UNKNOWN_GROUPS_INTERVAL)
    }
}

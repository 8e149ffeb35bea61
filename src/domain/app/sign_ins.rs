//! How people sign in, and recently identified callers, so that a signed-in person's search costs hardly more than a
//! visitor's.
//!
//! No entry outlives a change of the database: a write by this process or another one makes every caller be looked up
//! again.

use crate::identity::Identity;
use crate::model::accounts::Person;
use crate::model::clock::UnixTime;
use crate::model::error::Result;
use crate::settings::Settings;
use crate::store::Version;
use moka::{future, sync};
use std::sync::Arc;
use std::time::Duration;

/// Sign-ins that may be renewed at the same time, and how long the lock of one is remembered.
const MAX_RENEWALS: u64 = 10_000;
const RENEWAL_TTL: Duration = Duration::from_secs(60);
/// People whose unknown groups were reported, each about a hundred bytes, and for how long that is not repeated.
const MAX_UNKNOWN_GROUPS: u64 = 10_000;
const UNKNOWN_GROUPS_INTERVAL: Duration = Duration::from_secs(24 * 3600);
/// Maximum age of an entry, in seconds: keys of the provider may have changed, and the
/// last use of a sign-in must be stored.
const CALLER_TTL_S: i64 = 10;

/// The identity provider and the recent callers.
pub struct SignIns {
    /// The provider; `None` when none is set.
    pub identity: Option<Box<Identity>>,
    /// Recently identified callers.
    pub(in crate::domain) callers: Callers,
    /// One lock per sign-in, so that its tokens are renewed once.
    pub(in crate::domain) renewals: future::Cache<Vec<u8>, Arc<tokio::sync::Mutex<()>>>,
    /// The people with bearer tokens whose unknown groups were reported within a day, as `issuer|sub`.
    unknown_groups: sync::Cache<String, ()>,
}

impl SignIns {
    pub(super) fn from_settings(settings: &Settings, public_url: &str) -> Result<SignIns> {
        Ok(SignIns {
            identity: Identity::new(settings, public_url)?.map(Box::new),
            callers: Callers::default(),
            renewals: future::Cache::builder().max_capacity(MAX_RENEWALS).time_to_live(RENEWAL_TTL).build(),
            unknown_groups: sync::Cache::builder()
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

/// Callers by the digest of their cookie or token.
pub struct Callers {
    known: sync::Cache<Vec<u8>, Known>,
}

impl Default for Callers {
    fn default() -> Self {
        Callers { known: sync::Cache::new(10_000) }
    }
}

impl Callers {
    /// The caller, if remembered. `version` is the current one of the database.
    pub fn known(&self, digest: &[u8], version: Version, now: UnixTime) -> Option<Person> {
        let known = self.known.get(digest)?;
        // One that ends later than any can was remembered before the clock was set back.
        let is_recent = (now + 1..=now + CALLER_TTL_S).contains(&known.until);
        (known.version == version && is_recent).then_some(known.person)
    }

    /// Remembers whom a look-up found. `version` is the database's from before the look-up; `ends` is when the token
    /// ends.
    pub fn remember(
        &self,
        digest: Vec<u8>,
        person: &Person,
        version: Version,
        now: UnixTime,
        ends: Option<UnixTime>,
    ) {
        let until = ends.unwrap_or(UnixTime::MAX).min(now + CALLER_TTL_S);
        self.known.insert(digest, Known { person: person.clone(), version, until });
    }
}

#[derive(Clone)]
struct Known {
    person: Person,
    version: Version,
    until: UnixTime,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::accounts::{Role, Roles};
    use crate::model::keys::UserKey;
    use crate::store::Store;

    #[test]
    fn nobody_is_known_beyond_a_change_or_the_end_of_their_token() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let callers = Callers::default();
        let person = Person {
            key: UserKey::new(1),
            subject: "https://idp.example.org|a".into(),
            roles: Roles::new(Role::Admin),
            given_name: None,
            family_name: None,
            email: None,
        };
        let version = store.version().unwrap();
        let at = UnixTime::new;
        callers.remember(vec![1], &person, version, at(100), None);
        callers.remember(vec![2], &person, version, at(100), Some(at(102)));
        assert!(callers.known(&[1], store.version().unwrap(), at(100) + (CALLER_TTL_S - 1)).is_some());
        assert!(callers.known(&[1], version, at(100) + CALLER_TTL_S).is_none());
        assert!(callers.known(&[1], version, at(99)).is_none(), "the clock was set back");
        assert!(
            callers.known(&[2], version, at(101)).is_some()
                && callers.known(&[2], version, at(102)).is_none()
        );
        assert!(callers.known(&[3], version, at(100)).is_none());
        store.write(|db| db.grant_role("a@example.org", Role::Admin, None)).unwrap();
        assert!(callers.known(&[1], store.version().unwrap(), at(100)).is_none(), "this process wrote");
        callers.remember(vec![1], &person, store.version().unwrap(), at(100), None);
        // A separate store writes like another process.
        Store::open(folder.path())
            .unwrap()
            .write(|db| db.grant_role("b@example.org", Role::Admin, None))
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert!(callers.known(&[1], store.version().unwrap(), at(100)).is_none(), "another one wrote");
    }
}

//! Recently identified callers, so that a signed-in person's search costs hardly more than a visitor's.
//!
//! No entry outlives a change of the database: a write by this process or another one makes
//! every caller be looked up again.

use crate::model::accounts::Person;
use crate::store::Version;
use moka::sync::Cache;

/// Maximum age of an entry, in seconds: keys of the provider may have changed, and the
/// last use of a sign-in must be stored.
const CALLER_TTL_S: i64 = 10;

/// Callers by the digest of their cookie or token.
pub struct Callers {
    known: Cache<Vec<u8>, Known>,
}

#[derive(Clone)]
struct Known {
    person: Person,
    version: Version,
    until: i64,
}

impl Default for Callers {
    fn default() -> Self {
        Callers { known: Cache::new(10_000) }
    }
}

impl Callers {
    /// The caller, if remembered. `version` is the current one of the database, `now` in seconds since 1970.
    pub fn known(&self, digest: &[u8], version: Version, now: i64) -> Option<Person> {
        let known = self.known.get(digest)?;
        // One that ends later than any can was remembered before the clock was set back.
        let is_recent = (now + 1..=now + CALLER_TTL_S).contains(&known.until);
        (known.version == version && is_recent).then_some(known.person)
    }

    /// Remembers whom a look-up found. `version` is the database's from before the look-up; `ends` is when the token
    /// ends, in seconds since 1970.
    pub fn remember(&self, digest: Vec<u8>, person: &Person, version: Version, now: i64, ends: Option<i64>) {
        let until = ends.unwrap_or(i64::MAX).min(now + CALLER_TTL_S);
        self.known.insert(digest, Known { person: person.clone(), version, until });
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::accounts::{Role, Roles};
    use crate::store::Store;

    #[test]
    fn nobody_is_known_beyond_a_change_or_the_end_of_their_token() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let callers = Callers::default();
        let person = Person {
            key: 1,
            subject: "https://idp.example.org|a".into(),
            roles: Roles::new(Role::Admin),
            given_name: None,
            family_name: None,
            email: None,
        };
        let version = store.version().unwrap();
        callers.remember(vec![1], &person, version, 100, None);
        callers.remember(vec![2], &person, version, 100, Some(102));
        assert!(callers.known(&[1], store.version().unwrap(), 100 + CALLER_TTL_S - 1).is_some());
        assert!(callers.known(&[1], version, 100 + CALLER_TTL_S).is_none());
        assert!(callers.known(&[1], version, 99).is_none(), "the clock was set back");
        assert!(callers.known(&[2], version, 101).is_some() && callers.known(&[2], version, 102).is_none());
        assert!(callers.known(&[3], version, 100).is_none());
        store.write(|db| db.grant_role("a@example.org", Role::Admin, None)).unwrap();
        assert!(callers.known(&[1], store.version().unwrap(), 100).is_none(), "this process wrote");
        callers.remember(vec![1], &person, store.version().unwrap(), 100, None);
        // A separate store writes like another process.
        Store::open(folder.path())
            .unwrap()
            .write(|db| db.grant_role("b@example.org", Role::Admin, None))
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert!(callers.known(&[1], store.version().unwrap(), 100).is_none(), "another one wrote");
    }
}

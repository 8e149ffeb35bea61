//! Limits how many bodies and downloads are under way, for each person or client and in total.

use crate::model::error::{Error, lock};
use crate::model::keys::UserKey;
use crate::settings::Server;
use crate::web::client_address::{client_address, client_key};
use crate::web::problem::Problem;
use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The number of keys from which unused ones are removed.
const CLEANUP_THRESHOLD: usize = 1_000;

/// A semaphore for each key, as long as one of its permits is held or awaited.
#[derive(Debug)]
pub(super) struct KeyedPermits<K> {
    permits: usize,
    keyed: Mutex<HashMap<K, Weak<Semaphore>>>,
}

impl<K: Eq + Hash> KeyedPermits<K> {
    /// The number of permits for each key.
    pub fn new(permits: usize) -> KeyedPermits<K> {
        KeyedPermits { permits, keyed: Mutex::default() }
    }

    /// The semaphore of this key.
    pub fn semaphore(&self, key: K) -> Arc<Semaphore> {
        // A panic cannot leave it inconsistent.
        let mut keyed = lock(&self.keyed);
        if keyed.len() >= CLEANUP_THRESHOLD {
            keyed.retain(|_, semaphore| semaphore.strong_count() > 0);
        }
        let slot = keyed.entry(key).or_default();
        slot.upgrade().unwrap_or_else(|| {
            let fresh = Arc::new(Semaphore::new(self.permits));
            *slot = Arc::downgrade(&fresh);
            fresh
        })
    }
}

/// A body of a known length up to this needs no slot; most orders and citations are smaller.
const SMALL_BYTES: u64 = 16 << 10;
/// Maximum number of large bodies per person.
const MAX_PER_PERSON: usize = 4;
/// Maximum number of large bodies in total. Each holds 1 MiB, and up to 50,000 values when it is parsed.
const MAX_BODIES: usize = 32;
/// How long a request waits for a slot.
const BODY_SLOT_TIMEOUT: Duration = Duration::from_secs(5);

/// The slots of large bodies.
#[derive(Debug)]
pub(super) struct BodySlots {
    per_person: KeyedPermits<Option<UserKey>>,
    all: Arc<Semaphore>,
}

/// Held from before a body is read until the response to its request is complete.
#[derive(Debug)]
pub(super) struct BodySlot {
    _permits: [OwnedSemaphorePermit; 2],
}

impl BodySlots {
    /// With all slots free.
    pub fn new() -> BodySlots {
        BodySlots { per_person: KeyedPermits::new(MAX_PER_PERSON), all: Arc::new(Semaphore::new(MAX_BODIES)) }
    }

    /// A slot for a body of this length, `None` when it needs none; 503 when none is free in time.
    pub async fn take(
        &self,
        person: Option<UserKey>,
        length: Option<u64>,
    ) -> Result<Option<BodySlot>, Problem> {
        if length.is_some_and(|length| length <= SMALL_BYTES) {
            return Ok(None);
        }
        let both = async {
            // A person who has used their own slots does not wait for a shared one.
            let person = self.per_person.semaphore(person).acquire_owned().await.ok()?;
            let all = self.all.clone().acquire_owned().await.ok()?;
            Some(BodySlot { _permits: [person, all] })
        };
        match tokio::time::timeout(BODY_SLOT_TIMEOUT, both).await {
            Ok(Some(slot)) => Ok(Some(slot)),
            _ => Err(Error::Unavailable("The server is busy. Please try again in a moment.".into()).into()),
        }
    }
}

/// How many people behind one client address may use all of their downloads at once.
const MAX_PEOPLE_PER_CLIENT: usize = 8;
/// Maximum number of downloads at once; each holds the keys of its citations and a page of them.
const MAX_DOWNLOADS: usize = 64;
/// How long a download waits for a slot.
const DOWNLOAD_SLOT_TIMEOUT: Duration = Duration::from_secs(3);
/// Retry-After of a refused download.
const RETRY_AFTER_S: u64 = 10;

/// Who downloads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Downloader {
    /// The person with this key.
    Person(UserKey),
    /// Anyone who is not signed in, at this address.
    Visitor(Option<IpAddr>),
}

/// The slots of running downloads.
#[derive(Debug)]
pub(super) struct DownloadSlots {
    per_person: KeyedPermits<Downloader>,
    per_client: KeyedPermits<Option<IpAddr>>,
    all: Arc<Semaphore>,
}

/// Held for the duration of a download.
#[derive(Debug)]
pub(super) struct Slot {
    _permits: [OwnedSemaphorePermit; 3],
}

impl DownloadSlots {
    pub fn new(settings: &Server) -> DownloadSlots {
        let each = usize::try_from(settings.downloads_per_person).unwrap_or(usize::MAX);
        DownloadSlots {
            per_person: KeyedPermits::new(each),
            per_client: KeyedPermits::new(each.saturating_mul(MAX_PEOPLE_PER_CLIENT)),
            all: Arc::new(Semaphore::new(MAX_DOWNLOADS)),
        }
    }

    /// A slot for this person, or for a visitor (`None`); waits a moment for one, then 429, or 503 if all slots of the
    /// server are taken.
    pub async fn take(
        &self,
        person: impl Into<Option<UserKey>>,
        request: &HttpRequest,
        settings: &Server,
    ) -> Result<Slot, Problem> {
        let client = client_address(request, &settings.trusted_proxies).map(client_key);
        let person = person.into().map_or(Downloader::Visitor(client), Downloader::Person);
        let deadline = tokio::time::Instant::now() + DOWNLOAD_SLOT_TIMEOUT;
        let wait = |semaphore: Arc<Semaphore>| tokio::time::timeout_at(deadline, semaphore.acquire_owned());
        let too_many = || {
            let detail =
                "Too many of your downloads are running. Please wait until one of them has finished.";
            refusal(StatusCode::TOO_MANY_REQUESTS, detail)
        };
        // A person without a free slot of their own does not wait for a shared one.
        let (Ok(Ok(person)), Ok(Ok(client))) =
            (wait(self.per_person.semaphore(person)).await, wait(self.per_client.semaphore(client)).await)
        else {
            return Err(too_many());
        };
        match wait(self.all.clone()).await {
            Ok(Ok(all)) => Ok(Slot { _permits: [person, client, all] }),
            _ => {
                let detail = "Too many downloads are running at the moment. Please try again.";
                Err(refusal(StatusCode::SERVICE_UNAVAILABLE, detail))
            }
        }
    }
}

fn refusal(status: StatusCode, detail: &str) -> Problem {
    Problem::new(status, detail)
        .with_header(header::RETRY_AFTER, HeaderValue::from(RETRY_AFTER_S))
        .ending_connection()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn each_key_has_its_own_permits_and_is_forgotten_when_unused() {
        let permits = KeyedPermits::new(1);
        let held = permits.semaphore(1).try_acquire_owned().unwrap();
        assert!(permits.semaphore(1).try_acquire_owned().is_err());
        assert!(permits.semaphore(2).try_acquire_owned().is_ok());
        drop(held);
        assert!(permits.semaphore(1).try_acquire_owned().is_ok());
        for key in 0..5_000 {
            let _ = permits.semaphore(key);
        }
        assert!(permits.keyed.lock().unwrap().len() <= CLEANUP_THRESHOLD);
    }
}

#[cfg(test)]
mod body_slots_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn one_person_cannot_take_the_slots_of_others() {
        let slots = BodySlots::new();
        let large = Some(SMALL_BYTES + 1);
        let mut held = Vec::new();
        for _ in 0..MAX_PER_PERSON {
            held.push(slots.take(Some(UserKey::new(1)), large).await.unwrap().unwrap());
        }
        assert!(slots.take(Some(UserKey::new(1)), large).await.is_err());
        assert!(slots.take(Some(UserKey::new(1)), Some(SMALL_BYTES)).await.unwrap().is_none());
        assert!(slots.take(Some(UserKey::new(2)), None).await.unwrap().is_some());
        held.pop();
        assert!(slots.take(Some(UserKey::new(1)), large).await.unwrap().is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn everybody_together_is_bounded_too() {
        let slots = BodySlots::new();
        let mut held = Vec::new();
        for person in 0..MAX_BODIES {
            held.push(slots.take(i64::try_from(person).ok().map(UserKey::new), None).await.unwrap().unwrap());
        }
        assert!(slots.take(Some(UserKey::new(-1)), None).await.is_err());
    }
}

#[cfg(test)]
mod download_slots_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use actix_web::test::TestRequest;

    #[tokio::test(start_paused = true)]
    async fn visitors_at_one_address_share_the_slots_of_a_person() {
        let settings = Server { downloads_per_person: 1, ..Server::default() };
        let slots = DownloadSlots::new(&settings);
        let from = |peer: &str| TestRequest::default().peer_addr(peer.parse().unwrap()).to_http_request();
        let held = slots.take(None, &from("203.0.113.5:1"), &settings).await;
        assert!(held.is_ok());
        assert!(slots.take(None, &from("203.0.113.5:2"), &settings).await.is_err());
        assert!(slots.take(None, &from("203.0.113.6:1"), &settings).await.is_ok(), "another address");
        assert!(
            slots.take(UserKey::new(7), &from("203.0.113.5:3"), &settings).await.is_ok(),
            "a person at the first one"
        );
        drop(held);
        assert!(slots.take(None, &from("203.0.113.5:4"), &settings).await.is_ok());
    }
}

//! Limits the concurrent downloads per person (`server.downloads_per_person`), per client, and in all. The visitors
//! behind one client address count as one person.

use crate::settings::Server;
use crate::web::limits::client_address::{client_address, client_key};
use crate::web::limits::turns::Turns;
use crate::web::problem::Problem;
use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many people behind one client address may use all of their downloads at once.
const MAX_PEOPLE_PER_CLIENT: usize = 8;
/// Maximum number of downloads at once; each holds the keys of its citations and a page of them.
const MAX_DOWNLOADS: usize = 64;
/// How long a download waits for a slot.
const SLOT_TIMEOUT: Duration = Duration::from_secs(3);
/// Retry-After of a refused download.
const RETRY_AFTER_S: u64 = 10;

/// Who downloads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Downloader {
    /// The person with this key.
    Person(i64),
    /// Anyone who is not signed in, at this address.
    Visitor(Option<IpAddr>),
}

/// The slots of running downloads.
#[derive(Debug)]
pub(in crate::web) struct DownloadSlots {
    per_person: Turns<Downloader>,
    per_client: Turns<Option<IpAddr>>,
    all: Arc<Semaphore>,
}

/// Held for the duration of a download.
#[derive(Debug)]
pub(in crate::web) struct Slot {
    _permits: [OwnedSemaphorePermit; 3],
}

impl DownloadSlots {
    pub fn new(settings: &Server) -> DownloadSlots {
        let each = usize::try_from(settings.downloads_per_person).unwrap_or(usize::MAX);
        DownloadSlots {
            per_person: Turns::new(each),
            per_client: Turns::new(each.saturating_mul(MAX_PEOPLE_PER_CLIENT)),
            all: Arc::new(Semaphore::new(MAX_DOWNLOADS)),
        }
    }

    /// A slot for this person, or for a visitor (`None`); waits a moment for one, then 429, or 503 if all slots of the
    /// server are taken.
    pub async fn take(
        &self,
        person: impl Into<Option<i64>>,
        request: &HttpRequest,
        settings: &Server,
    ) -> Result<Slot, Problem> {
        let client = client_address(request, &settings.trusted_proxies).map(client_key);
        let person = person.into().map_or(Downloader::Visitor(client), Downloader::Person);
        let deadline = tokio::time::Instant::now() + SLOT_TIMEOUT;
        let wait = |semaphore: Arc<Semaphore>| tokio::time::timeout_at(deadline, semaphore.acquire_owned());
        let too_many = || {
            let detail =
                "Too many of your downloads are running. Please wait until one of them has finished.";
            refused(StatusCode::TOO_MANY_REQUESTS, detail)
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
                Err(refused(StatusCode::SERVICE_UNAVAILABLE, detail))
            }
        }
    }
}

fn refused(status: StatusCode, detail: &str) -> Problem {
    Problem::new(status, detail)
        .with_header(header::RETRY_AFTER, HeaderValue::from(RETRY_AFTER_S))
        .ending_connection()
}

#[cfg(test)]
mod tests {
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
        assert!(slots.take(7, &from("203.0.113.5:3"), &settings).await.is_ok(), "a person at the first one");
        drop(held);
        assert!(slots.take(None, &from("203.0.113.5:4"), &settings).await.is_ok());
    }
}

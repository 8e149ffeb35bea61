//! Keeps one client from taking everything: so many anonymous requests a second to `/api`, so many steps of sign-ins,
//! and bad tokens one after the other.

use crate::settings::Server;
use crate::web::limits::client_address::{client_address, client_key};
use crate::web::problem::Problem;
use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use moka::sync::Cache;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// After so many requests the clients that have been quiet are forgotten.
const CLEANUP_INTERVAL_REQUESTS: u32 = 10_000;
/// For how long a client that has brought too many bad tokens is watched.
const BAD_TOKEN_TTL: Duration = Duration::from_secs(10);
/// For how long a token that was good needs no turn.
const GOOD_TOKEN_TTL: Duration = Duration::from_secs(60);
/// Steps of sign-ins that one client may take in a second, and at once: the end of each asks the provider. A hospital
/// may stand behind one address, and its shifts begin at the same minute.
const SIGN_IN_LIMIT: (NonZeroU32, NonZeroU32) = (NonZeroU32::new(10).unwrap(), NonZeroU32::new(100).unwrap());

/// The limits of every client.
pub(in crate::web) struct RateLimit {
    /// `server.rate_limit` and `server.rate_burst`; none of the limits here applies without it.
    limiter: Option<DefaultKeyedRateLimiter<IpAddr>>,
    sign_ins: DefaultKeyedRateLimiter<IpAddr>,
    seen: AtomicU32,
    /// Clients that have brought too many bad tokens. Their unknown tokens are looked at one after the other, so that
    /// guessing does not flood the provider, and a good token among them is only slower.
    guessing: Cache<IpAddr, Arc<Semaphore>>,
    /// Digests of tokens that were good a moment ago.
    good: Cache<[u8; 32], ()>,
}

impl RateLimit {
    pub fn new(settings: &Server) -> Self {
        let quota = NonZeroU32::new(settings.rate_limit).map(|rate| {
            Quota::per_second(rate)
                .allow_burst(NonZeroU32::new(settings.rate_burst).unwrap_or(NonZeroU32::MIN))
        });
        let (rate, burst) = SIGN_IN_LIMIT;
        RateLimit {
            limiter: quota.map(RateLimiter::keyed),
            sign_ins: RateLimiter::keyed(Quota::per_second(rate).allow_burst(burst)),
            seen: AtomicU32::new(0),
            guessing: Cache::builder().max_capacity(10_000).time_to_idle(BAD_TOKEN_TTL).build(),
            good: Cache::builder().max_capacity(10_000).time_to_live(GOOD_TOKEN_TTL).build(),
        }
    }

    /// Lets a visitor's request through, or returns when to retry.
    pub fn check(&self, request: &HttpRequest, settings: &Server) -> Result<(), Problem> {
        self.wait(request, settings).map_or(Ok(()), |wait| Err(too_many(wait)))
    }

    /// Lets a step of a sign-in through, or says how long to wait.
    pub fn check_sign_in(&self, request: &HttpRequest, settings: &Server) -> Result<(), Duration> {
        let client = client_address(request, &settings.trusted_proxies);
        let (Some(_), Some(client)) = (&self.limiter, client) else { return Ok(()) };
        self.clean_up();
        let now = DefaultClock::default().now();
        self.sign_ins.check_key(&client_key(client)).map_err(|until| until.wait_time_from(now))
    }

    /// Waits until it is this client's turn to have a token looked at. Only who has guessed too often waits, and not
    /// for tokens that were good or that are verified without asking anybody. Keep it until the token was looked at.
    pub async fn turn(
        &self,
        request: &HttpRequest,
        settings: &Server,
        token: &[u8],
    ) -> Option<OwnedSemaphorePermit> {
        let client = client_address(request, &settings.trusted_proxies)?;
        let turns = self.guessing.get(&client_key(client))?;
        if is_jwt(token) || self.good.contains_key(&digest(token)) {
            return None;
        }
        turns.acquire_owned().await.ok()
    }

    /// Remembers a token that was good; one that is verified without asking anybody needs no memory.
    pub fn note_good_token(&self, token: &[u8]) {
        if !is_jwt(token) {
            self.good.insert(digest(token), ());
        }
    }

    /// Counts a bad token like a visitor's request. Beyond the limit the next turn comes only when the limit allows.
    pub async fn count_bad_token(
        &self,
        request: &HttpRequest,
        settings: &Server,
        turn: Option<OwnedSemaphorePermit>,
    ) -> Result<(), Problem> {
        let Some(wait) = self.wait(request, settings) else { return Ok(()) };
        if let Some(client) = client_address(request, &settings.trusted_proxies) {
            self.guessing.get_with(client_key(client), || Arc::new(Semaphore::new(1)));
        }
        if turn.is_some() {
            tokio::time::sleep(wait).await;
        }
        Err(too_many(wait))
    }

    /// Counts a request; how long to wait when it is one too many.
    fn wait(&self, request: &HttpRequest, settings: &Server) -> Option<Duration> {
        let limiter = self.limiter.as_ref()?;
        let client = client_address(request, &settings.trusted_proxies)?;
        self.clean_up();
        let now = DefaultClock::default().now();
        limiter.check_key(&client_key(client)).err().map(|until| until.wait_time_from(now))
    }

    fn clean_up(&self) {
        if self.seen.fetch_add(1, Ordering::Relaxed) % CLEANUP_INTERVAL_REQUESTS
            == CLEANUP_INTERVAL_REQUESTS - 1
        {
            self.sign_ins.retain_recent();
            if let Some(limiter) = &self.limiter {
                limiter.retain_recent();
            }
        }
    }
}

/// Has the token three parts? Then its signature tells whether it is good.
fn is_jwt(token: &[u8]) -> bool {
    token.iter().filter(|byte| **byte == b'.').count() == 2
}

fn digest(token: &[u8]) -> [u8; 32] {
    let mut digest = [0; 32];
    digest.copy_from_slice(ring::digest::digest(&ring::digest::SHA256, token).as_ref());
    digest
}

fn too_many(wait: Duration) -> Problem {
    let seconds = wait.as_secs() + 1;
    Problem::new(
        StatusCode::TOO_MANY_REQUESTS,
        format!("Too many requests. Please try again in {seconds} seconds."),
    )
    .with_header(header::RETRY_AFTER, HeaderValue::from(seconds))
}

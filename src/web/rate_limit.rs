//! Limits per client: anonymous requests a second to `/api`, steps of sign-ins, and bad tokens.

use crate::domain::app::App;
use crate::model::text::count_with_noun;
use crate::settings::Server;
use crate::web::caller::visitor_of_cookie;
use crate::web::client_address::{client_address, client_key};
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

/// The number of requests after which idle clients are removed.
const CLEANUP_INTERVAL_REQUESTS: u32 = 10_000;
/// How long a client that has sent too many bad tokens is limited.
const BAD_TOKEN_TTL: Duration = Duration::from_secs(10);
/// How long a valid token does not count against the limit.
const VALID_TOKEN_TTL: Duration = Duration::from_secs(60);
/// Steps of sign-ins of one client, per second and in a burst: the last step asks the provider. A hospital may have a
/// single address, and its shifts begin at the same minute.
const SIGN_IN_LIMIT: (NonZeroU32, NonZeroU32) = (NonZeroU32::new(10).unwrap(), NonZeroU32::new(100).unwrap());

/// The limits of every client.
pub(super) struct RateLimit {
    /// `server.rate_limit` and `server.rate_burst`; none of the limits here applies without it.
    limiter: Option<DefaultKeyedRateLimiter<IpAddr>>,
    sign_ins: DefaultKeyedRateLimiter<IpAddr>,
    seen: AtomicU32,
    /// Clients that have sent too many bad tokens. Their unknown tokens are checked one after the other, so that guessing
    /// does not flood the provider; a valid token among them is only slower.
    guessing_clients: Cache<IpAddr, Arc<Semaphore>>,
    /// Digests of recently valid tokens.
    valid_tokens: Cache<[u8; 32], ()>,
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
            guessing_clients: Cache::builder().max_capacity(10_000).time_to_idle(BAD_TOKEN_TTL).build(),
            valid_tokens: Cache::builder().max_capacity(10_000).time_to_live(VALID_TOKEN_TTL).build(),
        }
    }

    /// Lets a visitor's request through, or returns when to retry.
    pub fn check(&self, request: &HttpRequest, settings: &Server) -> Result<(), Problem> {
        self.wait(request, settings).map_or(Ok(()), |wait| Err(too_many(wait)))
    }

    /// As [`check`](Self::check), for a request outside the API that is as expensive as a call. Signed-in people are let through.
    pub async fn check_visitor(&self, request: &HttpRequest, app: &Arc<App>) -> Result<(), Problem> {
        match visitor_of_cookie(request, app).await.0 {
            Some(_) => Ok(()),
            None => self.check(request, &app.settings.server),
        }
    }

    /// Lets a step of a sign-in through, or returns how long to wait.
    pub fn check_sign_in(&self, request: &HttpRequest, settings: &Server) -> Result<(), Duration> {
        let client = client_address(request, &settings.trusted_proxies);
        let (Some(_), Some(client)) = (&self.limiter, client) else { return Ok(()) };
        self.clean_up();
        let now = DefaultClock::default().now();
        self.sign_ins.check_key(&client_key(client)).map_err(|until| until.wait_time_from(now))
    }

    /// Waits until a token of this client may be checked. Only clients that have guessed too often wait, and not for
    /// recently valid tokens or those that are verified locally. Hold the result until the token is checked.
    pub async fn wait_for_token_check(
        &self,
        request: &HttpRequest,
        settings: &Server,
        token: &[u8],
    ) -> Option<OwnedSemaphorePermit> {
        let client = client_address(request, &settings.trusted_proxies)?;
        let checks = self.guessing_clients.get(&client_key(client))?;
        if is_jwt(token) || self.valid_tokens.contains_key(&digest(token)) {
            return None;
        }
        checks.acquire_owned().await.ok()
    }

    /// Remembers a valid token; one that is verified locally need not be remembered.
    pub fn remember_valid_token(&self, token: &[u8]) {
        if !is_jwt(token) {
            self.valid_tokens.insert(digest(token), ());
        }
    }

    /// Counts a bad token like a request of a visitor. Beyond the limit the next token waits until the limit allows it.
    pub async fn count_bad_token(
        &self,
        request: &HttpRequest,
        settings: &Server,
        permit: Option<OwnedSemaphorePermit>,
    ) -> Result<(), Problem> {
        let Some(wait) = self.wait(request, settings) else { return Ok(()) };
        if let Some(client) = client_address(request, &settings.trusted_proxies) {
            self.guessing_clients.get_with(client_key(client), || Arc::new(Semaphore::new(1)));
        }
        if permit.is_some() {
            tokio::time::sleep(wait).await;
        }
        Err(too_many(wait))
    }

    /// Counts a request; returns how long to wait if it exceeds the limit.
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

/// Returns whether the token has three parts; its signature then shows whether it is valid.
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
        format!("Too many requests. Please try again in {}.", count_with_noun(seconds, "second", "seconds")),
    )
    .with_header(header::RETRY_AFTER, HeaderValue::from(seconds))
}

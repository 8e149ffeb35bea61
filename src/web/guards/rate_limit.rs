//! Keeps one anonymous client from taking everything: so many requests a second to `/api`, more at once for a moment.

use crate::settings::Server;
use crate::web::guards::client_address::{client_address, client_key};
use crate::web::problem::Problem;
use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use moka::sync::Cache;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// After so many requests the clients that have been quiet are forgotten.
const TIDY_EVERY: u32 = 10_000;
/// For how long the tokens of a client are not looked at after too many bad ones.
const GUESSERS_WAIT: Duration = Duration::from_secs(1);

/// The limit of `server.rate_limit` and `server.rate_burst`.
pub(in crate::web) struct RateLimit {
    limiter: Option<DefaultKeyedRateLimiter<IpAddr>>,
    seen: AtomicU32,
    /// Clients that have brought too many bad tokens, for a moment: each may cost a question to the provider.
    guessing: Cache<IpAddr, ()>,
}

impl RateLimit {
    pub fn new(settings: &Server) -> Self {
        let quota = NonZeroU32::new(settings.rate_limit).map(|rate| {
            Quota::per_second(rate)
                .allow_burst(NonZeroU32::new(settings.rate_burst).unwrap_or(NonZeroU32::MIN))
        });
        RateLimit {
            limiter: quota.map(RateLimiter::keyed),
            seen: AtomicU32::new(0),
            guessing: Cache::builder().max_capacity(10_000).time_to_live(GUESSERS_WAIT).build(),
        }
    }

    /// Refuses a token unseen while its client has brought too many bad ones.
    pub fn check_guessing(&self, request: &HttpRequest, settings: &Server) -> Result<(), Problem> {
        match client_address(request, &settings.trusted_proxies) {
            Some(client) if self.guessing.contains_key(&client_key(client)) => Err(too_many(1)),
            _ => Ok(()),
        }
    }

    /// Counts a bad token like a visitor's request.
    pub fn count_bad_token(&self, request: &HttpRequest, settings: &Server) -> Result<(), Problem> {
        self.check(request, settings).inspect_err(|_| {
            if let Some(client) = client_address(request, &settings.trusted_proxies) {
                self.guessing.insert(client_key(client), ());
            }
        })
    }

    /// Lets a visitor's request through, or says when to come back.
    pub fn check(&self, request: &HttpRequest, settings: &Server) -> Result<(), Problem> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        let Some(client) = client_address(request, &settings.trusted_proxies) else { return Ok(()) };
        if self.seen.fetch_add(1, Ordering::Relaxed) % TIDY_EVERY == TIDY_EVERY - 1 {
            limiter.retain_recent();
        }
        limiter
            .check_key(&client_key(client))
            .map_err(|until| too_many(until.wait_time_from(DefaultClock::default().now()).as_secs() + 1))
    }
}

fn too_many(seconds: u64) -> Problem {
    Problem::new(
        StatusCode::TOO_MANY_REQUESTS,
        format!("Too many requests. Please try again in {seconds} seconds."),
    )
    .with_header(header::RETRY_AFTER, HeaderValue::from(seconds))
}

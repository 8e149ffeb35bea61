//! Sign-ins that were started here: each is used once, and a limited number of its callbacks gets a response.
//!
//! The provider checks codes, but every callback makes it do so: a page that repeats one callback must not cause a stream
//! of token requests. Held in memory, like the key that seals the cookies of pending sign-ins. The same holds for return
//! addresses that are too long for a cookie.

use crate::identity::Pending;
use crate::model::error::lock;
use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The maximum time that a person may spend at the provider.
pub(super) const PENDING_TTL: Duration = Duration::from_secs(15 * 60);
/// The number of callbacks of one sign-in that are processed within [`CALLBACK_INTERVAL`].
const MAX_CALLBACKS: usize = 5;
const CALLBACK_INTERVAL: Duration = Duration::from_secs(60);
/// Maximum number of sign-ins in memory; each takes about a hundred bytes.
const MAX_REMEMBERED: u64 = 100_000;

/// Maximum number of return addresses in memory, about 10 MB. A flood of sign-ins evicts the oldest, which then end at `/`.
const MAX_ADDRESSES: u64 = 4_000;

/// What a callback may do.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Callback {
    /// It is the first one, and completes the sign-in.
    Use,
    /// The sign-in was used before.
    AlreadyUsed,
    /// There were too many; the next one is processed after this time.
    TooMany(Duration),
}

/// The sign-ins whose callbacks have arrived, and where some of those under way return to.
pub(super) struct PendingSignIns {
    callbacks: Cache<[u8; 32], Arc<Mutex<Vec<Instant>>>>,
    addresses: Cache<String, String>,
}

impl PendingSignIns {
    pub fn new() -> PendingSignIns {
        // Longer than a sign-in is accepted, so that none can be used again.
        let callbacks = Cache::builder()
            .max_capacity(MAX_REMEMBERED)
            .time_to_idle(PENDING_TTL + CALLBACK_INTERVAL)
            .build();
        let addresses = Cache::builder()
            .max_capacity(MAX_ADDRESSES)
            .eviction_policy(EvictionPolicy::lru())
            .time_to_live(PENDING_TTL)
            .build();
        PendingSignIns { callbacks, addresses }
    }

    /// Remembers where a sign-in returns to if its cookie does not contain it.
    pub fn remember(&self, pending: &Pending) {
        if !pending.fits_cookie() {
            self.addresses.insert(pending.state.clone(), pending.return_to.clone());
        }
    }

    /// The sign-in of a cookie, with its return address.
    pub fn open(&self, key: &str, cookie: &str) -> Option<Pending> {
        let mut pending = Pending::from_cookie(key, cookie)?;
        if pending.return_to.is_empty() {
            pending.return_to = self.addresses.get(&pending.state).unwrap_or_else(|| "/".into());
        }
        Some(pending)
    }

    /// Counts a callback of the sign-in with this state. Of any number at once, exactly one gets [`Callback::Use`].
    pub fn callback(&self, state: &str, now: Instant) -> Callback {
        let mut key = [0; 32];
        key.copy_from_slice(ring::digest::digest(&ring::digest::SHA256, state.as_bytes()).as_ref());
        let times = self.callbacks.get_with(key, Arc::default);
        // A panic cannot leave it inconsistent.
        let mut times = lock(&times);
        let is_first = times.is_empty();
        let earliest = times.len().checked_sub(MAX_CALLBACKS).map(|position| times[position]);
        if let Some(wait) = earliest.and_then(|at| (at + CALLBACK_INTERVAL).checked_duration_since(now))
            && !wait.is_zero()
        {
            return Callback::TooMany(wait);
        }
        if times.len() == MAX_CALLBACKS {
            times.remove(0);
        }
        times.push(now);
        if is_first { Callback::Use } else { Callback::AlreadyUsed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_in_is_used_once_and_answered_five_times_in_any_minute() {
        let (pending, begun) = (PendingSignIns::new(), Instant::now());
        let check = |state: &str, second: u64, expected: Callback| {
            let found = pending.callback(state, begun + Duration::from_secs(second));
            assert_eq!(found, expected, "{state} after {second} s");
        };
        check("a", 0, Callback::Use);
        for second in [10, 20, 30, 40] {
            check("a", second, Callback::AlreadyUsed);
        }
        check("a", 50, Callback::TooMany(Duration::from_secs(10)));
        check("a", 59, Callback::TooMany(Duration::from_secs(1)));
        check("b", 59, Callback::Use);
        check("a", 60, Callback::AlreadyUsed);
        check("a", 61, Callback::TooMany(Duration::from_secs(9)));
        check("a", 70, Callback::AlreadyUsed);
        check("a", 800, Callback::AlreadyUsed);
    }

    #[test]
    fn one_of_many_concurrent_callbacks_uses_the_sign_in() {
        let (pending, now) = (PendingSignIns::new(), Instant::now());
        let used = std::thread::scope(|scope| {
            let callbacks: Vec<_> = (0..40).map(|_| scope.spawn(|| pending.callback("a", now))).collect();
            callbacks
                .into_iter()
                .filter_map(|one| one.join().ok())
                .filter(|found| *found == Callback::Use)
                .count()
        });
        assert_eq!(used, 1);
    }
}

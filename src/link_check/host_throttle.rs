//! One request at a time of a host, with a pause between two.

use crate::model::error::lock;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::OwnedMutexGuard;
use tokio::time::Instant;

/// Number of remembered hosts beyond which those whose pause is over are removed.
const MAX_REMEMBERED: usize = 1_000;

type Slot = Arc<tokio::sync::Mutex<Instant>>;

/// Lets one request at a time through to each host.
pub(super) struct HostThrottle {
    pause: Duration,
    hosts: Mutex<HashMap<String, Slot>>,
}

/// The permission to send a request to a host; dropped, it ends and the pause begins.
pub(super) struct HostPermit {
    earliest: OwnedMutexGuard<Instant>,
    pause: Duration,
}

impl HostThrottle {
    pub(super) fn new(pause: Duration) -> HostThrottle {
        HostThrottle { pause, hosts: Mutex::default() }
    }

    /// Waits until a request may be sent to this host.
    pub(super) async fn acquire(&self, host: &str) -> HostPermit {
        let earliest = self.slot(host).lock_owned().await;
        tokio::time::sleep_until(*earliest).await;
        HostPermit { earliest, pause: self.pause }
    }

    fn slot(&self, host: &str) -> Slot {
        let mut hosts = lock(&self.hosts);
        if hosts.len() >= MAX_REMEMBERED {
            let now = Instant::now();
            hosts.retain(|_, slot| {
                Arc::strong_count(slot) > 1 || slot.try_lock().is_ok_and(|earliest| *earliest > now)
            });
        }
        hosts
            .entry(host.to_owned())
            .or_insert_with(|| Arc::new(tokio::sync::Mutex::new(Instant::now())))
            .clone()
    }
}

impl HostPermit {
    /// Delays the next request to the host, because it requested that.
    pub(super) fn delay(&mut self, wait: Duration) {
        *self.earliest = (*self.earliest).max(Instant::now() + wait);
    }
}

impl Drop for HostPermit {
    fn drop(&mut self) {
        let pause = self.pause;
        self.delay(pause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn requests_to_a_host_run_one_at_a_time_with_a_pause() {
        let throttle = Arc::new(HostThrottle::new(Duration::from_secs(1)));
        let begun = Instant::now();
        let mut requests = Vec::new();
        for _ in 0..3 {
            let throttle = throttle.clone();
            requests.push(tokio::spawn(async move {
                let _permit = throttle.acquire("a").await;
                let from = begun.elapsed();
                tokio::time::sleep(Duration::from_secs(2)).await;
                (from, begun.elapsed())
            }));
        }
        let mut spans = Vec::new();
        for request in requests {
            spans.push(request.await.expect("it ends"));
        }
        spans.sort();
        for pair in spans.windows(2) {
            assert!(pair[1].0 >= pair[0].1 + Duration::from_secs(1), "{spans:?}");
        }
        assert!(throttle.acquire("b").await.earliest.elapsed() < Duration::from_millis(1));
    }

    #[tokio::test(start_paused = true)]
    async fn a_host_that_asks_for_time_gets_it() {
        let throttle = HostThrottle::new(Duration::from_secs(1));
        throttle.acquire("a").await.delay(Duration::from_secs(30));
        let begun = Instant::now();
        drop(throttle.acquire("a").await);
        assert!(begun.elapsed() >= Duration::from_secs(30));
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_stops_waiting_does_not_block_others() {
        let throttle = HostThrottle::new(Duration::from_secs(5));
        drop(throttle.acquire("a").await);
        assert!(tokio::time::timeout(Duration::from_secs(1), throttle.acquire("a")).await.is_err());
        assert!(tokio::time::timeout(Duration::from_secs(5), throttle.acquire("a")).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn hosts_are_forgotten_when_their_pause_is_over() {
        let throttle = HostThrottle::new(Duration::from_secs(1));
        for n in 0..3 * MAX_REMEMBERED {
            drop(throttle.acquire(&format!("host{n}")).await);
            tokio::time::advance(Duration::from_millis(100)).await;
        }
        assert!(throttle.hosts.lock().expect("not poisoned").len() <= MAX_REMEMBERED);
    }
}

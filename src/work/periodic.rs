//! The loop that background work runs in: a round, a pause, until the server stops.

use crate::model::error::{Result, lock};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::{Notify, watch};

/// Set when the server stops.
pub(super) type Stop = watch::Receiver<bool>;

/// Work that is done in rounds, with what all of them share: the `App`.
pub(super) struct Periodic<A> {
    /// The message of the log when a round fails or panics.
    pub failure: &'static str,
    /// The pause after a round that failed; it doubles up to `max_retry_pause` while rounds fail.
    pub retry_pause: Duration,
    pub max_retry_pause: Duration,
    /// What ends a pause early.
    pub wake: fn(&A) -> Option<&Notify>,
}

impl<A: Send + Sync + 'static> Periodic<A> {
    /// Work with one pause after each round that failed.
    pub fn new(failure: &'static str, retry_pause: Duration) -> Periodic<A> {
        Periodic { failure, retry_pause, max_retry_pause: retry_pause, wake: |_| None }
    }

    /// Runs `round` off the event loops until `stop` is set; a round that has begun is finished. Its result is the pause until
    /// the next round.
    ///
    /// An error is logged unless it is that of the round before; a panic always is, and the work continues.
    pub async fn run(
        self,
        app: Arc<A>,
        mut stop: Stop,
        round: impl FnMut(&Arc<A>) -> Result<Duration> + Send + 'static,
    ) {
        let round = Arc::new(Mutex::new(round));
        let (mut retry_pause, mut logged) = (self.retry_pause, None);
        while !*stop.borrow() {
            let (running, with) = (round.clone(), app.clone());
            // After a panic the round begins again with the state that it left.
            let work = move || lock(&running)(&with);
            let error = match tokio::task::spawn_blocking(work).await {
                Ok(Ok(pause)) => {
                    (retry_pause, logged) = (self.retry_pause, None);
                    wait(pause, (self.wake)(&app), &mut stop).await;
                    continue;
                }
                Ok(Err(_)) if *stop.borrow() => return,
                Ok(Err(error)) => error.to_string(),
                Err(panic) => panic.to_string(),
            };
            if logged.as_ref() != Some(&error) {
                tracing::error!(cause = error, "{}", self.failure);
                logged = Some(error);
            }
            wait(retry_pause, (self.wake)(&app), &mut stop).await;
            retry_pause = (retry_pause * 2).min(self.max_retry_pause);
        }
    }
}

/// Waits for `pause`, or until `wake` is notified or `stop` is set.
pub(super) async fn wait(pause: Duration, wake: Option<&Notify>, stop: &mut Stop) {
    let woken = async {
        match wake {
            Some(wake) => wake.notified().await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        () = tokio::time::sleep(pause) => {}
        () = woken => {}
        // An error means that the server has ended without setting it.
        _ = stop.wait_for(|stopped| *stopped) => {}
    }
}

/// Runs `work` until it ends or `stop` is set; then it is dropped where it waits.
pub(super) async fn until_stopped(mut stop: Stop, work: impl Future<Output = ()>) {
    tokio::select! {
        () = work => {}
        _ = stop.wait_for(|stopped| *stopped) => {}
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::panic, clippy::unwrap_used)]
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[tokio::test]
    async fn work_continues_after_a_panic_until_it_is_stopped() {
        let (stopping, stop) = watch::channel(false);
        let (rounds, third) = (Arc::new(AtomicU32::new(0)), Arc::new(Notify::new()));
        let reached = third.clone();
        let round = move |rounds: &Arc<AtomicU32>| match rounds.fetch_add(1, Ordering::SeqCst) {
            0 => panic!("the first round"),
            1 => Ok(Duration::ZERO),
            _ => {
                third.notify_one();
                Ok(Duration::from_secs(3_600))
            }
        };
        let work = Periodic::new("failed", Duration::ZERO);
        let running = tokio::spawn(work.run(rounds.clone(), stop, round));
        reached.notified().await;
        stopping.send(true).unwrap();
        running.await.unwrap();
        assert_eq!(rounds.load(Ordering::SeqCst), 3);
    }
}

//! Lets a replica serve the newest whole state of its database.

use crate::domain::app::App;
use crate::model::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How often the database is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// The pause after a refresh, as a multiple of its duration: a large catalogue that changes all the time costs at most a
/// fifth of a core.
const PAUSE_FACTOR: u32 = 4;
/// A database that is being written to is logged only when that has lasted this long.
const LOG_DELAY: Duration = Duration::from_secs(30);

/// Runs until `stop` is set.
pub(super) async fn run(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    let mut errors = ErrorLog::default();
    while !*stop.borrow() {
        let begun = Instant::now();
        let refreshing = app.clone();
        let refreshed = tokio::task::spawn_blocking(move || refreshing.store.refresh_replica()).await;
        errors.note(refreshed.unwrap_or_else(|e| Err(Error::internal("reading the database again", e))));
        tokio::select! {
            () = tokio::time::sleep(POLL_INTERVAL.max(begun.elapsed() * PAUSE_FACTOR)) => {}
            changed = stop.changed() => if changed.is_err() { return },
        }
    }
}

/// What is wrong, so that it is logged once.
#[derive(Default)]
struct ErrorLog {
    since: Option<Instant>,
    said: Option<String>,
}

impl ErrorLog {
    fn note(&mut self, refreshed: Result<bool, Error>) {
        let cause = match refreshed {
            Ok(_) => {
                if self.said.is_some() {
                    tracing::info!("the newest state of the database is served again");
                }
                *self = ErrorLog::default();
                return;
            }
            Err(cause) => cause,
        };
        let since = *self.since.get_or_insert_with(Instant::now);
        let is_usual = matches!(cause, Error::Unavailable(_)) && since.elapsed() < LOG_DELAY;
        let text = cause.to_string();
        if !is_usual && self.said.as_ref() != Some(&text) {
            tracing::warn!(
                cause = text,
                "the newest state of the database cannot be served; the last good one is"
            );
            self.said = Some(text);
        }
    }
}

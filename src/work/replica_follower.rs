//! Lets a replica serve the newest whole state of its database.

use crate::domain::app::App;
use crate::model::error::Error;
use crate::work::periodic::{Periodic, Stop};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often the database is looked at.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// The pause after a refresh, as a multiple of its duration: a large catalogue that changes all the time costs at most a
/// fifth of a core.
const PAUSE_FACTOR: u32 = 4;
/// A database that is being written to is logged only when that has lasted this long.
const LOG_DELAY: Duration = Duration::from_secs(30);

/// Runs until `stop` is set.
pub(super) async fn run(app: Arc<App>, stop: Stop) {
    let mut errors = ErrorLog::default();
    let refresh = move |app: &Arc<App>| {
        let begun = Instant::now();
        errors.record(app.store.refresh_replica());
        Ok(POLL_INTERVAL.max(begun.elapsed() * PAUSE_FACTOR))
    };
    Periodic::new("the database could not be read again; trying again", POLL_INTERVAL)
        .run(app, stop, refresh)
        .await;
}

/// What is wrong, so that it is logged once.
#[derive(Default)]
struct ErrorLog {
    since: Option<Instant>,
    logged: Option<String>,
}

impl ErrorLog {
    fn record(&mut self, refreshed: Result<bool, Error>) {
        let cause = match refreshed {
            Ok(_) => {
                if self.logged.is_some() {
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
        if !is_usual && self.logged.as_ref() != Some(&text) {
            tracing::warn!(
                cause = text,
                "the newest state of the database cannot be served; the last good one is"
            );
            self.logged = Some(text);
        }
    }
}

//! Writes the digest of reviews when it is due; one that was due while the server was off, at the start.

use crate::domain::app::App;
use crate::domain::review_digest;
use crate::model::clock;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How often the clock is read.
const CHECK_INTERVAL: Duration = Duration::from_secs(60);

/// Runs until `stop` changes.
pub(super) async fn run(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        let writing = app.clone();
        match tokio::task::spawn_blocking(move || review_digest::write_due(&writing, &clock::local())).await {
            Ok(Ok(Some(digest))) => {
                tracing::info!(day = %digest.day, mails = digest.mails, "the digest of reviews was written");
            }
            Ok(Ok(None)) => {}
            Ok(Err(e)) => tracing::error!(cause = %e, "the digest of reviews failed; trying again"),
            Err(e) => tracing::error!(cause = %e, "the digest of reviews panicked; trying again"),
        }
        tokio::select! {
            () = tokio::time::sleep(CHECK_INTERVAL) => {}
            _ = stop.changed() => {}
        }
    }
}

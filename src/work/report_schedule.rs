//! Writes the daily mails about new reports when they are due.

use crate::domain::app::App;
use crate::domain::reports::digest;
use crate::model::clock;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// How often new reports are looked for.
const CHECK_INTERVAL: Duration = Duration::from_secs(60);

/// Runs until `stop` changes.
pub(super) async fn run(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        let writing = app.clone();
        match tokio::task::spawn_blocking(move || digest::write_due(&writing, &clock::local())).await {
            Ok(Ok(Some(written))) => {
                tracing::info!(day = %written.day, mails = written.mails, "mails about new reports were written");
            }
            Ok(Ok(None)) => {}
            Ok(Err(e)) => tracing::error!(cause = %e, "mails about new reports failed; trying again"),
            Err(e) => tracing::error!(cause = %e, "mails about new reports panicked; trying again"),
        }
        tokio::select! {
            () = tokio::time::sleep(CHECK_INTERVAL) => {}
            _ = stop.changed() => {}
        }
    }
}

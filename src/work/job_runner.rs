//! Runs the batch jobs, one change after the other, from wherever the last start left them.

use crate::domain::app::App;
use crate::domain::jobs;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// The pause after an error, such as a full disk.
const RETRY_INTERVAL: Duration = Duration::from_secs(2);
/// Jobs are looked for at least this often.
const POLL_INTERVAL: Duration = Duration::from_secs(60);

/// Runs until it is asked to stop; the change in hand is finished.
pub(super) async fn run(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        let batch = {
            let app = app.clone();
            tokio::task::spawn_blocking(move || jobs::run_next(&app)).await
        };
        let wait = match batch {
            Ok(Ok(true)) => continue,
            Ok(Ok(false)) => POLL_INTERVAL,
            Ok(Err(e)) => {
                tracing::error!(cause = %e, "a batch job cannot continue; retrying");
                RETRY_INTERVAL
            }
            Err(e) => {
                tracing::error!(cause = %e, "a batch job stopped; trying again");
                RETRY_INTERVAL
            }
        };
        tokio::select! {
            () = app.background.job_added.notified() => {}
            () = tokio::time::sleep(wait) => {}
            changed = stop.changed() => if changed.is_err() { return },
        }
    }
}

//! Runs the batch jobs, one change after the other, from wherever the last start left them.

use crate::domain::app::App;
use crate::domain::jobs;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// The pause after a fault, such as a full disk.
const PAUSE: Duration = Duration::from_secs(2);
/// Jobs are looked for at least this often.
const LOOKS_EVERY: Duration = Duration::from_secs(60);

/// Runs until it is asked to stop; the change in hand is finished.
pub(super) async fn run(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        let step = {
            let app = app.clone();
            tokio::task::spawn_blocking(move || jobs::run_next_step(&app)).await
        };
        let wait = match step {
            Ok(Ok(true)) => continue,
            Ok(Ok(false)) => LOOKS_EVERY,
            Ok(Err(e)) => {
                tracing::error!(cause = %e, "a batch job cannot go on; trying again");
                PAUSE
            }
            Err(e) => {
                tracing::error!(cause = %e, "a batch job stopped; trying again");
                PAUSE
            }
        };
        tokio::select! {
            () = app.job_added.notified() => {}
            () = tokio::time::sleep(wait) => {}
            changed = stop.changed() => if changed.is_err() { return },
        }
    }
}

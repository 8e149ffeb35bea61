//! Runs the batch jobs, one change after the other, from wherever the last start left them.

use crate::domain::app::App;
use crate::domain::jobs;
use crate::work::periodic::{Periodic, Stop};
use std::sync::Arc;
use std::time::Duration;

/// The pause after an error, such as a full disk.
const RETRY_INTERVAL: Duration = Duration::from_secs(2);
/// Jobs are looked for at least this often.
const POLL_INTERVAL: Duration = Duration::from_secs(60);

/// Runs until `stop` is set; the change in hand is finished.
pub(super) async fn run(app: Arc<App>, stop: Stop) {
    let jobs = Periodic::<App> {
        wake: |app| Some(&app.background.job_added),
        ..Periodic::new("a batch job cannot continue; retrying", RETRY_INTERVAL)
    };
    let run_next = |app: &Arc<App>| {
        let has_worked = jobs::run_next(app)?;
        Ok(if has_worked { Duration::ZERO } else { POLL_INTERVAL })
    };
    jobs.run(app, stop, run_next).await;
}

//! Checks stored files for what assistive technology needs, and reads their texts: when one is stored, and twice a minute for
//! those that another process stored.

use crate::domain::accessibility::StoredFileChecks;
use crate::domain::app::App;
use crate::domain::handout_text::StoredFileTexts;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

const POLL_INTERVAL: Duration = Duration::from_secs(30);

/// Runs until `stop` changes; what is being read then is read again after the next start.
pub(super) async fn run(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    let texts = StoredFileTexts::new(app.clone());
    let checks = StoredFileChecks::new(app.clone());
    let reading = async {
        loop {
            if let Err(e) = checks.check_due().await {
                tracing::warn!(cause = %e, "a stored file could not be checked; trying again");
            }
            if let Some(texts) = &texts
                && let Err(e) = texts.read_due().await
            {
                tracing::warn!(cause = %e, "the text of a stored file could not be read; trying again");
            }
            tokio::select! {
                () = app.background.file_stored.notified() => {}
                () = tokio::time::sleep(POLL_INTERVAL) => {}
            }
        }
    };
    tokio::select! {
        () = reading => {}
        _ = stop.wait_for(|stopped| *stopped) => {}
    }
}

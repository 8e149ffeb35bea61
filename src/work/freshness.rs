//! Notes the time in the database, so that every copy of it says how old it is.

use crate::domain::app::App;
use crate::domain::freshness;
use crate::model::error::Error;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// The pause after an error, such as a full disk.
const RETRY_PAUSE: Duration = Duration::from_secs(10);

/// Runs until `stop` is set.
pub(super) async fn run(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    let mut is_failing = false;
    while !*stop.borrow() {
        let noting = app.clone();
        let noted = tokio::task::spawn_blocking(move || freshness::note_time(&noting.store)).await;
        let pause = match noted.unwrap_or_else(|e| Err(Error::internal("recording the time", e))) {
            Ok(pause) => {
                is_failing = false;
                pause
            }
            Err(cause) => {
                if !is_failing {
                    tracing::warn!(%cause, "the time cannot be noted in the database; trying again");
                }
                is_failing = true;
                RETRY_PAUSE
            }
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            changed = stop.changed() => if changed.is_err() { return },
        }
    }
}

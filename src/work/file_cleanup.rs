//! Deletes stored files that nothing refers to any more, at the start and every hour, and uploads that a crash has left
//! unfinished.

use crate::domain::app::App;
use crate::domain::files::cleanup::{delete_unused, remove_abandoned};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

const INTERVAL: Duration = Duration::from_secs(3_600);

/// Runs until `stop` is set.
pub(super) async fn run(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    let data_dir = app.settings.data.dir.clone();
    if let Ok(Err(e)) = tokio::task::spawn_blocking(move || remove_abandoned(&data_dir)).await {
        tracing::warn!(cause = %e, "unfinished uploads could not be deleted");
    }
    loop {
        let (files, data_dir) = (app.files.clone(), app.settings.data.dir.clone());
        tokio::select! {
            done = delete_unused(app.store.clone(), files, data_dir) => {
                if let Err(e) = done {
                    tracing::warn!(cause = %e, "unused stored files could not be deleted; trying again in an hour");
                }
            }
            _ = stop.changed() => return,
        }
        tokio::select! {
            () = tokio::time::sleep(INTERVAL) => {}
            _ = stop.changed() => return,
        }
    }
}

//! Deletes stored files that nothing refers to any more, at the start and every hour.

use crate::domain::app::App;
use crate::domain::files::cleanup::delete_unused;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

const INTERVAL: Duration = Duration::from_secs(3_600);

/// Runs until `stop` is set.
pub(super) async fn run(app: Arc<App>, mut stop: watch::Receiver<bool>) {
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

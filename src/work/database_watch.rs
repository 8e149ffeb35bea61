//! Notices that the database file was replaced or overwritten while the server runs.

use crate::domain::app::App;
use crate::model::error::Error;
use std::sync::Arc;
use std::time::Duration;

/// How often the file is checked. Nothing is written meanwhile: every write checks it too.
const CHECK_INTERVAL: Duration = Duration::from_millis(500);

/// Waits until the database is not the file any more that was opened; the error says how.
pub async fn until_replaced(app: &Arc<App>) -> Error {
    loop {
        tokio::time::sleep(CHECK_INTERVAL).await;
        let checked = app.clone();
        match tokio::task::spawn_blocking(move || checked.store.verify_file()).await {
            Ok(Err(error)) if app.store.is_replaced() => return error,
            Ok(Err(cause)) => tracing::warn!(%cause, "the database file cannot be checked; trying again"),
            Ok(Ok(())) | Err(_) => {}
        }
    }
}

//! Runs blocking work off the async workers.

use crate::model::error::{Error, Result};

/// Runs `work` on a thread that may block.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|e| Error::internal("working in the background", e))?
}

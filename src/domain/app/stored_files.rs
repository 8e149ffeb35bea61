//! What is known of stored files while the server runs: what the last look at their store found, and the previews that
//! are being drawn or cannot be.

use crate::model::error::{Error, Result, lock};
use crate::model::files::Digest;
use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tokio::sync::{AcquireError, Notify, Semaphore, SemaphorePermit, watch};

/// Maximum number of previews that are drawn at once.
const MAX_CHILDREN: usize = 2;

/// What was found last; for the metrics.
#[derive(Debug)]
pub struct FilesState {
    is_up: AtomicBool,
    missing: AtomicU64,
    failure: Notify,
}

impl Default for FilesState {
    fn default() -> Self {
        FilesState { is_up: AtomicBool::new(true), missing: AtomicU64::new(0), failure: Notify::new() }
    }
}

impl FilesState {
    /// Whether the store could be reached.
    pub fn is_up(&self) -> bool {
        self.is_up.load(Ordering::Relaxed)
    }

    /// How many referenced contents are missing or have another size.
    pub fn missing(&self) -> u64 {
        self.missing.load(Ordering::Relaxed)
    }

    /// Sets it, and logs a change.
    pub(in crate::domain) fn set_up(&self, is_up: bool, cause: &str) {
        if self.is_up.swap(is_up, Ordering::Relaxed) == is_up {
            return;
        }
        if is_up {
            tracing::info!("the store of files can be reached again");
        } else {
            tracing::error!(cause, "the store of files cannot be reached");
        }
    }

    /// Records that the store could not be reached, if that is why an operation failed; the next probe tells when it can.
    pub fn record<T>(&self, result: &Result<T>) {
        if let Err(Error::Unavailable(cause)) = result {
            self.set_up(false, cause);
            self.failure.notify_one();
        }
    }

    /// Waits until an operation finds that the store cannot be reached.
    pub async fn failure(&self) {
        self.failure.notified().await;
    }

    /// Sets it, and logs that more are missing than before.
    pub(in crate::domain) fn set_missing(&self, missing: u64) {
        if self.missing.swap(missing, Ordering::Relaxed) < missing {
            tracing::error!(missing, "stored files are missing; `handout check` names them");
        }
    }

    /// Sets how many are still missing while they are fetched.
    pub(in crate::domain) fn set_left(&self, left: u64) {
        self.missing.store(left, Ordering::Relaxed);
    }
}

/// Tells those who wait that a preview is drawn.
pub type Done = watch::Sender<bool>;

/// The previews that are being drawn.
pub struct PreviewQueue {
    permits: Semaphore,
    running: Mutex<HashMap<Digest, watch::Receiver<bool>>>,
    /// A replica cannot store that drawing has failed.
    failed: Mutex<HashSet<Digest>>,
}

impl Default for PreviewQueue {
    fn default() -> Self {
        PreviewQueue {
            permits: Semaphore::new(MAX_CHILDREN),
            running: Mutex::default(),
            failed: Mutex::default(),
        }
    }
}

impl PreviewQueue {
    /// What tells when this preview is drawn; the sender is for the first who asks, and draws it.
    pub fn begin(&self, digest: Digest) -> (Option<Done>, watch::Receiver<bool>) {
        let mut running = lock(&self.running);
        if let Some(drawn) = running.get(&digest) {
            return (None, drawn.clone());
        }
        let (done, drawn) = watch::channel(false);
        running.insert(digest, drawn.clone());
        (Some(done), drawn)
    }

    /// A preview is drawn, or was not.
    pub fn end(&self, digest: Digest) {
        lock(&self.running).remove(&digest);
    }

    /// Waits until another preview may be drawn, as long as the permit is held.
    pub async fn permit(&self) -> Result<SemaphorePermit<'_>, AcquireError> {
        self.permits.acquire().await
    }

    /// Whether no preview of it can be drawn.
    pub fn has_failed(&self, digest: Digest) -> bool {
        lock(&self.failed).contains(&digest)
    }

    /// No preview of it can be drawn.
    pub fn set_failed(&self, digest: Digest) {
        lock(&self.failed).insert(digest);
    }
}

//! The previews that are being drawn, and those that cannot be.

use crate::model::files::Digest;
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::{AcquireError, Semaphore, SemaphorePermit, watch};

/// Maximum number of previews that are drawn at once.
const MAX_CHILDREN: usize = 2;

/// Tells those who wait that a preview is drawn.
pub type Done = watch::Sender<bool>;

/// The previews that are being drawn.
pub struct PreviewQueue {
    turns: Semaphore,
    running: Mutex<HashMap<Digest, watch::Receiver<bool>>>,
    /// A replica cannot store that drawing has failed.
    failed: Mutex<HashSet<Digest>>,
}

impl Default for PreviewQueue {
    fn default() -> Self {
        PreviewQueue {
            turns: Semaphore::new(MAX_CHILDREN),
            running: Mutex::default(),
            failed: Mutex::default(),
        }
    }
}

impl PreviewQueue {
    /// What tells when this preview is drawn; the sender is for the first who asks, and draws it.
    pub fn begin(&self, digest: Digest) -> (Option<Done>, watch::Receiver<bool>) {
        let mut running = locked(&self.running);
        if let Some(drawn) = running.get(&digest) {
            return (None, drawn.clone());
        }
        let (done, drawn) = watch::channel(false);
        running.insert(digest, drawn.clone());
        (Some(done), drawn)
    }

    /// A preview is drawn, or was not.
    pub fn end(&self, digest: Digest) {
        locked(&self.running).remove(&digest);
    }

    /// Waits until another preview may be drawn, as long as the turn is held.
    pub async fn turn(&self) -> Result<SemaphorePermit<'_>, AcquireError> {
        self.turns.acquire().await
    }

    /// Whether no preview of it can be drawn.
    pub fn has_failed(&self, digest: Digest) -> bool {
        locked(&self.failed).contains(&digest)
    }

    /// No preview of it can be drawn.
    pub fn set_failed(&self, digest: Digest) {
        locked(&self.failed).insert(digest);
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

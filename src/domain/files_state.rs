//! What the last look at the store of files found.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What was found last; for the metrics.
#[derive(Debug)]
pub struct FilesState {
    is_up: AtomicBool,
    missing: AtomicU64,
}

impl Default for FilesState {
    fn default() -> Self {
        FilesState { is_up: AtomicBool::new(true), missing: AtomicU64::new(0) }
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

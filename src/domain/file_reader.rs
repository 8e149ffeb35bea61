//! Reads files in confined processes, one after the other.

use crate::domain::blocking::blocking;
use crate::handout_text::Extractor;
use crate::model::error::Result;
use crate::settings::Settings;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::Semaphore;

/// Maximum number of files that are read at once: searches and orders need the processors more.
const MAX_CHILDREN: usize = 1;

/// Reads one file at a time.
pub(super) struct FileReader {
    extractor: Extractor,
    permits: Semaphore,
}

/// Cancels the reading of a file when nobody waits for it any more: the server stops.
#[derive(Default)]
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl FileReader {
    pub(super) fn new(settings: &Settings) -> FileReader {
        FileReader {
            extractor: Extractor::new(settings.handouts.pdftotext.as_deref()),
            permits: Semaphore::new(MAX_CHILDREN),
        }
    }

    /// What reads PDF files: the path of the program, or `built-in`.
    pub(super) fn name(&self) -> String {
        self.extractor.name().into_owned()
    }

    /// Runs `read` when fewer than the maximum are running; it takes up to half a minute, and ends early when its flag is set.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Extractor, &AtomicBool) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let _permit = self.permits.acquire().await;
        let extractor = self.extractor.clone();
        let cancel = CancelOnDrop::default();
        let is_cancelled = cancel.0.clone();
        blocking(move || read(&extractor, &is_cancelled)).await
    }
}

//! What use cases share with background work.

use crate::domain::in_memory::import_queue::ImportQueue;
use tokio::sync::Notify;

/// What wakes background work, and the imports under way.
#[derive(Default)]
pub struct Background {
    /// Wakes the job runner.
    pub job_added: Notify,
    /// Wakes the link checker when somebody requests a check.
    pub link_requested: Notify,
    /// Wakes what reads the texts of stored files.
    pub file_stored: Notify,
    /// Imports under way in this server.
    pub imports: ImportQueue,
}

//! How use cases wake background work.

use tokio::sync::Notify;

/// What wakes background work.
#[derive(Default)]
pub struct Background {
    /// Wakes the job runner.
    pub job_added: Notify,
    /// Wakes the link checker when somebody requests a check.
    pub link_requested: Notify,
    /// Wakes what reads the texts of stored files.
    pub file_stored: Notify,
}

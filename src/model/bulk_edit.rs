//! Bulk edits: which fields can change and how, and the progress of a job.

pub mod change;
pub mod fields;
pub mod progress;

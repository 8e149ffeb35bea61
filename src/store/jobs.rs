//! Batch jobs with their items and progress.

pub(super) mod batch;
pub(super) mod bulk_edits;
pub(super) mod imports;
pub(super) mod reviews;

//! Batch jobs with their items and progress.

pub(in crate::store) mod batch;
pub(in crate::store) mod bulk_edits;
pub(in crate::store) mod imports;
pub(in crate::store) mod reviews;

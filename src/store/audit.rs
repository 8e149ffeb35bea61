//! The audit trail: rows are appended, read, verified, and deleted when they are old.

pub(in crate::store) mod appending;
pub(in crate::store) mod reading;

//! The audit trail: recording events that are not writes, reading, verifying, and removing old rows. A write is recorded by
//! its use case, in its transaction.

pub mod delivery;
pub mod reading;
pub mod recording;

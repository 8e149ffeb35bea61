//! The audit trail, for auditors.

pub mod trail;

//! The audit trail: what is recorded, the form in which it is hashed, and the verification of the chain.

pub mod chain;
pub mod event;
pub mod filter;
pub mod syslog_target;

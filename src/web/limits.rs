//! Limits that protect the server: per client, per person and in total.

pub(in crate::web) mod body_slots;
pub(in crate::web) mod client_address;
pub(in crate::web) mod download_slots;
pub(in crate::web) mod heavy;
pub(in crate::web) mod turns;

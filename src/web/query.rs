//! Parameters of addresses.

pub(in crate::web) mod parameters;

//! JSON request bodies.

pub(in crate::web) mod json;

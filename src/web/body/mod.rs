//! JSON request bodies.

pub(in crate::web) mod json;
pub(in crate::web) mod objects_only;

//! Packets: read, listed, saved with their earlier states, and kept in step with departments.

pub(in crate::store) mod citations;
pub(in crate::store) mod reading;
pub(in crate::store) mod saving;

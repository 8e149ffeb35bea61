//! Packets: read, listed, saved with their earlier states, and kept in step with departments.

pub(super) mod citations;
pub(super) mod reading;
pub(super) mod saving;

//! Citations: read, saved with their earlier versions, and found by readable ID or URL.

pub(in crate::store) mod addresses;
pub(in crate::store) mod codes;
pub(in crate::store) mod reading;
pub(in crate::store) mod saving;
pub(in crate::store) mod versions;

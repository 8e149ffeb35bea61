//! Citations: read, saved with their earlier versions, and found by readable ID or URL.

pub(in crate::store) mod addresses;
pub(in crate::store) mod codes;
pub(in crate::store) mod item_numbers;
pub(in crate::store) mod preview;
pub(in crate::store) mod readable_ids;
pub(in crate::store) mod reading;
pub(in crate::store) mod replacements;
pub(in crate::store) mod samples;
pub(in crate::store) mod saving;
pub(in crate::store) mod versions;

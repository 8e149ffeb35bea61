//! Citations: read, saved with their earlier versions, and found by readable ID or URL.

pub(super) mod addresses;
pub(super) mod reading;
pub(super) mod saving;

//! Missing translations and requests for them.

pub(in crate::store) mod missing;
pub(in crate::store) mod requests;

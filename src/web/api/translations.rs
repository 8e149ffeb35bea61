//! Missing translations and requests for them.

pub mod missing;
pub mod requests;

//! How values are written in texts.

pub mod count;
pub mod hex;

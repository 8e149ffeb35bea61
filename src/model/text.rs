//! How values are written in texts.

pub mod case;
pub mod count;
pub mod hex;

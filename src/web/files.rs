//! Sends stored files: ranges, conditions, and the headers of each type.

mod disposition;
pub mod preview;
mod ranges;
pub mod sending;

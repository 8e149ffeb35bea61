//! Sends stored files: ranges, conditions, and the headers of each type.

mod disposition;
mod ranges;
pub mod sending;

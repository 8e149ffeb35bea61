//! Packets: opened, listed, saved, restored, imported and exported.

pub(in crate::domain) mod access;
pub mod editing;
pub mod history;
mod items;
pub mod listing;
pub mod reading;
pub mod transfer;

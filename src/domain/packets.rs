//! Packets: opened, listed, saved, restored, imported and exported.

pub mod editing;
pub mod listing;
pub mod reading;
pub mod transfer;

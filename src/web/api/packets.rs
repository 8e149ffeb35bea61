//! Packets: listed, opened, saved, their history.

pub mod history;
pub mod lists;
pub mod one;

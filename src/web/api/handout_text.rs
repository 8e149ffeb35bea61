//! The text of handouts: how hard it is to read.

pub mod readability;

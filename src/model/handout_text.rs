//! The text of handout files, and how hard it is to read.

pub mod file;
pub mod measures;
pub mod reading_level;
pub mod report;

//! Checks of handout URLs, and the list of broken links.

pub mod checking;
pub mod report;

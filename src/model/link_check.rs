//! Handout URLs: which may be checked, and the result of a check.

pub mod address;
pub mod link;

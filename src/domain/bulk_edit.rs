//! Changing the same fields of many citations.

pub mod planning;
pub mod runner;

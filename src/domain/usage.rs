//! Usage counts: recording uses, writing them, and reading their sums. Contract section 10.5.

pub mod counting;
mod language_names;
pub mod reading;
mod robots;
pub mod scans;
mod wanted;

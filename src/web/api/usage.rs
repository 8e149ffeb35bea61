//! Usage counts: opened files are counted, and administrators read the sums.

pub mod counting;
pub mod reading;

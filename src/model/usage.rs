//! Usage counts: what is counted, and the sums of a period.

pub mod counts;
pub mod filter;
pub mod report;

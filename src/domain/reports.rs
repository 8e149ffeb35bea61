//! Problem reports: submitted by anybody, listed and closed by administrators, mailed to departments. Contract section
//! 10.5.

pub mod digest;
pub mod queue;
pub mod submission;

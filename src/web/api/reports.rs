//! Problem reports: anybody sends them, administrators read and close them.

pub mod queue;
pub mod submission;

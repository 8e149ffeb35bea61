//! Problems that people report with a citation or packet. Contract section 10.5.

pub mod draft;
pub mod report;

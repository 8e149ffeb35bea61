//! Usage counts by day, with their sums by month.

mod reading;
mod writing;

pub use reading::{UsagePeriod, UsedCitationRow};
pub use writing::CountedUsage;

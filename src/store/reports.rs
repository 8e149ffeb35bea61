//! Problem reports and the mails about them.

pub(in crate::store) mod mails;
mod queue;
mod submission;

pub use queue::{NewReportRow, ReportFilter, ReportRow};
pub use submission::NewReport;

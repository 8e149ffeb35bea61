//! What stands in the way of people who use assistive technology: the rules that files are checked by. Contract section 11.2.

pub mod finding;
pub mod language;
pub mod pdf_check;
pub mod pdf_title;
pub mod report;

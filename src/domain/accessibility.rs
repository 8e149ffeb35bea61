//! What stands in the way of people who use assistive technology: files are checked, listed, and findings set aside. Contract
//! section 11.2.

pub mod checking;
pub mod listing;
pub mod setting_aside;
pub mod versions;

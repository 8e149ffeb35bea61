//! Orders: a person's own, and all of them for the copy center.

pub mod files;
pub mod listing;
pub mod own;
pub mod totals;
pub mod transitions;

//! Imports of tables: how columns are mapped, what a preview shows, what is decided about rows. Contract section 11.3.

pub mod mapping;
pub mod preview;

//! Citations: saved and restored, as of a day, duplicates, replacements, printed and copied addresses.

pub mod addresses;
pub mod as_of;
pub mod duplicates;
pub mod editing;
pub(in crate::domain) mod file_references;
pub(in crate::domain) mod replacements;
pub(in crate::domain) mod saving;

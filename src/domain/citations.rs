//! Citations: saved and restored, as of a day, duplicates, replacements, printed and copied addresses.

pub mod addresses;
pub mod as_of;
pub mod duplicates;
pub mod editing;
pub(super) mod file_references;
pub(super) mod replacements;
pub(super) mod saving;

//! Citations: saved and restored, as of a day, duplicates, replacements, printed and copied addresses.

pub mod as_of;
pub mod copied_pages;
pub mod duplicates;
pub mod editing;
pub(in crate::domain) mod file_references;
mod file_states;
pub mod item_addresses;
pub mod printed_codes;
mod readable_ids;
pub(in crate::domain) mod replacements;
pub(in crate::domain) mod saving;
pub(in crate::domain) mod tags;

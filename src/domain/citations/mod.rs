//! Citations: saved and restored, as of a day, duplicates, replacements.

pub mod as_of;
pub mod duplicates;
pub mod editing;
pub mod item_addresses;
mod readable_ids;
pub(in crate::domain) mod replacements;
pub(in crate::domain) mod saving;
pub(in crate::domain) mod tags;

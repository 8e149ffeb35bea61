//! Citations and everything that belongs to them.

pub mod as_of;
pub mod bulk;
pub mod citations;
pub mod codes;
pub mod copied_addresses;
pub mod dates;
pub mod digest;
pub mod duplicates;
pub mod languages;
pub mod lookups;
pub mod overview;
pub mod qr;
pub mod replacements;
pub mod reviews;
pub mod translations;
pub mod version_titles;

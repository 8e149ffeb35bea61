//! Imports of tables: which column is what, which row is about which citation, what changes. Contract section 11.3.

mod applying;
mod cells;
mod columns;
pub mod headers;
pub mod import;
mod json_lines;
mod languages;
pub mod layout;
pub mod mapping;
mod matching;
pub mod planner;
mod record;
pub mod stored;
mod targets;
mod written;

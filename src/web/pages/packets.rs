//! The page with the published packets.

mod address;
mod content;
pub(in crate::web) mod handler;
mod page_links;
mod row;

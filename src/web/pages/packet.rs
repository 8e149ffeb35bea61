//! The page of a packet.

pub(super) mod content;
pub(in crate::web) mod handler;
pub(super) mod row;
pub(super) mod sheet;
pub(super) mod shown_items;

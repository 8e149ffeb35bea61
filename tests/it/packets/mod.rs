//! Packets: ordered lists of citations that a family gets together.

mod editing;
mod items;
pub mod library;
mod page;
mod searching;
mod sharing;
mod transfer;

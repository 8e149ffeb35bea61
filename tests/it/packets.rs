//! Packets: ordered lists of citations that a family receives together.

mod editing;
mod items;
pub mod library;
mod page;
mod searching;
mod sharing;
mod transfer;

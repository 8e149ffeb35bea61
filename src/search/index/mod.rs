//! The index on disk: its generations, changes, and the handover to another program.

pub(super) mod generations;
pub(super) mod handover;
pub(super) mod live_index;
pub(super) mod open_generation;

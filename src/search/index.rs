//! The index on disk: generations, applying changes, and the handover to another database.

pub(super) mod generations;
pub(super) mod live_index;
pub(super) mod open_generation;

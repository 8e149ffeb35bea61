//! A replica of the catalogue: a file that another program keeps current, read through private copies of it.
//!
//! The file itself is never opened with SQLite, so that nothing is written beside it and no lock of it is taken. See
//! `docs/decisions/replicas.md`.

mod following;
pub(super) mod promotion;
mod slots;
mod source;

pub use following::{Replica, ReplicaState, check_followed_file, stored_state};
pub use slots::remove_copies;

//! Backups: whom they are encrypted for.

pub mod recipient;

//! Backups: whom they are encrypted for, and what scheduled ones are called.

pub mod recipient;
pub mod scheduled;

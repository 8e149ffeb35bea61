//! The files of a data directory: opening them, their locks, and where commands write files.

pub(super) mod data_dir;
pub(super) mod data_lock;
pub(super) mod file_identity;
pub(super) mod opening;
pub(super) mod order_number_file;
pub(super) mod target;
pub(super) mod working_copy;

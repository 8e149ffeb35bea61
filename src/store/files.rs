//! The files of a data directory: opening them, their locks, and where commands write files.

pub(in crate::store) mod data_dir;
pub(in crate::store) mod data_lock;
pub(in crate::store) mod file_identity;
pub(in crate::store) mod opening;
pub(in crate::store) mod order_number_file;
pub(in crate::store) mod target;
pub(in crate::store) mod working_copy;

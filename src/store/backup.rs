//! Online backups, backups before a migration, and restoring either.

pub(in crate::store) mod contents;
pub(in crate::store) mod encryption;
pub(in crate::store) mod online_backup;
pub(in crate::store) mod restore;

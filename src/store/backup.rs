//! Online backups, backups before a migration, and restoring either.

pub(super) mod contents;
pub(super) mod encryption;
pub(super) mod online_backup;
pub(super) mod restore;

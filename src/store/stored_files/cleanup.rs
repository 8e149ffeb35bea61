//! Contents that nothing refers to, and those that the store was asked to delete.

use crate::model::error::Result;
use crate::model::files::Digest;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::named_files::digest;
use crate::store::sqlite_error::doing;
use rusqlite::params;

const WHAT: &str = "looking for unused stored files";
const WRITING: &str = "recording that a stored file is deleted";

/// No version of a citation, present or former, no copy and no order line refers to the content.
const IS_UNUSED: &str = "NOT EXISTS (SELECT 1 FROM version_files v WHERE v.file = f.key) \
     AND NOT EXISTS (SELECT 1 FROM link_copies c WHERE c.file = f.key) \
     AND NOT EXISTS (SELECT 1 FROM order_lines o WHERE o.file = f.key)";

/// A content to delete from the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnusedFile {
    /// Key of its row.
    pub key: i64,
    /// Its digest.
    pub digest: Digest,
}

impl ReadTx<'_> {
    /// The contents to delete: those that were last used before `end` (ISO 8601, UTC), and withdrawn ones that are still in
    /// the store. Those that the store has kept are tried again on another day than `today`. After a restore the
    /// period starts again: the database before it, which refers to more, may return.
    pub fn unused_files(&self, end: &str, today: &str) -> Result<Vec<UnusedFile>> {
        self.list(
            WHAT,
            &format!(
                "SELECT f.key, f.digest FROM stored_files f WHERE coalesce(f.delete_attempt, '') <> ?2 AND (\
                 (f.withdrawn IS NOT NULL AND f.is_kept = 1) \
                 OR (f.withdrawn IS NULL AND (f.last_used < ?1 OR f.deleting = 1) AND {IS_UNUSED} \
                 AND NOT EXISTS (SELECT 1 FROM restorations r WHERE r.restored >= ?1))) ORDER BY f.key"
            ),
            (end, today),
            |row| Ok(UnusedFile { key: row.get(0)?, digest: digest(row, 1)? }),
        )
    }
}

impl WriteTx<'_> {
    /// Marks a content as being deleted, so that nothing refers to it any more; `false` if it is in use by now. A withdrawn
    /// one needs no mark.
    pub fn begin_deleting_file(&self, file: UnusedFile, end: &str) -> Result<bool> {
        let marked = self
            .db
            .execute(
                &format!(
                    "UPDATE stored_files AS f SET deleting = (f.withdrawn IS NULL) WHERE f.key = ?1 AND (\
                     (f.withdrawn IS NOT NULL AND f.is_kept = 1) \
                     OR (f.withdrawn IS NULL AND (f.last_used < ?2 OR f.deleting = 1) AND {IS_UNUSED}))"
                ),
                (file.key, end),
            )
            .map_err(doing(WRITING))?;
        Ok(marked > 0)
    }

    /// Forgets a content that is no longer in the store; a withdrawn one is remembered.
    pub fn file_deleted(&self, file: UnusedFile) -> Result<()> {
        self.delete_file_text(file.digest)?;
        self.delete_file_check(file.digest)?;
        self.db
            .execute(
                "DELETE FROM stored_files WHERE key = ?1 AND deleting = 1 AND withdrawn IS NULL",
                [file.key],
            )
            .map_err(doing(WRITING))?;
        self.db
            .execute("UPDATE stored_files SET is_kept = 0 WHERE key = ?1", [file.key])
            .map(drop)
            .map_err(doing(WRITING))
    }

    /// Records that the store has kept a content that was to be deleted on this day.
    pub fn file_kept(&self, file: UnusedFile, today: &str) -> Result<()> {
        self.db
            .execute(
                "UPDATE stored_files SET is_kept = 1, delete_attempt = ?2 WHERE key = ?1",
                params![file.key, today],
            )
            .map(drop)
            .map_err(doing(WRITING))
    }
}

//! What is known of the contents of stored files, by their digests; and which are used nowhere, so that they are deleted.

use crate::model::citations::citation::{FileDetails, VersionFile, Withdrawal};
use crate::model::error::Result;
use crate::model::files::{Digest, FileName, FileType, NamedFile};
use crate::model::keys::{CitationKey, FileKey};
use crate::store::changes::{Editor, now};
use crate::store::database::{ReadTx, WriteTx};
use crate::store::named_files::{FILES_OF_VERSIONS, REFERENCED_FILES, named_file};
use crate::store::sql::{from_row, from_text, insert};
use rusqlite::{Row, params};

/// The columns of a file that belongs to a version, beside its name in that version; `f` is `stored_files`.
pub(in crate::store) const FILE_COLUMNS: &str = "f.digest, f.type, f.size, f.pages AS file_pages, f.stored, f.withdrawn, f.withdrawn_reason, f.preview_failed";

/// What is known of a content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFileRow {
    /// Key of its row.
    pub key: FileKey,
    pub digest: Digest,
    /// Its type.
    pub file_type: FileType,
    /// Length in bytes.
    pub size: u64,
    /// CRC-32 of the content.
    pub crc32: u32,
    /// The name of the last upload.
    pub name: FileName,
    /// Pages of a PDF, if they could be counted.
    pub pages: Option<u32>,
    /// The title in the file, if it has one.
    pub title: Option<String>,
    /// When it was stored, ISO 8601, UTC.
    pub stored: String,
    /// Whether it is being deleted.
    pub is_deleting: bool,
    /// Whether the store has kept the content although it was to be deleted.
    pub is_kept: bool,
    /// Whether a check has found other bytes in the store.
    pub is_damaged: bool,
    /// When and why it was withdrawn.
    pub withdrawn: Option<Withdrawal>,
    /// Whether drawing its preview has failed.
    pub is_preview_failed: bool,
}

impl StoredFileRow {
    /// The row of a content that was withdrawn in another installation, before it is recorded.
    pub fn withdrawn_elsewhere(new: &NewFile, why: Withdrawal) -> StoredFileRow {
        StoredFileRow {
            key: FileKey::new(0),
            digest: new.digest,
            file_type: new.file_type,
            size: new.size,
            crc32: new.crc32,
            name: new.name.clone(),
            pages: None,
            title: None,
            stored: why.at.clone(),
            is_deleting: false,
            is_kept: false,
            is_damaged: false,
            withdrawn: Some(why),
            is_preview_failed: false,
        }
    }

    /// Whether it may be used: it was not withdrawn, and is not being deleted.
    pub fn is_available(&self) -> bool {
        self.withdrawn.is_none() && !self.is_deleting
    }

    /// Whether a preview can be drawn, as far as is known.
    pub fn has_preview(&self) -> bool {
        self.file_type.can_be_drawn() && !self.is_preview_failed && self.withdrawn.is_none()
    }

    /// What citations show of it.
    pub fn details(&self) -> FileDetails {
        FileDetails {
            media_type: self.file_type,
            size: self.size,
            pages: self.pages,
            preview: self.has_preview(),
            stored: self.stored.clone(),
            by: None,
        }
    }
}

/// A content to record.
#[derive(Debug, Clone)]
pub struct NewFile {
    pub digest: Digest,
    /// Its type.
    pub file_type: FileType,
    /// Length in bytes.
    pub size: u64,
    /// CRC-32 of the content.
    pub crc32: u32,
    pub name: FileName,
    /// Pages of a PDF, if they could be counted.
    pub pages: Option<u32>,
    /// The title in the file, if it has one.
    pub title: Option<String>,
}

impl ReadTx<'_> {
    /// What is known of this content; `None` if it was never stored, or is deleted.
    pub fn stored_file(&self, digest: Digest) -> Result<Option<StoredFileRow>> {
        self.optional(
            "SELECT key, digest, type, size, crc32, name, pages, title, stored, deleting, is_kept, \
             is_damaged, withdrawn, withdrawn_reason, preview_failed FROM stored_files WHERE digest = ?1",
            [digest.to_string()],
            stored_file,
        )
    }

    /// Every content that a version of a citation, a copy or an order line refers to and that
    /// was not withdrawn, by digest.
    pub fn referenced_files(&self) -> Result<Vec<NamedFile>> {
        self.list(REFERENCED_FILES, [], named_file)
    }

    /// Every content that a version of a citation, present or former, refers to and that was not
    /// withdrawn, by digest.
    pub fn files_of_versions(&self) -> Result<Vec<NamedFile>> {
        self.list(FILES_OF_VERSIONS, [], named_file)
    }

    /// Every recorded content that was not withdrawn, unused ones too, by digest.
    pub fn recorded_files(&self) -> Result<Vec<NamedFile>> {
        self.list(
            "SELECT digest, size, name FROM stored_files WHERE withdrawn IS NULL AND deleting = 0 ORDER BY \
             digest",
            [],
            named_file,
        )
    }

    /// Every content that was withdrawn.
    pub fn withdrawn_files(&self) -> Result<Vec<Digest>> {
        self.values("SELECT digest FROM stored_files WHERE withdrawn IS NOT NULL", [])
    }

    /// The contents that were withdrawn and are still in the store, because it did not delete them.
    pub fn kept_withdrawn_files(&self) -> Result<Vec<Digest>> {
        self.values(
            "SELECT digest FROM stored_files WHERE withdrawn IS NOT NULL AND is_kept = 1 ORDER BY digest",
            [],
        )
    }

    /// The contents to delete: those that were last used before `end` (ISO 8601, UTC), and withdrawn ones that are still in
    /// the store. Those that the store has kept are tried again on another day than `today`. After a restore the
    /// period starts again: the database before it, which refers to more, may return.
    pub fn unused_files(&self, end: &str, today: &str) -> Result<Vec<UnusedFile>> {
        self.list(
            &format!(
                "SELECT f.key, f.digest FROM stored_files f WHERE coalesce(f.delete_attempt, '') <> ?2 AND (\
                 (f.withdrawn IS NOT NULL AND f.is_kept = 1) \
                 OR (f.withdrawn IS NULL AND (f.last_used < ?1 OR f.deleting = 1) AND {IS_UNUSED} \
                 AND NOT EXISTS (SELECT 1 FROM restorations r WHERE r.restored >= ?1))) ORDER BY f.key"
            ),
            (end, today),
            |row| from_row!(row => UnusedFile { key, digest }),
        )
    }
}

impl WriteTx<'_> {
    /// Records a content that is in the store; a known one gets the new name, and the period starts again. Returns whether it
    /// is new.
    pub fn put_stored_file(&self, new: &NewFile, editor: &Editor) -> Result<bool> {
        let (digest, now) = (new.digest.to_string(), now());
        let updated = self.execute(
            "UPDATE stored_files SET name = ?2, last_used = ?3, is_damaged = 0, pages = coalesce(?4, pages), \
             title = coalesce(?5, title) WHERE digest = ?1 AND deleting = 0",
            params![digest, new.name.as_str(), now, new.pages, new.title],
        )?;
        if updated > 0 {
            return Ok(false);
        }
        self.execute(
            "INSERT INTO stored_files (digest, type, size, crc32, name, pages, title, stored, \
             stored_by_user, \
             stored_by_name, last_used) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?8) \
             ON CONFLICT (digest) DO UPDATE SET name = excluded.name, pages = excluded.pages, \
             title = excluded.title, stored = excluded.stored, \
             stored_by_user = excluded.stored_by_user, \
             stored_by_name = excluded.stored_by_name, last_used = excluded.last_used, deleting = 0, \
             is_kept = 0, is_damaged = 0, \
             delete_attempt = NULL",
            params![
                digest,
                new.file_type.media_type(),
                new.size,
                new.crc32,
                new.name.as_str(),
                new.pages,
                new.title,
                now,
                editor.user,
                editor.name,
            ],
        )?;
        Ok(true)
    }

    /// Records whether the store has other bytes in place of a content.
    pub fn set_file_damaged(&self, digest: Digest, is_damaged: bool) -> Result<()> {
        self.run(
            "UPDATE stored_files SET is_damaged = ?2 WHERE digest = ?1 AND is_damaged <> ?2",
            params![digest.to_string(), is_damaged],
        )
    }

    /// Records a content that was withdrawn in another installation; one that is known stays as it is.
    pub fn put_withdrawn_file(&self, new: &NewFile, why: &Withdrawal, editor: &Editor) -> Result<()> {
        insert!(self.db, or ignore stored_files {
            digest = new.digest.to_string(), type = new.file_type.media_type(), size = new.size,
            crc32 = new.crc32, name = new.name.as_str(), stored = now(), stored_by_user = editor.user,
            stored_by_name = editor.name, last_used = now(), withdrawn = why.at,
            withdrawn_reason = why.reason
        })
        .map(drop)
    }

    /// Records that a content is withdrawn, with everything that was derived from it, and that the citations with it have
    /// changed. One that was withdrawn before keeps its first reason.
    pub fn withdraw_file(&self, file: &StoredFileRow, reason: &str) -> Result<()> {
        self.execute(
            "UPDATE stored_files SET withdrawn = ?2, withdrawn_reason = ?3, title = NULL, is_kept = 1 \
             WHERE key = ?1 AND withdrawn IS NULL",
            params![file.key, now(), reason],
        )?;
        self.delete_file_text(file.digest)?;
        self.delete_file_check(file.digest)?;
        let keys: Vec<CitationKey> =
            self.values("SELECT DISTINCT citation FROM language_versions WHERE file = ?1", [file.key])?;
        keys.into_iter().try_for_each(|key| self.touch(key))
    }

    /// Marks a content as being deleted, so that nothing refers to it any more; `false` if it is in use by now. A withdrawn
    /// one needs no mark.
    pub fn begin_deleting_file(&self, file: UnusedFile, end: &str) -> Result<bool> {
        let marked = self.execute(
            &format!(
                "UPDATE stored_files AS f SET deleting = (f.withdrawn IS NULL) WHERE f.key = ?1 AND (\
                 (f.withdrawn IS NOT NULL AND f.is_kept = 1) \
                 OR (f.withdrawn IS NULL AND (f.last_used < ?2 OR f.deleting = 1) AND {IS_UNUSED}))"
            ),
            (file.key, end),
        )?;
        Ok(marked > 0)
    }

    /// Forgets a content that is no longer in the store; a withdrawn one is remembered.
    pub fn file_deleted(&self, file: UnusedFile) -> Result<()> {
        self.delete_file_text(file.digest)?;
        self.delete_file_check(file.digest)?;
        self.execute(
            "DELETE FROM stored_files WHERE key = ?1 AND deleting = 1 AND withdrawn IS NULL",
            [file.key],
        )?;
        self.run("UPDATE stored_files SET is_kept = 0 WHERE key = ?1", [file.key])
    }

    /// Records that the store has kept a content that was to be deleted on this day.
    pub fn file_kept(&self, file: UnusedFile, today: &str) -> Result<()> {
        self.run(
            "UPDATE stored_files SET is_kept = 1, delete_attempt = ?2 WHERE key = ?1",
            params![file.key, today],
        )
    }
}

/// The file of a version: `file_name`, its name in the version, and [`FILE_COLUMNS`].
pub(in crate::store) fn version_file(row: &Row<'_>) -> rusqlite::Result<Option<VersionFile>> {
    let Some(digest) = row.get("digest")? else { return Ok(None) };
    let media_type: FileType = row.get("type")?;
    let withdrawn = withdrawal(row)?;
    let preview = media_type.can_be_drawn() && !row.get::<_, bool>("preview_failed")? && withdrawn.is_none();
    let details = from_row!(row => FileDetails {
        media_type: media_type, size, pages = "file_pages", preview: preview, stored, by: None
    })?;
    from_row!(row => VersionFile {
        digest: digest, name = "file_name", details: Some(details), withdrawn: withdrawn
    })
    .map(Some)
}

fn stored_file(row: &Row<'_>) -> rusqlite::Result<StoredFileRow> {
    from_row!(row => StoredFileRow {
        key, digest, file_type = "type", size, crc32, name: FileName::from_stored(row.get("name")?), pages, title, stored,
        is_deleting = "deleting", is_kept, is_damaged, withdrawn: withdrawal(row)?, is_preview_failed = "preview_failed"
    })
}

fn withdrawal(row: &Row<'_>) -> rusqlite::Result<Option<Withdrawal>> {
    let at: Option<String> = row.get("withdrawn")?;
    let reason: Option<String> = row.get("withdrawn_reason")?;
    Ok(at.map(|at| Withdrawal { reason: reason.unwrap_or_default(), at }))
}

from_text!(FileType, FileType::from_media_type);

/// No version of a citation, present or former, no copy and no order line refers to the content.
const IS_UNUSED: &str = "NOT EXISTS (SELECT 1 FROM version_files v WHERE v.file = f.key) \
                         AND NOT EXISTS (SELECT 1 FROM link_copies c WHERE c.file = f.key) \
                         AND NOT EXISTS (SELECT 1 FROM order_lines o WHERE o.file = f.key)";

/// A content to delete from the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnusedFile {
    /// Key of its row.
    pub key: FileKey,
    pub digest: Digest,
}

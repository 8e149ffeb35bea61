//! Files that were sent to be imported, with their previews, and saved mappings.

use crate::model::category::value_key;
use crate::model::error::{Error, Result};
use crate::model::keys::{ChangeNumber, CitationKey, ImportKey, JobKey, UserKey};
use crate::model::table_import::{ImportCounts, ImportEntry, Mapping, PreviewRow, SavedMapping};
use crate::store::changes::now;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sql::{from_row, insert, json, json_column, tuple};
use rusqlite::params;

/// An import as it is stored.
#[derive(Debug, Clone)]
pub struct StoredImport {
    pub key: ImportKey,
    pub id: String,
    pub name: String,
    pub version: u64,
    /// What the API shows of it, as JSON.
    pub details: String,
    /// The version and the change number of the stored preview.
    pub preview: Option<(u64, ChangeNumber)>,
    /// The key of its job, once it was started.
    pub job: Option<JobKey>,
}

/// A row of a preview to store.
#[derive(Debug)]
pub struct NewImportRow {
    pub row: PreviewRow,
    /// The citation as it will be, as JSON.
    pub citation: Option<String>,
    /// The present citation and its ETag.
    pub present: Option<(CitationKey, String)>,
}

impl ReadTx<'_> {
    /// The import with this ID, if it is this person's.
    pub fn import(&self, id: &str, owner: UserKey) -> Result<Option<StoredImport>> {
        self.optional(
            "SELECT key, id, name, version, details, previewed, preview_change, job FROM imports \
             WHERE id = ?1 AND owner = ?2",
            params![id, owner],
            |row| {
                let previewed: Option<u64> = row.get("previewed")?;
                let preview = previewed.zip(row.get("preview_change")?);
                from_row!(row => StoredImport { key, id, name, version, details, preview: preview, job })
            },
        )
    }

    /// The file of an import.
    pub fn import_content(&self, key: ImportKey) -> Result<Vec<u8>> {
        self.value("SELECT content FROM imports WHERE key = ?1", [key])
    }

    /// The imports of a person, newest first.
    pub fn imports(&self, owner: UserKey) -> Result<Vec<ImportEntry>> {
        self.list(
            "SELECT i.id, i.name, json_extract(i.details, '$.format') AS format, i.created, j.id AS job, j.complete, \
             (SELECT count(*) FROM import_job_rows r WHERE r.job = j.key) AS total, \
             (SELECT count(*) FROM import_job_rows r WHERE r.job = j.key AND r.state > 0) AS records \
             FROM imports i LEFT JOIN jobs j ON j.key = i.job WHERE i.owner = ?1 ORDER BY i.key DESC",
            [owner],
            |row| {
                let is_complete: Option<bool> = row.get("complete")?;
                let state = match is_complete {
                    None => "ready",
                    Some(false) => "running",
                    Some(true) => "complete",
                };
                let total = row.get("total")?;
                from_row!(row => ImportEntry {
                    id, name, format, created, state: state.to_owned(), records, total: is_complete.map(|_| total), job
                })
            },
        )
    }

    /// Rows of the stored preview from `start` on.
    pub fn preview_rows(&self, import: ImportKey, start: usize, most: usize) -> Result<Vec<PreviewRow>> {
        self.list(
            "SELECT body FROM import_rows WHERE import = ?1 AND position >= ?2 ORDER BY position LIMIT ?3",
            params![import, start as i64, most as i64],
            |row| json_column(row, "body"),
        )
    }

    /// The counts of the stored preview, and how many rows it has.
    pub fn preview_counts(&self, import: ImportKey) -> Result<(ImportCounts, u64)> {
        let rows: Vec<(String, u64)> = self
            .rows("SELECT outcome, count(*) FROM import_rows WHERE import = ?1 GROUP BY outcome", [import])?;
        let of =
            |outcome: &str| rows.iter().find(|(known, _)| known == outcome).map_or(0, |(_, count)| *count);
        let counts = ImportCounts {
            new: of("new"),
            changed: of("changed"),
            unchanged: of("unchanged"),
            bad: of("bad"),
        };
        Ok((counts, rows.iter().map(|(_, count)| count).sum()))
    }

    /// Every row of the stored preview that writes a citation: its row, its citation as JSON, and the present one.
    #[allow(clippy::type_complexity)]
    pub fn rows_to_write(
        &self,
        import: ImportKey,
    ) -> Result<Vec<(u64, String, Option<(CitationKey, String)>)>> {
        self.list(
            "SELECT row, citation, citation_key, etag FROM import_rows \
             WHERE import = ?1 AND citation IS NOT NULL ORDER BY row, position",
            [import],
            |row| {
                let (row, citation, key, etag) = tuple::<(_, _, Option<CitationKey>, Option<String>)>(row)?;
                Ok((row, citation, key.zip(etag)))
            },
        )
    }

    /// The rows of the stored preview that are bad.
    pub fn bad_rows(&self, import: ImportKey) -> Result<Vec<u64>> {
        self.values(
            "SELECT row FROM import_rows WHERE import = ?1 AND outcome = 'bad' ORDER BY row",
            [import],
        )
    }

    /// The saved mappings, by name.
    pub fn mappings(&self) -> Result<Vec<SavedMapping>> {
        self.list(
            "SELECT id, name, mapping FROM import_mappings ORDER BY name_key",
            [],
            |row| from_row!(row => SavedMapping { id, name, mapping: json_column(row, "mapping")? }),
        )
    }
}

/// The name of an outcome as the API has it.
fn outcome_name(row: &PreviewRow) -> Result<String> {
    Ok(json(&row.outcome)?.trim_matches('"').to_owned())
}

impl WriteTx<'_> {
    /// Stores a file that a person sent.
    pub fn add_import(
        &self,
        id: &str,
        owner: UserKey,
        name: &str,
        content: &[u8],
        details: &str,
    ) -> Result<()> {
        insert!(self.db, imports { id, owner, name, created = now(), used = now(), content, details })
    }

    /// Stores what the API shows of an import after a change of its mapping; the preview is of the former one.
    pub fn change_import(&self, key: ImportKey, details: &str) -> Result<()> {
        self.run(
            "UPDATE imports SET details = ?2, version = version + 1, previewed = NULL, used = ?3 WHERE key \
             = ?1",
            params![key, details, now()],
        )
    }

    /// Records that an import is in use.
    pub fn touch_import(&self, key: ImportKey) -> Result<()> {
        self.run("UPDATE imports SET used = ?2 WHERE key = ?1", params![key, now()])
    }

    /// Begins a new preview; its rows follow.
    pub fn clear_preview(&self, key: ImportKey) -> Result<()> {
        self.execute("DELETE FROM import_rows WHERE import = ?1", [key])?;
        self.run("UPDATE imports SET previewed = NULL WHERE key = ?1", [key])
    }

    /// Stores rows of a preview from `position` on.
    pub fn add_preview_rows(&self, key: ImportKey, position: usize, rows: &[NewImportRow]) -> Result<()> {
        for (n, new) in rows.iter().enumerate() {
            let (citation_key, etag) = new.present.clone().unzip();
            insert!(self.db, import_rows {
                import = key, position = (position + n) as i64, row = new.row.row,
                outcome = outcome_name(&new.row)?, body = json(&new.row)?, citation = new.citation,
                citation_key, etag
            })?;
        }
        Ok(())
    }

    /// The preview is whole: it is of this version, and of the catalogue with this change number.
    pub fn finish_preview(&self, key: ImportKey, version: u64, change: ChangeNumber) -> Result<()> {
        self.run(
            "UPDATE imports SET previewed = ?2, preview_change = ?3, used = ?4 WHERE key = ?1",
            params![key, version, change, now()],
        )
    }

    /// Deletes an import; its job stays.
    pub fn delete_import(&self, key: ImportKey) -> Result<()> {
        self.execute("DELETE FROM import_rows WHERE import = ?1", [key])?;
        self.run("DELETE FROM imports WHERE key = ?1", [key])
    }

    /// Deletes imports that were last used before this moment (ISO 8601, UTC).
    pub fn delete_old_imports(&self, before: &str) -> Result<()> {
        let old: Vec<ImportKey> = self.values(
            "SELECT i.key FROM imports i LEFT JOIN jobs j ON j.key = i.job \
             WHERE i.used < ?1 AND coalesce(j.complete, 1) = 1",
            [before],
        )?;
        old.into_iter().try_for_each(|key| self.delete_import(key))
    }

    /// Saves a mapping under an ID.
    ///
    /// # Errors
    /// [`Error::Conflict`] if another one has the name.
    pub fn save_mapping(&self, id: &str, name: &str, mapping: &Mapping) -> Result<()> {
        let taken: Option<String> = self.optional_value(
            "SELECT name FROM import_mappings WHERE name_key = ?1 AND id <> ?2",
            params![value_key(name), id],
        )?;
        if let Some(taken) = taken {
            return Err(Error::Conflict(format!("There is a mapping '{taken}' already.")));
        }
        insert!(self.db, or update import_mappings {
            id, name, name_key = value_key(name), mapping = json(mapping)?
        })
    }

    /// Deletes a mapping; returns whether it was there.
    pub fn delete_mapping(&self, id: &str) -> Result<bool> {
        self.execute("DELETE FROM import_mappings WHERE id = ?1", [id]).map(|count| count > 0)
    }
}

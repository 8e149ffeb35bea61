//! Jobs that write an import or undo one: their rows and progress.

use crate::model::error::Result;
use crate::model::job::{BULK_UNDO, IMPORT, SkippedRow};
use crate::model::keys::{CitationKey, ImportKey, JobKey};
use crate::store::changes::Editor;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sql::{from_row, insert};
use rusqlite::params;

/// Citations that are written in one transaction: few, so that other writers wait a moment only.
const STEP: i64 = 25;
/// Skipped rows that a job names.
const MAX_SKIPPED: i64 = 1_000;

/// A row of an import job that is still to be written, or undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportItem {
    pub position: i64,
    /// The citation to write, as JSON; `None` in an undo.
    pub citation: Option<String>,
    /// The present citation, and the ETag that it must still have.
    pub present: Option<(CitationKey, String)>,
    /// What the undone job had made: the version, and whether it added the citation.
    pub made: Option<(u32, bool)>,
}

/// A row to write.
#[derive(Debug)]
pub struct NewJobRow {
    pub row: u64,
    pub citation: String,
    pub present: Option<(CitationKey, String)>,
    /// Why it is skipped from the start.
    pub reason: Option<String>,
}

/// What became of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportOutcomeMark {
    Written { key: CitationKey, added: bool, version: u32 },
    Skipped(String),
    Unchanged,
}

impl ReadTx<'_> {
    /// Whether a job writes or undoes an import.
    pub(in crate::store) fn is_import_job(&self, job: JobKey) -> Result<bool> {
        self.value("SELECT EXISTS (SELECT 1 FROM import_jobs WHERE job = ?1)", [job])
    }

    /// The rows that are next; empty when the job has no more.
    pub(in crate::store) fn next_import_batch(&self, job: JobKey) -> Result<Vec<ImportItem>> {
        self.list(
            "SELECT r.position, r.citation, r.citation_key, r.etag, o.version, o.added \
             FROM import_job_rows r \
             LEFT JOIN import_job_rows o ON o.position = r.position \
             AND o.job = (SELECT undoes FROM import_jobs WHERE job = ?1) \
             WHERE r.job = ?1 AND r.state = 0 ORDER BY r.position LIMIT ?2",
            (job, STEP),
            |row| {
                let (key, etag): (Option<CitationKey>, Option<String>) =
                    (row.get("citation_key")?, row.get("etag")?);
                let (version, added): (Option<u32>, Option<bool>) = (row.get("version")?, row.get("added")?);
                from_row!(row => ImportItem {
                    position, citation, present: key.zip(etag), made: version.zip(added)
                })
            },
        )
    }

    /// The rows that a job skipped, and how many citations it has changed.
    pub(in crate::store) fn import_progress(&self, job: JobKey) -> Result<(Vec<SkippedRow>, u64)> {
        let skipped = self.list(
            "SELECT r.row, c.id, r.reason FROM import_job_rows r LEFT \
             JOIN citations c ON c.key = r.citation_key \
             WHERE r.job = ?1 AND r.state = 2 ORDER BY r.row, r.position LIMIT ?2",
            (job, MAX_SKIPPED),
            |row| from_row!(row => SkippedRow { row, id, reason }),
        )?;
        let changed =
            self.value("SELECT count(*) FROM import_job_rows WHERE job = ?1 AND state = 1", [job])?;
        Ok((skipped, changed))
    }

    /// Whether an import job, or the undo of one, has been undone, and how many citations it has changed; `None` for another job.
    pub fn undoable_import(&self, job: JobKey) -> Result<Option<(bool, u64)>> {
        self.optional_row(
            "SELECT EXISTS (SELECT 1 FROM import_jobs b WHERE b.undoes = j.job), \
             (SELECT count(*) FROM import_job_rows r WHERE r.job = j.job AND r.state = 1) \
             FROM import_jobs j WHERE j.job = ?1",
            [job],
        )
    }
}

impl WriteTx<'_> {
    /// Adds a job that writes these rows of an import.
    pub fn add_import_job(
        &self,
        id: &str,
        (import, name): (ImportKey, &str),
        rows: &[NewJobRow],
        editor: &Editor,
    ) -> Result<()> {
        let job = self.insert_job(id, IMPORT, editor)?;
        self.execute("INSERT INTO import_jobs (job, name) VALUES (?1, ?2)", params![job, name])?;
        self.execute("UPDATE imports SET job = ?2 WHERE key = ?1", (import, job))?;
        for (position, row) in rows.iter().enumerate() {
            let (key, etag) = row.present.clone().unzip();
            let state = if row.reason.is_some() { 2 } else { 0 };
            insert!(self.db, import_job_rows {
                job, position = position as i64, row = row.row, citation = row.citation, citation_key = key,
                etag, state, reason = row.reason
            })?;
        }
        Ok(())
    }

    /// Adds a job that undoes an import job, for the citations that it has written.
    pub fn add_import_undo_job(&self, id: &str, undoes: JobKey, editor: &Editor) -> Result<()> {
        let job = self.insert_job(id, BULK_UNDO, editor)?;
        self.execute(
            "INSERT INTO import_jobs (job, name, undoes) SELECT ?1, name, job FROM import_jobs \
             WHERE job = ?2",
            (job, undoes),
        )?;
        self.run(
            "INSERT INTO import_job_rows (job, position, row, citation_key, etag) \
             SELECT ?1, position, row, citation_key, '' FROM import_job_rows WHERE job = ?2 AND state = 1",
            (job, undoes),
        )
    }

    /// Marks what became of a row; in the transaction of the change itself.
    pub fn mark_import_row(&self, job: JobKey, position: i64, mark: &ImportOutcomeMark) -> Result<()> {
        let (state, key, added, version, reason) = match mark {
            ImportOutcomeMark::Written { key, added, version } => {
                (1, Some(*key), *added, Some(*version), None)
            }
            ImportOutcomeMark::Skipped(reason) => (2, None, false, None, Some(reason)),
            ImportOutcomeMark::Unchanged => (3, None, false, None, None),
        };
        self.run_once(
            "UPDATE import_job_rows SET state = ?3, citation_key = coalesce(?4, citation_key), added = ?5, \
             version = ?6, reason = ?7, citation = NULL WHERE job = ?1 AND position = ?2 AND state = 0",
            params![job, position, state, key, added, version, reason],
            "This row of the import is already done.",
        )
    }
}

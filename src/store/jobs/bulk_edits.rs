//! Jobs that change many citations or undo such a job: their citations and progress.

use crate::model::bulk_edit::change::BulkChangeRequest;
use crate::model::bulk_edit::progress::{BulkProgress, MAX_SKIPPED};
use crate::model::error::Result;
use crate::model::job::{BULK_CHANGE, BULK_UNDO};
use crate::model::keys::{CitationKey, JobKey};
use crate::model::reviews::SkippedCitation;
use crate::store::changes::Editor;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sql::{from_row, json, json_column};
use rusqlite::params;

/// Citations that are changed in one transaction: few, so that other writers wait a moment only.
const STEP: i64 = 25;

/// The next citations of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulkEditBatch {
    /// What to do to which fields, or what to undo.
    pub change: BulkChangeRequest,
    /// The citations that are next.
    pub citations: Vec<BulkItem>,
}

/// A citation of a job that is still to be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulkItem {
    /// Its place in the job.
    pub position: u32,
    /// Its key.
    pub citation: CitationKey,
    /// The ETag that it must still have; empty in an undo.
    pub etag: String,
    /// The version that the undone job had made; `None` if the job is not an undo.
    pub made: Option<SavedVersion>,
}

/// The version of a citation that a job made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SavedVersion {
    /// Its number.
    pub version: u32,
    /// The latest number of the history of lookup values then.
    pub lookups: i64,
}

/// What a job did with a citation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome<'r> {
    /// Made this version of it.
    Changed(SavedVersion),
    /// There was nothing to change.
    Unchanged,
    /// Skipped it, for this reason.
    Skipped(&'r str),
}

/// A job that somebody wants to undo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndoableJob {
    pub key: JobKey,
    /// Its type.
    pub job_type: String,
    /// Whether everything is done.
    pub is_complete: bool,
    /// Whether it has been undone.
    pub is_undone: bool,
    /// How many citations it has changed.
    pub changed: u64,
}

impl ReadTx<'_> {
    /// The citations that are next; `None` when the job has no more.
    pub(in crate::store) fn next_bulk_batch(&self, job: JobKey) -> Result<Option<BulkEditBatch>> {
        let citations = self.list(
            "SELECT j.position, j.citation, j.etag, o.version, o.lookups FROM job_citations j \
             LEFT JOIN job_citations o ON o.position = j.position \
             AND o.job = (SELECT undoes FROM bulk_jobs WHERE job = ?1) \
             WHERE j.job = ?1 AND j.state = 0 ORDER BY j.position LIMIT ?2",
            (job, STEP),
            |row| {
                let version: Option<u32> = row.get("version")?;
                let made = version.zip(row.get("lookups")?);
                let made = made.map(|(version, lookups)| SavedVersion { version, lookups });
                from_row!(row => BulkItem { position, citation, etag, made: made })
            },
        )?;
        if citations.is_empty() {
            return Ok(None);
        }
        Ok(Some(BulkEditBatch { change: self.bulk_change(job)?, citations }))
    }

    /// The progress of the job, and how many citations it has changed.
    pub(in crate::store) fn bulk_progress(&self, job: JobKey) -> Result<(BulkProgress, u64)> {
        let (by, undoes, undone_by) = self.row(
            "SELECT j.by_name, o.id, u.id FROM jobs j JOIN bulk_jobs b ON b.job = j.key \
             LEFT JOIN jobs o ON o.key = b.undoes \
             LEFT JOIN bulk_jobs v ON v.undoes = j.key LEFT JOIN jobs u ON u.key = v.job WHERE j.key = ?1",
            [job],
        )?;
        let (citations, waiting, changed, refused, unchanged): (u64, u64, u64, u64, u64) = self.row(
            "SELECT count(*), count(*) FILTER (WHERE state = 0), count(*) FILTER (WHERE state = 1), \
             count(*) FILTER (WHERE state = 2), count(*) FILTER (WHERE state = 3) \
             FROM job_citations WHERE job = ?1",
            [job],
        )?;
        let skipped = self.list(
            "SELECT c.id, c.title, j.reason FROM job_citations j JOIN citations c ON c.key = j.citation \
             WHERE j.job = ?1 AND j.state = 2 ORDER BY j.position LIMIT ?2",
            params![job, MAX_SKIPPED],
            |row| from_row!(row => SkippedCitation { id, title, reason }),
        )?;
        let change = self.bulk_change(job)?;
        let done = citations - waiting;
        let progress =
            BulkProgress { change, undoes, undone_by, by, citations, done, unchanged, refused, skipped };
        Ok((progress, changed))
    }

    fn bulk_change(&self, job: JobKey) -> Result<BulkChangeRequest> {
        self.one("SELECT change FROM bulk_jobs WHERE job = ?1", [job], |row| json_column(row, "change"))
    }

    /// What undoing the job with this id needs; `None` if the job does not exist.
    pub fn undoable_job(&self, id: &str) -> Result<Option<UndoableJob>> {
        self.optional(
            "SELECT key, type, complete, EXISTS (SELECT 1 FROM bulk_jobs b WHERE b.undoes = key) AS is_undone, \
             (SELECT count(*) FROM job_citations c WHERE c.job = key AND c.state = 1) AS changed \
             FROM jobs WHERE id = ?1",
            [id], |row| {
                from_row!(row => UndoableJob {
                    key, job_type = "type", is_complete = "complete", is_undone, changed
                })
            },
        )
    }
}

impl WriteTx<'_> {
    /// Adds a job that changes these citations (keys, each with the ETag that it must still have).
    pub fn add_bulk_job(
        &self,
        id: &str,
        change: &BulkChangeRequest,
        citations: &[(CitationKey, String)],
        editor: &Editor,
    ) -> Result<()> {
        let job = self.insert_job(id, BULK_CHANGE, editor)?;
        let change = json(change)?;
        self.execute("INSERT INTO bulk_jobs (job, change) VALUES (?1, ?2)", (job, change))?;
        self.insert_job_citations(job, citations)
    }

    /// Adds a job that undoes another one, for the citations that this one has changed.
    pub fn add_undo_job(&self, id: &str, undoes: JobKey, editor: &Editor) -> Result<()> {
        let job = self.insert_job(id, BULK_UNDO, editor)?;
        self.execute(
            "INSERT INTO bulk_jobs (job, change, undoes) SELECT ?1, change, job FROM bulk_jobs \
             WHERE job = ?2",
            (job, undoes),
        )?;
        self.run(
            "INSERT INTO job_citations (job, position, citation, etag) \
             SELECT ?1, position, citation, '' FROM job_citations WHERE job = ?2 AND state = 1",
            (job, undoes),
        )
    }

    /// Marks what a job did with a citation; in the transaction of the change itself.
    pub fn mark_bulk_edit(&self, job: JobKey, position: u32, outcome: Outcome<'_>) -> Result<()> {
        let (state, reason, made) = match outcome {
            Outcome::Changed(made) => (1, None, Some(made)),
            Outcome::Skipped(reason) => (2, Some(reason), None),
            Outcome::Unchanged => (3, None, None),
        };
        let (version, lookups) = (made.map(|made| made.version), made.map(|made| made.lookups));
        self.run_once(
            "UPDATE job_citations SET state = ?3, reason = ?4, version = ?5, lookups = ?6 \
             WHERE job = ?1 AND position = ?2 AND state = 0",
            params![job, position, state, reason, version, lookups],
            "This citation of the job is already done.",
        )
    }
}

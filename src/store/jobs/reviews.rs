//! Jobs that record reviews or set reviewers: their citations and progress.

use crate::model::error::Result;
use crate::model::job::REVIEW;
use crate::model::keys::{CitationKey, JobKey};
use crate::model::reviews::{ReviewAction, ReviewChange, ReviewProgress, SkippedCitation};
use crate::store::changes::Editor;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sql::{from_row, insert};
use rusqlite::params;

/// Citations that are changed in one transaction: few, so that other writers wait a moment only.
const STEP: i64 = 25;

/// The next citations of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewBatch {
    /// What to do with them.
    pub change: ReviewChange,
    /// Their places in the job, with the key of each and the ETag that it must still have.
    pub citations: Vec<(u32, CitationKey, String)>,
}

impl ReadTx<'_> {
    /// The citations that are next; `None` when the job has no more.
    pub(in crate::store) fn next_review_batch(&self, job: JobKey) -> Result<Option<ReviewBatch>> {
        let citations = self.rows(
            "SELECT position, citation, etag FROM job_citations WHERE job = ?1 AND state = 0 \
             ORDER BY position LIMIT ?2",
            (job, STEP),
        )?;
        if citations.is_empty() {
            return Ok(None);
        }
        Ok(Some(ReviewBatch { change: self.review_change(job)?, citations }))
    }

    /// The progress of the job, and how many citations it has changed.
    pub(in crate::store) fn review_progress(&self, job: JobKey) -> Result<(ReviewProgress, u64)> {
        let ReviewChange { action, reviewer, .. } = self.review_change(job)?;
        let (citations, done, changed) = self.row(
            "SELECT count(*), count(*) FILTER (WHERE state > 0), count(*) FILTER (WHERE state = 1) \
             FROM job_citations WHERE job = ?1",
            [job],
        )?;
        let skipped = self.list(
            "SELECT c.id, c.title, j.reason FROM job_citations j JOIN citations c ON c.key = j.citation \
             WHERE j.job = ?1 AND j.state = 2 ORDER BY j.position",
            [job],
            |row| from_row!(row => SkippedCitation { id, title, reason }),
        )?;
        Ok((ReviewProgress { action, reviewer, citations, done, skipped }, changed))
    }

    fn review_change(&self, job: JobKey) -> Result<ReviewChange> {
        self.one("SELECT action, reviewer, note FROM review_jobs WHERE job = ?1", [job], |row| {
            let action = match row.get_ref("action")?.as_str()? {
                "reviewed" => ReviewAction::Reviewed,
                _ => ReviewAction::Reviewer,
            };
            from_row!(row => ReviewChange { action: action, reviewer, note })
        })
    }
}

impl WriteTx<'_> {
    /// Adds a job that changes these citations (keys, each with the ETag that it must still have).
    pub fn add_review_job(
        &self,
        id: &str,
        change: &ReviewChange,
        citations: &[(CitationKey, String)],
        editor: &Editor,
    ) -> Result<()> {
        let job = self.insert_job(id, REVIEW, editor)?;
        let action = match change.action {
            ReviewAction::Reviewed => "reviewed",
            ReviewAction::Reviewer => "reviewer",
        };
        insert!(self.db, review_jobs { job, action, reviewer = change.reviewer, note = change.note })?;
        self.insert_job_citations(job, citations)
    }

    /// Adds the citations of a job (keys, each with the ETag that it must still have).
    pub(in crate::store) fn insert_job_citations(
        &self,
        job: JobKey,
        citations: &[(CitationKey, String)],
    ) -> Result<()> {
        for (position, (citation, etag)) in citations.iter().enumerate() {
            insert!(self.db, job_citations { job, position, citation, etag })?;
        }
        Ok(())
    }

    /// Marks a citation of a job as changed, or as skipped for a `reason`; in the transaction of the change itself.
    pub fn mark_review(&self, job: JobKey, position: u32, reason: Option<&str>) -> Result<()> {
        self.run_once(
            "UPDATE job_citations SET state = iif(?3 IS NULL, 1, 2), reason = ?3 \
             WHERE job = ?1 AND position = ?2 AND state = 0",
            params![job, position, reason],
            "This citation of the job is already done.",
        )
    }
}

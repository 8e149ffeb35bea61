//! Batch jobs and their progress.

use crate::model::category::Category;
use crate::model::error::Result;
use crate::model::job::{BATCH_UPDATE, BULK_CHANGE, BULK_UNDO, IMPORT, Job, JobChange, LookupUpdate, REVIEW};
use crate::model::keys::JobKey;
use crate::store::changes::{Editor, now};
use crate::store::database::{ReadTx, WriteTx};
use crate::store::jobs::bulk_edits::BulkEditBatch;
use crate::store::jobs::imports::ImportItem;
use crate::store::jobs::reviews::ReviewBatch;
use crate::store::sql::{from_row, insert};
use rusqlite::params;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};

/// A job, and who added it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobSource {
    /// The ID of the job.
    pub id: String,
    /// The person.
    pub editor: Editor,
    /// Their role then, as the audit trail names it.
    pub role: String,
}

/// The next work of the job runner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextWork {
    /// This change of this job.
    Change {
        /// Key of the job.
        job: JobKey,
        /// Place of the change in it.
        position: u32,
        /// The change.
        update: LookupUpdate,
    },
    /// These citations of this job.
    Review {
        /// Key of the job.
        job: JobKey,
        /// What to do with which of them.
        batch: ReviewBatch,
    },
    /// These citations of this job.
    Bulk {
        /// Key of the job.
        job: JobKey,
        /// What to do with which of them.
        batch: BulkEditBatch,
    },
    /// These rows of this import.
    Import {
        /// Key of the job.
        job: JobKey,
        /// What to write or undo.
        batch: Vec<ImportItem>,
    },
    /// Every change of this job was made: it can be marked complete.
    Finish {
        /// Key of the job.
        job: JobKey,
    },
}

/// What a job consists of.
enum JobKind {
    /// Changes of lookup values.
    Lookups,
    Review,
    Bulk,
    Import,
}

impl ReadTx<'_> {
    /// The jobs still running and those started after `since` (ISO 8601, UTC), newest first.
    pub fn jobs(&self, since: &str) -> Result<Vec<Job>> {
        self.jobs_where("complete = 0 OR start >= ?1", since)
    }

    /// The job with this id.
    pub fn job(&self, id: &str) -> Result<Option<Job>> {
        Ok(self.jobs_where("id = ?1", id)?.pop())
    }

    /// How many jobs are not complete.
    pub fn jobs_waiting(&self) -> Result<u64> {
        self.value("SELECT count(*) FROM jobs WHERE complete = 0", [])
    }

    /// The next work of the runner; `None` if there is none.
    pub fn next_job_work(&self) -> Result<Option<NextWork>> {
        let job: Option<(JobKey, String)> =
            self.optional_row("SELECT key, type FROM jobs WHERE complete = 0 ORDER BY key LIMIT 1", [])?;
        let Some((job, job_type)) = job else { return Ok(None) };
        let work = match self.job_kind(job, &job_type)? {
            JobKind::Review => self.next_review_batch(job)?.map(|batch| NextWork::Review { job, batch }),
            JobKind::Import => Some(self.next_import_batch(job)?)
                .filter(|batch| !batch.is_empty())
                .map(|batch| NextWork::Import { job, batch }),
            JobKind::Bulk => self.next_bulk_batch(job)?.map(|batch| NextWork::Bulk { job, batch }),
            JobKind::Lookups => self.next_job_change(job)?,
        };
        Ok(Some(work.unwrap_or(NextWork::Finish { job })))
    }

    /// What a job of this type consists of.
    fn job_kind(&self, job: JobKey, job_type: &str) -> Result<JobKind> {
        Ok(match job_type {
            REVIEW => JobKind::Review,
            IMPORT => JobKind::Import,
            BULK_UNDO if self.is_import_job(job)? => JobKind::Import,
            BULK_CHANGE | BULK_UNDO => JobKind::Bulk,
            _ => JobKind::Lookups,
        })
    }

    fn next_job_change(&self, job: JobKey) -> Result<Option<NextWork>> {
        self.optional(
            "SELECT position, category, old_value, new_value, contact, sets_contact FROM job_changes \
             WHERE job = ?1 AND state = 0 ORDER BY position LIMIT 1",
            [job],
            |row| {
                let contact = if row.get("sets_contact")? { Some(row.get("contact")?) } else { None };
                let update =
                    from_row!(row => LookupUpdate { category, old_value, new_value, contact: contact })?;
                Ok(NextWork::Change { job, position: row.get("position")?, update })
            },
        )
    }

    /// The changes of lookup values still to be made, in their order: the category, the value, and what it becomes (`None`
    /// deletes it).
    pub fn pending_lookup_changes(&self) -> Result<Vec<(Category, String, Option<String>)>> {
        self.rows(
            "SELECT category, old_value, new_value FROM job_changes WHERE state = 0 ORDER BY job, position",
            [],
        )
    }

    /// The ID of the job with this key, and who added it.
    pub fn job_source(&self, key: JobKey) -> Result<JobSource> {
        self.one(
            "SELECT j.id, j.by_user, j.by_name, coalesce(j.by_role, nullif(u.roles, ''), 'staff') AS role \
             FROM jobs j LEFT JOIN users u ON u.key = j.by_user WHERE j.key = ?1",
            [key],
            |row| {
                let editor = from_row!(row => Editor { user = "by_user", name = "by_name" })?;
                from_row!(row => JobSource { id, editor: editor, role })
            },
        )
    }

    fn jobs_where(&self, condition: &str, parameter: &str) -> Result<Vec<Job>> {
        let sql =
            format!("SELECT key, id, start, complete, type FROM jobs WHERE {condition} ORDER BY key DESC");
        let found = self.list(&sql, [parameter], |row| {
            let job = from_row!(row => Job {
                id, job_type = "type", config: Vec::new(), complete, start, changed: 0, error: None, review: None,
                bulk: None, skipped: None
            })?;
            Ok((row.get("key")?, job))
        })?;
        found.into_iter().map(|(key, job)| self.with_changes(key, job)).collect()
    }

    fn with_changes(&self, key: JobKey, mut job: Job) -> Result<Job> {
        match self.job_kind(key, &job.job_type)? {
            JobKind::Review => {
                let (review, changed) = self.review_progress(key)?;
                (job.review, job.changed) = (Some(review), changed);
            }
            JobKind::Import => {
                let (skipped, changed) = self.import_progress(key)?;
                (job.skipped, job.changed) = (Some(skipped), changed);
            }
            JobKind::Bulk => {
                let (bulk, changed) = self.bulk_progress(key)?;
                (job.bulk, job.changed) = (Some(bulk), changed);
            }
            JobKind::Lookups => self.read_changes(key, &mut job)?,
        }
        Ok(job)
    }

    fn read_changes(&self, key: JobKey, job: &mut Job) -> Result<()> {
        let changes = self.list(
            "SELECT category, old_value, new_value, contact, error, citations FROM job_changes WHERE job = ?1 \
             ORDER BY position",
            [key],
            |row| {
                let category = row.get::<_, Category>("category")?.name().into();
                let change =
                    from_row!(row => JobChange { category: category, old_value, new_value, contact, error })?;
                Ok((change, row.get::<_, u64>("citations")?))
            },
        )?;
        job.changed = changes.iter().map(|(_, citations)| citations).sum();
        let errors: Vec<&str> = changes.iter().filter_map(|(change, _)| change.error.as_deref()).collect();
        job.error = if errors.is_empty() { None } else { Some(errors.join(" ")) };
        job.config = changes.into_iter().map(|(change, _)| change).collect();
        Ok(())
    }
}

impl WriteTx<'_> {
    /// Adds a job that waits to be run.
    pub fn add_job(&self, id: &str, updates: &[LookupUpdate], editor: &Editor) -> Result<()> {
        let job = self.insert_job(id, BATCH_UPDATE, editor)?;
        for (position, update) in updates.iter().enumerate() {
            insert!(self.db, job_changes {
                job, position, category = update.category as i64, old_value = update.old_value,
                new_value = update.new_value, contact = update.contact.clone().flatten(),
                sets_contact = update.contact.is_some()
            })?;
        }
        Ok(())
    }

    /// Records the role of the person who added a job.
    pub fn set_job_role(&self, id: &str, role: &str) -> Result<()> {
        self.run("UPDATE jobs SET by_role = ?2 WHERE id = ?1", [id, role])
    }

    /// Adds a job without anything to do yet. Returns its key.
    pub(in crate::store) fn insert_job(&self, id: &str, job_type: &str, editor: &Editor) -> Result<JobKey> {
        insert!(self.db, jobs {
            id, type = job_type, start = now(), by_user = editor.user, by_name = editor.name
        })?;
        Ok(JobKey::new(self.db.last_insert_rowid()))
    }

    /// Marks a change as made, with the number of changed citations; in the same transaction as the change itself.
    pub fn job_change_made(&self, job: JobKey, position: u32, citations: u64) -> Result<()> {
        self.mark_change(job, position, 1, citations, None)
    }

    /// Marks a change as failed, with the reason in plain words.
    pub fn job_change_failed(&self, job: JobKey, position: u32, reason: &str) -> Result<()> {
        self.mark_change(job, position, 2, 0, Some(reason))
    }

    /// Marks a job as complete.
    pub fn job_complete(&self, job: JobKey) -> Result<()> {
        self.run("UPDATE jobs SET complete = 1 WHERE key = ?1", [job])
    }

    fn mark_change(
        &self,
        job: JobKey,
        position: u32,
        state: i64,
        citations: u64,
        error: Option<&str>,
    ) -> Result<()> {
        self.run_once(
            "UPDATE job_changes SET state = ?3, citations = ?4, error = ?5 \
             WHERE job = ?1 AND position = ?2 AND state = 0",
            params![job, position, state, citations, error],
            "This change of the job is already made.",
        )
    }
}

impl FromSql for Category {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let number = usize::column_result(value)?;
        let category = i64::try_from(number).unwrap_or(i64::MAX);
        Category::ALL.get(number).copied().ok_or(FromSqlError::OutOfRange(category))
    }
}

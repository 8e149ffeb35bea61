//! Lists the citations that need a review; records reviews and sets reviewers, one at a time or as a job. Contract section
//! 9.4.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::bulk_edit::CHANGED_SINCE;
use crate::domain::citations::editing::{self, Stored};
use crate::domain::citations::saving;
use crate::model::accounts::Right;
use crate::model::audit::event::Action;
use crate::model::category::value_key;
use crate::model::clock;
use crate::model::day::Day;
use crate::model::entity_tag::{Precondition, quoted_tag, state_text};
use crate::model::error::{Error, FieldError, Result};
use crate::model::job::Job;
use crate::model::keys::{CitationKey, JobKey};
use crate::model::list_part::ListPart;
use crate::model::reviews::{
    ReviewAction, ReviewChange, ReviewCounts, ReviewEntry, ReviewJobRequest, ReviewPage, ReviewState,
    review_status,
};
use crate::model::text::count_with_noun;
use crate::model::text_bounds::parse_note;
use crate::search::fold;
use crate::store::{ReadTx, ReviewBatch, ReviewDay, ReviewRow, Saved, Store, WriteTx};
use std::collections::{BTreeMap, HashSet};

/// Which citations to list.
#[derive(Debug, Clone, Default)]
pub struct ReviewFilter {
    /// Only those of this department.
    pub department: Option<String>,
    /// Only those of this reviewer, whatever the case and blanks.
    pub reviewer: Option<String>,
    /// Only those in this state.
    pub state: Option<ReviewState>,
}

/// A citation with its sort key.
pub(super) struct ReviewedCitation {
    pub(super) row: ReviewRow,
    pub(super) state: ReviewState,
    pub(super) due_on: Option<Day>,
}

/// Citations, most overdue first. Obsolete ones are left out.
pub fn reviews(app: &App, actor: &Actor, filter: &ReviewFilter, part: ListPart) -> Result<ReviewPage> {
    actor.require(Right::EditCitations)?;
    app.store.read(|db| {
        let today = Day::from(clock::today());
        let mut found = reviewed_citations(app, db, filter.department.as_deref(), today)?;
        let reviewers = reviewers(&found);
        if let Some(reviewer) = filter.reviewer.as_deref().map(value_key) {
            found.retain(|one| one.row.reviewer.as_deref().map(value_key).as_ref() == Some(&reviewer));
        }
        let mut counts = ReviewCounts::default();
        found.iter().for_each(|one| counts.add(one.state));
        found.retain(|one| filter.state.is_none_or(|state| one.state == state));
        found.sort_by_cached_key(|one| {
            // Citations without a review come after the overdue ones: how overdue they are is unknown.
            let rank = match one.state {
                ReviewState::Overdue => 0,
                ReviewState::Never => 1,
                ReviewState::Due | ReviewState::Current => 2,
            };
            (rank, one.due_on, fold(&one.row.title), one.row.id.clone())
        });
        let all = found.len();
        let shown: Vec<ReviewedCitation> = part.select(found).collect();
        Ok(ReviewPage { counts, found: all, citations: entries(db, shown)?, reviewers })
    })
}

/// How many citations are overdue on the day `today`.
pub(super) fn overdue(app: &App, db: &ReadTx<'_>, today: Day) -> Result<u64> {
    let settings = &app.settings.review;
    let is_overdue = |day: &ReviewDay| {
        let cycle = day.cycle_months.unwrap_or(settings.cycle_months);
        review_status(day.reviewed, cycle, settings.warn_days, today).0 == ReviewState::Overdue
    };
    Ok(db.review_days()?.iter().filter(|day| is_overdue(day)).map(|day| day.citations).sum())
}

/// Every citation that is not obsolete with its state on the day `today`, in no order.
pub(super) fn reviewed_citations(
    app: &App,
    db: &ReadTx<'_>,
    department: Option<&str>,
    today: Day,
) -> Result<Vec<ReviewedCitation>> {
    let settings = &app.settings.review;
    let stands = |row: ReviewRow| {
        let cycle = row.cycle_months.unwrap_or(settings.cycle_months);
        let (state, due_on) = review_status(row.reviewed, cycle, settings.warn_days, today);
        ReviewedCitation { row, state, due_on }
    };
    Ok(db.review_rows(department)?.into_iter().map(stands).collect())
}

/// The reviewers of these citations, each in one spelling, in alphabetical order.
fn reviewers(found: &[ReviewedCitation]) -> Vec<String> {
    let named = found.iter().filter_map(|one| one.row.reviewer.as_ref());
    let by_key: BTreeMap<String, &String> = named.map(|name| (value_key(name), name)).collect();
    by_key.into_values().cloned().collect()
}

fn entries(db: &ReadTx<'_>, shown: Vec<ReviewedCitation>) -> Result<Vec<ReviewEntry>> {
    let keys: Vec<CitationKey> = shown.iter().map(|one| one.row.key).collect();
    let mut languages = db.review_languages(&keys)?;
    let entry = |ReviewedCitation { row, state, due_on }| {
        Ok(ReviewEntry {
            readable_id: db.current_readable_id(row.key)?.unwrap_or_else(|| row.id.clone()),
            id: row.id,
            title: row.title,
            department: row.department,
            reviewer: row.reviewer,
            languages: languages.remove(&row.key).unwrap_or_default(),
            dept_review_date: row.reviewed,
            due_on,
            state,
            etag: quoted_tag(saving::entity_tag_of_change(db, row.change)),
        })
    };
    shown.into_iter().map(entry).collect()
}

/// Records that a citation was reviewed today; changes nothing else and does not validate other fields. Searchable on
/// return. One that was reviewed today already stays as it is.
pub fn review(
    app: &App,
    id: &str,
    precondition: &Precondition,
    note: Option<&str>,
    actor: &Actor,
) -> Result<Stored> {
    actor.require(Right::EditCitations)?;
    let change = ReviewChange { action: ReviewAction::Reviewed, reviewer: None, note: parse_note(note)? };
    editing::change(app, id, precondition, |db, key| apply(db, key, &change, actor))
}

/// Adds a job that does the same for many citations; durable on return. Each must exist.
pub fn add_job(app: &App, request: &ReviewJobRequest, actor: &Actor) -> Result<Job> {
    actor.require(Right::EditCitations)?;
    let change = request.check()?;
    let id = uuid::Uuid::now_v7().to_string();
    let job = app.store.write(|db| {
        let citations = known(db, request)?;
        db.add_review_job(&id, &change, &citations, actor.editor())?;
        let citations = count_with_noun(citations.len() as u64, "citation", "citations");
        actor.record_job(db, &id, format!("review of {citations}"))?;
        db.job(&id)?.ok_or_else(|| Error::internal("adding a job", "it was not found"))
    })?;
    app.background.job_added.notify_one();
    Ok(job)
}

/// The keys of the citations, each once, with the ETags that they must still have.
fn known(db: &ReadTx<'_>, request: &ReviewJobRequest) -> Result<Vec<(CitationKey, String)>> {
    let (mut keys, mut citations, mut errors) = (HashSet::new(), Vec::new(), Vec::new());
    for (n, citation) in request.citations.iter().enumerate() {
        match editing::existing_key(db, &citation.id) {
            Ok(key) if keys.insert(key) => citations.push((key, state_text(&citation.etag).to_owned())),
            Ok(_) => {}
            Err(Error::NotFound(message)) => {
                errors.push(FieldError::new(format!("citations[{n}].id"), message));
            }
            Err(other) => return Err(other),
        }
    }
    if errors.is_empty() { Ok(citations) } else { Err(Error::Invalid(errors)) }
}

/// Changes the next citations of a job that are unchanged since it was added, in one transaction with their marks.
pub(super) fn run_batch(store: &Store, job: JobKey, batch: &ReviewBatch, actor: &Actor) -> Result<()> {
    store.write(|db| {
        for (position, key, etag) in &batch.citations {
            let skipped = if saving::entity_tag(db, *key)? != *etag {
                Some(CHANGED_SINCE.to_owned())
            } else {
                match apply(db, *key, &batch.change, actor) {
                    Ok(_) => None,
                    Err(error @ (Error::Invalid(_) | Error::Conflict(_) | Error::NotFound(_))) => {
                        Some(error.to_string())
                    }
                    Err(other) => return Err(other),
                }
            };
            db.mark_review(job, *position, skipped.as_deref())?;
        }
        Ok(())
    })
}

/// Makes the change to one citation, as a version of its own.
fn apply(db: &WriteTx<'_>, key: CitationKey, change: &ReviewChange, actor: &Actor) -> Result<Saved> {
    let mut citation = db.citation(key)?;
    match change.action {
        ReviewAction::Reviewed if citation.obsolete => {
            return Err(Error::invalid("obsolete", "An obsolete citation is not reviewed any more."));
        }
        ReviewAction::Reviewed => citation.dept_review_date = Some(Day::from(clock::today())),
        ReviewAction::Reviewer => citation.reviewed_by.clone_from(&change.reviewer),
    }
    let action = match change.action {
        ReviewAction::Reviewed => Action::CitationReview,
        ReviewAction::Reviewer => Action::CitationChange,
    };
    let saved = saving::save_as(db, &citation, None, actor, action)?;
    if let (ReviewAction::Reviewed, Some(day)) = (change.action, citation.dept_review_date) {
        db.forget_link_baselines(key, day)?;
    }
    if let Some(note) = &change.note {
        db.add_review_note(key, note)?;
    }
    Ok(saved)
}

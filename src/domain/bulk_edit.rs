//! Changing the same fields of many citations: what a change would do, and the jobs that make and undo it. Contract
//! section 9.4.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::citations::{editing, replacements, saving};
use crate::model::accounts::Right;
use crate::model::bulk_edit::change::BulkChange;
use crate::model::bulk_edit::progress::{
    BulkCitation, BulkDifference, BulkPreview, BulkRequest, BulkTarget, MAX_PREVIEWED, MAX_SKIPPED, NewValue,
};
use crate::model::category::Category;
use crate::model::citations::citation::Citation;
use crate::model::entity_tag::{quoted_tag, state_text};
use crate::model::error::{Error, FieldError, Result};
use crate::model::job::{BULK_CHANGE, BULK_UNDO, Job};
use crate::model::keys::{CitationKey, JobKey};
use crate::model::reviews::SkippedCitation;
use crate::model::text::count_with_noun;
use crate::store::{BulkEditBatch, BulkItem, NamesOf, Outcome, ReadTx, Saved, SavedVersion, Store, WriteTx};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashSet};

/// The reason for skipping a citation whose ETag has changed.
pub(super) const CHANGED_SINCE: &str = "Somebody has changed it since.";

/// A citation that a change is for.
struct Chosen {
    key: CitationKey,
    /// Its present state.
    etag: String,
    /// The ETag that it must still have.
    expected: String,
}

/// What a citation would become.
pub(super) enum Decision {
    /// It already has these values.
    Unchanged,
    /// It becomes this citation.
    Becomes(Box<Citation>),
    /// It must stay unchanged, for this reason in plain words.
    Skipped(String),
}

/// Collects a preview, independent of the order in which citations are read.
struct Preview<'c> {
    change: &'c BulkChange,
    made: BulkPreview,
    /// The first differences, by position.
    first: BTreeMap<usize, BulkDifference>,
    skipped: Vec<(usize, SkippedCitation)>,
}

impl<'c> Preview<'c> {
    fn new(change: &'c BulkChange) -> Preview<'c> {
        Preview { change, made: BulkPreview::default(), first: BTreeMap::new(), skipped: Vec::new() }
    }

    fn add(&mut self, db: &ReadTx<'_>, place: usize, chosen: &Chosen, present: &Citation) -> Result<()> {
        let decision = if chosen.etag == chosen.expected {
            decide(db, self.change, present)?
        } else {
            Decision::Skipped(CHANGED_SINCE.to_owned())
        };
        match decision {
            Decision::Unchanged => self.made.unchanged += 1,
            Decision::Skipped(reason) => {
                let (id, title) = (present.id.clone(), present.title.clone());
                self.skipped.push((place, SkippedCitation { id, title, reason }));
            }
            Decision::Becomes(wanted) => {
                self.made.changing += 1;
                let is_shown = self.first.len() < MAX_PREVIEWED
                    || self.first.last_key_value().is_some_and(|(last, _)| place < *last);
                if is_shown {
                    self.first.insert(place, self.difference(present, &wanted)?);
                    if self.first.len() > MAX_PREVIEWED {
                        self.first.pop_last();
                    }
                }
            }
        }
        Ok(())
    }

    fn difference(&self, present: &Citation, wanted: &Citation) -> Result<BulkDifference> {
        let fields = |citation: &Citation| -> Result<Map<String, Value>> {
            let json = serde_json::to_value(citation)
                .map_err(|e| Error::internal("writing a citation as JSON", e))?;
            let value = |name: &str| json.get(name).cloned().unwrap_or(Value::Null);
            let fields = self.change.fields();
            Ok(fields.into_iter().map(|field| (field.json.to_owned(), value(field.json))).collect())
        };
        Ok(BulkDifference {
            id: present.id.clone(),
            readable_id: present.address_id().to_owned(),
            title: present.title.clone(),
            before: fields(present)?,
            after: fields(wanted)?,
        })
    }

    fn finish(mut self) -> BulkPreview {
        self.skipped.sort_by_key(|(place, _)| *place);
        self.made.refused = self.skipped.len() as u64;
        self.made.skipped = self.skipped.into_iter().map(|(_, skipped)| skipped).take(MAX_SKIPPED).collect();
        self.made.citations = self.first.into_values().collect();
        self.made
    }
}

/// Returns what the change would do; writes nothing.
pub fn preview(app: &App, request: &BulkRequest, actor: &Actor) -> Result<BulkPreview> {
    actor.require(Right::EditCitations)?;
    let (mut change, target) = parse_request(request)?;
    let found = found_ids(app, &target)?;
    app.store.read(|db| {
        known_replacement(db, &change)?;
        let chosen = chosen(db, &target, &found)?;
        let new_values = use_known_spelling(db, &mut change)?;
        let mut preview = Preview::new(&change);
        let mut order: Vec<usize> = (0..chosen.len()).collect();
        order.sort_unstable_by_key(|&n| chosen[n].key);
        let keys: Vec<CitationKey> = order.iter().map(|&n| chosen[n].key).collect();
        for (citation, &n) in db.citations(&keys).zip(&order) {
            preview.add(db, n, &chosen[n], &citation?)?;
        }
        let states = match target {
            BulkTarget::Named(_) => states(db, &chosen)?,
            BulkTarget::Found(_) => Vec::new(),
        };
        Ok(BulkPreview { found: chosen.len() as u64, new_values, states, ..preview.finish() })
    })
}

/// Adds a job that makes the change; durable on return. Its citations, and the state that they must still have, are
/// fixed now.
pub fn add_job(app: &App, request: &BulkRequest, actor: &Actor) -> Result<Job> {
    actor.require(Right::EditCitations)?;
    let (change, target) = parse_request(request)?;
    let found = found_ids(app, &target)?;
    let citations: Vec<(CitationKey, String)> = app.store.read(|db| {
        known_replacement(db, &change)?;
        Ok(chosen(db, &target, &found)?.into_iter().map(|one| (one.key, one.expected)).collect())
    })?;
    insert_job(app, actor, |db, id| {
        db.add_bulk_job(id, &request.change, &citations, actor.editor())?;
        Ok(count_with_noun(citations.len() as u64, "citation", "citations"))
    })
}

/// Adds a job that restores what another one changed, unless it was changed again; durable on return. An undo can
/// be undone in turn.
pub fn undo(app: &App, id: &str, actor: &Actor) -> Result<Job> {
    actor.require(Right::EditCitations)?;
    insert_job(app, actor, |db, undo_id| {
        let Some(job) = db.undoable_job(id)? else {
            return Err(Error::NotFound("The job was not found.".into()));
        };
        let import = db.undoable_import(job.key)?;
        if job.job_type != BULK_CHANGE && job.job_type != BULK_UNDO && import.is_none() {
            return Err(Error::invalid(
                "id",
                format!("A job of the type '{}' cannot be undone as a whole.", job.job_type),
            ));
        }
        let refused = |why: &str| Err(Error::Conflict(why.into()));
        if !job.is_complete {
            return refused("This job is still running. It can be undone when it is done.");
        }
        if job.is_undone || import.is_some_and(|(is_undone, _)| is_undone) {
            return refused("This job has been undone already.");
        }
        if import.map_or(job.changed, |(_, changed)| changed) == 0 {
            return refused("This job has changed nothing, so there is nothing to undo.");
        }
        match import {
            Some(_) => db.add_import_undo_job(undo_id, job.key, actor.editor())?,
            None => db.add_undo_job(undo_id, job.key, actor.editor())?,
        }
        Ok(format!("undoes job/{id}"))
    })
}

/// Adds and records the job that `add` stores; `add` returns the detail for the audit trail.
fn insert_job(
    app: &App,
    actor: &Actor,
    add: impl FnOnce(&WriteTx<'_>, &str) -> Result<String>,
) -> Result<Job> {
    let id = uuid::Uuid::now_v7().to_string();
    let job = app.store.write(|db| {
        let detail = add(db, &id)?;
        actor.record_job(db, &id, detail)?;
        db.job(&id)?.ok_or_else(|| Error::internal("adding a job", "it was not found"))
    })?;
    app.background.job_added.notify_one();
    Ok(job)
}

/// The checked change and its citations, or every error in either.
fn parse_request(request: &BulkRequest) -> Result<(BulkChange, BulkTarget)> {
    match (request.target(), request.change.check()) {
        (Ok(target), Ok(change)) => Ok((change, target)),
        (Err(Error::Invalid(mut errors)), Err(Error::Invalid(more))) => {
            errors.extend(more);
            Err(Error::Invalid(errors))
        }
        (Err(error), _) | (_, Err(error)) => Err(error),
    }
}

/// The ids of what a search finds, in its order; none for named citations.
fn found_ids(app: &App, target: &BulkTarget) -> Result<Vec<String>> {
    match target {
        BulkTarget::Named(_) => Ok(Vec::new()),
        BulkTarget::Found(search) => app.search.snapshot()?.matches(search),
    }
}

/// The citations to change, each once, in the order in which they were named or found.
fn chosen(db: &ReadTx<'_>, target: &BulkTarget, found: &[String]) -> Result<Vec<Chosen>> {
    let tag = |key: CitationKey| saving::entity_tag(db, key);
    let BulkTarget::Named(named) = target else {
        let mut all = Vec::with_capacity(found.len());
        for id in found {
            // The index may lag behind a restored backup for a moment.
            if let Some(key) = db.citation_key(id)? {
                let etag = tag(key)?;
                all.push(Chosen { key, expected: etag.clone(), etag });
            }
        }
        return Ok(all);
    };
    let (mut keys, mut all, mut errors) = (HashSet::new(), Vec::new(), Vec::new());
    for (n, citation) in named.iter().enumerate() {
        match editing::existing_key(db, &citation.id) {
            Ok(key) if keys.insert(key) => {
                let etag = tag(key)?;
                let seen = citation.etag.as_ref().map(|seen| state_text(seen).to_owned());
                all.push(Chosen { key, expected: seen.unwrap_or_else(|| etag.clone()), etag });
            }
            Ok(_) => {}
            Err(Error::NotFound(message)) => {
                errors.push(FieldError::new(format!("citations[{n}].id"), message));
            }
            Err(other) => return Err(other),
        }
    }
    if errors.is_empty() { Ok(all) } else { Err(Error::Invalid(errors)) }
}

/// Rejects a replacement that does not exist.
fn known_replacement(db: &ReadTx<'_>, change: &BulkChange) -> Result<()> {
    match change.replacement() {
        Some(id) if db.replaceable(id)?.is_none() => {
            Err(Error::invalid("change.set.replacedBy", format!("There is no citation with the id '{id}'.")))
        }
        _ => Ok(()),
    }
}

/// Spells the values of a change as the lookups do; returns those that are not among them.
pub(super) fn use_known_spelling(db: &ReadTx<'_>, change: &mut BulkChange) -> Result<Vec<NewValue>> {
    let mut new_values = Vec::new();
    change.each_new_value_mut(|field, category, value| -> Result<()> {
        match db.lookup_value(category, value)? {
            Some((_, known)) => *value = known,
            None => new_values.push(NewValue { field: field.json.into(), value: value.clone() }),
        }
        Ok(())
    })?;
    Ok(new_values)
}

/// What a citation would become by a change whose values are spelled as the lookups do.
pub(super) fn decide(db: &ReadTx<'_>, change: &BulkChange, present: &Citation) -> Result<Decision> {
    check_replacement(db, present, change.applied_to(present))
}

/// Whether a citation may become what it would.
pub(super) fn check_replacement(
    db: &ReadTx<'_>,
    present: &Citation,
    wanted: std::result::Result<Citation, String>,
) -> Result<Decision> {
    let wanted = match wanted {
        Ok(wanted) if wanted == *present => return Ok(Decision::Unchanged),
        Ok(wanted) => wanted,
        Err(reason) => return Ok(Decision::Skipped(reason)),
    };
    if wanted.replaced_by != present.replaced_by
        && let Some(other) = &wanted.replaced_by
    {
        match replacements::check(db, &wanted.id, other) {
            Err(Error::Invalid(errors)) => {
                let reasons: Vec<String> = errors.into_iter().map(|error| error.message).collect();
                return Ok(Decision::Skipped(reasons.join(" ")));
            }
            checked => checked?,
        }
    }
    Ok(Decision::Becomes(Box::new(wanted)))
}

/// The state of each citation that was named, ready to be sent back.
fn states(db: &ReadTx<'_>, chosen: &[Chosen]) -> Result<Vec<BulkCitation>> {
    let state = |one: &Chosen| {
        Ok(BulkCitation { id: db.citation_id(one.key)?, etag: Some(quoted_tag(&one.expected)) })
    };
    chosen.iter().map(state).collect()
}

/// Changes the next citations of a job, each as a version of its own, in one transaction with their marks. The index does
/// not wait for it: searches are not slowed down by a commit of the index for each step.
pub(super) fn run_batch(store: &Store, job: JobKey, batch: &BulkEditBatch, actor: &Actor) -> Result<()> {
    store.write_unannounced(|db| {
        let change = match batch.change.check() {
            Ok(mut change) => {
                use_known_spelling(db, &mut change)?;
                Ok(change)
            }
            // Another version of this program added it; a retry would not help.
            Err(error) => Err(error.to_string()),
        };
        for item in &batch.citations {
            let decision = match &change {
                Ok(change) => decision(db, change, item)?,
                Err(reason) => Decision::Skipped(reason.clone()),
            };
            apply(db, job, item, &decision, actor)?;
        }
        Ok(())
    })
}

/// The new state of a citation in a job.
fn decision(db: &ReadTx<'_>, change: &BulkChange, item: &BulkItem) -> Result<Decision> {
    let skip = || Ok(Decision::Skipped(CHANGED_SINCE.to_owned()));
    match item.made {
        None if saving::entity_tag(db, item.citation)? != item.etag => skip(),
        None => decide(db, change, &db.citation(item.citation)?),
        // A renamed value has changed the ETag, but no version was made.
        Some(made) if db.present_version(item.citation)? != made.version => skip(),
        Some(made) => undone(db, change, item.citation, made),
    }
}

/// What a citation becomes when a job's change to it is undone.
fn undone(
    db: &ReadTx<'_>,
    change: &BulkChange,
    citation: CitationKey,
    made: SavedVersion,
) -> Result<Decision> {
    let version = made.version.saturating_sub(1);
    let before = match editing::earlier_citation(db, citation, version, editing::EarlierNames::OfThen) {
        Ok(Some(before)) => before,
        Ok(None) => return Ok(Decision::Skipped("Its earlier version was not found.".into())),
        Err(error @ Error::Invalid(_)) => return Ok(Decision::Skipped(error.to_string())),
        Err(error) => return Err(error),
    };
    let later = db.later_names(&NamesOf::Change(made.lookups))?;
    let present = db.citation(citation)?;
    let spelled = |category: Category, value: &str| later.today(category, value);
    check_replacement(db, &present, change.undone_from(&present, &before, spelled))
}

fn apply(db: &WriteTx<'_>, job: JobKey, item: &BulkItem, decision: &Decision, actor: &Actor) -> Result<()> {
    let outcome = match decision {
        Decision::Skipped(reason) => Outcome::Skipped(reason),
        Decision::Unchanged => Outcome::Unchanged,
        Decision::Becomes(wanted) => match saving::save(db, wanted, None, actor)? {
            Saved::Unchanged(_) => Outcome::Unchanged,
            Saved::Added(key) | Saved::Changed(key) => Outcome::Changed(SavedVersion {
                version: db.present_version(key)?,
                lookups: db.latest_lookup_change()?,
            }),
        },
    };
    db.mark_bulk_edit(job, item.position, outcome)
}

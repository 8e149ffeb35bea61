//! Batch jobs: added, listed, and run one batch at a time.
//!
//! A change and its mark "done" are one transaction, so that a crash at any moment neither loses nor repeats it.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::bulk_edit;
use crate::domain::citations::saving::entity_tag_of_change;
use crate::domain::import_export::tables::import as import_runner;
use crate::domain::reviews;
use crate::model::accounts::Right;
use crate::model::audit::event::Action;
use crate::model::audit::event::AuditEvent;
use crate::model::category::{Category, value_key};
use crate::model::clock;
use crate::model::error::{Error, FieldError, Result};
use crate::model::job::{Job, JobRequest, LookupUpdate};
use crate::model::keys::JobKey;
use crate::model::text::count_with_noun;
use crate::store::{NewVersions, NextWork, ReadTx, Store, WriteTx};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// How long a finished job is listed.
const FINISHED_JOB_TTL: Duration = Duration::from_secs(24 * 3600);

/// Longest pause after a batch of a job on many citations.
const MAX_PAUSE: Duration = Duration::from_secs(1);

/// The jobs still running and those of the last day, newest first.
pub fn jobs(store: &Store) -> Result<Vec<Job>> {
    let since = format!("{:.3}", clock::now() - FINISHED_JOB_TTL);
    store.read(|db| db.jobs(&since))
}

/// Adds a job that runs in the background; durable on return.
///
/// Every value to change must exist, or be the result of a pending change before it.
pub fn add_job(app: &App, request: JobRequest, actor: &Actor) -> Result<Job> {
    actor.require(Right::ManageLookups)?;
    let updates = request.check()?;
    let id = uuid::Uuid::now_v7().to_string();
    let job = app.store.write(|db| {
        let errors = unknown_values(db, &updates)?;
        if !errors.is_empty() {
            return Err(Error::Invalid(errors));
        }
        db.add_job(&id, &updates, actor.editor())?;
        let values = count_with_noun(updates.len() as u64, "lookup value", "lookup values");
        actor.record_job(db, &id, values)?;
        db.job(&id)?.ok_or_else(|| Error::internal("adding a job", "it was not found"))
    })?;
    app.background.job_added.notify_one();
    Ok(job)
}

/// Runs the next batch of the pending jobs; `false` if there is none.
pub fn run_next(app: &App) -> Result<bool> {
    match app.store.read(|db| db.next_job_work())? {
        None => Ok(false),
        Some(NextWork::Finish { job }) => {
            // A job is complete once its changes are searchable.
            let number = app.store.read(|db| db.latest_change())?;
            if !app.search.wait_until_applied(number, Duration::from_secs(60)) {
                tracing::warn!(
                    change = %number,
                    "the index is far behind; a job is marked complete all the same"
                );
            }
            app.store.write(|db| {
                db.job_complete(job)?;
                let actor = Actor::job(db, job)?;
                let id = &actor.source().request;
                db.append_audit(&actor.event(Action::JobComplete, format!("job/{id}")))
            })?;
            Ok(true)
        }
        Some(NextWork::Review { job, batch }) => {
            reviews::run_batch(&app.store, job, &batch, &job_actor(&app.store, job)?)?;
            Ok(true)
        }
        Some(NextWork::Bulk { job, batch }) => {
            let begun = Instant::now();
            bulk_edit::run_batch(&app.store, job, &batch, &job_actor(&app.store, job)?)?;
            // Pauses as long as the batch took, so that a job on thousands of citations leaves processor and disk to others.
            std::thread::sleep(begun.elapsed().min(MAX_PAUSE));
            Ok(true)
        }
        Some(NextWork::Import { job, batch }) => {
            let begun = Instant::now();
            import_runner::run_batch(&app.store, job, &batch, &job_actor(&app.store, job)?)?;
            std::thread::sleep(begun.elapsed().min(MAX_PAUSE));
            Ok(true)
        }
        Some(NextWork::Change { job, position, update }) => {
            let actor = job_actor(&app.store, job)?;
            let made = app.store.write(|db| {
                let updated = db.update_lookup(&update, actor.editor())?;
                db.append_audit(&lookup_event(&actor, &update, updated.citations))?;
                record_versions(db, &actor, &updated.new_versions)?;
                db.job_change_made(job, position, updated.citations)
            });
            match made {
                Ok(()) => {}
                // An error that a retry cannot fix is recorded with the change; others are retried.
                Err(error @ (Error::NotFound(_) | Error::Conflict(_) | Error::Invalid(_))) => {
                    app.store.write(|db| db.job_change_failed(job, position, &error.to_string()))?;
                }
                Err(other) => return Err(other),
            }
            Ok(true)
        }
    }
}

/// The person who added this job.
fn job_actor(store: &Store, job: JobKey) -> Result<Actor> {
    store.read(|db| Actor::job(db, job))
}

/// Records each citation and packet that has a new version.
fn record_versions(db: &WriteTx<'_>, actor: &Actor, made: &NewVersions) -> Result<()> {
    let citations = made.citations.iter().map(|before| (Action::CitationChange, "citation", before));
    let packets = made.packets.iter().map(|before| (Action::PacketChange, "packet", before));
    for (action, kind, (id, change)) in citations.chain(packets) {
        let event = actor.event(action, format!("{kind}/{id}"));
        db.append_audit(
            &event
                .with_tags(entity_tag_of_change(db, *change), entity_tag_of_change(db, db.change_number()?)),
        )?;
    }
    Ok(())
}

/// The audit event of a changed lookup value.
fn lookup_event(actor: &Actor, update: &LookupUpdate, citations: u64) -> AuditEvent {
    let citations = count_with_noun(citations, "citation", "citations");
    let object = format!("lookup/{}/{}", update.category.name(), update.old_value);
    match &update.new_value {
        Some(new_value) => {
            actor.event(Action::LookupRename, object).with_detail(format!("to {new_value}; {citations}"))
        }
        None => actor.event(Action::LookupDelete, object).with_detail(citations),
    }
}

/// Whether a value will exist after the changes applied so far, of those that they make or remove.
type KnownByThen = HashMap<(Category, String), bool>;

fn apply(known: &mut KnownByThen, category: Category, old_value: &str, new_value: Option<&str>) {
    known.insert((category, value_key(old_value)), false);
    if let Some(new_value) = new_value {
        known.insert((category, value_key(new_value)), true);
    }
}

/// Values that will not exist when their change is made, after the pending ones before it.
fn unknown_values(db: &ReadTx<'_>, updates: &[LookupUpdate]) -> Result<Vec<FieldError>> {
    let mut known_by_then = KnownByThen::new();
    for (category, old_value, new_value) in db.pending_lookup_changes()? {
        apply(&mut known_by_then, category, &old_value, new_value.as_deref());
    }
    let mut errors = Vec::new();
    for (n, update) in updates.iter().enumerate() {
        let known = match known_by_then.get(&(update.category, value_key(&update.old_value))) {
            Some(known) => *known,
            None => db.lookup_value(update.category, &update.old_value)?.is_some(),
        };
        if !known {
            errors.push(FieldError::new(
                format!("config[{n}].oldValue"),
                format!("There is no value '{}' in {}.", update.old_value, update.category.name()),
            ));
        }
        apply(&mut known_by_then, update.category, &update.old_value, update.new_value.as_deref());
    }
    Ok(errors)
}

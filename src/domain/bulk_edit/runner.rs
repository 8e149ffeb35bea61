//! Runs jobs that change many citations or undo such a job, a few citations at a time.

use crate::domain::actor::Actor;
use crate::domain::bulk_edit::planning::{self, CHANGED_SINCE, Decision};
use crate::domain::citations::{saving, tags};
use crate::model::bulk_edit::change::BulkChange;
use crate::model::category::Category;
use crate::model::citations::codes::remove_earlier_texts;
use crate::model::citations::draft::{Completeness, Dates, citation_from_json};
use crate::model::error::{Error, Result};
use crate::store::{BulkEditBatch, BulkItem, NamesOf, Outcome, ReadTx, Saved, SavedVersion, Store, WriteTx};

/// Changes the next citations of a job, each as a version of its own, in one transaction with their marks. The index does
/// not wait for it: searches are not slowed down by a commit of the index for each step.
pub(in crate::domain) fn run_batch(
    store: &Store,
    job: i64,
    batch: &BulkEditBatch,
    actor: &Actor,
) -> Result<()> {
    store.write_unannounced(|db| {
        let change = match batch.change.check() {
            Ok(mut change) => {
                planning::use_known_spelling(db, &mut change)?;
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
        None if tags::tag(db, item.citation)? != item.etag => skip(),
        None => planning::decide(db, change, &db.citation(item.citation)?),
        // A renamed value has changed the ETag, but no version was made.
        Some(made) if db.present_version(item.citation)? != made.version => skip(),
        Some(made) => undone(db, change, item.citation, made),
    }
}

/// What a citation becomes when a job's change to it is undone.
fn undone(db: &ReadTx<'_>, change: &BulkChange, citation: i64, made: SavedVersion) -> Result<Decision> {
    let earlier = db.earlier_version(citation, made.version.saturating_sub(1))?;
    let Some(mut earlier) = earlier else {
        return Ok(Decision::Skipped("Its earlier version was not found.".into()));
    };
    remove_earlier_texts(&mut earlier);
    let before = citation_from_json(&earlier, Completeness::Import, Dates::Stored).map_err(Error::Invalid);
    let before = match before {
        Ok(before) => before,
        Err(error) => return Ok(Decision::Skipped(error.to_string())),
    };
    let later = db.later_names(&NamesOf::Change(made.lookups))?;
    let present = db.citation(citation)?;
    let spelled = |category: Category, value: &str| later.today(category, value);
    planning::check_replacement(db, &present, change.undone_from(&present, &before, spelled))
}

fn apply(db: &WriteTx<'_>, job: i64, item: &BulkItem, decision: &Decision, actor: &Actor) -> Result<()> {
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

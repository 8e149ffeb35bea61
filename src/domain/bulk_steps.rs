//! Runs jobs that change many citations or undo such a job, a few citations at a time.

use crate::domain::app::App;
use crate::domain::bulk::{self, CHANGED_SINCE, Verdict};
use crate::domain::citations;
use crate::model::bulk_change::BulkChange;
use crate::model::category::{Category, same_value};
use crate::model::citation_draft::{Completeness, citation_from_json};
use crate::model::error::{Error, Result};
use crate::store::{BulkStep, BulkTurn, Editor, MadeVersion, Outcome, Reader, Saved, Writer};

/// Changes the next citations of a job, each as a version of its own, in one transaction with their marks. The index follows
/// at its own pace: searches are not slowed down by a commit of the index for each step.
pub(super) fn run_step(app: &App, job: i64, step: &BulkStep, editor: &Editor) -> Result<()> {
    app.store.write_unannounced(|db| {
        let change = match step.change.check() {
            Ok(mut change) => {
                bulk::spell(db, &mut change)?;
                Ok(change)
            }
            // Another version of this program took it in; trying again would not help.
            Err(fault) => Err(fault.to_string()),
        };
        for turn in &step.citations {
            let verdict = match &change {
                Ok(change) => verdict(app, db, change, turn)?,
                Err(reason) => Verdict::Left(reason.clone()),
            };
            carry_out(db, job, turn, &verdict, editor)?;
        }
        Ok(())
    })
}

/// What is to become of a citation whose turn it is.
fn verdict(app: &App, db: &Reader<'_>, change: &BulkChange, turn: &BulkTurn) -> Result<Verdict> {
    let left = || Ok(Verdict::Left(CHANGED_SINCE.to_owned()));
    match turn.made {
        None if citations::tag(app, db, turn.citation)? != turn.etag => left(),
        None => bulk::judge(db, change, &db.citation(turn.citation)?),
        // A renamed value has changed the ETag, but no version was made.
        Some(made) if db.present_version(turn.citation)? != made.version => left(),
        Some(made) => taken_back(db, change, turn.citation, made),
    }
}

/// What a citation becomes when a job's change to it is undone.
fn taken_back(db: &Reader<'_>, change: &BulkChange, citation: i64, made: MadeVersion) -> Result<Verdict> {
    let earlier = db.earlier_version(citation, made.version.saturating_sub(1))?;
    let Some(earlier) = earlier else {
        return Ok(Verdict::Left("Its earlier state is not there.".into()));
    };
    let before = citation_from_json(&earlier, Completeness::Import).map_err(Error::Invalid);
    let before = match before {
        Ok(before) => before,
        Err(fault) => return Ok(Verdict::Left(fault.to_string())),
    };
    let renamed = db.lookup_changes_after(made.lookups)?;
    let present = db.citation(citation)?;
    let spelled = |category: Category, value: &str| name_today(&renamed, category, value);
    bulk::weigh(db, &present, change.taken_back_from(&present, &before, spelled))
}

/// The name of a value after these renames and deletions; `None` when it was deleted.
fn name_today(
    changes: &[(Category, String, Option<String>)],
    category: Category,
    value: &str,
) -> Option<String> {
    let mut name = value.to_owned();
    for (of, old, new) in changes {
        if *of == category && same_value(old, &name) {
            name.clone_from(new.as_ref()?);
        }
    }
    Some(name)
}

fn carry_out(db: &Writer<'_>, job: i64, turn: &BulkTurn, verdict: &Verdict, editor: &Editor) -> Result<()> {
    let outcome = match verdict {
        Verdict::Left(reason) => Outcome::Left(reason),
        Verdict::Unchanged => Outcome::Unchanged,
        Verdict::Becomes(wanted) => match citations::save(db, wanted, editor)? {
            Saved::Unchanged(_) => Outcome::Unchanged,
            Saved::Added(key) | Saved::Changed(key) => Outcome::Changed(MadeVersion {
                version: db.present_version(key)?,
                lookups: db.latest_lookup_change()?,
            }),
        },
    };
    db.job_citation_through(job, turn.position, outcome)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_followed_through_its_renames() {
        let changes = [
            (Category::Tags, "Asthma".to_owned(), Some("Breathing".to_owned())),
            (Category::Keywords, "Breathing".to_owned(), None),
            (Category::Tags, "breathing".to_owned(), Some("Lungs".to_owned())),
            (Category::Tags, "Winter".to_owned(), None),
        ];
        assert_eq!(name_today(&changes, Category::Tags, "Asthma").as_deref(), Some("Lungs"));
        assert_eq!(name_today(&changes, Category::Keywords, "Asthma").as_deref(), Some("Asthma"));
        assert_eq!(name_today(&changes, Category::Tags, "Winter"), None);
    }
}

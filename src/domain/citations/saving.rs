//! Saves a citation and records it in the audit trail, within the write transaction of the caller.

use crate::domain::actor::Actor;
use crate::domain::citations::file_references::{self, Withdrawn};
use crate::domain::citations::readable_ids::assign_readable_ids;
use crate::domain::citations::tags::tag;
use crate::model::audit::event::Action;
use crate::model::citations::citation::Citation;
use crate::model::error::Result;
use crate::store::{ImportIds, Saved, WriteTx};
use std::borrow::Cow;

/// Adds a citation, or replaces the one with its ID, storing the state before.
///
/// Those of `citation.readable_ids` that are free become former readable IDs of it, the last one first. The current one
/// stays if it suits the title. Otherwise the first free one that does is assigned; the IDs of `yet_to_come`, the
/// records that an import still saves, are not free.
pub(in crate::domain) fn save(
    db: &WriteTx<'_>,
    citation: &Citation,
    yet_to_come: Option<&ImportIds>,
    actor: &Actor,
) -> Result<Saved> {
    save_as(db, citation, yet_to_come, actor, Action::CitationChange)
}

/// The citation as it is stored: with everything that is known of its files.
///
/// # Errors
/// [`Error::Invalid`] if it refers to a file that is not stored here or was withdrawn. Nothing is written then.
fn with_files<'c>(
    db: &WriteTx<'_>,
    citation: &'c Citation,
    is_import: bool,
    actor: &Actor,
    change: Action,
) -> Result<Cow<'c, Citation>> {
    let withdrawn = match change {
        Action::CitationRestore => Withdrawn::Restored,
        _ if is_import => Withdrawn::Imported,
        _ => Withdrawn::Refused,
    };
    let completed = file_references::complete(db, citation, withdrawn)?;
    for (new, why) in &completed.withdrawn {
        db.put_withdrawn_file(new, why, actor.editor())?;
    }
    Ok(completed.citation)
}

/// The same; `change` is the action in the audit trail if the citation exists.
pub(in crate::domain) fn save_as(
    db: &WriteTx<'_>,
    citation: &Citation,
    yet_to_come: Option<&ImportIds>,
    actor: &Actor,
    change: Action,
) -> Result<Saved> {
    let citation = &*with_files(db, citation, yet_to_come.is_some(), actor, change)?;
    let before = match db.citation_key(&citation.id)? {
        Some(key) => tag(db, key)?,
        None => String::new(),
    };
    let saved = match change {
        // The second review of a day changes nothing else.
        Action::CitationReview => db.put_new_version(citation, actor.editor())?,
        _ => db.put_citation(citation, actor.editor())?,
    };
    let key = saved.key();
    let is_assigned = assign_readable_ids(db, key, citation, yet_to_come)?;
    if is_assigned && matches!(saved, Saved::Unchanged(_)) {
        db.touch(key)?;
    }
    let action = if matches!(saved, Saved::Added(_)) { Action::CitationAdd } else { change };
    if is_assigned || !matches!(saved, Saved::Unchanged(_)) {
        let event = actor.event(action, format!("citation/{}", citation.id));
        db.append_audit(&event.with_tags(before, tag(db, key)?))?;
    }
    Ok(saved)
}

//! Saves a citation, assigns its readable IDs and records it in the audit trail, within the write transaction of the caller.

use crate::domain::actor::Actor;
use crate::domain::citations::tags::tag;
use crate::model::audit::action::Action;
use crate::model::citations::citation::Citation;
use crate::model::citations::readable_id;
use crate::model::error::{Error, Result};
use crate::store::{ImportIds, Saved, WriteTx};

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

/// The same; `change` is the action in the audit trail if the citation exists.
pub(in crate::domain) fn save_as(
    db: &WriteTx<'_>,
    citation: &Citation,
    yet_to_come: Option<&ImportIds>,
    actor: &Actor,
    change: Action,
) -> Result<Saved> {
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

/// Returns whether any readable ID was assigned.
fn assign_readable_ids(
    db: &WriteTx<'_>,
    key: i64,
    citation: &Citation,
    yet_to_come: Option<&ImportIds>,
) -> Result<bool> {
    let is_free = |id: &str| -> Result<bool> {
        let is_reserved = match yet_to_come {
            Some(ids) if id != citation.id => ids.last_record(id)?.is_some(),
            _ => false,
        };
        Ok(!is_reserved && db.readable_id_is_free(id, key)?)
    };
    let mut is_assigned = false;
    for former in citation.readable_ids.iter().rev() {
        if db.readable_id_owner(&former.id)?.is_none() && is_free(&former.id)? {
            db.assign_readable_id(key, &former.id)?;
            is_assigned = true;
        }
    }
    let base = readable_id::base(&citation.title);
    if db.current_readable_id(key)?.is_some_and(|current| readable_id::fits(&base, &current)) {
        return Ok(is_assigned);
    }
    for candidate in readable_id::candidates(&base) {
        if is_free(&candidate)? {
            db.assign_readable_id(key, &candidate)?;
            return Ok(true);
        }
    }
    Err(Error::internal("saving a citation", "no readable id is left for this title"))
}

//! Saves a citation: assigns its readable IDs, records it in the audit trail, and gives its states their entity tags,
//! within the write transaction of the caller.

use crate::domain::actor::Actor;
use crate::domain::citations::file_references::{self, Withdrawn};
use crate::model::audit::event::Action;
use crate::model::citations::citation::Citation;
use crate::model::citations::readable_id;
use crate::model::error::{Error, Result};
use crate::model::keys::{ChangeNumber, CitationKey};
use crate::store::{ImportIds, ReadTx, Saved, WriteTx};
use std::borrow::Cow;

/// The citation that readable IDs are assigned to.
struct Owner<'o> {
    db: &'o WriteTx<'o>,
    key: CitationKey,
    id: &'o str,
    /// The records that an import still saves; their IDs are not free.
    reserved_ids: Option<&'o ImportIds>,
}

impl Owner<'_> {
    fn may_have(&self, id: &str) -> Result<bool> {
        let is_reserved = match self.reserved_ids {
            Some(ids) if id != self.id => ids.last_record(id)?.is_some(),
            _ => false,
        };
        Ok(!is_reserved && self.db.readable_id_is_free(id, self.key)?)
    }

    /// The first free one that suits a title with this base.
    ///
    /// An import may have thousands of records with the same title. What one of them finds taken stays taken for the others,
    /// because nothing withdraws a readable ID: each begins where the one before it ended.
    fn first_free(&self, base: &str) -> Result<String> {
        if self.may_have(base)? {
            return Ok(base.to_owned());
        }
        let last_taken = self.reserved_ids.map_or(Ok(0), |ids| ids.last_taken(base))?.max(1);
        for n in self.own_numbers(base, last_taken)?.into_iter().chain(last_taken + 1..) {
            let id = readable_id::with_number(base, n);
            if self.may_have(&id)? {
                if let Some(ids) = self.reserved_ids
                    && n > last_taken
                {
                    ids.record_taken(base, n)?;
                }
                return Ok(id);
            }
        }
        Err(Error::internal("assigning a readable id", "none is left for this title"))
    }

    /// The numbers from 2 to `last` of the IDs with this base that the citation has or had, in ascending order.
    fn own_numbers(&self, base: &str, last: u64) -> Result<Vec<u64>> {
        let readable_ids = self.db.readable_ids_of(self.key)?;
        let own = readable_ids.iter().map(String::as_str).chain([self.id]);
        let mut numbers: Vec<u64> =
            own.filter_map(|id| readable_id::number(base, id)).filter(|n| (2..=last).contains(n)).collect();
        numbers.sort_unstable();
        Ok(numbers)
    }
}

/// Adds a citation, or replaces the one with its ID, storing the state before.
///
/// Those of `citation.readable_ids` that are free become former readable IDs of it, the last one first. The current one
/// stays if it suits the title. Otherwise the first free one that does is assigned; the IDs of `reserved_ids`, the
/// records that an import still saves, are not free.
pub(in crate::domain) fn save(
    db: &WriteTx<'_>,
    citation: &Citation,
    reserved_ids: Option<&ImportIds>,
    actor: &Actor,
) -> Result<Saved> {
    save_as(db, citation, reserved_ids, actor, Action::CitationChange)
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

/// [`save`]; `change` is the action in the audit trail if the citation exists.
pub(in crate::domain) fn save_as(
    db: &WriteTx<'_>,
    citation: &Citation,
    reserved_ids: Option<&ImportIds>,
    actor: &Actor,
    change: Action,
) -> Result<Saved> {
    let citation = &*with_files(db, citation, reserved_ids.is_some(), actor, change)?;
    let before = match db.citation_key(&citation.id)? {
        Some(key) => entity_tag(db, key)?,
        None => String::new(),
    };
    let saved = match change {
        // The second review of a day changes nothing else.
        Action::CitationReview => db.put_new_version(citation, actor.editor())?,
        _ => db.put_citation(citation, actor.editor())?,
    };
    let key = saved.key();
    let is_assigned = assign_readable_ids(db, key, citation, reserved_ids)?;
    if is_assigned && matches!(saved, Saved::Unchanged(_)) {
        db.touch(key)?;
    }
    let action = if matches!(saved, Saved::Added(_)) { Action::CitationAdd } else { change };
    if is_assigned || !matches!(saved, Saved::Unchanged(_)) {
        let event = actor.event(action, format!("citation/{}", citation.id));
        db.append_audit(&event.with_tags(before, entity_tag(db, key)?))?;
    }
    Ok(saved)
}

/// Assigns those of `citation.readable_ids` that are free, the last one first, and another one if the current one does not
/// suit the title. Returns whether any was assigned.
pub(super) fn assign_readable_ids(
    db: &WriteTx<'_>,
    key: CitationKey,
    citation: &Citation,
    reserved_ids: Option<&ImportIds>,
) -> Result<bool> {
    let owner = Owner { db, key, id: &citation.id, reserved_ids };
    let mut is_assigned = false;
    for former in citation.readable_ids.iter().rev() {
        if db.readable_id_owner(&former.id)?.is_none() && owner.may_have(&former.id)? {
            db.assign_readable_id(key, &former.id)?;
            is_assigned = true;
        }
    }
    let base = readable_id::base(&citation.title);
    if db.current_readable_id(key)?.is_some_and(|current| readable_id::fits(&base, &current)) {
        return Ok(is_assigned);
    }
    db.assign_readable_id(key, &owner.first_free(&base)?)?;
    Ok(true)
}

/// The tag of a citation's present state.
pub(in crate::domain) fn entity_tag(db: &ReadTx<'_>, key: CitationKey) -> Result<String> {
    Ok(entity_tag_of_change(db, db.citation_change(key)?))
}

/// The tag of a citation with this change number.
pub(in crate::domain) fn entity_tag_of_change(db: &ReadTx<'_>, change: ChangeNumber) -> String {
    let instance = db.instance();
    format!("{}-{change}", instance.get(..8).unwrap_or(instance))
}

/// A new id: time-ordered and random (UUID version 7, RFC 9562).
pub(in crate::domain) fn new_citation_id() -> String {
    uuid::Uuid::now_v7().to_string()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use crate::domain::actor::Actor;
    use crate::domain::citations::saving::save;
    use crate::model::citations::citation::Citation;
    use crate::store::{ImportIds, Store};

    /// Saves a citation as an import does, or as a person does; returns its current readable ID.
    fn saved(store: &Store, ids: Option<&ImportIds>, id: &str, title: &str) -> String {
        let citation = Citation { id: id.into(), title: title.into(), ..Citation::default() };
        let key = store.write(|db| Ok(save(db, &citation, ids, &Actor::command("import"))?.key())).unwrap();
        store.read(|db| db.current_readable_id(key)).unwrap().unwrap()
    }

    #[test]
    fn equal_titles_of_an_import_get_the_lowest_free_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        assert_eq!(saved(&store, None, "a", "Fever"), "fever");
        assert_eq!(saved(&store, None, "b", "Fever"), "fever-2");
        let ids = store.import_ids().unwrap();
        // A record that comes later has this ID.
        ids.record_id("fever-5", 9).unwrap();
        let given = ["c", "d", "e"].map(|id| saved(&store, Some(&ids), id, "Fever"));
        assert_eq!(given, ["fever-3", "fever-4", "fever-6"]);
        assert_eq!(ids.last_taken("fever").unwrap(), 6, "the next record does not try those before");
        assert_eq!(saved(&store, Some(&ids), "f", "Fever"), "fever-7");
        assert_eq!(saved(&store, Some(&ids), "fever-5", "Fever"), "fever-5", "its own ID");
        assert_eq!(saved(&store, None, "g", "Fever"), "fever-8");
    }

    #[test]
    fn a_title_from_before_gets_its_own_number_again() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let ids = store.import_ids().unwrap();
        let given = ["a", "b", "c", "d"].map(|id| saved(&store, Some(&ids), id, "Cough"));
        assert_eq!(given, ["cough", "cough-2", "cough-3", "cough-4"]);
        assert_eq!(saved(&store, Some(&ids), "c", "Fever"), "fever");
        assert_eq!(saved(&store, Some(&ids), "e", "Cough"), "cough-5", "none is assigned twice");
        assert_eq!(saved(&store, Some(&ids), "c", "Cough"), "cough-3");
    }
}

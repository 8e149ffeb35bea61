//! Reading, adding, correcting and restoring citations. No citation is ever deleted: obsolete is a state.

use crate::domain::accessibility::{OfferedCheck, citation_checks};
use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::citations::file_references::{FileUrls, FilesOfStates};
use crate::domain::citations::saving::{entity_tag, new_citation_id, save, save_as};
use crate::domain::citations::{duplicates, replacements};
use crate::model::accounts::Right;
use crate::model::audit::event::Action;
use crate::model::category::{Category, same_value};
use crate::model::citations::category_fields::each_json_value_mut;
use crate::model::citations::citation::{Citation, VersionFile};
use crate::model::citations::citation_fields::{Completeness, Dates, citation_fields, citation_from_json};
use crate::model::citations::codes::remove_earlier_texts;
use crate::model::citations::duplicates::Warning;
use crate::model::citations::history::{CitationVersion, VersionAction, changed_fields};
use crate::model::clock;
use crate::model::day::Day;
use crate::model::entity_tag::Precondition;
use crate::model::error::{Error, FieldError, Result};
use crate::model::files::Digest;
use crate::model::keys::CitationKey;
use crate::model::packets::packet::PacketLink;
use crate::model::page_urls::Found;
use crate::store::{ReadTx, Saved, Store, WriteTx};
use serde_json::Value;
use std::collections::HashMap;

/// A citation as it is now, with the tag of this state.
#[derive(Debug, Clone)]
pub struct Current {
    pub key: CitationKey,
    pub citation: Citation,
    /// The department packets that contain it, by title.
    pub packets: Vec<PacketLink>,
    /// What is known of the accessibility of its files, by language and address.
    pub checks: HashMap<(String, String), OfferedCheck>,
    /// Who stored its files, by their digests.
    pub uploaders: HashMap<Digest, String>,
    /// Changes with every change of the citation; an entity tag without its quotes.
    pub tag: String,
}

/// A citation as it has just been saved.
#[derive(Debug, Clone)]
pub struct Stored {
    /// The citation as it is now.
    pub current: Current,
    /// Its warnings; see [`Warning`].
    pub warnings: Vec<Warning>,
}

/// Finds a citation by ID, readable ID, or former readable ID.
pub fn citation(store: &Store, id: &str) -> Result<Found<Box<Current>>> {
    store.read(|db| {
        let found = db.find(id)?.ok_or_else(unknown)?;
        found.try_map(|key| current(db, key).map(Box::new))
    })
}

/// Adds the citation that `body` describes; everything the form requires must be there. Searchable on return.
///
/// Without an id in the body one is made; one that a citation has, or ever had as a readable id, is a conflict.
/// Readable ids in the body are ignored: the server makes them.
pub fn add_citation(app: &App, body: &Value, actor: &Actor) -> Result<Stored> {
    actor.require(Right::EditCitations)?;
    let mut draft = form_draft(body, None)?;
    if draft.id.is_empty() {
        draft.id = new_citation_id();
    }
    let saved = app.write_and_follow(|db| {
        // In the transaction of the write, so that only one of several requests with the same ID adds it.
        if db.find(&draft.id)?.is_some() {
            return Err(Error::Conflict(format!("The id '{}' is already in use.", draft.id)));
        }
        check_replacement(db, &draft)?;
        save(db, &draft, None, actor)
    })?;
    read_stored(app, saved.key())
}

/// Replaces a citation by what `body` describes, keeping the state before. Searchable on return.
///
/// The fields that not every form shows stay as they are when `body` leaves them out. Readable ids in the body are
/// ignored: the server makes them.
pub fn replace_citation(
    app: &App,
    id: &str,
    body: &Value,
    precondition: &Precondition,
    actor: &Actor,
) -> Result<Stored> {
    actor.require(Right::EditCitations)?;
    let present = app.store.read(|db| {
        let Some(key) = db.find_key(id)? else { return Ok(None) };
        // Before the dates: a changed one made those of an older form invalid.
        check_precondition(db, key, precondition)?;
        db.citation(key).map(Some)
    })?;
    let draft = form_draft(body, present.as_ref())?;
    change(app, id, precondition, |db, key| {
        let present = db.citation(key)?;
        let mut wanted = draft.clone();
        if !wanted.id.is_empty() && wanted.id != present.id {
            return Err(Error::Invalid(vec![FieldError::new(
                "id",
                format!("The id of this citation is '{}'; it never changes.", present.id),
            )]));
        }
        wanted.id.clone_from(&present.id);
        citation_fields().keep_absent(&mut wanted, &present, body);
        if body.get("replacedBy").is_some() {
            check_replacement(db, &wanted)?;
        }
        save(db, &wanted, None, actor)
    })
}

/// Every state of a citation, newest first, with what each changed.
pub fn versions(store: &Store, actor: &Actor, id: &str) -> Result<Vec<CitationVersion>> {
    actor.require(Right::EditCitations)?;
    store.read(|db| {
        let key = existing_key(db, id)?;
        let present = serde_json::to_value(db.citation(key)?)
            .map_err(|e| Error::internal("writing a citation as JSON", e))?;
        let entries = db.versions(key)?;
        let mut notes = db.review_notes(key)?;
        let mut states = Vec::with_capacity(entries.len());
        let mut files = FilesOfStates::new(db, key)?;
        for (n, entry) in entries.iter().enumerate() {
            let earlier = if n == 0 { None } else { db.earlier_version(key, entry.version)? };
            states.push(match earlier {
                Some(mut state) => {
                    let later = db.later_names(&db.names_of_version(key, entry.version)?)?;
                    let today = |lang: &str| later.latest(Category::Languages, lang);
                    files.complete(&mut state, today, FileUrls::Current)?;
                    state
                }
                None => present.clone(),
            });
        }
        Ok(entries
            .into_iter()
            .enumerate()
            .map(|(n, entry)| CitationVersion {
                version: entry.version,
                when: entry.saved_at,
                who: entry.saved_by,
                action: if n + 1 == states.len() { VersionAction::Added } else { VersionAction::Changed },
                changed: states
                    .get(n + 1)
                    .map(|before| changed_fields(before, &states[n]))
                    .unwrap_or_default(),
                note: notes.remove(&entry.version),
                citation: states[n].clone(),
            })
            .collect())
    })
}

/// Makes an earlier state the present one again, as a new version. Searchable on return.
///
/// Readable IDs that were assigned later stay. A lookup value that was renamed or merged later has the name of today; one
/// that was deleted is added again.
pub fn restore_version(
    app: &App,
    id: &str,
    version: u32,
    precondition: &Precondition,
    actor: &Actor,
) -> Result<Stored> {
    actor.require(Right::EditCitations)?;
    change(app, id, precondition, |db, key| {
        let Some(mut wanted) = earlier_citation(db, key, version, EarlierNames::Today)? else {
            return Err(if db.versions(key)?.iter().any(|v| v.version == version) {
                Error::Conflict(format!("Version {version} is the present one."))
            } else {
                Error::NotFound(format!("This citation has no version {version}."))
            });
        };
        let present = db.citation(key)?;
        wanted.id = present.id;
        if wanted.replaced_by != present.replaced_by {
            check_replacement(db, &wanted)?;
        }
        save_as(db, &wanted, None, actor, Action::CitationRestore)
    })
}

/// Which names the values of an earlier state get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::domain) enum EarlierNames {
    /// Those that they had then.
    OfThen,
    /// Those that they have today. A value that was deleted keeps its last name.
    Today,
}

/// An earlier state of a citation; `None` if the version does not exist or is the present one.
///
/// # Errors
/// [`Error::Invalid`] if an import would reject it today.
pub(in crate::domain) fn earlier_citation(
    db: &ReadTx<'_>,
    key: CitationKey,
    version: u32,
    names: EarlierNames,
) -> Result<Option<Citation>> {
    let Some(mut state) = db.earlier_version(key, version)? else { return Ok(None) };
    remove_earlier_texts(&mut state);
    if names == EarlierNames::Today {
        let later = db.later_names(&db.names_of_version(key, version)?)?;
        each_json_value_mut(&mut state, |category, value| *value = later.latest(category, value));
    }
    citation_from_json(&state, Completeness::Import, Dates::Stored).map(Some).map_err(Error::Invalid)
}

/// A stored file, and the language version whose file it becomes.
pub struct AttachedFile {
    /// The language of the version.
    pub lang: String,
    /// Its item number, which only versions in the same language need.
    pub item_number: Option<String>,
    pub digest: Digest,
}

/// Makes a stored file that of a language version, in place of its link or file. Searchable on return.
///
/// Unlike a save of the form it does not require the fields that the citation lacks: imported ones are incomplete.
pub fn attach_file(
    app: &App,
    id: &str,
    attached: &AttachedFile,
    precondition: &Precondition,
    actor: &Actor,
) -> Result<Stored> {
    actor.require(Right::EditCitations)?;
    change(app, id, precondition, |db, key| {
        let mut wanted = db.citation(key)?;
        let n = attached.version(&wanted)?;
        let file = VersionFile { digest: attached.digest, name: None, details: None, withdrawn: None };
        (wanted.languages[n].file, wanted.languages[n].url) = (Some(file), None);
        let about_file = |mut error: FieldError| {
            if error.field == format!("languages[{n}].file") {
                error.field = "digest".into();
            }
            error
        };
        save(db, &wanted, None, actor).map_err(|error| match error {
            Error::Invalid(errors) => Error::Invalid(errors.into_iter().map(about_file).collect()),
            other => other,
        })
    })
}

impl AttachedFile {
    /// The position of the version.
    fn version(&self, citation: &Citation) -> Result<usize> {
        let mut versions = citation.languages.iter().enumerate().filter(|(_, version)| {
            same_value(&version.lang, &self.lang)
                && self.item_number.as_ref().is_none_or(|number| version.item_number.as_ref() == Some(number))
        });
        match (versions.next(), versions.next()) {
            (Some((n, _)), None) => Ok(n),
            (None, _) => Err(Error::invalid("lang", "The citation has no such version.")),
            _ => Err(Error::invalid("lang", "The citation has several versions in this language.")),
        }
    }
}

/// What the form or a program sent for the `present` citation or a new one, complete and without readable ids, which are
/// made on saving.
fn form_draft(body: &Value, present: Option<&Citation>) -> Result<Citation> {
    let dates = Dates::Limited { today: Day::from(clock::today()), present };
    let mut draft = citation_from_json(body, Completeness::Form, dates).map_err(Error::Invalid)?;
    draft.readable_ids.clear();
    Ok(draft)
}

fn check_replacement(db: &ReadTx<'_>, wanted: &Citation) -> Result<()> {
    wanted.replaced_by.as_deref().map_or(Ok(()), |other| replacements::check(db, &wanted.id, other))
}

/// Changes an existing citation in the state that the caller knows. Searchable on return.
pub(in crate::domain) fn change(
    app: &App,
    id: &str,
    precondition: &Precondition,
    change: impl FnOnce(&WriteTx<'_>, CitationKey) -> Result<Saved>,
) -> Result<Stored> {
    let saved = app.write_and_follow(|db| {
        let key = existing_key(db, id)?;
        check_precondition(db, key, precondition)?;
        change(db, key)
    })?;
    read_stored(app, saved.key())
}

/// The citation that was saved under this key by another use case, once it is searchable.
pub fn stored_searchable(app: &App, key: CitationKey) -> Result<Stored> {
    let number = app.store.read(|db| db.latest_change())?;
    app.search.wait_until_searchable(number);
    read_stored(app, key)
}

/// The citation that was saved under this key, with its warnings.
pub(in crate::domain) fn read_stored(app: &App, key: CitationKey) -> Result<Stored> {
    app.store.read(|db| {
        let current = current(db, key)?;
        let warnings = duplicates::warnings(&app.search, db, &current.citation)?;
        Ok(Stored { current, warnings })
    })
}

fn current(db: &ReadTx<'_>, key: CitationKey) -> Result<Current> {
    let citation = db.citation(key)?;
    let has_files = citation.languages.iter().any(|version| version.file.is_some());
    Ok(Current {
        key,
        uploaders: if has_files { db.uploaders(key)? } else { Default::default() },
        checks: citation_checks(db, key)?,
        citation,
        packets: db.packets_with_citation(key)?,
        tag: entity_tag(db, key)?,
    })
}

/// Rejects a change unless `precondition` allows the present state.
pub(in crate::domain) fn check_precondition(
    db: &ReadTx<'_>,
    key: CitationKey,
    precondition: &Precondition,
) -> Result<()> {
    // The tag costs a query.
    if *precondition == Precondition::Any || precondition.is_met_by_state(&entity_tag(db, key)?) {
        return Ok(());
    }
    Err(Error::Stale(
        "Somebody else has changed this citation since you opened it. Nothing was saved.".into(),
    ))
}

pub(in crate::domain) fn existing_key(db: &ReadTx<'_>, id: &str) -> Result<CitationKey> {
    db.find_key(id)?.ok_or_else(unknown)
}

pub(in crate::domain) fn unknown() -> Error {
    Error::NotFound("No citation found.".into())
}

//! Synonyms that administrators enter; searches use them as soon as the response is sent. Each can be tried with a text
//! before it is saved.

use crate::domain::actor::Actor;
use crate::domain::app::{App, search_index};
use crate::domain::synonyms;
use crate::domain::thesaurus;
use crate::model::accounts::Right;
use crate::model::audit::event::Action;
use crate::model::entity_tag::Precondition;
use crate::model::error::{Error, FieldError, Result};
use crate::model::list_part::ListPart;
use crate::model::search::request::SearchRequest;
use crate::model::text_bounds::{OutOfBounds, TextBounds};
use crate::model::thesaurus::{
    LineMessage, MAX_SYNONYM_TERMS, MAX_SYNONYMS, MAX_TERM_CHARACTERS, MIN_SYNONYM_TERMS, Synonym,
    SynonymDraft, SynonymEntry, SynonymPage, SynonymTrial, TrialOutcome, TrialResults, WordImportReport,
};
use crate::search::{Snapshot, fold};
use crate::store::{ReadTx, Store, WriteTx};
use std::collections::{HashMap, HashSet};

/// Maximum number of titles shown for each side of a trial.
const TRIED_TITLES: usize = 5;

/// A line of a file with its synonym, or its error.
pub type SynonymLine = (u64, Result<SynonymDraft, String>);

/// The synonyms that are stored.
struct Known {
    keys: HashSet<(Option<String>, Vec<String>)>,
}

impl Known {
    /// All but the one with the id `except`.
    fn read(db: &ReadTx<'_>, except: Option<&str>) -> Result<Known> {
        let stored = db.synonyms()?.into_iter().filter(|entry| except != Some(entry.id.as_str()));
        let keys = stored
            .map(|entry| comparison_key(&SynonymDraft { terms: entry.terms, one_way: entry.one_way }))
            .collect();
        Ok(Known { keys })
    }

    /// Why no more can be added.
    fn refuse(&self, draft: &SynonymDraft) -> Result<(), String> {
        if self.keys.contains(&comparison_key(draft)) {
            return Err("These synonyms are there already.".into());
        }
        if self.keys.len() >= MAX_SYNONYMS {
            return Err(format!(
                "There are {MAX_SYNONYMS} synonyms already, which is as many as there may be."
            ));
        }
        Ok(())
    }
}

/// Synonyms, sorted by their first terms.
pub fn synonyms(store: &Store, actor: &Actor, part: ListPart) -> Result<SynonymPage> {
    actor.require(Right::ManageWords)?;
    let mut all = store.read(|db| db.synonyms())?;
    all.sort_by_cached_key(|entry| (entry.terms.first().map(|term| fold(term)), entry.changed.clone()));
    Ok(SynonymPage { found: all.len(), synonyms: part.select(all).collect() })
}

/// Adds a synonym; searches use it on return.
pub fn add_synonym(app: &App, draft: SynonymDraft, actor: &Actor) -> Result<SynonymEntry> {
    actor.require(Right::ManageWords)?;
    let checked = check(draft).map_err(Error::Invalid)?;
    let added = app.store.write(|db| {
        let known = Known::read(db, None)?;
        known.refuse(&checked).map_err(|message| Error::invalid("terms", message))?;
        save(db, &new_id(), &checked, None, actor)
    })?;
    thesaurus::refresh(app)?;
    Ok(added)
}

/// Replaces a synonym, when it is as the caller expects.
pub fn replace_synonym(
    app: &App,
    id: &str,
    draft: SynonymDraft,
    precondition: &Precondition,
    actor: &Actor,
) -> Result<SynonymEntry> {
    actor.require(Right::ManageWords)?;
    let checked = check(draft).map_err(Error::Invalid)?;
    let saved = app.store.write(|db| {
        let before = current(db, id, precondition)?;
        if before.terms == checked.terms && before.one_way == checked.one_way {
            return Ok(before);
        }
        Known::read(db, Some(id))?.refuse(&checked).map_err(|message| Error::invalid("terms", message))?;
        save(db, id, &checked, Some(before.version), actor)
    })?;
    thesaurus::refresh(app)?;
    Ok(saved)
}

/// Deletes a synonym, when it is as the caller expects.
pub fn delete_synonym(app: &App, id: &str, precondition: &Precondition, actor: &Actor) -> Result<()> {
    actor.require(Right::ManageWords)?;
    app.store.write(|db| {
        let before = current(db, id, precondition)?.version.to_string();
        db.delete_synonym(id, actor.editor())?;
        db.append_audit(&actor.event(Action::SynonymDelete, format!("synonym/{id}")).with_tags(before, ""))
    })?;
    thesaurus::refresh(app)
}

/// Adds the new synonyms of a file: all of them, or none if a line is invalid or on a dry run.
pub fn import_synonyms(
    app: &App,
    lines: Vec<SynonymLine>,
    dry_run: bool,
    actor: &Actor,
) -> Result<WordImportReport> {
    actor.require(Right::ManageWords)?;
    let mut report = WordImportReport { total: lines.len(), ..WordImportReport::default() };
    let mut drafts = Vec::new();
    for (line, draft) in lines {
        match draft.map_err(|message| vec![FieldError::new("", message)]).and_then(check) {
            Ok(checked) => drafts.push((line, checked)),
            Err(errors) => report.errors.extend(errors.into_iter().map(|error| {
                let at = if error.field.is_empty() { String::new() } else { format!("{}: ", error.field) };
                LineMessage { line, message: format!("{at}{}", error.message) }
            })),
        }
    }
    let prepare = |db: &ReadTx<'_>, report: &mut WordImportReport| -> Result<Vec<SynonymDraft>> {
        let mut known = Known::read(db, None)?;
        let mut fresh = Vec::new();
        for (line, draft) in &drafts {
            report.terms += draft.terms.len();
            if known.keys.contains(&comparison_key(draft)) {
                report.unchanged += 1;
            } else if let Err(message) = known.refuse(draft) {
                report.errors.push(LineMessage { line: *line, message });
            } else {
                known.keys.insert(comparison_key(draft));
                fresh.push(draft.clone());
            }
        }
        report.added = fresh.len();
        Ok(fresh)
    };
    if dry_run || !report.errors.is_empty() {
        app.store.read(|db| prepare(db, &mut report))?;
    } else {
        app.store.write(|db| {
            let fresh = prepare(db, &mut report)?;
            if !report.errors.is_empty() {
                return Ok(());
            }
            for draft in fresh {
                save(db, &new_id(), &draft, None, actor)?;
            }
            report.written = true;
            Ok(())
        })?;
    }
    report.errors.sort_by_key(|error| error.line);
    if report.written {
        thesaurus::refresh(app)?;
    }
    Ok(report)
}

/// Saves and records a synonym; `before` is the version that it replaces.
fn save(
    db: &WriteTx<'_>,
    id: &str,
    draft: &SynonymDraft,
    before: Option<u64>,
    actor: &Actor,
) -> Result<SynonymEntry> {
    let saved = db.save_synonym(id, &draft.terms, draft.one_way, actor.editor())?;
    let action = if before.is_some() { Action::SynonymChange } else { Action::SynonymAdd };
    let before = before.map(|version| version.to_string()).unwrap_or_default();
    let event = actor.event(action, format!("synonym/{id}"));
    db.append_audit(&event.with_tags(before, saved.version.to_string()))?;
    Ok(saved)
}

/// The synonyms that a search would know with this draft, in place of the one with the id `replaced`.
pub(super) fn with_draft(
    store: &Store,
    draft: SynonymDraft,
    replaced: Option<&str>,
) -> Result<Vec<(Vec<String>, bool)>> {
    let checked = check(draft).map_err(Error::Invalid)?;
    let stored = store.read(|db| db.synonyms())?;
    let mut all: Vec<(Vec<String>, bool)> = stored
        .into_iter()
        .filter(|entry| replaced != Some(entry.id.as_str()))
        .map(|entry| (entry.terms, entry.one_way))
        .collect();
    all.push((checked.terms, checked.one_way));
    Ok(all)
}

fn current(db: &ReadTx<'_>, id: &str, precondition: &Precondition) -> Result<SynonymEntry> {
    let entry = db.synonym(id)?.ok_or_else(|| Error::NotFound("The synonym was not found.".into()))?;
    if precondition.is_met_by(&entry.version.to_string()) {
        return Ok(entry);
    }
    Err(Error::Stale(format!(
        "{} has changed this synonym since you opened it: it is '{}' now.",
        entry.by,
        entry.terms.join("', '")
    )))
}

fn new_id() -> String {
    uuid::Uuid::now_v7().to_string()
}

/// The draft with normalized terms, or every error.
fn check(draft: SynonymDraft) -> Result<SynonymDraft, Vec<FieldError>> {
    let mut errors = Vec::new();
    let mut error = |field: String, message: String| errors.push(FieldError::new(field, message));
    let terms: Vec<String> =
        draft.terms.iter().map(|term| term.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    if !(MIN_SYNONYM_TERMS..=MAX_SYNONYM_TERMS).contains(&terms.len()) {
        error("terms".into(), format!("A synonym has {MIN_SYNONYM_TERMS} to {MAX_SYNONYM_TERMS} terms."));
    }
    let mut folded: HashMap<String, usize> = HashMap::new();
    for (n, term) in terms.iter().enumerate().take(MAX_SYNONYM_TERMS) {
        let at = format!("terms[{n}]");
        let key = comparable(term);
        if term.is_empty() {
            error(at, "A term is required.".into());
        } else if let Some(bound) = TextBounds::joined_line(MAX_TERM_CHARACTERS).check(term) {
            error(
                at,
                match bound {
                    OutOfBounds::TooLong => format!("A term has at most {MAX_TERM_CHARACTERS} characters."),
                    OutOfBounds::ControlCharacter => "Control characters are not allowed.".into(),
                },
            );
        } else if !key.chars().any(char::is_alphanumeric) {
            error(at, "A term needs a letter or a digit.".into());
        } else if let Some(same) = folded.get(&key) {
            error(at, format!("This is the same term as '{}'.", terms[*same]));
        } else {
            folded.insert(key, n);
        }
    }
    if errors.is_empty() { Ok(SynonymDraft { terms, one_way: draft.one_way }) } else { Err(errors) }
}

/// How terms are compared: folded, blanks and signs between words apart.
fn comparable(term: &str) -> String {
    let folded = fold(term);
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Equal for two synonyms of the same terms in the same direction.
fn comparison_key(draft: &SynonymDraft) -> (Option<String>, Vec<String>) {
    let mut terms: Vec<String> = draft.terms.iter().map(|term| comparable(term)).collect();
    let first = draft.one_way.then(|| terms.remove(0));
    terms.sort();
    (first, terms)
}

/// The results of a text now, and with this synonym.
pub fn try_synonym(app: &App, actor: &Actor, trial: SynonymTrial) -> Result<TrialOutcome> {
    actor.require(Right::ManageWords)?;
    let request = SearchRequest::new(&trial.q, "")?;
    let before = app.search.snapshot()?;
    let draft = SynonymDraft { terms: trial.terms, one_way: trial.one_way };
    let synonyms: Vec<Synonym> = synonyms::with_draft(&app.store, draft, trial.id.as_deref())?
        .into_iter()
        .map(|(terms, one_way)| Synonym { terms, one_way })
        .collect();
    let thesaurus = app.store.read(|db| search_index::compile_thesaurus(&app.settings, db, &synonyms))?;
    let after = app.search.index.snapshot_with(thesaurus)?;
    Ok(TrialOutcome { before: first_results(&before, &request)?, after: first_results(&after, &request)? })
}

fn first_results(snapshot: &Snapshot, request: &SearchRequest) -> Result<TrialResults> {
    let answer = snapshot.search(request)?;
    let titles = answer.hits.hit.into_iter().filter_map(|hit| hit.fields.title.into_iter().next());
    Ok(TrialResults { found: answer.hits.found, titles: titles.take(TRIED_TITLES).collect() })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn draft(terms: &[&str], one_way: bool) -> SynonymDraft {
        SynonymDraft { terms: terms.iter().map(|term| (*term).to_owned()).collect(), one_way }
    }

    #[test]
    fn every_invalid_field_is_named() {
        let fields = |terms: &[&str]| -> Vec<String> {
            check(draft(terms, false)).unwrap_err().into_iter().map(|error| error.field).collect()
        };
        assert_eq!(fields(&["fever"]), ["terms"]);
        assert_eq!(
            fields(&["fever", " ", "FÉVER ", "...", "a\u{1}b"]),
            ["terms[1]", "terms[2]", "terms[3]", "terms[4]"]
        );
        assert_eq!(fields(&["fever", &"x".repeat(101)]), ["terms[1]"]);
        assert_eq!(fields(&["x"; 21])[0], "terms");
        let normalized = check(draft(&[" high  temperature ", "fever"], true)).unwrap();
        assert_eq!((normalized.terms[0].as_str(), normalized.one_way), ("high temperature", true));
    }

    #[test]
    fn the_same_set_in_the_same_direction_is_the_same_synonym() {
        let key = |terms: &[&str], one_way| comparison_key(&draft(terms, one_way));
        assert_eq!(key(&["a", "b", "c"], false), key(&["C", "a", "B"], false));
        assert_eq!(key(&["a", "b", "c"], true), key(&["a", "c", "b"], true));
        assert_ne!(key(&["a", "b"], true), key(&["b", "a"], true));
        assert_ne!(key(&["a", "b"], true), key(&["a", "b"], false));
    }
}

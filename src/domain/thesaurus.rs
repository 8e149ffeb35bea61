//! The table of terms as administrators see it: listed, switched off and on, and the hospital's own table replaced. Searches use it and the synonyms as soon as the response is sent.

use crate::domain::actor::Actor;
use crate::domain::app::{App, search_index};
use crate::model::accounts::Right;
use crate::model::audit::event::Action;
use crate::model::error::{Error, Result, lock};
use crate::model::list_part::ListPart;
use crate::model::text::count_with_noun;
use crate::model::thesaurus::{
    Concept, LineMessage, TermPage, TermRow, TermSwitch, TermTable, WordImportReport,
};
use crate::search::{BuiltInConcept, built_in_concepts, fold};
use crate::store::Store;
use std::collections::HashSet;

/// Largest table of a hospital, in bytes.
pub const MAX_TABLE_BYTES: usize = 16 << 20;

/// A label of the built-in or of the hospital's own thesaurus.
struct ListedLabel<'a> {
    concept: &'a str,
    kind: &'a str,
    lang: &'a str,
    text: &'a str,
    /// The text, folded.
    folded: &'a str,
    whole_query: bool,
    is_own: bool,
    is_off: bool,
}

impl ListedLabel<'_> {
    fn row(&self) -> TermRow {
        TermRow {
            concept: self.concept.to_owned(),
            kind: self.kind.to_owned(),
            lang: self.lang.to_owned(),
            term: self.text.to_owned(),
            whole_query: self.whole_query,
            own: self.is_own,
            off: self.is_off,
        }
    }
}

/// A concept to be listed: of the hospital's own table, or of the built-in thesaurus.
enum ListedConcept<'a> {
    Own(&'a Concept),
    BuiltIn(&'a BuiltInConcept),
}

/// A page of the labels whose concept or text contains `q`, from `start` on.
pub fn terms(app: &App, actor: &Actor, q: &str, part: ListPart) -> Result<TermPage> {
    actor.require(Right::ManageWords)?;
    let wanted = fold(q.trim());
    let (mut found, mut terms) = (0, Vec::new());
    each_label(app, &wanted, |label| {
        if (part.start..part.start.saturating_add(part.most)).contains(&found) {
            terms.push(label.row());
        }
        found += 1;
    })?;
    Ok(TermPage { found, terms })
}

/// Calls `each` with the labels whose concept or text contains `wanted` when folded, sorted by concept, each once.
fn each_label(app: &App, wanted: &str, mut each: impl FnMut(&ListedLabel<'_>)) -> Result<()> {
    let (own, off) = app.store.read(|db| Ok((search_index::own_term_table(db)?, db.terms_off()?)))?;
    let off: HashSet<(String, String)> = off.into_iter().collect();
    let built_in = if app.settings.search.terms { built_in_concepts()? } else { Vec::new() };
    let mut concepts: Vec<(String, ListedConcept<'_>)> =
        built_in.iter().map(|concept| (fold(concept.name), ListedConcept::BuiltIn(concept))).collect();
    let own_concepts = own.iter().flat_map(|table| &table.concepts);
    concepts.extend(own_concepts.map(|concept| (fold(&concept.name), ListedConcept::Own(concept))));
    concepts.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut seen: HashSet<(String, String)> = HashSet::new();
    for same_name in concepts.chunk_by(|(a, _), (b, _)| a == b) {
        seen.clear();
        for (folded_name, concept) in same_name {
            let is_named = folded_name.contains(wanted);
            let mut list = |concept: &str, kind: &str, lang: &str, text: &str, whole_query, is_own| {
                let folded = fold(text);
                if !(is_named || folded.contains(wanted)) || !seen.insert((lang.to_owned(), folded.clone())) {
                    return;
                }
                let is_off = !off.is_empty() && off.contains(&(folded_name.clone(), folded.clone()));
                each(&ListedLabel {
                    concept,
                    kind,
                    lang,
                    text,
                    folded: &folded,
                    whole_query,
                    is_own,
                    is_off,
                });
            };
            match concept {
                ListedConcept::Own(concept) => concept.terms.iter().for_each(|term| {
                    list(&concept.name, &concept.kind, &term.lang, &term.text, term.whole_query, true);
                }),
                ListedConcept::BuiltIn(concept) => concept.labels.iter().for_each(|label| {
                    list(concept.name, concept.kind, label.lang, label.text, label.whole_query, false);
                }),
            }
        }
    }
    Ok(())
}

/// Switches a label off or on; searches use the change on return.
pub fn switch_term(app: &App, switch: &TermSwitch, actor: &Actor) -> Result<()> {
    actor.require(Right::ManageWords)?;
    let (concept, term) = (fold(switch.concept.trim()), fold(switch.term.trim()));
    let (mut name, mut has_label) = (None, false);
    each_label(app, &concept, |label| {
        if fold(label.concept) == concept {
            name.get_or_insert_with(|| label.concept.to_owned());
            has_label |= label.folded == term;
        }
    })?;
    let Some(name) = name else {
        return Err(Error::invalid("concept", format!("There is no concept '{}'.", switch.concept)));
    };
    if !has_label {
        return Err(Error::invalid("term", format!("'{name}' has no term '{}'.", switch.term)));
    }
    app.store.write(|db| {
        db.switch_term(&concept, &term, switch.off, actor.editor())?;
        let event = actor.event(Action::TermSwitch, format!("term/{concept}/{term}"));
        db.append_audit(&event.with_detail(if switch.off { "off" } else { "on" }))
    })?;
    refresh(app)
}

/// Replaces the hospital's own table by this one, unless a line is invalid or on a dry run. An empty table removes it.
///
/// A running server uses it within a second; a change made through the server calls [`refresh`].
pub fn import_own_terms(
    store: &Store,
    text: &[u8],
    dry_run: bool,
    actor: &Actor,
) -> Result<WordImportReport> {
    actor.require(Right::ManageWords)?;
    let file_error = |message: String| WordImportReport {
        errors: vec![LineMessage { line: 1, message }],
        ..WordImportReport::default()
    };
    if text.len() > MAX_TABLE_BYTES {
        return Ok(file_error(format!("a table has at most {} MB", MAX_TABLE_BYTES >> 20)));
    }
    let text = match std::str::from_utf8(text) {
        Ok(text) => text,
        Err(e) => {
            let line = text[..e.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
            let message = "this is not UTF-8 text".to_owned();
            let errors = vec![LineMessage { line: line as u64, message }];
            return Ok(WordImportReport { errors, ..WordImportReport::default() });
        }
    };
    let table = match TermTable::parse(text) {
        Ok(table) => table,
        Err(errors) => {
            let errors = errors
                .into_iter()
                .map(|error| LineMessage { line: error.line as u64, message: error.reason });
            return Ok(WordImportReport { errors: errors.collect(), ..WordImportReport::default() });
        }
    };
    let concepts = table.concepts.len();
    let terms: usize = table.concepts.iter().map(|concept| concept.terms.len()).sum();
    if !dry_run {
        store.write(|db| {
            db.replace_own_terms(Some(text).filter(|_| concepts > 0), actor.editor())?;
            let detail = format!(
                "{}, {}",
                count_with_noun(concepts as u64, "concept", "concepts"),
                count_with_noun(terms as u64, "term", "terms")
            );
            db.append_audit(&actor.event(Action::TermsImport, "terms").with_detail(detail))
        })?;
    }
    Ok(WordImportReport {
        total: concepts,
        added: concepts,
        terms,
        written: !dry_run,
        ..WordImportReport::default()
    })
}

/// The hospital's own table, as it was imported; empty without one.
pub fn own_terms(store: &Store, actor: &Actor) -> Result<String> {
    actor.require(Right::ManageWords)?;
    Ok(store.read(|db| db.own_terms())?.unwrap_or_default())
}

/// Makes searches use the thesaurus of the database; done on return. Does nothing if it has not changed.
pub fn refresh(app: &App) -> Result<()> {
    // One at a time, so that an older state never replaces a newer one.
    let mut applied = lock(&app.search.thesaurus_applied);
    if app.store.read(search_index::thesaurus_version)? == *applied {
        return Ok(());
    }
    let (thesaurus, version) = search_index::thesaurus_from_store(&app.settings, &app.store)?;
    app.search.index.set_thesaurus(thesaurus)?;
    *applied = version;
    Ok(())
}

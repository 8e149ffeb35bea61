//! The table of terms as administrators see it: listed, switched off and on, and the hospital's own table replaced.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::{vocabulary, words};
use crate::model::error::{Error, Result};
use crate::model::rights::Right;
use crate::model::terms::TermTable;
use crate::model::words::{LineMessage, PAGE, TermPage, TermRow, TermSwitch, WordImportReport};
use crate::search::{built_in_table, fold};
use crate::store::Store;
use std::collections::HashSet;

/// Largest table of a hospital, in bytes.
pub const MAX_TABLE_BYTES: usize = 16 << 20;

/// A page of the terms whose concept or text holds `q`, from `start` on.
pub fn terms(app: &App, actor: &Actor, q: &str, start: usize) -> Result<TermPage> {
    actor.require(Right::ManageWords)?;
    let all = all_terms(app, actor, q)?;
    Ok(TermPage { found: all.len(), terms: all.into_iter().skip(start).take(PAGE).collect() })
}

/// Every term whose concept or text holds `q`, sorted by concept.
pub fn all_terms(app: &App, actor: &Actor, q: &str) -> Result<Vec<TermRow>> {
    actor.require(Right::ManageWords)?;
    let (own, off) = app.store.read(|db| Ok((vocabulary::own_table(db)?, db.terms_off()?)))?;
    let off: HashSet<(String, String)> = off.into_iter().collect();
    let built_in = if app.settings.search.terms { Some(built_in_table()?) } else { None };
    let tables = [(built_in, false), (own, true)];
    let wanted = fold(q.trim());
    let mut seen = HashSet::new();
    let mut rows = Vec::new();
    for (table, is_own) in tables.iter().filter_map(|(table, is_own)| table.as_ref().map(|t| (t, *is_own))) {
        for concept in &table.concepts {
            let name = fold(&concept.name);
            for term in &concept.terms {
                let text = fold(&term.text);
                if !(name.contains(&wanted) || text.contains(&wanted))
                    || !seen.insert((name.clone(), term.lang.clone(), text.clone()))
                {
                    continue;
                }
                let row = TermRow {
                    concept: concept.name.clone(),
                    kind: concept.kind.clone(),
                    lang: term.lang.clone(),
                    term: term.text.clone(),
                    whole_query: term.whole_query,
                    own: is_own,
                    off: off.contains(&(name.clone(), text)),
                };
                rows.push((name.clone(), row));
            }
        }
    }
    rows.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

/// Switches a term off or on; searches know when this returns.
pub fn switch_term(app: &App, switch: &TermSwitch, actor: &Actor) -> Result<()> {
    actor.require(Right::ManageWords)?;
    let (concept, term) = (fold(switch.concept.trim()), fold(switch.term.trim()));
    let of_concept: Vec<TermRow> =
        all_terms(app, actor, "")?.into_iter().filter(|row| fold(&row.concept) == concept).collect();
    if of_concept.is_empty() {
        return Err(Error::invalid("concept", format!("There is no concept '{}'.", switch.concept)));
    }
    if !of_concept.iter().any(|row| fold(&row.term) == term) {
        let message = format!("'{}' has no term '{}'.", of_concept[0].concept, switch.term);
        return Err(Error::invalid("term", message));
    }
    app.store.write(|db| db.switch_term(&concept, &term, switch.off, actor.editor()))?;
    words::refresh(app)
}

/// Replaces the hospital's own table by this one, unless a line is at fault or on a dry run. An empty table removes it.
///
/// A running server takes it within a second; whoever changes it through a server calls [`words::refresh`] then.
pub fn import_own_terms(
    store: &Store,
    text: &[u8],
    dry_run: bool,
    actor: &Actor,
) -> Result<WordImportReport> {
    actor.require(Right::ManageWords)?;
    let fault_of_file = |message: String| WordImportReport {
        faults: vec![LineMessage { line: 1, message }],
        ..WordImportReport::default()
    };
    if text.len() > MAX_TABLE_BYTES {
        return Ok(fault_of_file(format!("a table has at most {} MB", MAX_TABLE_BYTES >> 20)));
    }
    let text = match std::str::from_utf8(text) {
        Ok(text) => text,
        Err(e) => {
            let line = text[..e.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
            let message = "this is no UTF-8 text".to_owned();
            let faults = vec![LineMessage { line: line as u64, message }];
            return Ok(WordImportReport { faults, ..WordImportReport::default() });
        }
    };
    let table = match TermTable::parse(text) {
        Ok(table) => table,
        Err(faults) => {
            let faults = faults
                .into_iter()
                .map(|fault| LineMessage { line: fault.line as u64, message: fault.reason });
            return Ok(WordImportReport { faults: faults.collect(), ..WordImportReport::default() });
        }
    };
    let concepts = table.concepts.len();
    let terms = table.concepts.iter().map(|concept| concept.terms.len()).sum();
    if !dry_run {
        store.write(|db| db.replace_own_terms(Some(text).filter(|_| concepts > 0), actor.editor()))?;
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
pub fn own_terms(app: &App, actor: &Actor) -> Result<String> {
    actor.require(Right::ManageWords)?;
    Ok(app.store.read(|db| db.own_terms())?.unwrap_or_default())
}

//! Duplicates: citations in use that have the same title, item number or address; all of them, and those of the one just saved.

use crate::domain::actor::Actor;
use crate::domain::app::{App, SearchIndex};
use crate::model::accounts::Right;
use crate::model::citations::citation::Citation;
use crate::model::citations::duplicates::{
    DuplicateCitation, DuplicateGroup, DuplicatePage, IndexedDuplicates, MAX_SHOWN, SharedText, UniqueText,
    Warning, unique_texts,
};
use crate::model::error::Result;
use crate::model::list_part::ListPart;
use crate::store::ReadTx;

/// Groups of citations that share something, as the index has them; all groups with every citation.
pub fn duplicates(app: &App, actor: &Actor, part: ListPart) -> Result<DuplicatePage> {
    actor.require(Right::EditCitations)?;
    let shown = if part == ListPart::ALL { usize::MAX } else { MAX_SHOWN };
    let snapshot = app.search.snapshot()?;
    let all = snapshot.duplicates()?;
    app.store.read(|db| {
        let groups = part.select(all).map(|group| duplicate_group(db, group, shown));
        Ok(DuplicatePage { found: all.len(), groups: groups.collect::<Result<_>>()? })
    })
}

fn duplicate_group(db: &ReadTx<'_>, group: &IndexedDuplicates, shown: usize) -> Result<DuplicateGroup> {
    let (mut texts, mut citations) = (Vec::new(), Vec::new());
    for id in group.ids.iter().take(shown) {
        let Some(key) = db.citation_key(id)? else { continue };
        let citation = db.citation(key)?;
        if texts.is_empty() {
            texts = unique_texts(&citation);
        }
        citations.push(duplicate_citation(citation, db.current_readable_id(key)?));
    }
    let same = group.same.iter().map(|(kind, key)| {
        // The index cuts very long keys, and may be a moment behind.
        let exact = texts.iter().find(|text| text.key == *key);
        let found = exact.or_else(|| texts.iter().find(|text| text.key.starts_with(key.as_str())));
        let compared = || key[kind.name().len() + 1..].to_owned();
        SharedText { kind: *kind, text: found.map_or_else(compared, |text| text.text.clone()) }
    });
    Ok(DuplicateGroup { same: same.collect(), count: group.ids.len(), citations })
}

fn duplicate_citation(citation: Citation, readable_id: Option<String>) -> DuplicateCitation {
    let mut item_numbers: Vec<String> = Vec::new();
    for number in citation.languages.into_iter().filter_map(|version| version.item_number) {
        if !item_numbers.contains(&number) {
            item_numbers.push(number);
        }
    }
    DuplicateCitation {
        readable_id: readable_id.unwrap_or_else(|| citation.id.clone()),
        id: citation.id,
        title: citation.title,
        department: citation.dept_submitted_by.map(|department| department.name),
        item_numbers,
    }
}

/// How many other citations are named for one text.
const MAX_NAMED: usize = 20;

/// The warnings about a citation that has just been saved and indexed: one for every text and
/// every other citation in use that has the same text, by field.
///
/// The index finds candidates; the database decides, so that an outdated index causes no false warning.
pub(in crate::domain) fn warnings(
    search: &SearchIndex,
    db: &ReadTx<'_>,
    saved: &Citation,
) -> Result<Vec<Warning>> {
    let snapshot = search.index.snapshot();
    let mut warnings = Vec::new();
    for text in unique_texts(saved) {
        // One more, because the citation itself is among them.
        for id in snapshot.citations_with(&text, MAX_NAMED + 1)? {
            if id != saved.id
                && let Some(key) = db.citation_key(&id)?
            {
                warnings.extend(warning(&text, &db.citation(key)?));
            }
        }
    }
    Ok(warnings)
}

/// The warning that `other` has `text` too; `None` if it does not, or has become obsolete.
fn warning(text: &UniqueText, other: &Citation) -> Option<Warning> {
    let has_it = unique_texts(other).iter().any(|one| one.key == text.key);
    (has_it && !other.obsolete).then(|| Warning {
        field: text.field.clone(),
        message: format!("Another handout has the same {}: {}", text.kind.name(), other.title),
        citation: other.id.clone(),
    })
}

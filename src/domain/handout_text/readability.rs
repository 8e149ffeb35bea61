//! How hard handouts are to read.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::citations::editing;
use crate::model::accounts::Right;
use crate::model::error::Result;
use crate::model::handout_text::file::TextState;
use crate::model::handout_text::reading_level::{AIM_GRADE, FormulaLanguage, ReadingLevel};
use crate::model::handout_text::report::{
    PAGE, Readability, ReadabilityCounts, ReadabilityEntry, ReadabilityPage, ReadabilityState,
};
use crate::model::languages::language::LanguageTags;
use crate::search::fold;
use crate::settings::HandoutTexts;
use crate::store::{KnownText, Store, TextRow};
use std::cmp::Reverse;

/// Which language versions to list.
#[derive(Debug, Clone, Default)]
pub struct ReadabilityFilter {
    /// Only those of citations of this department.
    pub department: Option<String>,
    /// Only those whose grade is higher.
    pub above: Option<u32>,
    /// Only those in this state.
    pub state: Option<ReadabilityState>,
}

impl ReadabilityFilter {
    fn takes(&self, readability: &Readability) -> bool {
        let grade = readability.reading_level.map(|level| level.grade);
        self.state.is_none_or(|state| state == readability.state)
            && self.above.is_none_or(|above| grade.is_some_and(|grade| grade > above))
    }
}

/// Language versions from `start` on, the hardest first; obsolete citations are left out.
pub fn list(app: &App, actor: &Actor, filter: &ReadabilityFilter, start: usize) -> Result<ReadabilityPage> {
    page(app, actor, filter, start, PAGE)
}

/// All of them.
pub fn all(app: &App, actor: &Actor, filter: &ReadabilityFilter) -> Result<ReadabilityPage> {
    page(app, actor, filter, 0, usize::MAX)
}

/// The language versions of a citation that have an address, in their order.
pub fn citation_versions(store: &Store, id: &str) -> Result<Vec<Readability>> {
    store.read(|db| {
        let key = editing::existing_key(db, id)?;
        let tags = db.language_tags()?;
        Ok(db.text_rows(None, Some(key))?.into_iter().map(|row| readability(&tags, row)).collect())
    })
}

fn page(
    app: &App,
    actor: &Actor,
    filter: &ReadabilityFilter,
    start: usize,
    most: usize,
) -> Result<ReadabilityPage> {
    actor.require(Right::EditCitations)?;
    app.store.read(|db| {
        let tags = db.language_tags()?;
        let mut counts = ReadabilityCounts::default();
        let mut rows = Vec::new();
        for row in db.text_rows(filter.department.as_deref(), None)? {
            let (key, id, title, department) =
                (row.key, row.id.clone(), row.title.clone(), row.department.clone());
            let readability = readability(&tags, row);
            counts.add(readability.state);
            counts.above_aim +=
                u64::from(readability.reading_level.is_some_and(|level| level.grade > AIM_GRADE));
            if filter.takes(&readability) {
                rows.push((
                    key,
                    ReadabilityEntry {
                        readable_id: id.clone(),
                        citation: id,
                        title,
                        department,
                        readability,
                    },
                ));
            }
        }
        rows.sort_by_cached_key(|(_, entry)| rank(entry));
        let found = rows.len();
        let handouts = rows
            .into_iter()
            .skip(start)
            .take(most)
            .map(|(key, entry)| {
                let readable_id = db.current_readable_id(key)?.unwrap_or(entry.readable_id);
                Ok(ReadabilityEntry { readable_id, ..entry })
            })
            .collect::<Result<Vec<ReadabilityEntry>>>()?;
        let nightly = app.settings.handouts.text == HandoutTexts::Nightly;
        Ok(ReadabilityPage { counts, found, handouts, nightly })
    })
}

/// The place of an entry in the list.
fn rank(entry: &ReadabilityEntry) -> (usize, Reverse<u32>, String, String) {
    let readability = &entry.readability;
    let state =
        ReadabilityState::ALL.iter().position(|state| *state == readability.state).unwrap_or(usize::MAX);
    let grade = readability.reading_level.map_or(0, |level| level.grade);
    (state, Reverse(grade), fold(&entry.title), entry.citation.clone())
}

fn readability(tags: &LanguageTags, row: TextRow) -> Readability {
    let TextRow { lang, url, known, .. } = row;
    let formula = tags.tag(&lang).and_then(|tag| FormulaLanguage::from_tag(tag.as_str()));
    let Some(known) = known else {
        let none = ReadabilityState::NotFetched;
        return Readability {
            lang,
            url,
            state: none,
            reading_level: None,
            reason: None,
            words: None,
            fetched: None,
        };
    };
    let reading_level = level(&known, formula);
    let state = match (known.state, formula, reading_level) {
        (TextState::NoText, ..) => ReadabilityState::NoText,
        (TextState::Failed, ..) => ReadabilityState::Failed,
        (TextState::Text, None, _) => ReadabilityState::NoFormula,
        (TextState::Text, Some(_), None) => ReadabilityState::Short,
        (TextState::Text, Some(_), Some(_)) => ReadabilityState::Level,
    };
    let words = (known.state == TextState::Text).then_some(known.measures.words);
    Readability { lang, url, state, reading_level, reason: known.reason, words, fetched: Some(known.fetched) }
}

fn level(known: &KnownText, formula: Option<FormulaLanguage>) -> Option<ReadingLevel> {
    let formula = formula.filter(|_| known.state == TextState::Text)?;
    ReadingLevel::new(&known.measures, formula)
}

//! Citations that rank first because their item number or whole title was typed, and the boost for a language.

use crate::model::languages::tag::LanguageTag;
use crate::search::query::parsed_query::ParsedQuery;
use crate::search::query::query_plan::QueryPlan;
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::segment_data::SegmentData;
use crate::search::snapshot::{Match, Snapshot};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, TERMINATED};

/// The tier of citations with the item number that was typed.
const ITEM_NUMBER: u8 = 0;
/// The tier of citations with the title that was typed, character by character.
const TYPED_TITLE: u8 = 1;
/// The tier of citations with the whole title that was typed.
const WHOLE_TITLE: u8 = 2;

/// How many of the best matches are ranked by their titles, keywords, and concepts.
pub(in crate::search) const MAX_RERANKED: usize = 200;
/// The factor for citations in the preferred language.
const LANGUAGE_BOOST: f32 = 1.02;

/// The boost for citations in the preferred language, or without one in the languages of the concepts, enough to break ties.
pub(super) struct LanguageBoost {
    /// The citations in these languages, by segment.
    documents: Vec<DocumentSet>,
    /// Whether it is for all matches, not only for the best.
    pub is_for_all: bool,
}

impl LanguageBoost {
    pub fn new(snapshot: &Snapshot, plan: &QueryPlan, lang: Option<&LanguageTag>) -> Option<LanguageBoost> {
        let languages = match lang {
            Some(preferred) => snapshot.preferred_languages(preferred).numbers(),
            None => {
                let tags: Vec<&str> =
                    plan.concepts.iter().flat_map(|term| &term.languages).map(|tag| &**tag).collect();
                if tags.is_empty() { Vec::new() } else { snapshot.label_language_values(&tags) }
            }
        };
        if languages.is_empty() {
            return None;
        }
        let documents = |data: &SegmentData| {
            let mut documents = DocumentSet::none(data.columns.obsolete.len());
            languages.iter().for_each(|language| data.values.add_documents(*language, &mut documents));
            documents
        };
        let documents = snapshot.segments.iter().map(|segment| documents(&segment.data)).collect();
        Some(LanguageBoost { documents, is_for_all: lang.is_some() })
    }

    #[inline]
    pub fn apply(&self, m: &mut Match) {
        if self.documents[usize::from(m.segment)].contains(m.doc) {
            m.score *= LANGUAGE_BOOST;
        }
    }
}

/// Boosts all matches in the preferred language, or without one the best in the languages of the concepts. The best matches are
/// in front.
pub(super) fn boost_language(
    snapshot: &Snapshot,
    plan: &QueryPlan,
    lang: Option<&LanguageTag>,
    matches: &mut [Match],
) {
    if let Some(boost) = LanguageBoost::new(snapshot, plan, lang) {
        let boosted = if boost.is_for_all { matches.len() } else { MAX_RERANKED.min(matches.len()) };
        matches[..boosted].iter_mut().for_each(|m| boost.apply(m));
    }
}

/// The citations whose item number or whole title was typed, with their tiers. A citation may be there twice: the last tier counts.
pub(super) fn direct_documents(
    snapshot: &Snapshot,
    query: &ParsedQuery,
    wanted: &[DocumentSet],
) -> std::io::Result<Vec<Match>> {
    let fields = &snapshot.fields;
    let title = Some(query.whole_title.as_str()).filter(|t| !t.is_empty());
    let written = query.text.trim();
    let mut direct = Vec::new();
    for (key, field, tier) in
        [(title, fields.whole_title, WHOLE_TITLE), (query.item.as_deref(), fields.item, ITEM_NUMBER)]
    {
        let Some(key) = key else { continue };
        for (number, segment) in (0u16..).zip(&snapshot.segments) {
            let Ok(inverted) = segment.reader.inverted_index(field) else { continue };
            let Some(info) = inverted.terms().get(key.as_bytes())? else { continue };
            let mut postings = inverted.read_postings_from_terminfo(&info, IndexRecordOption::Basic)?;
            while postings.doc() != TERMINATED {
                let doc = postings.doc();
                let (columns, versions) = (&segment.data.columns, &segment.data.columns.version_titles);
                let titles = || {
                    let of_versions = versions.numbers(doc).map(|number| (&versions.titles, number));
                    std::iter::once((&columns.titles, doc as usize)).chain(of_versions)
                };
                let (is_typed, tier) = match (&query.exact_title, tier) {
                    (_, ITEM_NUMBER) => (true, tier),
                    _ if titles().any(|(list, number)| list.get(number) == written) => (true, TYPED_TITLE),
                    (Some(exact), _) => (titles().any(|(list, number)| list.key(number) == exact), tier),
                    (None, _) => (true, tier),
                };
                if is_typed && wanted[usize::from(number)].contains(doc) {
                    direct.push(Match { segment: number, doc, tier, score: 0.0 });
                }
                postings.advance();
            }
        }
    }
    Ok(direct)
}

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
pub(super) const ITEM_NUMBER: u8 = 0;
/// The tier of citations with the whole title that was typed.
pub(super) const WHOLE_TITLE: u8 = 1;

/// How many of the best matches are ranked by their titles, keywords, and concepts.
pub(in crate::search) const MAX_RERANKED: usize = 200;
/// The factor for citations in the preferred language.
const LANGUAGE_BOOST: f32 = 1.02;

/// Boosts the citations in the preferred language, or without one in the languages of the concepts, enough to break ties.
pub(super) fn boost_language(
    snapshot: &Snapshot,
    plan: &QueryPlan,
    lang: Option<&LanguageTag>,
    matches: &mut [Match],
) {
    let languages = match lang {
        Some(preferred) => snapshot.preferred_languages(preferred).numbers(),
        None => {
            let tags: Vec<&str> =
                plan.concepts.iter().flat_map(|term| &term.languages).map(|tag| &**tag).collect();
            if tags.is_empty() { Vec::new() } else { snapshot.label_language_values(&tags) }
        }
    };
    if languages.is_empty() {
        return;
    }
    // `rank_by_subject` has moved the best matches to the front.
    let boosted = if lang.is_some() { matches.len() } else { MAX_RERANKED.min(matches.len()) };
    let documents = |data: &SegmentData| {
        let mut documents = DocumentSet::none(data.columns.obsolete.len());
        languages.iter().for_each(|language| data.values.add_documents(*language, &mut documents));
        documents
    };
    let sets: Vec<DocumentSet> = snapshot.segments.iter().map(|segment| documents(&segment.data)).collect();
    for m in &mut matches[..boosted] {
        if sets[usize::from(m.segment)].contains(m.doc) {
            m.score *= LANGUAGE_BOOST;
        }
    }
}

/// Moves the citations whose item number or whole title was typed to the first tiers and adds those that are missing. Returns
/// whether there are any.
pub(super) fn add_direct_matches(
    snapshot: &Snapshot,
    query: &ParsedQuery,
    matches: &mut Vec<Match>,
    is_wanted: &dyn Fn(usize, u32) -> bool,
) -> std::io::Result<bool> {
    let fields = &snapshot.fields;
    let title = Some(query.whole_title.as_str()).filter(|t| !t.is_empty());
    let mut has_direct_matches = false;
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
                if is_wanted(usize::from(number), doc) {
                    has_direct_matches = true;
                    match matches.iter_mut().find(|m| m.segment == number && m.doc == doc) {
                        Some(existing) => existing.tier = tier,
                        None => matches.push(Match { segment: number, doc, tier, score: 0.0 }),
                    }
                }
                postings.advance();
            }
        }
    }
    Ok(has_direct_matches)
}

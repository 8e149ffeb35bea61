//! Citations that come first among equals or at all: by language, whole titles and item numbers typed.

use crate::model::languages::tag::LanguageTag;
use crate::search::query::parsed_query::ParsedQuery;
use crate::search::query::query_plan::QueryPlan;
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::segment_data::SegmentData;
use crate::search::snapshot::{Match, Snapshot};
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, TERMINATED};

/// Citations with the item number that was typed.
pub(super) const ITEM: u8 = 0;
/// Citations with the whole title that was typed.
pub(super) const WHOLE_TITLE: u8 = 1;

/// For how many of the best the names are compared with the query.
pub(in crate::search) const MAX_COMPARED: usize = 200;
/// What the language of the person who asks adds.
const IN_LANGUAGE: f32 = 1.02;

/// Raises the citations in the language of the person who asks, or else of the terms, a little: first among equals.
pub(super) fn add_language(
    snapshot: &Snapshot,
    plan: &QueryPlan,
    lang: Option<&LanguageTag>,
    matches: &mut [Match],
) {
    let languages = match lang {
        Some(reader) => snapshot.preferred_languages(reader).numbers(),
        None => {
            let tags: Vec<&str> =
                plan.terms.iter().flat_map(|term| &term.languages).map(|tag| &**tag).collect();
            if tags.is_empty() { Vec::new() } else { snapshot.languages_of_terms(&tags) }
        }
    };
    if languages.is_empty() {
        return;
    }
    // The best stand in front.
    let compared = if lang.is_some() { matches.len() } else { MAX_COMPARED.min(matches.len()) };
    let having_one = |data: &SegmentData| {
        let mut all = DocumentSet::none(data.columns.obsolete.len());
        languages.iter().for_each(|language| data.values.add_having(*language, &mut all));
        all
    };
    let sets: Vec<DocumentSet> = snapshot.segments.iter().map(|segment| having_one(&segment.data)).collect();
    for found in &mut matches[..compared] {
        if sets[usize::from(found.segment)].contains(found.doc) {
            found.score *= IN_LANGUAGE;
        }
    }
}

/// Citations whose item number or whole title was typed come first, whatever else they hold. Returns whether there are.
pub(super) fn add_direct(
    snapshot: &Snapshot,
    query: &ParsedQuery,
    matches: &mut Vec<Match>,
    is_wanted: &dyn Fn(usize, u32) -> bool,
) -> std::io::Result<bool> {
    let fields = &snapshot.fields;
    let title = Some(query.whole_title.as_str()).filter(|t| !t.is_empty());
    let mut is_direct = false;
    for (key, field, tier) in
        [(title, fields.whole_title, WHOLE_TITLE), (query.item.as_deref(), fields.item, ITEM)]
    {
        let Some(key) = key else { continue };
        for (number, segment) in (0u16..).zip(&snapshot.segments) {
            let Ok(inverted) = segment.reader.inverted_index(field) else { continue };
            let Some(info) = inverted.terms().get(key.as_bytes())? else { continue };
            let mut postings = inverted.read_postings_from_terminfo(&info, IndexRecordOption::Basic)?;
            while postings.doc() != TERMINATED {
                let doc = postings.doc();
                if is_wanted(usize::from(number), doc) {
                    is_direct = true;
                    match matches.iter_mut().find(|m| m.segment == number && m.doc == doc) {
                        Some(known) => known.tier = tier,
                        None => matches.push(Match { segment: number, doc, tier, score: 0.0 }),
                    }
                }
                postings.advance();
            }
        }
    }
    Ok(is_direct)
}

/// What some words weigh together.
pub(super) fn weight_of(bits: u32, weights: &[f32]) -> f32 {
    let mut weight = 0.0;
    let mut rest = bits;
    while rest != 0 {
        weight += weights.get(rest.trailing_zeros() as usize).copied().unwrap_or(0.0);
        rest &= rest - 1;
    }
    weight
}

//! What names add to a search: titles and keywords that the query covers, and whole titles and item numbers typed.

use crate::model::language_tag::LanguageTag;
use crate::search::best::bring_forward;
use crate::search::document_set::DocumentSet;
use crate::search::interpretation::Interpretation;
use crate::search::query::{Part, Query};
use crate::search::segment::SegmentData;
use crate::search::snapshot::{Match, Snapshot};
use crate::search::sums::{Held, Sums};
use crate::search::term_keys::term_key;
use crate::search::values::Ordinal;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, TERMINATED};

/// Citations with the item number that was typed.
pub(super) const ITEM: u8 = 0;
/// Citations with the whole title that was typed.
pub(super) const WHOLE_TITLE: u8 = 1;

/// For how many of the best the names are compared with the query.
const MAX_COMPARED: usize = 200;
/// What a title that the query covers adds, as a share of what the whole query weighs.
const WHOLE_NAME: f32 = 0.8;
/// How much of a title is covered that a term means and nobody typed.
const NAMED_BY_TERM: f32 = 0.65;
/// What a keyword that the query covers adds, in the same way.
const WHOLE_KEYWORD: f32 = 0.3;
/// What the language of the person who asks adds.
const IN_LANGUAGE: f32 = 1.02;

/// Raises the best of the matches of which the query names the whole title or a whole keyword; not with `no_boost`.
pub(super) fn add_names(
    snapshot: &Snapshot,
    sought: &Interpretation,
    sums: &[Sums],
    no_boost: bool,
    matches: &mut [Match],
) {
    let total: f32 = sought.weights.iter().sum();
    let best = MAX_COMPARED.min(matches.len());
    if total == 0.0 || best == 0 || no_boost {
        return;
    }
    bring_forward(matches, best);
    let keywords = named_keywords(snapshot, sought);
    for found in &mut matches[..best] {
        let data = &snapshot.segments[usize::from(found.segment)].data;
        let held = sums[usize::from(found.segment)].held(found.doc);
        let title = held.title;
        if title != 0 {
            let length = f32::from(data.columns.title_lengths[found.doc as usize]);
            let is_named = held.by_term & title == title && held.typed & title != title;
            let of_name =
                if is_named { NAMED_BY_TERM } else { (title.count_ones() as f32 / length).min(1.0) };
            let weight = weight_of(title, &sought.weights);
            let of_query = weight / total;
            // A term says no more than its concept does, however rare its words are.
            let worth = if is_named { (rarity_of_terms(sought, title) / weight).min(1.0) } else { 1.0 };
            found.score += WHOLE_NAME * total * worth * of_name * of_name * of_query * of_query;
        }
        if !keywords.is_empty() {
            let mut named: f32 = 0.0;
            data.values.each(found.doc, |value| {
                if let Ok(place) = keywords.binary_search_by_key(&value, |(number, _)| *number) {
                    named = named.max(weight_of(keywords[place].1, &sought.weights));
                }
            });
            found.score += WHOLE_KEYWORD * named;
        }
    }
}

/// Raises the citations in the language of the person who asks, or else of the terms, a little: first among equals.
pub(super) fn add_language(
    snapshot: &Snapshot,
    sought: &Interpretation,
    lang: Option<&LanguageTag>,
    matches: &mut [Match],
) {
    let languages = match lang {
        Some(reader) => snapshot.reader_languages(reader).numbers(),
        None => {
            let tags: Vec<&str> =
                sought.terms.iter().flat_map(|term| &term.languages).map(|tag| &**tag).collect();
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

/// How rare the concept is that these words name.
fn rarity_of_terms(sought: &Interpretation, bits: u32) -> f32 {
    sought.terms.iter().filter(|term| term.bits & bits != 0).map(|term| term.rarity).fold(0.0, f32::max)
}

/// Returns whether the query holds every word of a citation's title that says something.
pub(super) fn is_titled(snapshot: &Snapshot, segment: u16, doc: u32, held: &Held) -> bool {
    let length = snapshot.segments[usize::from(segment)].data.columns.title_lengths[doc as usize];
    (held.title & (held.typed | held.by_term)).count_ones() >= u32::from(length)
}

/// The keywords that the query names wholly, with the bits of their words.
fn named_keywords(snapshot: &Snapshot, sought: &Interpretation) -> Vec<(Ordinal, u32)> {
    let keys: Vec<(String, u32)> = (0..)
        .zip(&sought.query.parts)
        .filter_map(|(number, part)| match part {
            Part::Word(word) if sought.required & 1 << number != 0 => {
                Some((term_key(&word.forms[0]), 1 << number))
            }
            _ => None,
        })
        .collect();
    snapshot.keyword_names.named(keys.iter().map(|(key, bit)| (key.as_str(), *bit)))
}

/// Citations whose item number or whole title was typed come first, whatever else they hold. Returns whether there are.
pub(super) fn add_direct(
    snapshot: &Snapshot,
    query: &Query,
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

//! What a query is about: the titles, keywords and concepts that it names. Citations that bear such a name stand above those
//! that contain incidental words of it.

use crate::search::query::keyword_matches::keyword_matches;
use crate::search::query::query_plan::QueryPlan;
use crate::search::ranking::accumulators::{Accumulated, Accumulators};
use crate::search::ranking::direct_matches::{MAX_COMPARED, weight_of};
use crate::search::ranking::partial::PARTIAL;
use crate::search::ranking::top_k::select_top_k;
use crate::search::segments::keyword_index::KeywordMatch;
use crate::search::segments::segment_data::SegmentData;
use crate::search::segments::value_dictionary::Ordinal;
use crate::search::snapshot::{Match, Snapshot};
use crate::search::text::folding::fold;
use crate::search::thesaurus::combined::{ConceptId, ENGLISH, is_language};

/// What a title that the query covers adds, as a share of what the whole query weighs.
const WHOLE_TITLE: f32 = 0.8;
/// How much of a title is covered that a concept means and nobody typed.
const TITLE_BY_CONCEPT: f32 = 0.65;
/// The same when the whole query is a label of that concept in another language: 'Vaccines' ranks above the statements in
/// Chinese that contain 疫苗, since people who search for it often help others.
const TRANSLATED_TITLE: f32 = 1.3;
/// What a keyword that the query covers adds, in the same way.
const WHOLE_KEYWORD: f32 = 0.3;
/// What the words of names add, each as strongly as it is named.
const SUBJECT: f32 = 0.3;
/// How strongly words are named by a keyword that is just them, and by a concept of a title that is just its label.
const BY_KEYWORD: f32 = 0.75;
const BY_CONCEPT: f32 = 0.6;
/// How strongly a title or keyword that is just a label names its concept, at least; see `segments/concept_index.rs`.
const WHOLE_LABEL: f32 = 0.7;
/// From this share of the query on, whole names are what it is about.
const SUBJECT_SHARE: f32 = 0.5;

/// How strongly a citation bears the names that a query holds.
#[derive(Default)]
struct Named {
    /// By the number of a word's bit, the strongest name that holds it: 1 for a whole title.
    strengths: [f32; 32],
    /// The words of whole names: a title, a keyword, or a concept that one of them is a label of.
    whole: u32,
    /// What the names add to the score, apart from `strengths`.
    bonus: f32,
    /// Neither title nor keywords have anything of the query: it matches incidental words of the text.
    is_incidental: bool,
}

impl Named {
    fn add(&mut self, bits: u32, strength: f32, is_whole: bool) {
        if is_whole {
            self.whole |= bits;
        }
        let mut rest = bits;
        while rest != 0 {
            let known = &mut self.strengths[rest.trailing_zeros() as usize];
            *known = known.max(strength);
            rest &= rest - 1;
        }
    }

    /// What the named words weigh, each as strongly as it is named.
    fn weight(&self, weights: &[f32]) -> f32 {
        weights.iter().zip(self.strengths).map(|(weight, strength)| weight * strength).sum()
    }
}

/// The keywords that contain words of the query, to be asked for by the values of many citations.
struct KeywordMatches {
    /// In the order of their ordinals.
    sorted: Vec<KeywordMatch>,
    /// The bits of their ordinals modulo 1,024: most values of a citation are none of them, which one test shows.
    filter: [u64; 16],
}

impl KeywordMatches {
    fn new(sorted: Vec<KeywordMatch>) -> KeywordMatches {
        let mut filter = [0; 16];
        sorted
            .iter()
            .for_each(|keyword| filter[keyword.number as usize / 64 % 16] |= 1 << (keyword.number % 64));
        KeywordMatches { sorted, filter }
    }

    #[inline]
    fn get(&self, value: Ordinal) -> Option<&KeywordMatch> {
        if self.filter[value as usize / 64 % 16] >> (value % 64) & 1 == 0 {
            return None;
        }
        let place = self.sorted.binary_search_by_key(&value, |keyword| keyword.number).ok()?;
        self.sorted.get(place)
    }
}

/// Raises the best of the matches by the names that the query holds; not with `no_boost`. Partial matches that bear a whole
/// name move to `titled`, the tier of those that contain every word.
pub(super) fn rank_by_subject(
    snapshot: &Snapshot,
    query: &QueryPlan,
    accumulators: &[Accumulators],
    no_boost: bool,
    titled: u8,
    matches: &mut [Match],
) {
    let total: f32 = query.weights.iter().sum();
    let compared = MAX_COMPARED.min(matches.len());
    if total == 0.0 || compared == 0 {
        return;
    }
    select_top_k(matches, compared);
    let keywords = KeywordMatches::new(keyword_matches(snapshot, query));
    let counts = snapshot.features.subject && !no_boost;
    let matches = &mut matches[..compared];
    let mut whole_weights: Vec<f32> = Vec::with_capacity(compared);
    let mut is_incidental: Vec<bool> = Vec::with_capacity(compared);
    for found in matches.iter_mut() {
        let held = accumulators[usize::from(found.segment)].held(found.doc);
        let named = named(snapshot, query, found, &held, &keywords, total);
        let whole_weight = weight_of(named.whole & query.required, &query.weights);
        if found.tier == PARTIAL && whole_weight > 0.0 {
            found.tier = titled;
        }
        if !no_boost {
            found.score += named.bonus;
        }
        if counts {
            found.score += SUBJECT * named.weight(&query.weights);
        }
        whole_weights.push(whole_weight);
        is_incidental.push(named.is_incidental);
    }
    let subject = whole_weights.iter().copied().fold(0.0, f32::max);
    if subject > 0.0 && subject >= SUBJECT_SHARE * total && counts {
        let bears_subject = |weight: &f32| *weight >= subject * 0.999;
        let scores = matches.iter().zip(&whole_weights).filter(|(_, weight)| bears_subject(weight));
        let least = scores.map(|(found, _)| found.score).fold(f32::MAX, f32::min);
        let incidental = matches.iter_mut().zip(&is_incidental).filter(|(_, is_incidental)| **is_incidental);
        incidental.for_each(|(found, _)| found.score = below(least, found.score));
    }
}

/// A score below `limit`; of two scores the higher one stays higher.
fn below(limit: f32, score: f32) -> f32 {
    /// From this share of the limit on, scores are pressed together.
    const FREE: f32 = 0.9;
    let over = score - FREE * limit;
    if over <= 0.0 {
        return score;
    }
    let room = (1.0 - FREE) * limit;
    FREE * limit + room * over / (over + room)
}

fn named(
    snapshot: &Snapshot,
    query: &QueryPlan,
    found: &Match,
    held: &Accumulated,
    keywords: &KeywordMatches,
    total: f32,
) -> Named {
    let segment = &snapshot.segments[usize::from(found.segment)];
    let data = &segment.data;
    let title = held.title;
    let mut named = Named { is_incidental: title == 0 && held.by_term == 0, ..Named::default() };
    if title != 0 {
        let length = f32::from(data.columns.title_lengths[found.doc as usize]);
        let by_concept = held.by_term & title == title && held.typed & title != title;
        let of_name = match by_concept {
            true if is_translation(snapshot, query, title, data, found.doc) => TRANSLATED_TITLE,
            true => TITLE_BY_CONCEPT,
            false => (title.count_ones() as f32 / length).min(1.0),
        };
        let weight = weight_of(title, &query.weights);
        let of_query = weight / total;
        // A concept says no more than itself, however rare its words are.
        let worth = if by_concept { (concept_idf(query, title) / weight).min(1.0) } else { 1.0 };
        named.bonus += WHOLE_TITLE * total * worth * of_name * of_name * of_query * of_query;
        if !by_concept {
            named.add(title & query.required, of_name * of_name, of_name >= 1.0);
        }
    }
    for term in query.terms.iter().filter(|term| held.by_term & term.bits != 0) {
        let strength = term
            .meanings
            .iter()
            .map(|(concept, counts)| counts * segment.concept_index.strength(*concept, found.doc))
            .fold(0.0, f32::max);
        // A label among other words is no more than a mention; of a word as typed a title of the same length says more.
        if strength >= WHOLE_LABEL {
            let worth = (term.idf / weight_of(term.bits, &query.weights)).min(1.0);
            named.add(term.bits, BY_CONCEPT * strength * worth, true);
        }
    }
    if !keywords.sorted.is_empty() {
        let mut whole: f32 = 0.0;
        data.values.each(found.doc, |value| {
            if let Some(&KeywordMatch { bits, share, .. }) = keywords.get(value) {
                named.is_incidental = false;
                if bits & query.yielding != 0 {
                    return;
                }
                if share >= 1.0 {
                    whole = whole.max(weight_of(bits, &query.weights));
                }
                named.add(bits, BY_KEYWORD * share * share, share >= 1.0);
            }
        });
        named.bonus += WHOLE_KEYWORD * whole;
    }
    named
}

/// Returns whether the title of a citation is the English name of the concept of which the whole query is a label in another
/// language.
fn is_translation(snapshot: &Snapshot, query: &QueryPlan, bits: u32, data: &SegmentData, doc: u32) -> bool {
    let title = data.columns.title_keys.get(doc as usize);
    let is_name = |concept: ConceptId| fold(snapshot.thesaurus.name(concept)) == title;
    bits & query.required == query.required
        && query.terms.iter().filter(|term| term.bits == bits).any(|term| {
            !term.languages.iter().any(|language| is_language(language, ENGLISH))
                && term.meanings.iter().any(|(concept, _)| is_name(*concept))
        })
}

/// The idf of the concepts that these words name.
fn concept_idf(query: &QueryPlan, bits: u32) -> f32 {
    query.terms.iter().filter(|term| term.bits & bits != 0).map(|term| term.idf).fold(0.0, f32::max)
}

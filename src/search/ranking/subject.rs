//! The subject of a query: the titles, keywords, and concepts that it names. Citations with a matching name rank above those
//! that contain words of the query only incidentally.

use crate::search::query::keyword_matches::KeywordMatches;
use crate::search::query::query_plan::QueryPlan;
use crate::search::ranking::list_scores::{DocumentMatch, ListScores};
use crate::search::ranking::partial::PARTIAL;
use crate::search::segments::segment_data::SegmentData;
use crate::search::segments::value_dictionary::KeywordMatch;
use crate::search::snapshot::{Match, Segment, Snapshot};
use crate::search::text::folding::fold;
use crate::search::text::language_set::{LanguageSet, is_language};
use crate::search::thesaurus::combined::{ConceptId, ENGLISH};

/// The bonus for a title that the query covers, as a share of the weight of the query.
const TITLE_BONUS: f32 = 0.8;
/// The share of a title that counts as covered when it matches by a concept.
const TITLE_SHARE_BY_CONCEPT: f32 = 0.65;
/// The same when the whole query is a label of that concept in another language: 'Vaccines' ranks above the statements in
/// Chinese that contain 疫苗, because people who search for it often help others.
const TITLE_SHARE_BY_TRANSLATION: f32 = 1.3;
/// The bonus for a keyword that the query covers, as a share of the weight of its words.
const KEYWORD_BONUS: f32 = 0.3;
/// The weight of the words in names, each by its strength.
const SUBJECT_WEIGHT: f32 = 0.3;
/// The strength of the words of a whole keyword, and of a concept of which the whole title is a label. That of a whole title is 1.
const KEYWORD_STRENGTH: f32 = 0.75;
const CONCEPT_STRENGTH: f32 = 0.6;
/// The minimum strength of a concept in a title or keyword that is just a label; see `segments/concept_index.rs`.
const MIN_WHOLE_LABEL: f32 = 0.7;
/// What contains words of the query only incidentally scores at most this share of the lowest score of a citation about its subject.
const INCIDENTAL: f32 = 0.99;
/// From this share of the weight of the query, whole names are its subject.
pub(super) const MIN_SUBJECT_SHARE: f32 = 0.5;

/// A citation with a whole name in the query: a title, a keyword or a concept.
pub(super) struct NamedMatch {
    pub segment: u16,
    pub doc: u32,
    /// The bits of the words in whole names.
    pub words: u32,
    pub has_whole_title: bool,
}

/// How the names of a citation match a query.
#[derive(Default)]
struct NameMatch {
    /// By the number of a word's bit, the strength of the best name that contains it: 1 for a whole title.
    strengths: [f32; 32],
    /// The bits of the words in whole names: titles, keywords, and concepts of which one of them is a label.
    whole_names: u32,
    has_whole_title: bool,
    /// Added to the score, independent of `strengths`.
    bonus: f32,
    /// Neither title nor keywords match: the citation contains words of the query only incidentally.
    is_incidental: bool,
}

impl NameMatch {
    fn add(&mut self, bits: u32, strength: f32, is_whole: bool) {
        if is_whole {
            self.whole_names |= bits;
        }
        let mut rest = bits;
        while rest != 0 {
            let best = &mut self.strengths[rest.trailing_zeros() as usize];
            *best = best.max(strength);
            rest &= rest - 1;
        }
    }

    /// The weight of the words in names, each by its strength.
    fn weight(&self, weights: &[f32]) -> f32 {
        weights.iter().zip(&self.strengths).map(|(weight, strength)| weight * strength).sum()
    }
}

/// Raises the scores of the best matches, given with the words that match them, by the names in the query, but not with
/// `no_boost`. Partial matches with a whole name move to `whole_name_tier`, the tier of complete matches. Returns those with a
/// whole name.
pub(super) fn rank_by_subject(
    scores: &ListScores,
    whole_name_tier: u8,
    matches: &mut [Match],
    words: impl Fn(&Match) -> DocumentMatch,
) -> Vec<NamedMatch> {
    let ListScores { snapshot, plan, no_boost, .. } = *scores;
    let total: f32 = plan.weights.iter().sum();
    let mut named = Vec::new();
    if total == 0.0 || matches.is_empty() {
        return named;
    }
    let keywords = scores.keywords();
    let uses_subject = snapshot.features.subject && !no_boost;
    let mut whole_name_weights: Vec<f32> = Vec::with_capacity(matches.len());
    let mut is_incidental: Vec<bool> = Vec::with_capacity(matches.len());
    for m in matches.iter_mut() {
        let names = name_match(snapshot, plan, m, &words(m), keywords, total);
        let whole_name_weight = plan.total_weight(names.whole_names & plan.required);
        if m.tier == PARTIAL && whole_name_weight > 0.0 {
            m.tier = whole_name_tier;
        }
        if !no_boost {
            m.score += names.bonus;
        }
        if uses_subject {
            m.score += SUBJECT_WEIGHT * names.weight(&plan.weights);
        }
        if whole_name_weight > 0.0 {
            let (words, has_whole_title) = (names.whole_names & plan.required, names.has_whole_title);
            named.push(NamedMatch { segment: m.segment, doc: m.doc, words, has_whole_title });
        }
        whole_name_weights.push(whole_name_weight);
        is_incidental.push(names.is_incidental);
    }
    let subject = whole_name_weights.iter().copied().fold(0.0, f32::max);
    if subject > 0.0 && subject >= MIN_SUBJECT_SHARE * total && uses_subject {
        let has_subject = |weight: &f32| *weight >= subject * 0.999;
        let scores = matches.iter().zip(&whole_name_weights).filter(|(_, weight)| has_subject(weight));
        let min_score = scores.map(|(m, _)| m.score).fold(f32::MAX, f32::min);
        let incidental = matches.iter_mut().zip(&is_incidental).filter(|(_, is_incidental)| **is_incidental);
        incidental.for_each(|(m, _)| m.score = m.score.min(INCIDENTAL * min_score));
    }
    named
}

fn name_match(
    snapshot: &Snapshot,
    plan: &QueryPlan,
    m: &Match,
    words: &DocumentMatch,
    keywords: &KeywordMatches,
    total: f32,
) -> NameMatch {
    let segment = &snapshot.segments[usize::from(m.segment)];
    let (data, title) = (&segment.data, words.title);
    let mut names = NameMatch { is_incidental: title == 0 && words.by_concept == 0, ..NameMatch::default() };
    // 'asma school' names the title 'Asthma at School' like 'asthma school'.
    let mentioned = if title == 0 { 0 } else { mentioned_in_title(snapshot, plan, segment, m.doc, words) };
    let title = if (title | mentioned) & plan.required == plan.required { title | mentioned } else { title };
    if title != 0 {
        let length = title_length(data, m.doc, title & words.version_title != 0);
        let by_concept = words.by_concept & title == title && words.typed & title != title;
        let title_share = match by_concept {
            true if is_translation(snapshot, plan, title, data, m.doc) => TITLE_SHARE_BY_TRANSLATION,
            true => TITLE_SHARE_BY_CONCEPT,
            false => (title.count_ones() as f32 / length).min(1.0),
        };
        let weight = plan.total_weight(title);
        let query_share = weight / total;
        // A common concept does not weigh more because its words are rare.
        let idf_share = if by_concept { (concept_idf(plan, title) / weight).min(1.0) } else { 1.0 };
        names.bonus +=
            TITLE_BONUS * total * idf_share * title_share * title_share * query_share * query_share;
        if !by_concept {
            names.has_whole_title = title_share >= 1.0;
            names.add(title & plan.required, title_share * title_share, names.has_whole_title);
        }
    }
    for planned in plan.concepts.iter().filter(|planned| words.by_concept & planned.bits != 0) {
        let strength = planned
            .meanings
            .iter()
            .map(|(concept, weight)| weight * segment.concept_index.strength(*concept, m.doc))
            .fold(0.0, f32::max);
        // A label among other words is only a mention.
        if strength >= MIN_WHOLE_LABEL {
            let idf_share = (planned.idf / plan.total_weight(planned.bits)).min(1.0);
            names.add(planned.bits, CONCEPT_STRENGTH * strength * idf_share, true);
        }
    }
    let mut whole_keyword_weight: f32 = 0.0;
    for &KeywordMatch { bits, share, .. } in keywords.in_citation(snapshot, m) {
        names.is_incidental = false;
        if share >= 1.0 {
            whole_keyword_weight = whole_keyword_weight.max(plan.total_weight(bits));
        }
        names.add(bits, KEYWORD_STRENGTH * share * share, share >= 1.0);
    }
    names.bonus += KEYWORD_BONUS * whole_keyword_weight;
    names
}

/// The length of the title of a citation, or of those of its language versions on average.
fn title_length(data: &SegmentData, doc: u32, is_of_versions: bool) -> f32 {
    match is_of_versions {
        true => data.columns.version_titles.average_length(doc),
        false => data.columns.titles.length(doc as usize),
    }
}

/// The bits of the words whose concepts the title mentions; 0 unless the title has all other required words.
fn mentioned_in_title(
    snapshot: &Snapshot,
    plan: &QueryPlan,
    segment: &Segment,
    doc: u32,
    words: &DocumentMatch,
) -> u32 {
    let concepts = || plan.concepts.iter().filter(|planned| words.by_concept & planned.bits == planned.bits);
    let all = concepts().fold(words.title, |bits, planned| bits | planned.bits);
    if all & plan.required != plan.required || words.title & plan.required == plan.required {
        return 0;
    }
    let named = snapshot.thesaurus.find_in_name(segment.data.columns.titles.get(doc as usize));
    let is_mentioned = |(concept, _): &(ConceptId, f32)| {
        let names = named.iter().filter(|named| named.concept == *concept);
        segment.concept_index.strength(*concept, doc) > 0.0
            && names.into_iter().any(|named| named.applies(LanguageSet::from_tag(ENGLISH)))
    };
    let mentioned = concepts().filter(|planned| planned.meanings.iter().any(is_mentioned));
    mentioned.fold(0, |bits, planned| bits | planned.bits)
}

/// Returns whether the whole query is a label of a concept in another language, and the title is the English name of that
/// concept.
fn is_translation(snapshot: &Snapshot, plan: &QueryPlan, bits: u32, data: &SegmentData, doc: u32) -> bool {
    let title = data.columns.titles.key(doc as usize);
    let is_title = |id: ConceptId| fold(snapshot.thesaurus.name(id)) == title;
    bits & plan.required == plan.required
        && plan.concepts.iter().filter(|concept| concept.bits == bits).any(|concept| {
            !concept.languages.iter().any(|language| is_language(language, ENGLISH))
                && concept.meanings.iter().any(|(id, _)| is_title(*id))
        })
}

/// The highest idf of the concepts that contain one of these words.
fn concept_idf(plan: &QueryPlan, bits: u32) -> f32 {
    let concepts = plan.concepts.iter().filter(|concept| concept.bits & bits != 0);
    concepts.map(|concept| concept.idf).fold(0.0, f32::max)
}

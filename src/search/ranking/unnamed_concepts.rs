//! Citations about the concepts that a query means without naming them: those that its words describe ('pain low on the right
//! side and throwing up' is appendicitis), and those that the learned model recognizes.

use crate::model::search::request::PAGE;
use crate::search::query::parsed_query::{Part, QueryWord};
use crate::search::query::query_plan::{PlannedConcept, QueryPlan};
use crate::search::query_model::{Class, Shares};
use crate::search::ranking::list_scores::{DocumentMatch, ListScores};
use crate::search::ranking::partial::{COMPLETE, MAX_PARTIAL, PARTIAL, PROSE, required_weight};
use crate::search::ranking::subject::NamedMatch;
use crate::search::ranking::top_k::TopK;
use crate::search::segments::concept_index::ConceptMention;
use crate::search::segments::document_set::DocumentSet;
use crate::search::snapshot::{Match, Snapshot};
use crate::search::text::analysis::is_unspaced;
use crate::search::text::ordinary_words::ordinary_languages;
use crate::search::thesaurus::combined::ConceptId;
use crate::search::thesaurus::descriptions::DescribedConcept;
use std::cmp::Reverse;
use std::collections::HashMap;

/// How many concepts count.
const MAX_CONCEPTS: usize = 12;
/// Concepts with a lower share do not count.
const MIN_SHARE: f32 = 0.01;
/// The shares of what a medicine in the query is for, the most common first.
const MEDICINE_SHARES: [f32; 4] = [0.5, 0.45, 0.4, 0.35];
/// How fast the ranks of matches lose value: the first is worth 1, the fourth half.
const RANK_DECAY: f32 = 3.0;
/// How much a citation that is all about the only concept of the query is worth, compared with the first match.
const CONCEPT_WEIGHT: f32 = 1.5;
/// The strength of a concept in a title or keyword from which a citation is about it.
const MIN_STRENGTH: f32 = 0.3;
/// The score from which a citation is added to the matches, with the shares that concepts have among all of the model's: a
/// small catalogue has few concepts, and any text would mean one of them.
const MIN_ADDED: f32 = 0.02;
/// The same where some citation contains every word.
const MIN_ADDED_TO_COMPLETE: f32 = 0.3;
/// The same where none of the words is known: letters at random look a little like some name.
const MIN_ADDED_TO_UNKNOWN: f32 = 0.15;
/// How many concepts name what a query may be about.
const MAX_SHOWN: usize = 2;
/// The share from which the hospital's own business is meant, and the share among all of the model's classes.
const MIN_HOSPITAL: f32 = 0.3;
const MIN_HOSPITAL_OF_ALL: f32 = 0.2;
/// The same where a title contains every word.
const MIN_HOSPITAL_OF_TITLE: f32 = 0.6;
/// The share among all of the model's classes from which nothing is meant, and the same where some citation contains every
/// word, unless more of the query's weight than `MAX_NAMED_NOTHING` is in names of citations.
const MIN_NOTHING: f32 = 0.15;
const MIN_NOTHING_OF_COMPLETE: f32 = 0.9;
const MAX_NAMED_NOTHING: f32 = 0.6;
/// A query is understood when its best concepts together have this share among all of the model's, or this share of its weight
/// is in names of citations. Several, because kinds of one disease share what a query for it means.
const BEST_CONCEPTS: usize = 3;
const MIN_BEST: f32 = 0.2;
const MIN_NAMED: f32 = 0.1;
/// How many matches are ranked by both.
const MAX_FUSED: usize = 200;
/// Minimum number of words of a query that is being typed for it to mean something without a name; fewer are the beginning of one.
const MIN_TYPED_WORDS: usize = 3;
/// What the model makes of a query.
#[derive(Debug, Clone, Default)]
pub(in crate::search) struct Understanding {
    /// The concepts with the highest shares, best first.
    pub concepts: Vec<(ConceptId, f32)>,
    /// The share of the hospital's own business.
    pub hospital: f32,
    /// The share of texts that no handout is about.
    pub nothing: f32,
    /// The less, the more a query is about concepts that no citation names.
    pub covered: f32,
    /// How many of its words are in no table at all.
    unknown: Unknown,
}

/// How many of the words of a query are known.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Unknown {
    #[default]
    Few,
    /// Half of them, and at least two, are not.
    Half,
    All,
}

impl Understanding {
    /// Adds what the medicines in a query are for to what the model makes of it; `None` where the words alone decide: phrases, exclusions, labels of the hospital's own, names
    /// of medicines that handouts are about, and a label that is switched off as the whole query.
    pub fn ask(snapshot: &Snapshot, plan: &QueryPlan) -> Option<Understanding> {
        let query = &plan.query;
        if !may_mean_unnamed(plan) {
            return None;
        }
        let model = snapshot.thesaurus.model()?;
        let concepts = snapshot.model_concepts();
        let concept = |class: Class| concepts.get(usize::from(class)).copied().flatten();
        let thesaurus = &snapshot.thesaurus;
        let is_own = |planned: &&PlannedConcept| {
            let mut concepts = planned.meanings.iter().map(|(concept, _)| *concept);
            let is_medicine = planned
                .meanings
                .first()
                .is_some_and(|(concept, weight)| *weight == 1.0 && thesaurus.is_single_medicine(*concept));
            is_medicine || concepts.any(|concept| thesaurus.is_of_hospital(concept))
        };
        let own = plan.concepts.iter().filter(is_own);
        let own_bits = own.fold(0, |bits, planned| bits | planned.bits);
        let is_own = own_bits != 0 && own_bits & plan.required == plan.required;
        // A word with digits is a number or a name, never misspelled.
        let is_code = |(number, part): (usize, &Part)| {
            let has_digit = |word: &QueryWord| word.forms[0].bytes().any(|byte| byte.is_ascii_digit());
            plan.weights[number] == 0.0 && matches!(part, Part::Word(word) if has_digit(word))
        };
        let mut required =
            query.parts.iter().enumerate().filter(|(number, _)| plan.required >> number & 1 == 1);
        if plan.required != 0 && required.all(is_code) {
            return None;
        }
        if !query.switched_off(thesaurus).is_empty() {
            return None;
        }
        let purposes = thesaurus.purposes(&query.text).filter(|concept| snapshot.is_named(*concept));
        let purposes: Vec<(ConceptId, f32)> = purposes.zip(MEDICINE_SHARES).collect();
        let typed = plan.typed_text.as_ref().unwrap_or(&query.text);
        let learned = match snapshot.features.model && !query.ignores_model && !is_own {
            true => model.shares(typed, |class| concept(class).is_some(), MAX_CONCEPTS)?,
            false if purposes.is_empty() => return None,
            false => Shares::default(),
        };
        let Shares { hospital, nothing, covered, .. } = learned;
        let covered = if purposes.is_empty() { covered } else { 1.0 };
        let learned = learned.concepts.into_iter().filter(|(_, share)| *share >= MIN_SHARE);
        let learned = learned.filter_map(|(class, share)| Some((concept(class)?, share)));
        let concepts = purposes.into_iter().chain(learned).collect();
        let unknown = unknown_words(snapshot, plan);
        Some(Understanding { concepts, hospital, nothing, covered, unknown })
    }

    /// Returns whether a query is about the hospital itself.
    pub fn is_about_hospital(&self) -> bool {
        self.hospital >= MIN_HOSPITAL && self.hospital * self.covered >= MIN_HOSPITAL_OF_ALL
    }

    /// Returns whether the matches of a query are a guess: it is about the hospital itself or about nothing, or no citation
    /// contains all of it, and half of its words are unknown, or neither concepts nor the names of citations, which have
    /// `named_share` of its weight, have much of it. What is in a title is a guess only if it is clearly about the hospital.
    pub fn is_doubtful(&self, is_complete: bool, is_in_title: bool, named_share: f32) -> bool {
        let best: f32 = self.concepts.iter().take(BEST_CONCEPTS).map(|(_, share)| share * self.covered).sum();
        let min_nothing = if is_complete { MIN_NOTHING_OF_COMPLETE } else { MIN_NOTHING };
        let is_about_nothing = self.nothing * self.covered >= min_nothing && named_share < MAX_NAMED_NOTHING;
        let is_unrecognized = best < MIN_BEST && named_share < MIN_NAMED;
        let is_guessed =
            is_about_nothing || !is_complete && (is_unrecognized || self.unknown == Unknown::Half);
        if is_in_title {
            return self.is_about_hospital() && self.hospital * self.covered >= MIN_HOSPITAL_OF_TITLE;
        }
        self.is_about_hospital() || is_guessed
    }
}

/// How many of the required words are neither in the catalogue, nor in the thesaurus or a description, nor ordinary words of a
/// language.
fn unknown_words(snapshot: &Snapshot, plan: &QueryPlan) -> Unknown {
    let thesaurus = &snapshot.thesaurus;
    let is_unknown = |(number, part): &(usize, &Part)| {
        let Part::Word(word) = part else { return false };
        let form = &word.forms[0];
        plan.required >> number & 1 == 1
            && plan.weights[*number] == 0.0
            && !form.contains(is_unspaced)
            && thesaurus.word(form).is_none()
            && thesaurus.description_languages(form).is_empty()
            && ordinary_languages(form).is_empty()
    };
    let unknown = plan.query.parts.iter().enumerate().filter(is_unknown).count();
    let required = plan.required.count_ones() as usize;
    match unknown {
        0 => Unknown::Few,
        _ if unknown == required => Unknown::All,
        2.. if 2 * unknown >= required => Unknown::Half,
        _ => Unknown::Few,
    }
}

/// How the model finds a citation.
#[derive(Default)]
struct LearnedScore {
    /// The sum over its concepts.
    score: f32,
    /// The concept that contributes most, and its part.
    concept: ConceptId,
    part: f32,
    is_match: bool,
}

/// A search for the concepts of an understanding.
pub(super) struct LearnedSearch<'s> {
    pub snapshot: &'s Snapshot,
    pub understanding: &'s Understanding,
    /// Some citation contains every word.
    pub has_complete: bool,
}

impl LearnedSearch<'_> {
    /// Ranks the matches by their rank among each other and by the concepts that they are about, those that come first by rank
    /// alone, and adds the best of the other citations about these. Returns the [`main_concepts`](Self::main_concepts).
    pub fn fuse(
        &self,
        wanted: &[DocumentSet],
        matches: &mut Vec<Match>,
        comes_first: impl Fn(&Match) -> bool,
        is_named: impl Fn(&Match) -> bool,
    ) -> Vec<ConceptId> {
        let order = |a: &Match, b: &Match| self.snapshot.order(a, b);
        matches.sort_unstable_by(order);
        let fused = MAX_FUSED.min(matches.len());
        let mut learned: HashMap<(u16, u32), LearnedScore> = HashMap::new();
        for (concept, share) in &self.understanding.concepts {
            self.snapshot.each_citation_about(
                *concept,
                MIN_STRENGTH,
                matches,
                wanted,
                |segment, doc, strength| {
                    let part = share * strength;
                    let own = learned.entry((segment, doc)).or_default();
                    own.score += part;
                    if part > own.part {
                        (own.part, own.concept) = (part, *concept);
                    }
                },
            );
        }
        for (rank, m) in matches[..fused].iter_mut().enumerate() {
            let own = learned.get_mut(&(m.segment, m.doc));
            let by_rank = RANK_DECAY / (RANK_DECAY + rank as f32);
            if comes_first(m) {
                (m.tier, m.score) = (COMPLETE, by_rank);
            } else if own.is_some() || m.tier != PROSE {
                m.tier = PARTIAL;
                m.score = by_rank + CONCEPT_WEIGHT * own.as_ref().map_or(0.0, |own| own.score);
            }
            if let Some(own) = own {
                own.is_match = true;
            }
        }
        let mut others = TopK::new(self.snapshot, MAX_PARTIAL);
        let min_added = match self.understanding.unknown {
            _ if self.has_complete => MIN_ADDED_TO_COMPLETE,
            Unknown::All => MIN_ADDED_TO_UNKNOWN,
            Unknown::Half | Unknown::Few => MIN_ADDED,
        };
        for ((segment, doc), own) in &learned {
            if !own.is_match && own.score * self.understanding.covered >= min_added {
                let score = CONCEPT_WEIGHT * own.score;
                others.push(Match { segment: *segment, doc: *doc, tier: PARTIAL, score });
            }
        }
        let mut others = others.into_best();
        others.sort_unstable_by(order);
        others.truncate(MAX_PARTIAL.saturating_sub(matches.len()).max(PAGE));
        matches.extend(others);
        matches.sort_unstable_by(order);
        let best = PAGE.min(matches.len());
        self.main_concepts(&matches[..best], &learned, is_named)
    }

    /// The concepts by which most of these matches were found, at most [`MAX_SHOWN`]; none where most have names of the query.
    fn main_concepts(
        &self,
        matches: &[Match],
        learned: &HashMap<(u16, u32), LearnedScore>,
        is_named: impl Fn(&Match) -> bool,
    ) -> Vec<ConceptId> {
        let by_model = matches.iter().filter(|m| !is_named(m));
        let by_model = by_model.filter_map(|m| learned.get(&(m.segment, m.doc)));
        let mut counts: Vec<(ConceptId, usize)> = Vec::new();
        for own in by_model {
            match counts.iter_mut().find(|(concept, _)| *concept == own.concept) {
                Some((_, count)) => *count += 1,
                None => counts.push((own.concept, 1)),
            }
        }
        if 2 * counts.iter().map(|(_, count)| count).sum::<usize>() <= matches.len() {
            return Vec::new();
        }
        let concepts = &self.understanding.concepts;
        let rank = |concept: ConceptId| concepts.iter().position(|(other, _)| *other == concept);
        counts.sort_by_key(|(concept, count)| (Reverse(*count), rank(*concept)));
        counts.into_iter().take(MAX_SHOWN).map(|(concept, _)| concept).collect()
    }
}

/// The strength of a described concept in a title or keyword from which a citation is about it.
const MIN_DESCRIBED_STRENGTH: f32 = 0.7;
/// The share of a query's weight outside of the whole names in it from which it may describe something else.
const MIN_UNNAMED_SHARE: f32 = 0.1;
/// Of a concept that more citations name, not all are looked at.
const MAX_MENTIONS: usize = 200;

/// Returns whether a query may mean a concept that it does not name: one without phrases and exclusions, and not the beginning of
/// a name.
fn may_mean_unnamed(plan: &QueryPlan) -> bool {
    let query = &plan.query;
    let is_beginning = query.is_being_typed && query.words().count() < MIN_TYPED_WORDS;
    plan.phrase_bits == 0 && plan.excluded.is_empty() && !is_beginning
}

/// Raises the scores of partial matches about a described concept, and adds the other citations about it as partial matches. The
/// more of the query's weight is in whole names or in one title, the less a description counts.
pub(super) fn add_described(
    ListScores { snapshot, plan, .. }: &ListScores,
    named: &[NamedMatch],
    wanted: &[DocumentSet],
    words: impl Fn(&Match) -> DocumentMatch,
    matches: &mut Vec<Match>,
) {
    if !snapshot.features.descriptions || !may_mean_unnamed(plan) {
        return;
    }
    let total = required_weight(snapshot, plan);
    let in_names = named.iter().map(|name| name.words);
    let in_titles = matches.iter().map(&words).map(|words| words.title & words.typed);
    let weights = in_names.chain(in_titles).map(|words| plan.total_weight(words & plan.required));
    let most_named = weights.fold(0.0, f32::max);
    let unnamed_share = if total > 0.0 { (1.0 - most_named / total).max(0.0) } else { 1.0 };
    if unnamed_share < MIN_UNNAMED_SHARE {
        return;
    }
    let mut found: HashMap<(u16, u32), f32> = HashMap::new();
    for DescribedConcept { concept, score } in described(snapshot, plan) {
        let add = |segment, doc, strength| {
            let best = found.entry((segment, doc)).or_default();
            *best = best.max(unnamed_share * score * strength);
        };
        snapshot.each_citation_about(concept, MIN_DESCRIBED_STRENGTH, matches, wanted, add);
    }
    for m in matches.iter_mut() {
        let is_complete = words(m).words() & plan.required == plan.required;
        if let Some(score) = found.remove(&(m.segment, m.doc))
            && !is_complete
        {
            m.score += score;
        }
    }
    let others = found.into_iter();
    matches.extend(others.map(|((segment, doc), score)| Match { segment, doc, tier: PARTIAL, score }));
}

/// The concepts that the words of a query describe, as typed and as corrected.
fn described(snapshot: &Snapshot, plan: &QueryPlan) -> Vec<DescribedConcept> {
    let (thesaurus, text) = (&snapshot.thesaurus, &plan.query.text);
    let mut described = match &plan.typed_text {
        Some(typed) => thesaurus.described(&format!("{typed} {text}")),
        None => thesaurus.described(text),
    };
    let off = plan.query.switched_off(thesaurus);
    described.retain(|described| !off.contains(&described.concept));
    described
}

impl Snapshot {
    /// Calls `found` with the citations that name a concept with at least this strength, each with its segment and the strength. If
    /// there are many, these are the ones among `matches`, and the best of the others with the concept as their whole title, as
    /// many as a result may have.
    pub(super) fn each_citation_about(
        &self,
        concept: ConceptId,
        min_strength: f32,
        matches: &[Match],
        wanted: &[DocumentSet],
        mut found: impl FnMut(u16, u32, f32),
    ) {
        let mut add = |segment: u16, doc: u32, strength: f32| {
            if strength >= min_strength && wanted[usize::from(segment)].contains(doc) {
                found(segment, doc, strength);
            }
        };
        let indexes = || (0u16..).zip(self.segments.iter().map(|segment| &segment.concept_index));
        if indexes().map(|(_, index)| index.count(concept)).sum::<usize>() <= MAX_MENTIONS {
            for (segment, index) in indexes() {
                index.mentions(concept).for_each(|mention| add(segment, mention.doc, mention.strength));
            }
            return;
        }
        for m in matches {
            let index = &self.segments[usize::from(m.segment)].concept_index;
            add(m.segment, m.doc, index.strength(concept, m.doc));
        }
        let is_match = |segment: u16, doc: u32| matches.iter().any(|m| m.segment == segment && m.doc == doc);
        let mut others = TopK::new(self, MAX_PARTIAL);
        for (segment, index) in indexes() {
            for mention in index.mentions(concept).filter(|mention| mention.is_title) {
                let ConceptMention { doc, strength, .. } = mention;
                if wanted[usize::from(segment)].contains(doc) && !is_match(segment, doc) {
                    others.push(Match { segment, doc, tier: PARTIAL, score: strength });
                }
            }
        }
        others.into_best().into_iter().for_each(|m| add(m.segment, m.doc, m.score));
    }
}

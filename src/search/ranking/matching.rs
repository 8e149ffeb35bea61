//! Which citations a query finds, in which order.
//!
//! Item numbers and whole titles come first. Then citations that contain every word, by one score; those that contain one
//! only by a spelling correction follow. When all these are few, the best other citations are found too, whatever share of the
//! words they contain: those of which the query names the title stand among the first by their score, the others follow.

use crate::model::languages::tag::LanguageTag;
use crate::search::query::abbreviations::YIELDING;
use crate::search::query::correction::plan_query;
use crate::search::query::parsed_query::{ParsedQuery, Part};
use crate::search::query::query_plan::{PlannedConcept, PlannedWord, QueryPlan, UNTOPICAL};
use crate::search::query::term_lookup::{PostingList, TermMatches};
use crate::search::ranking::accumulators::{
    Accumulators, EXCLUDED, LENGTHS, SATURATION, WordMatch, with_accumulators,
};
use crate::search::ranking::direct_matches::{add_direct, add_language};
use crate::search::ranking::match_list::MatchList;
use crate::search::ranking::partial::{
    MIN_COMPLETE, PARTIAL, add_partial_matches, can_enter, is_under_half, keep_best_partial_matches,
};
use crate::search::ranking::phrases::phrase_docs;
use crate::search::ranking::planned_lists::{CONCEPT, PlannedList, Source};
use crate::search::ranking::prose::demote_prose;
use crate::search::ranking::subject::rank_by_subject;
use crate::search::segments::language_values::term_language;
use crate::search::segments::schema::{BOOSTS, TEXT_FIELDS, TITLE};
use crate::search::snapshot::{Match, Snapshot};
use tantivy::schema::IndexRecordOption;

/// How much the place of a term weighs in a title that is just its name; as of a word, in amounts of BM25F.
const NAMED: f32 = 9.0;

/// Tiers below item number and whole title.
const COMPLETE: u8 = 2;
const CORRECTED: u8 = 3;

/// What it took to find the best citations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::search) enum MatchType {
    /// Terms.
    Term,
    /// Other spellings.
    Spelling,
    /// No citation holds every word.
    Part,
}

/// What was found.
pub(in crate::search) struct Outcome {
    pub matches: MatchList,
    /// What it took, when no citation holds all words as they were typed.
    pub kind: Option<MatchType>,
    /// The matches contain less than half of what the words weigh.
    pub is_under_half: bool,
    pub plan: QueryPlan,
}

/// Everything that `query` finds, whatever the filter: a filter only narrows it. `is_wanted` leaves out deleted and obsolete
/// citations.
pub(in crate::search) fn find(
    snapshot: &Snapshot,
    query: ParsedQuery,
    no_boost: bool,
    correct_prefix: bool,
    lang: Option<&LanguageTag>,
    is_wanted: &impl Fn(usize, u32) -> bool,
) -> std::io::Result<Outcome> {
    let term_language = lang.map(term_language);
    let plan = plan_query(snapshot, query, term_language.as_deref(), correct_prefix)?;
    let documents = snapshot.segments.iter().map(|segment| segment.data.columns.obsolete.len());
    let (matches, kind, is_under_half) = with_accumulators(documents, |accumulators| {
        let boosts = if no_boost { [1.0; TEXT_FIELDS] } else { BOOSTS };
        Search { snapshot, plan: &plan, boosts, no_boost, lang, accumulators }.run(is_wanted)
    })?;
    Ok(Outcome { matches, kind, is_under_half, plan })
}

struct Search<'s> {
    snapshot: &'s Snapshot,
    plan: &'s QueryPlan,
    boosts: [f32; TEXT_FIELDS],
    no_boost: bool,
    /// The language of the person who asks.
    lang: Option<&'s LanguageTag>,
    accumulators: &'s mut [Accumulators],
}

/// How many citations hold all words, by what it takes.
#[derive(Default, Clone, Copy)]
struct Completeness {
    typed: usize,
    by_term: usize,
    all: usize,
}

impl Search<'_> {
    fn run(
        &mut self,
        is_wanted: &impl Fn(usize, u32) -> bool,
    ) -> std::io::Result<(MatchList, Option<MatchType>, bool)> {
        let plan = self.plan;
        for part in &plan.excluded {
            self.exclude(part)?;
        }
        if plan.query.parts.is_empty() && !plan.excluded.is_empty() {
            return Ok((self.all_but_excluded(is_wanted), None, false));
        }
        self.add_phrases()?;
        self.add_lists(is_wanted)?;
        let (mut matches, mut complete) = self.complete(is_wanted);
        if complete.all < MIN_COMPLETE {
            let makes = plan.quoted == 0;
            if let Some((bit, found)) = plan.expand_prefix(self.snapshot)? {
                // Its title is not what was typed.
                self.add_found(&found, bit, 0, WordMatch::Typed, makes)?;
            }
            for (bits, found) in plan.joins(self.snapshot)? {
                self.add_found(&found, bits, bits, WordMatch::Corrected, makes)?;
            }
            (matches, complete) = self.complete(is_wanted);
            if complete.all < MIN_COMPLETE {
                add_partial_matches(plan, self.accumulators, is_wanted, &mut matches);
            }
        }
        let titled = match complete {
            Completeness { by_term: 1.., .. } => COMPLETE,
            Completeness { all: 1.., .. } => CORRECTED,
            _ => PARTIAL,
        };
        rank_by_subject(self.snapshot, plan, self.accumulators, self.no_boost, titled, &mut matches);
        if complete.all < MIN_COMPLETE {
            let required = plan.required;
            let is_partial = |found: &Match| {
                let held = self.accumulators[usize::from(found.segment)].held(found.doc);
                (held.typed | held.by_term | held.guessed) & required != required
            };
            keep_best_partial_matches(&mut matches, is_partial, |a, b| self.snapshot.order(a, b));
        }
        demote_prose(self.snapshot, plan, self.accumulators, &mut matches);
        add_language(self.snapshot, plan, self.lang, &mut matches);
        let is_direct = add_direct(self.snapshot, &plan.query, &mut matches, is_wanted)?;
        let kind = match complete {
            _ if is_direct || complete.typed > 0 || plan.required == 0 => None,
            _ if complete.by_term > 0 && !plan.is_corrected => Some(MatchType::Term),
            _ if complete.all > 0 => Some(MatchType::Spelling),
            _ => Some(MatchType::Part),
        };
        let kind = kind.filter(|_| !matches_nothing(plan));
        let is_under_half = kind == Some(MatchType::Part)
            && is_under_half(plan, self.accumulators, &matches, UNTOPICAL * self.snapshot.idf(1));
        Ok((matches, kind, is_under_half))
    }

    /// Adds the words and concepts of the query to the scores, those that can add most first: once enough citations score
    /// more than what is left can add, no further ones become candidates.
    fn add_lists(&mut self, is_wanted: &impl Fn(usize, u32) -> bool) -> std::io::Result<()> {
        let plan = self.plan;
        let lists = PlannedList::from_plan(plan);
        let mut makes = plan.quoted == 0;
        for (n, list) in lists.iter().enumerate() {
            makes = makes && list.bits & plan.required != 0 && {
                n == 0 || can_enter(plan, self.accumulators, &lists[n..], is_wanted)
            };
            match list.source {
                Source::Concept(term) => self.add_term(term, makes),
                Source::Word(word) => self.add_word(word, makes)?,
            }
        }
        Ok(())
    }

    fn add_word(&mut self, word: &PlannedWord, may_make: bool) -> std::io::Result<()> {
        let means = if word.is_correction { WordMatch::Corrected } else { WordMatch::Typed };
        self.add_postings(&word.postings, word.bit, word.bit, means, may_make)?;
        let share = if word.bit & self.plan.yielding != 0 { YIELDING } else { 1.0 };
        self.finish_word(share * word.idf * word.factor);
        Ok(())
    }

    fn add_found(
        &mut self,
        found: &TermMatches,
        bits: u32,
        title_bits: u32,
        means: WordMatch,
        may_make: bool,
    ) -> std::io::Result<()> {
        /// What is found by other means than the word itself counts less.
        const OTHERWISE: f32 = 0.5;
        self.add_postings(&found.postings, bits, title_bits, means, may_make)?;
        self.finish_word(OTHERWISE * self.snapshot.idf(found.document_frequency));
        Ok(())
    }

    fn finish_word(&mut self, weight: f32) {
        self.accumulators.iter_mut().for_each(|accumulators| accumulators.finish_word(weight));
    }

    fn add_postings(
        &mut self,
        postings: &[PostingList],
        bit: u32,
        title_bit: u32,
        means: WordMatch,
        may_make: bool,
    ) -> std::io::Result<()> {
        for PostingList { segment, field, info, weight } in postings {
            let accumulators = &mut self.accumulators[*segment];
            let data = &self.snapshot.segments[*segment].data;
            let (lengths, shares) = (&data.lengths[*field], &LENGTHS[*field]);
            let weight = weight * self.boosts[*field];
            let title_bit = if *field == TITLE { title_bit } else { 0 };
            let mut blocks = data.inverted[*field]
                .read_block_postings_from_terminfo(info, IndexRecordOption::WithFreqs)?;
            while !blocks.docs().is_empty() {
                for (doc, times) in blocks.docs().iter().zip(blocks.freqs()) {
                    let share = lengths.get(*doc as usize).map_or(1.0, |code| shares[usize::from(*code)]);
                    accumulators.add(*doc, weight * *times as f32 * share, bit, title_bit, means, may_make);
                }
                blocks.advance();
            }
        }
        Ok(())
    }

    fn add_term(&mut self, term: &PlannedConcept, may_make: bool) {
        for (concept, counts) in &term.meanings {
            for (segment, accumulators) in self.snapshot.segments.iter().zip(self.accumulators.iter_mut()) {
                for naming in segment.concept_index.of(*concept) {
                    let amount = if self.no_boost { 1.0 } else { NAMED * naming.strength };
                    let score = CONCEPT * counts * term.idf * amount / (SATURATION + amount);
                    let title_bits = if naming.is_title { term.bits } else { 0 };
                    accumulators.add_term(naming.doc, score, term.bits, title_bits, may_make);
                }
            }
        }
    }

    /// Words one after the other; with several phrases, citations need all of them.
    fn add_phrases(&mut self) -> std::io::Result<()> {
        for (n, phrase) in self.plan.phrases.iter().enumerate() {
            let mut citations = 0;
            for number in 0..self.snapshot.segments.len() {
                for field in 0..TEXT_FIELDS {
                    let inverted = self.snapshot.segments[number].data.inverted[field].clone();
                    for (doc, times) in phrase_docs(&inverted, &phrase.words)? {
                        citations += 1;
                        let amount = self.boosts[field] * times as f32;
                        let title_bit = if field == TITLE { phrase.bit } else { 0 };
                        self.accumulators[number].add(
                            doc,
                            amount,
                            phrase.bit,
                            title_bit,
                            WordMatch::Typed,
                            n == 0,
                        );
                    }
                }
            }
            self.finish_word(self.snapshot.idf(citations) * phrase.words.len() as f32);
        }
        Ok(())
    }

    fn exclude(&mut self, part: &Part) -> std::io::Result<()> {
        match part {
            Part::Word(word) => {
                let found = TermMatches::look_up_word(&self.snapshot.segments, word)?;
                self.add_postings(&found.postings, EXCLUDED, 0, WordMatch::Typed, true)?;
            }
            Part::Phrase(words) => {
                for number in 0..self.snapshot.segments.len() {
                    for field in 0..TEXT_FIELDS {
                        let inverted = self.snapshot.segments[number].data.inverted[field].clone();
                        for (doc, _) in phrase_docs(&inverted, words)? {
                            self.accumulators[number].add(doc, 1.0, EXCLUDED, 0, WordMatch::Typed, true);
                        }
                    }
                }
            }
        }
        self.finish_word(0.0);
        Ok(())
    }

    /// Collects the citations that hold every word, and counts how they do.
    fn complete(&self, is_wanted: impl Fn(usize, u32) -> bool) -> (MatchList, Completeness) {
        let required = self.plan.required;
        let mut complete = Completeness::default();
        if required == 0 {
            return (MatchList::default(), complete);
        }
        let mut matches = MatchList::default();
        for (number, accumulators) in self.accumulators.iter().enumerate() {
            for &doc in &accumulators.touched {
                let held = accumulators.held(doc);
                let sure = held.typed | held.by_term;
                if (sure | held.guessed) & required != required
                    || held.typed & EXCLUDED != 0
                    || !is_wanted(number, doc)
                {
                    continue;
                }
                let is_sure = sure & required == required;
                complete.all += 1;
                complete.by_term += usize::from(is_sure);
                complete.typed += usize::from(held.typed & required == required);
                let tier = if is_sure { COMPLETE } else { CORRECTED };
                let segment = u16::try_from(number).unwrap_or(u16::MAX);
                matches.push(Match { segment, doc, tier, score: held.score });
            }
        }
        (matches, complete)
    }

    fn all_but_excluded(&self, is_wanted: &impl Fn(usize, u32) -> bool) -> MatchList {
        let mut matches = MatchList::default();
        for (number, (segment, accumulators)) in
            (0u16..).zip(self.snapshot.segments.iter().zip(self.accumulators.iter()))
        {
            for doc in (0u32..).take(segment.data.columns.obsolete.len()) {
                if accumulators.held(doc).typed & EXCLUDED == 0 && is_wanted(usize::from(number), doc) {
                    matches.push(Match { segment: number, doc, tier: COMPLETE, score: 0.0 });
                }
            }
        }
        matches
    }
}

/// Returns whether the query holds nothing that could be found.
fn matches_nothing(plan: &QueryPlan) -> bool {
    plan.query.parts.is_empty()
}

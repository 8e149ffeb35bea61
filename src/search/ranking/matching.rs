//! Which citations match a query, and in which order.
//!
//! Item numbers and whole titles come first. Citations that contain every word follow, by score, and then those that match
//! a word only by a spelling correction. When there are few complete matches, the best partial matches are added: those with a
//! whole name in the query rank among the complete matches by score, the others come last.

use crate::model::languages::tag::LanguageTag;
use crate::search::query::parsed_query::Part;
use crate::search::query::query_plan::QueryPlan;
use crate::search::query::term_lookup::{PostingList, TermMatches};
use crate::search::ranking::accumulators::{Accumulators, DocumentMatch, EXCLUDED, WordMatch};
use crate::search::ranking::described::DescribedSearch;
use crate::search::ranking::direct_matches::{MAX_RERANKED, add_direct_matches, boost_language};
use crate::search::ranking::learned::{LearnedSearch, Understanding};
use crate::search::ranking::list_scores::{ListScores, ListWords, PlannedList, SegmentList};
use crate::search::ranking::partial::{
    MIN_COMPLETE, PARTIAL, add_partial_matches, keep_best_partial_matches, may_enter_top_k, required_weight,
};
use crate::search::ranking::phrases::phrase_docs;
use crate::search::ranking::subject::{MIN_SUBJECT_SHARE, NamedMatch, rank_by_subject};
use crate::search::ranking::text_matches::{TextMatch, TextSearch, text_match};
use crate::search::ranking::text_places::TextPlaces;
use crate::search::ranking::tiers::{COMPLETE, CORRECTED, CompleteCounts, complete_tier};
use crate::search::ranking::tiers::{PROSE, ProseTest};
use crate::search::ranking::top_k::MatchList;
use crate::search::ranking::top_k::select_top_k;
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::schema::{TEXT_FIELDS, TITLE, VERSION_TITLES};
use crate::search::snapshot::{Match, Snapshot};
use crate::search::thesaurus::combined::ConceptId;
use std::ops::Range;

/// All documents of a segment.
const ALL: Range<u32> = 0..u32::MAX;

/// How the best citations match, when none contains all words as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::search) enum MatchType {
    /// The model found most of the best matches, which do not name what the words name.
    Concept,
    Thesaurus,
    Spelling,
    /// No citation contains every word.
    Partial,
}

/// What an exhaustive search found.
#[derive(Default)]
pub(super) struct Found {
    pub matches: MatchList,
    /// `None` when a citation matches as typed, or when the query has nothing to match.
    pub match_type: Option<MatchType>,
    /// With [`MatchType::Concept`]: the concepts by which the model found most of the best matches.
    pub concepts: Vec<ConceptId>,
    /// The share of the query's weight that is in whole names.
    pub named_share: f32,
    /// The matches that contain words of the query only in the text of a handout.
    pub texts: Vec<TextMatch>,
}

/// How the best citations match when these contain all words; `None` when one matches as typed.
pub(super) fn match_type(
    plan: &QueryPlan,
    counts: CompleteCounts,
    has_direct_matches: bool,
) -> Option<MatchType> {
    match counts {
        _ if has_direct_matches || counts.typed > 0 || plan.required == 0 => None,
        _ if plan.query.parts.is_empty() => None,
        _ if counts.uncorrected > 0 && !plan.is_corrected => Some(MatchType::Thesaurus),
        _ if counts.total > 0 => Some(MatchType::Spelling),
        _ => Some(MatchType::Partial),
    }
}

/// A search with an accumulator for every citation.
pub(super) struct Search<'s> {
    pub snapshot: &'s Snapshot,
    pub plan: &'s QueryPlan,
    pub scores: &'s ListScores<'s>,
    /// The preferred language.
    pub lang: Option<&'s LanguageTag>,
    /// The citations whose item number or whole title was typed.
    pub direct: &'s [Match],
    /// What the model makes of the query.
    pub understanding: Option<&'s Understanding>,
    pub accumulators: &'s mut [Accumulators],
}

impl Search<'_> {
    /// The matches of the plan before any filter.
    pub fn run(&mut self, wanted: &[DocumentSet]) -> std::io::Result<Found> {
        let plan = self.plan;
        for part in &plan.excluded {
            self.exclude(part)?;
        }
        if plan.query.parts.is_empty() && !plan.excluded.is_empty() {
            return Ok(Found {
                matches: self.all_but_excluded(wanted),
                named_share: 1.0,
                ..Found::default()
            });
        }
        self.add_phrases()?;
        self.add_lists(wanted)?;
        let (mut matches, mut counts) = self.all_complete_matches(wanted)?;
        if counts.total < MIN_COMPLETE {
            add_partial_matches(self.snapshot, plan, self.accumulators, wanted, &mut matches);
        }
        let whole_name_tier = match counts {
            CompleteCounts { uncorrected: 1.., .. } => COMPLETE,
            CompleteCounts { total: 1.., .. } => CORRECTED,
            _ => PARTIAL,
        };
        let named = self.rank(whole_name_tier, &mut matches);
        if counts.total < MIN_COMPLETE {
            let search = DescribedSearch { snapshot: self.snapshot, plan, accumulators: self.accumulators };
            if !self.scores.no_boost {
                search.add_matches(&named, wanted, &mut matches);
            }
            let required = plan.required;
            let is_partial = |m: &Match| self.words(m).words() & required != required;
            keep_best_partial_matches(&mut matches, is_partial, |a, b| self.snapshot.order(a, b));
        }
        self.demote_prose(&mut matches);
        boost_language(self.snapshot, plan, self.lang, &mut matches);
        let texts = match counts.total < MIN_COMPLETE || self.scores.no_boost {
            true => self.add_texts(&named, &mut matches, &mut counts, wanted)?,
            false => Vec::new(),
        };
        let mut match_type = match_type(plan, counts, !self.direct.is_empty());
        let named_share = self.named_share(&named, counts);
        let concepts = self.fuse(counts, &named, wanted, &texts, &mut matches);
        if !concepts.is_empty() && match_type == Some(MatchType::Partial) {
            match_type = Some(MatchType::Concept);
        }
        add_direct_matches(self.direct, &mut matches);
        Ok(Found { matches, match_type, concepts, named_share, texts })
    }

    /// The largest share of the query's weight that is in whole names of a citation.
    fn named_share(&self, named: &[NamedMatch], counts: CompleteCounts) -> f32 {
        match counts.total < MIN_COMPLETE {
            true => named.iter().map(|name| self.share_of(name)).fold(0.0, f32::max),
            // Many citations contain every word: whether they name it does not matter.
            false => 1.0,
        }
    }

    /// The share of the query's weight that is in whole names of a citation.
    fn share_of(&self, named: &NamedMatch) -> f32 {
        match required_weight(self.snapshot, self.plan) {
            0.0 => 0.0,
            total => self.plan.total_weight(named.words) / total,
        }
    }

    /// Ranks the matches by what the model makes of the query too, if few contain every word. Citations with the query in their
    /// titles or texts, or with most of it in their names, come before those that the model finds. Returns the concepts by which
    /// it found most of the best.
    fn fuse(
        &self,
        counts: CompleteCounts,
        named: &[NamedMatch],
        wanted: &[DocumentSet],
        texts: &[TextMatch],
        matches: &mut MatchList,
    ) -> Vec<ConceptId> {
        let Some(understanding) = self.understanding else { return Vec::new() };
        if counts.total >= MIN_COMPLETE || self.scores.no_boost {
            return Vec::new();
        }
        let required = self.plan.required;
        let comes_first = |m: &Match| {
            let words = self.words(m);
            let is_in_title = m.tier <= CORRECTED && words.title & required == required;
            let is_only_word = required.count_ones() == 1 && words.words() & required == required;
            let is_in_text = |text: &TextMatch| !text.is_foreign && text.words & required == required;
            let has_name = |name: &NamedMatch| {
                (name.segment, name.doc) == (m.segment, m.doc)
                    && (name.has_whole_title || m.tier <= COMPLETE)
                    && self.share_of(name) >= MIN_SUBJECT_SHARE
            };
            is_in_title
                || is_only_word
                || text_match(texts, m.segment, m.doc).is_some_and(is_in_text)
                || named.iter().any(has_name)
        };
        let is_named = |m: &Match| {
            let words = self.words(m);
            (words.title | words.by_concept) & required != 0
        };
        LearnedSearch { snapshot: self.snapshot, understanding, has_complete: counts.total > 0 }.fuse(
            wanted,
            matches,
            comes_first,
            is_named,
        )
    }

    /// Adds the citations that contain words of the query only in the text of a handout, and counts those that contain all.
    fn add_texts(
        &self,
        named: &[NamedMatch],
        matches: &mut MatchList,
        counts: &mut CompleteCounts,
        wanted: &[DocumentSet],
    ) -> std::io::Result<Vec<TextMatch>> {
        let Search { snapshot, plan, lang, .. } = *self;
        let no_boost = self.scores.no_boost;
        let accumulators = &*self.accumulators;
        if !plan.query.reads_texts(snapshot) {
            return Ok(Vec::new());
        }
        let search = TextSearch { snapshot, plan, accumulators, no_boost };
        let (mut texts, shares) = search.find(matches.as_slice(), wanted)?;
        if texts.is_empty() {
            return Ok(texts);
        }
        let complete_tier = if no_boost { COMPLETE } else { PARTIAL };
        TextPlaces { snapshot, plan, accumulators, lang, complete_tier, named, shares: &shares }
            .add(&mut texts, matches);
        if counts.total > 0 {
            // The other complete matches come first, and decide how the query is understood.
            return Ok(texts);
        }
        let required = plan.required;
        for text in texts.iter().filter(|text| text.words & required == required) {
            let other = accumulators[usize::from(text.segment)].get(text.doc);
            let typed = other.typed | text.typed_words;
            counts.total += 1;
            counts.uncorrected += usize::from((typed | other.by_concept) & required == required);
            counts.typed += usize::from(typed & required == required);
        }
        Ok(texts)
    }

    fn words(&self, m: &Match) -> DocumentMatch {
        self.accumulators[usize::from(m.segment)].get(m.doc)
    }

    /// Moves the best matches to the front and ranks them by subject. Returns those with a whole name.
    fn rank(&self, whole_name_tier: u8, matches: &mut [Match]) -> Vec<NamedMatch> {
        let reranked = MAX_RERANKED.min(matches.len());
        select_top_k(matches, reranked, |a, b| self.snapshot.title_order(a, b));
        rank_by_subject(self.scores, whole_name_tier, &mut matches[..reranked], |_, m| self.words(m))
    }

    fn demote_prose(&self, matches: &mut [Match]) {
        let Some(test) = ProseTest::new(self.scores) else { return };
        for m in matches {
            if test.is_prose(m, || self.words(m)) {
                m.tier = PROSE;
            }
        }
    }

    /// Adds the words and concepts of the query to the scores, in descending order of their bounds. Once enough citations score
    /// more than the remaining lists can add, no further candidates are added.
    fn add_lists(&mut self, wanted: &[DocumentSet]) -> std::io::Result<()> {
        let plan = self.plan;
        let lists = PlannedList::from_plan(plan);
        let mut may_add = plan.phrase_bits == 0;
        for (n, list) in lists.iter().enumerate() {
            may_add = may_add && list.bits & plan.required != 0 && {
                n == 0 || may_enter_top_k(plan, self.accumulators, &lists[n..], wanted)
            };
            for (number, segment) in self.snapshot.segments.iter().enumerate() {
                let mut list = SegmentList::open(self.scores, number, list.source)?;
                list.add(self.scores, segment, &ALL, &mut self.accumulators[number], may_add);
            }
        }
        Ok(())
    }

    fn add_postings(
        &mut self,
        postings: &[PostingList],
        words: ListWords,
        may_add: bool,
    ) -> std::io::Result<()> {
        for (number, segment) in self.snapshot.segments.iter().enumerate() {
            let mut list = SegmentList::from_postings(self.scores, number, postings, words)?;
            list.add(self.scores, segment, &ALL, &mut self.accumulators[number], may_add);
        }
        Ok(())
    }

    fn add_expansion(
        &mut self,
        found: &TermMatches,
        bits: u32,
        title_bits: u32,
        word_match: WordMatch,
        may_add: bool,
    ) -> std::io::Result<()> {
        const EXPANSION_WEIGHT: f32 = 0.5;
        let weight = EXPANSION_WEIGHT * self.snapshot.idf(found.document_frequency);
        self.add_postings(&found.postings, ListWords { bits, title_bits, word_match, weight }, may_add)
    }

    fn finish_word(&mut self, weight: f32, bits: u32) {
        let all = self.accumulators.iter_mut();
        all.for_each(|accumulators| accumulators.finish_word(weight, bits, WordMatch::Typed));
    }

    /// Adds the phrases: only documents with the first one become candidates, because all phrases are required.
    fn add_phrases(&mut self) -> std::io::Result<()> {
        for (n, phrase) in self.plan.phrases.iter().enumerate() {
            let mut citations = 0;
            for number in 0..self.snapshot.segments.len() {
                for field in 0..TEXT_FIELDS {
                    let inverted = self.snapshot.segments[number].data.inverted[field].clone();
                    let accumulators = &mut self.accumulators[number];
                    for (doc, count) in phrase_docs(&inverted, &phrase.words)? {
                        let frequency = self.scores.boosts[field] * count as f32;
                        if field == VERSION_TITLES {
                            let is_new = accumulators.add_version_title(doc, frequency, phrase.bit, n == 0);
                            citations += u32::from(is_new);
                            continue;
                        }
                        citations += 1;
                        if n == 0 || accumulators.is_candidate(doc) {
                            accumulators.add_frequency(doc, frequency);
                            accumulators.add_title_bits(doc, if field == TITLE { phrase.bit } else { 0 });
                        }
                    }
                }
            }
            self.finish_word(self.snapshot.idf(citations) * phrase.words.len() as f32, phrase.bit);
        }
        Ok(())
    }

    fn exclude(&mut self, part: &Part) -> std::io::Result<()> {
        match part {
            Part::Word(word) => {
                let found = TermMatches::look_up_word(&self.snapshot.segments, word)?;
                let words =
                    ListWords { bits: EXCLUDED, title_bits: 0, word_match: WordMatch::Typed, weight: 0.0 };
                self.add_postings(&found.postings, words, true)
            }
            Part::Phrase(words) => {
                for (segment, accumulators) in self.snapshot.segments.iter().zip(self.accumulators.iter_mut())
                {
                    for inverted in &segment.data.inverted {
                        for (doc, count) in phrase_docs(inverted, words)? {
                            accumulators.add_frequency(doc, count as f32);
                        }
                    }
                }
                self.finish_word(0.0, EXCLUDED);
                Ok(())
            }
        }
    }

    /// The citations that contain every word; if they are few, also those that contain longer words than a prefix term, or
    /// compounds.
    fn all_complete_matches(
        &mut self,
        wanted: &[DocumentSet],
    ) -> std::io::Result<(MatchList, CompleteCounts)> {
        let (snapshot, plan) = (self.snapshot, self.plan);
        let (matches, counts) = self.complete_matches(wanted);
        if counts.total >= MIN_COMPLETE {
            return Ok((matches, counts));
        }
        let may_add = plan.phrase_bits == 0;
        let (prefix, compounds) = (plan.expand_prefix(snapshot)?, plan.compounds(snapshot)?);
        if prefix.is_none() && compounds.is_empty() {
            return Ok((matches, counts));
        }
        if let Some((bit, found)) = prefix {
            // An expansion in a title does not count as the typed word there.
            self.add_expansion(&found, bit, 0, WordMatch::Typed, may_add)?;
        }
        for (bits, found) in compounds {
            self.add_expansion(&found, bits, bits, WordMatch::Corrected, may_add)?;
        }
        Ok(self.complete_matches(wanted))
    }

    /// The citations that contain every word, with their counts.
    fn complete_matches(&self, wanted: &[DocumentSet]) -> (MatchList, CompleteCounts) {
        let required = self.plan.required;
        let mut counts = CompleteCounts::default();
        if required == 0 {
            return (MatchList::default(), counts);
        }
        let mut matches = MatchList::default();
        for (number, (accumulators, wanted)) in self.accumulators.iter().zip(wanted).enumerate() {
            let segment = u16::try_from(number).unwrap_or(u16::MAX);
            for (doc, found) in accumulators.candidates() {
                if found.words() & required == required && found.typed & EXCLUDED == 0 && wanted.contains(doc)
                {
                    counts.add(found, required);
                    let tier = complete_tier(found, required);
                    matches.push(Match { segment, doc, tier, score: found.score });
                }
            }
        }
        (matches, counts)
    }

    fn all_but_excluded(&self, wanted: &[DocumentSet]) -> MatchList {
        let mut matches = MatchList::default();
        for (number, (segment, accumulators)) in
            (0u16..).zip(self.snapshot.segments.iter().zip(self.accumulators.iter()))
        {
            for doc in (0u32..).take(segment.data.columns.obsolete.len()) {
                if accumulators.get(doc).typed & EXCLUDED == 0 && wanted[usize::from(number)].contains(doc) {
                    matches.push(Match { segment: number, doc, tier: COMPLETE, score: 0.0 });
                }
            }
        }
        matches
    }
}

//! Which citations match a query, and in which order.
//!
//! Item numbers and whole titles come first. Citations that contain every word follow, by score, and then those that match
//! a word only by a spelling correction. When there are few complete matches, the best partial matches are added: those with a
//! whole name in the query rank among the complete matches by score, the others come last.

use crate::model::languages::tag::LanguageTag;
use crate::search::query::correction::{
    plan_corrected_text, plan_label_name, plan_query, plan_similar_label,
};
use crate::search::query::parsed_query::{ParsedQuery, Part};
use crate::search::query::query_plan::{QueryPlan, WordMatch};
use crate::search::query::term_lookup::{PostingList, TermMatches};
use crate::search::ranking::direct_matches::{LanguageBoost, MAX_RERANKED, boost_language, direct_documents};
use crate::search::ranking::list_scores::{
    Accumulators, DocumentMatch, EXCLUDED, ListScores, ListWords, PlannedList, bits_of, with_accumulators,
};
use crate::search::ranking::partial::{
    COMPLETE, CORRECTED, CompleteCounts, MIN_COMPLETE, PARTIAL, PROSE, ProseTest, add_partial_matches,
    complete_tier, keep_best_partial_matches, required_weight,
};
use crate::search::ranking::phrases::phrase_docs;
use crate::search::ranking::subject::{MIN_SUBJECT_SHARE, NamedMatch, rank_by_subject};
use crate::search::ranking::text_matches::{TextMatch, TextSearch, text_match};
use crate::search::ranking::top_k::{TopK, keep_best};
use crate::search::ranking::unnamed_concepts::{LearnedSearch, Understanding, add_described};
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::language_values::term_language;
use crate::search::segments::schema::{TEXT_FIELDS, TITLE, VERSION_TITLES};
use crate::search::snapshot::{Match, Snapshot};
use crate::search::thesaurus::combined::ConceptId;
use std::collections::HashSet;

/// With fewer postings, citations that contain some of the words are found with those that contain all; few in tests.
const MIN_POSTINGS: usize = if cfg!(test) { 1 } else { 4_096 };

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

/// What a search found.
#[derive(Default)]
pub(in crate::search) struct Outcome {
    /// The best matches that pass the filter, in order.
    pub matches: Vec<Match>,
    /// All matches by segment, whether they pass the filter or not.
    pub documents: Vec<DocumentSet>,
    /// `None` when a citation matches as typed, or when the query has nothing to match.
    pub match_type: Option<MatchType>,
    /// With [`MatchType::Concept`]: the concepts by which the model found most of the best matches.
    pub concepts: Vec<ConceptId>,
    /// The matches that contain words of the query only in the text of a handout.
    pub texts: Vec<TextMatch>,
    /// The matches are a guess.
    pub is_doubtful: bool,
    /// The query is about the hospital itself.
    pub is_about_hospital: bool,
    /// The share of the query's weight that is in whole names.
    pub named_share: f32,
    /// A title contains every word.
    pub is_in_title: bool,
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

/// Which matches a search has to find.
#[derive(Clone, Copy)]
pub(in crate::search) struct Wanted<'w> {
    /// The citations that may match, by segment.
    pub documents: &'w [DocumentSet],
    /// The citations that pass the filter, by segment; `None` without a filter.
    pub filter: Option<&'w [DocumentSet]>,
    /// How many of the best matches that pass the filter are listed.
    pub count: usize,
}

impl Wanted<'_> {
    pub fn passes(&self, m: &Match) -> bool {
        self.filter.is_none_or(|sets| sets[usize::from(m.segment)].contains(m.doc))
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
    pub wanted: Wanted<'s>,
    pub accumulators: &'s mut [Accumulators],
}

/// The citations that contain every word.
struct Complete<'s> {
    counts: CompleteCounts,
    /// All of them, by segment.
    documents: Vec<DocumentSet>,
    /// Those that are ranked by subject, whether they pass the filter or not.
    best: TopK<'s>,
    /// Those that pass the filter, as they rank if they are not among the best.
    hits: TopK<'s>,
}

impl<'s> Search<'s> {
    /// The matches of the plan, in no order: at least as many as are wanted.
    pub fn run(&mut self) -> std::io::Result<Outcome> {
        let plan = self.plan;
        let lists = PlannedList::from_plan(plan);
        let postings: usize = lists.iter().map(|list| list.source.document_count(self.snapshot)).sum();
        if postings >= MIN_POSTINGS && plan.required != 0 {
            // Most searches of a large catalogue need no partial matches.
            self.add_all(&lists, true)?;
            let complete = self.complete_matches();
            if complete.counts.total >= MIN_COMPLETE {
                return self.rank_complete(complete);
            }
            self.accumulators.iter_mut().for_each(Accumulators::clear);
        }
        self.add_all(&lists, false)?;
        let mut complete = self.complete_matches();
        if complete.counts.total < MIN_COMPLETE && self.add_expansions()? {
            complete = self.complete_matches();
        }
        match complete.counts.total {
            MIN_COMPLETE.. => self.rank_complete(complete),
            _ => self.rank_with_partial(complete),
        }
    }

    /// Adds all words, phrases and concepts of the query to the accumulators; with `only_complete`, only citations that may contain
    /// every word become candidates.
    fn add_all(&mut self, lists: &[PlannedList], only_complete: bool) -> std::io::Result<()> {
        let plan = self.plan;
        for part in &plan.excluded {
            self.exclude(part)?;
        }
        self.add_phrases()?;
        for (n, list) in lists.iter().enumerate() {
            let bits = if only_complete { bits_of(&lists[n..]) } else { list.bits };
            let needed = if only_complete { plan.required } else { list.bits & plan.required };
            let may_add = plan.phrase_bits == 0 && needed != 0 && bits & needed == needed;
            for (number, accumulators) in self.accumulators.iter_mut().enumerate() {
                self.scores.add_list(number, list.source, accumulators, may_add)?;
            }
        }
        Ok(())
    }

    /// Ranks many citations that contain every word.
    fn rank_complete(&mut self, complete: Complete) -> std::io::Result<Outcome> {
        let Complete { mut counts, mut documents, best, hits } = complete;
        let mut best = best.into_best();
        rank_by_subject(self.scores, COMPLETE, &mut best, |m| self.words(m));
        self.demote_prose(&mut best);
        let boost = LanguageBoost::new(self.snapshot, self.plan, self.lang);
        best.iter_mut().for_each(|m| boost.iter().for_each(|boost| boost.apply(m)));
        let is_ranked: HashSet<(u16, u32)> = best.iter().map(|m| (m.segment, m.doc)).collect();
        best.extend(hits.into_best().into_iter().filter(|m| !is_ranked.contains(&(m.segment, m.doc))));
        let mut matches = best;
        // Otherwise texts are read only when few citations contain every word.
        let texts = match self.scores.no_boost {
            true => self.add_texts(&[], &mut matches, &mut counts)?,
            false => Vec::new(),
        };
        self.add_direct_matches(boost.as_ref(), &mut matches);
        matches.retain(|m| self.wanted.passes(m));
        let added = texts.iter().map(|text| (text.segment, text.doc));
        let added = added.chain(self.direct.iter().map(|m| (m.segment, m.doc)));
        added.for_each(|(segment, doc)| documents[usize::from(segment)].insert(doc));
        let match_type = match_type(self.plan, counts, !self.direct.is_empty());
        // Many citations contain every word: whether they name it does not matter.
        Ok(Outcome { matches, documents, match_type, texts, named_share: 1.0, ..Outcome::default() })
    }

    /// Ranks few citations that contain every word, with the best others.
    fn rank_with_partial(&mut self, complete: Complete) -> std::io::Result<Outcome> {
        let (plan, wanted) = (self.plan, self.wanted.documents);
        let Complete { mut counts, mut documents, best, .. } = complete;
        let mut matches = best.into_best();
        let has_all = |m: &Match| self.words(m).title & plan.required == plan.required;
        let is_in_title = plan.required != 0 && matches.iter().any(has_all);
        add_partial_matches(self.snapshot, plan, self.accumulators, wanted, &mut matches);
        let whole_name_tier = match counts {
            CompleteCounts { uncorrected: 1.., .. } => COMPLETE,
            CompleteCounts { total: 1.., .. } => CORRECTED,
            _ => PARTIAL,
        };
        matches.sort_unstable_by(|a, b| self.snapshot.order(a, b));
        let ranked = MAX_RERANKED.min(matches.len());
        let named = rank_by_subject(self.scores, whole_name_tier, &mut matches[..ranked], |m| self.words(m));
        if !self.scores.no_boost {
            add_described(self.scores, &named, wanted, |m| self.words(m), &mut matches);
        }
        let is_partial = |m: &Match| self.words(m).words() & plan.required != plan.required;
        keep_best_partial_matches(self.snapshot, &mut matches, is_partial);
        self.demote_prose(&mut matches);
        boost_language(self.snapshot, plan, self.lang, &mut matches);
        let texts = self.add_texts(&named, &mut matches, &mut counts)?;
        let mut match_type = match_type(plan, counts, !self.direct.is_empty());
        let named_share = named.iter().map(|name| self.share_of(name)).fold(0.0, f32::max);
        let concepts = self.fuse(counts, &named, &texts, &mut matches);
        if !concepts.is_empty() && match_type == Some(MatchType::Partial) {
            match_type = Some(MatchType::Concept);
        }
        self.add_direct_matches(None, &mut matches);
        matches.iter().for_each(|m| documents[usize::from(m.segment)].insert(m.doc));
        matches.retain(|m| self.wanted.passes(m));
        let found = Outcome { matches, documents, match_type, concepts, texts, ..Outcome::default() };
        Ok(Outcome { named_share, is_in_title, ..found })
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
        texts: &[TextMatch],
        matches: &mut Vec<Match>,
    ) -> Vec<ConceptId> {
        let understanding =
            self.understanding.filter(|_| !self.scores.no_boost && counts.total < MIN_COMPLETE);
        let Some(understanding) = understanding else { return Vec::new() };
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
            self.wanted.documents,
            matches,
            comes_first,
            is_named,
        )
    }

    /// Adds the citations that contain words of the query only in the text of a handout, and counts those that contain all.
    fn add_texts(
        &self,
        named: &[NamedMatch],
        matches: &mut Vec<Match>,
        counts: &mut CompleteCounts,
    ) -> std::io::Result<Vec<TextMatch>> {
        let Search { snapshot, plan, lang, .. } = *self;
        if !plan.query.reads_texts(snapshot) {
            return Ok(Vec::new());
        }
        let (accumulators, no_boost) = (&*self.accumulators, self.scores.no_boost);
        let texts = TextSearch { snapshot, plan, accumulators, lang, no_boost, named }
            .add(self.wanted.documents, matches)?;
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

    fn demote_prose(&self, matches: &mut [Match]) {
        let Some(test) = ProseTest::new(self.scores) else { return };
        for m in matches {
            if test.is_prose(m, || self.words(m)) {
                m.tier = PROSE;
            }
        }
    }

    fn add_postings(
        &mut self,
        postings: &[PostingList],
        words: ListWords,
        may_add: bool,
    ) -> std::io::Result<()> {
        for (number, accumulators) in self.accumulators.iter_mut().enumerate() {
            self.scores.add_postings(number, postings, words, accumulators, may_add)?;
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

    /// Adds longer words than a prefix term, and compounds; returns whether there are any.
    fn add_expansions(&mut self) -> std::io::Result<bool> {
        let (snapshot, plan) = (self.snapshot, self.plan);
        let may_add = plan.phrase_bits == 0;
        let (prefix, compounds) = (plan.expand_prefix(snapshot)?, plan.compounds(snapshot)?);
        let has_any = prefix.is_some() || !compounds.is_empty();
        if let Some((bit, found)) = prefix {
            // An expansion in a title does not count as the typed word there.
            self.add_expansion(&found, bit, 0, WordMatch::Typed, may_add)?;
        }
        for (bits, found) in compounds {
            self.add_expansion(&found, bits, bits, WordMatch::Corrected, may_add)?;
        }
        Ok(has_any)
    }

    /// The citations that contain every word. Of a query that only excludes words, all others.
    fn complete_matches(&self) -> Complete<'s> {
        let (snapshot, plan, required) = (self.snapshot, self.plan, self.plan.required);
        let sizes = snapshot.segments.iter().map(|segment| segment.data.columns.obsolete.len());
        let mut complete = Complete {
            counts: CompleteCounts::default(),
            documents: sizes.map(DocumentSet::none).collect(),
            best: TopK::new(snapshot, MAX_RERANKED),
            hits: TopK::new(snapshot, self.wanted.count.saturating_add(MAX_RERANKED)),
        };
        let boost = LanguageBoost::new(snapshot, plan, self.lang).filter(|boost| boost.is_for_all);
        let prose = ProseTest::new(self.scores);
        let mut add = |segment: u16, doc: u32, found: &DocumentMatch| {
            complete.counts.add(found, required);
            complete.documents[usize::from(segment)].insert(doc);
            let mut m = Match { segment, doc, tier: complete_tier(found, required), score: found.score };
            complete.best.push(m);
            boost.iter().for_each(|boost| boost.apply(&mut m));
            // Prose only ranks lower.
            if complete.hits.may_enter(&m) && self.wanted.passes(&m) {
                if prose.as_ref().is_some_and(|prose| prose.is_prose(&m, || *found)) {
                    m.tier = PROSE;
                }
                complete.hits.push(m);
            }
        };
        for (segment, accumulators) in (0u16..).zip(&*self.accumulators) {
            let wanted = &self.wanted.documents[usize::from(segment)];
            if required != 0 {
                for (doc, found) in accumulators.candidates() {
                    if found.words() & required == required
                        && found.typed & EXCLUDED == 0
                        && wanted.contains(doc)
                    {
                        add(segment, doc, found);
                    }
                }
            } else if plan.query.parts.is_empty() && !plan.excluded.is_empty() {
                wanted.each(|doc| {
                    let found = accumulators.get(doc);
                    if found.typed & EXCLUDED == 0 {
                        add(segment, doc, &found);
                    }
                });
            }
        }
        complete
    }

    /// Moves the citations whose item number or whole title was typed to the first tiers and adds those that are missing.
    fn add_direct_matches(&self, boost: Option<&LanguageBoost>, matches: &mut Vec<Match>) {
        for found in self.direct {
            match matches.iter_mut().find(|m| m.segment == found.segment && m.doc == found.doc) {
                Some(existing) => existing.tier = found.tier,
                None => {
                    let mut missing = Match { score: self.words(found).score, ..*found };
                    boost.filter(|boost| boost.is_for_all).iter().for_each(|boost| boost.apply(&mut missing));
                    matches.push(missing);
                }
            }
        }
    }
}

/// The matches of a query, with its plan. If no citation contains every word, those of the label that sounds like the query; if
/// there are none at all, those of the English name of a label in it.
pub(in crate::search) fn find(
    snapshot: &Snapshot,
    query: ParsedQuery,
    no_boost: bool,
    lang: Option<&LanguageTag>,
    wanted: Wanted<'_>,
) -> std::io::Result<(Outcome, QueryPlan)> {
    let direct = direct_documents(snapshot, &query, wanted.documents)?;
    let is_partial = |of: &Outcome| matches!(of.match_type, Some(MatchType::Partial | MatchType::Concept));
    let search = |plan: QueryPlan| {
        let scores = ListScores::new(snapshot, &plan, no_boost);
        let understanding = if direct.is_empty() { Understanding::ask(snapshot, &plan) } else { None };
        let understanding = understanding.as_ref();
        let documents = snapshot.segments.iter().map(|segment| segment.data.columns.obsolete.len());
        let mut outcome = with_accumulators(documents, |accumulators| {
            let (plan, scores, direct) = (&plan, &scores, direct.as_slice());
            Search { snapshot, plan, scores, lang, direct, understanding, wanted, accumulators }.run()
        })?;
        if let Some(of) = understanding {
            outcome.is_about_hospital = of.is_about_hospital();
            outcome.is_doubtful =
                of.is_doubtful(!is_partial(&outcome), outcome.is_in_title, outcome.named_share);
        }
        outcome.is_doubtful |= plan.has_substitutes() && outcome.match_type.is_some();
        keep_best(snapshot, &mut outcome.matches, wanted.count);
        outcome.matches.sort_unstable_by(|a, b| snapshot.order(a, b));
        std::io::Result::Ok((outcome, plan))
    };
    let term_language = lang.map(term_language);
    let term_language = term_language.as_deref();
    let (outcome, plan) = search(plan_query(snapshot, query, term_language)?)?;
    let is_empty = |of: &Outcome| of.documents.iter().all(|documents| documents.len() == 0);
    let other = match is_empty(&outcome) || is_partial(&outcome) {
        true => plan_similar_label(snapshot, &plan, term_language)?,
        false => None,
    };
    // A correction to a label that no citation is about finds less than the words as typed.
    let other = match (other, &plan.typed_text) {
        (None, Some(typed)) if is_empty(&outcome) => {
            Some(plan_corrected_text(snapshot, &plan, typed, Vec::new(), term_language)?)
        }
        (other, _) => other,
    };
    let (outcome, plan) = other.map_or(Ok((outcome, plan)), search)?;
    let named = if is_empty(&outcome) { plan_label_name(snapshot, &plan, term_language)? } else { None };
    let Some(named) = named else { return Ok((outcome, plan)) };
    let (outcome, plan) = search(named)?;
    Ok((Outcome { is_doubtful: true, ..outcome }, plan))
}

//! The matches that a page of hits needs, found in windows of documents.
//!
//! A page of a large catalogue needs a few of many matches, and the documents of all others only for counts. The lists of a
//! query are read side by side, one window of documents after the other, so that the accumulators of a window stay in the
//! processor's cache. Only complete matches are collected: a list adds candidates only if it and the lists after it contain
//! every required word. The scores are the same sums, in the same order, as those of an exhaustive search.

use crate::model::languages::tag::LanguageTag;
use crate::search::query::query_plan::QueryPlan;
use crate::search::ranking::accumulators::{Accumulators, DocumentMatch, with_accumulators};
use crate::search::ranking::direct_matches::{LanguageBoost, MAX_RERANKED};
use crate::search::ranking::list_scores::{ListScores, PlannedList, SegmentList, bits_of};
use crate::search::ranking::partial::{MIN_COMPLETE, always_may_enter_top_k};
use crate::search::ranking::subject::rank_by_subject;
use crate::search::ranking::tiers::{COMPLETE, CompleteCounts, complete_tier};
use crate::search::ranking::tiers::{PROSE, ProseTest};
use crate::search::ranking::top_k::MatchList;
use crate::search::ranking::top_k::TopK;
use crate::search::segments::document_set::DocumentSet;
use crate::search::snapshot::Match;
use std::collections::HashSet;

/// The number of documents of a window; a few in tests, so that their small catalogues have several windows.
const WINDOW: u32 = if cfg!(test) { 4 } else { 8_192 };
/// With fewer postings, an exhaustive search takes no longer.
const MIN_POSTINGS: usize = if cfg!(test) { 1 } else { 4_096 };
/// Pages that end after more hits are taken from an exhaustive search.
const MAX_END: usize = 1_000;

/// What a page needs.
pub(in crate::search) struct Page<'p> {
    /// The number of hits up to its last one.
    pub end: usize,
    /// Makes the sets of documents, by segment, that pass the filter; `None` without a filter.
    pub filter: &'p dyn Fn() -> Option<Vec<DocumentSet>>,
}

/// The matches that a page needs, and the documents of all.
pub(super) struct PageMatches {
    /// Those that pass the filter and may be on the page.
    pub matches: MatchList,
    /// All matches by segment, before the filter.
    pub documents: Vec<DocumentSet>,
    pub counts: CompleteCounts,
}

/// The matches that a page needs; `None` when only an exhaustive search can tell, or is as fast.
pub(super) fn page_matches(
    scores: &ListScores,
    lang: Option<&LanguageTag>,
    page: &Page,
    direct: &[Match],
    wanted: &[DocumentSet],
) -> std::io::Result<Option<PageMatches>> {
    let (snapshot, plan) = (scores.snapshot, scores.plan);
    let lists = PlannedList::from_plan(plan);
    let postings: usize = lists.iter().map(|list| list.source.document_count(snapshot)).sum();
    // Otherwise texts are read only when few citations contain every word.
    let always_reads_texts = scores.no_boost && plan.query.reads_texts(snapshot);
    if page.end > MAX_END
        || postings < MIN_POSTINGS
        || always_reads_texts
        || !finds_every_complete_match(plan, &lists)
    {
        return Ok(None);
    }
    let sizes = || snapshot.segments.iter().map(|segment| segment.data.columns.obsolete.len());
    let mut is_direct: Vec<DocumentSet> = Vec::new();
    if !direct.is_empty() {
        is_direct.extend(sizes().map(DocumentSet::none));
        direct.iter().for_each(|m| is_direct[usize::from(m.segment)].insert(m.doc));
    }
    let mut collector = Collector {
        scores,
        wanted,
        filter: (page.filter)(),
        boost: LanguageBoost::new(snapshot, plan, lang),
        prose: ProseTest::new(scores),
        direct,
        is_direct,
        counts: CompleteCounts::default(),
        documents: sizes().map(DocumentSet::none).collect(),
        reranked: TopK::new(MAX_RERANKED),
        hits: TopK::new(MAX_RERANKED + page.end),
        direct_hits: Vec::new(),
    };
    with_accumulators(std::iter::once(WINDOW as usize), |windows| {
        (0..snapshot.segments.len()).try_for_each(|number| collector.collect(number, &lists, &mut windows[0]))
    })?;
    Ok((collector.counts.total >= MIN_COMPLETE).then(|| collector.finish()))
}

/// Returns whether an exhaustive search finds the same complete matches, although it may add no candidates from a list when
/// enough partial matches score higher.
fn finds_every_complete_match(plan: &QueryPlan, lists: &[PlannedList]) -> bool {
    let has_required = |lists: &[PlannedList]| bits_of(lists) & plan.required == plan.required;
    plan.required != 0
        && plan.phrases.is_empty()
        && plan.excluded.is_empty()
        && has_required(lists)
        && (1..lists.len()).all(|n| {
            let (before, rest) = lists.split_at(n);
            !has_required(rest) || always_may_enter_top_k(plan, before, rest)
        })
}

/// Collects the complete matches of all windows.
struct Collector<'c, 's> {
    scores: &'c ListScores<'s>,
    /// The documents that may match, by segment.
    wanted: &'c [DocumentSet],
    /// The documents that pass the filter, by segment.
    filter: Option<Vec<DocumentSet>>,
    boost: Option<LanguageBoost>,
    prose: Option<ProseTest<'s>>,
    /// The citations whose item number or whole title was typed.
    direct: &'c [Match],
    /// The same by segment; empty when there are none.
    is_direct: Vec<DocumentSet>,
    counts: CompleteCounts,
    documents: Vec<DocumentSet>,
    /// The matches that are ranked by subject, whether they pass the filter or not.
    reranked: TopK<DocumentMatch>,
    /// The matches that pass the filter, as they rank if they are not among those.
    hits: TopK<()>,
    /// Those of `direct` that contain every word, in the same way.
    direct_hits: Vec<Match>,
}

impl<'s> Collector<'_, 's> {
    /// Collects the matches of a segment.
    fn collect(
        &mut self,
        number: usize,
        lists: &[PlannedList<'s>],
        window: &mut Accumulators,
    ) -> std::io::Result<()> {
        let (scores, required) = (self.scores, self.scores.plan.required);
        let segment = &scores.snapshot.segments[number];
        let mut segment_lists = Vec::with_capacity(lists.len());
        for (n, list) in lists.iter().enumerate() {
            let may_add_candidates = bits_of(&lists[n..]) & required == required;
            segment_lists.push((SegmentList::open(scores, number, list.source)?, may_add_candidates));
        }
        let documents = u32::try_from(segment.data.columns.obsolete.len()).unwrap_or(u32::MAX);
        for start in (0..documents).step_by(WINDOW as usize) {
            let range = start..documents.min(start.saturating_add(WINDOW));
            for (list, may_add) in &mut segment_lists {
                list.add(scores, segment, &range, window, *may_add);
            }
            self.collect_window(number, start, window);
        }
        Ok(())
    }

    fn collect_window(&mut self, number: usize, start: u32, window: &mut Accumulators) {
        let required = self.scores.plan.required;
        let wanted = &self.wanted[number];
        let mut documents = std::mem::take(&mut self.documents[number]);
        let segment = u16::try_from(number).unwrap_or(u16::MAX);
        // A boost may raise a match, and a citation that was typed is a hit whatever its score.
        let ranks_by_score = self.boost.is_none() && self.is_direct.is_empty();
        let mut counts = self.counts;
        window.take_candidates(required, start, wanted, &mut documents, |doc, words| {
            counts.add(&words, required);
            let m = Match { segment, doc, tier: complete_tier(&words, required), score: words.score };
            // More matches than are ranked by subject are better than one that cannot be among the hits.
            if !ranks_by_score || self.hits.may_enter(&m) {
                self.reranked.push(m, words, |a, b| self.scores.snapshot.title_order(a, b));
                self.add_hit(m, &words);
            }
        });
        self.counts = counts;
        self.documents[number] = documents;
    }

    fn add_hit(&mut self, mut m: Match, words: &DocumentMatch) {
        if let Some(boost) = self.boost.as_ref().filter(|boost| boost.is_for_all) {
            boost.apply(&mut m);
        }
        let is_direct = self.is_direct.get(usize::from(m.segment)).is_some_and(|set| set.contains(m.doc));
        // Prose only ranks lower.
        if !(is_direct || self.hits.may_enter(&m)) || !self.passes(&m) {
            return;
        }
        if self.prose.as_ref().is_some_and(|prose| prose.is_prose(&m, || *words)) {
            m.tier = PROSE;
        }
        if is_direct {
            self.direct_hits.push(m);
        }
        self.hits.push(m, (), |a, b| self.scores.snapshot.title_order(a, b));
    }

    fn passes(&self, m: &Match) -> bool {
        self.filter.as_ref().is_none_or(|sets| sets[usize::from(m.segment)].contains(m.doc))
    }

    /// Ranks the best matches by subject and merges them with the others.
    fn finish(mut self) -> PageMatches {
        let snapshot = self.scores.snapshot;
        let reranked = std::mem::replace(&mut self.reranked, TopK::new(0));
        let order_ties = |a: &Match, b: &Match| snapshot.title_order(a, b);
        let (mut best, words): (Vec<Match>, Vec<DocumentMatch>) = reranked.into_best(order_ties).unzip();
        rank_by_subject(self.scores, COMPLETE, &mut best, |place, _| words[place]);
        for (m, words) in best.iter_mut().zip(&words) {
            if self.prose.as_ref().is_some_and(|prose| prose.is_prose(m, || *words)) {
                m.tier = PROSE;
            }
            if let Some(boost) = &self.boost {
                boost.apply(m);
            }
        }
        let is_reranked: HashSet<(u16, u32)> = best.iter().map(|m| (m.segment, m.doc)).collect();
        let others = std::mem::replace(&mut self.hits, TopK::new(0)).into_best(order_ties).map(|(m, ())| m);
        let others = others.filter(|m| !is_reranked.contains(&(m.segment, m.doc)));
        let mut matches: MatchList = best.into_iter().filter(|m| self.passes(m)).chain(others).collect();
        for direct in self.direct {
            self.documents[usize::from(direct.segment)].insert(direct.doc);
            let is_same = |m: &&mut Match| m.segment == direct.segment && m.doc == direct.doc;
            match matches.iter_mut().find(is_same) {
                Some(known) => known.tier = direct.tier,
                None if self.passes(direct) => {
                    let hit = self.direct_hits.iter_mut().find(is_same);
                    let score = hit.map_or(direct.score, |hit| hit.score);
                    matches.push(Match { score, ..*direct });
                }
                None => {}
            }
        }
        PageMatches { matches, documents: self.documents, counts: self.counts }
    }
}

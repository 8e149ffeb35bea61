//! The index as it stood after one commit: what a search works on. Never changes, shared without a lock.

use crate::model::category::Category;
use crate::model::error::{Error, Result};
use crate::model::search::{Bucket, Facet, Facets, PAGE, SearchAnswer, SearchRequest};
use crate::search::columns::title_order;
use crate::search::facets::Counts;
use crate::search::filtering::{CompiledFilter, list_of};
use crate::search::matching::{self, Found, Match};
use crate::search::query::Query;
use crate::search::schema::Fields;
use crate::search::segment::SegmentData;
use crate::search::snippets::Highlighter;
use crate::search::values::{Ordinal, Values};
use crate::search::{facets, suggestions};
use std::cmp::Ordering;
use std::sync::{Arc, OnceLock};
use tantivy::SegmentReader;
use tantivy::fastfield::AliveBitSet;

/// One segment as this snapshot sees it.
pub(super) struct Segment {
    pub data: Arc<SegmentData>,
    pub alive: Option<AliveBitSet>,
    pub reader: SegmentReader,
}

impl Segment {
    pub fn is_alive(&self, doc: u32) -> bool {
        self.alive.as_ref().is_none_or(|alive| alive.is_alive(doc))
    }
}

/// One state of the index.
pub struct Snapshot {
    pub(super) segments: Vec<Segment>,
    pub(super) fields: Fields,
    pub(super) values: Arc<Values>,
    /// How many citations it holds.
    pub(super) documents: u64,
    pub(super) applied: u64,
    /// Everything in the order of titles, without and with obsolete citations, made when first needed.
    by_title: [OnceLock<Vec<Match>>; 2],
    /// Counts over everything, without and with obsolete citations, made when first needed.
    all_counts: [OnceLock<Counts>; 2],
}

impl Snapshot {
    pub(super) fn new(segments: Vec<Segment>, fields: Fields, values: Arc<Values>, applied: u64) -> Snapshot {
        let documents = segments.iter().map(|s| u64::from(s.reader.num_docs())).sum();
        Snapshot {
            segments,
            fields,
            values,
            documents,
            applied,
            by_title: Default::default(),
            all_counts: Default::default(),
        }
    }

    /// The last change number that this state holds.
    pub fn applied(&self) -> u64 {
        self.applied
    }

    /// Answers a search as JSON at the end of `json`; says how many citations match.
    pub fn search_json(&self, request: &SearchRequest, json: &mut Vec<u8>) -> Result<u64> {
        let query = Query::read(&request.q);
        let everything = query.is_empty && request.filter.is_none();
        let mut found = if everything { Found::default() } else { self.find(&query, request)? };
        let total = if everything { self.by_title(request.obsolete).len() } else { found.matches.len() };
        let write = |json: &mut Vec<u8>, text: &str| json.extend_from_slice(text.as_bytes());
        write(json, &format!("{{\"hits\":{{\"found\":{total},\"start\":{},\"hit\":[", request.start));
        // Facets first: ordering the matches moves them about.
        let mut facets_json = Vec::with_capacity(8 << 10);
        self.facets_of(request, &query, &found.matches, &mut facets_json);
        let page = if everything {
            let all = self.by_title(request.obsolete);
            let start = request.start.min(all.len());
            &all[start..all.len().min(start + PAGE)]
        } else {
            self.page(&mut found.matches, request.start)
        };
        let highlighter = Highlighter::new(&query, &found.open, &found.guesses);
        let mut buffer = Vec::new();
        for (n, hit) in page.iter().enumerate() {
            let data = &self.segments[hit.segment as usize].data;
            if n > 0 {
                json.push(b',');
            }
            let written = data.shown.read(hit.doc, &mut buffer, |hit, abstract_text| {
                write(json, hit.strip_suffix('}').unwrap_or("{"));
                write(json, ",\"highlights\":{\"abstract\":");
                let snippet = highlighter.snippet(abstract_text);
                let written = serde_json::to_writer(&mut *json, &snippet);
                write(json, "}}");
                written
            });
            written
                .map_err(|e| Error::io("reading a hit", e))?
                .map_err(|e| Error::internal("writing a snippet", e))?;
        }
        write(json, "]},\"facets\":{");
        json.extend_from_slice(&facets_json);
        write(json, "}}");
        Ok(total as u64)
    }

    /// Answers a search.
    pub fn search(&self, request: &SearchRequest) -> Result<SearchAnswer> {
        let mut json = Vec::new();
        self.search_json(request, &mut json)?;
        serde_json::from_slice(&json).map_err(|e| Error::internal("reading our own answer", e))
    }

    /// Ids of all matches, in the order in which a search shows them.
    pub fn matches(&self, request: &SearchRequest) -> Result<Vec<String>> {
        let mut matches = self.find(&Query::read(&request.q), request)?.matches;
        matches.sort_by(|a, b| self.order(a, b));
        Ok(matches
            .iter()
            .map(|m| self.segments[m.segment as usize].data.columns.ids.get(m.doc as usize).to_owned())
            .collect())
    }

    /// Every value in use of every facet with its count, obsolete citations included.
    pub fn facets(&self) -> Result<Facets> {
        let mut all = self.all_counts(true).used(&self.values);
        let mut facets = Facets::new();
        for category in Category::ALL {
            let mut used = std::mem::take(&mut all[category as usize]);
            if used.is_empty() && is_unshown(category) {
                continue;
            }
            used.sort_unstable_by_key(|(number, _)| self.values.rank(*number));
            let buckets = used
                .into_iter()
                .map(|(number, count)| Bucket { value: self.values.text(number).to_owned(), count })
                .collect();
            facets.insert(category.name().to_owned(), Facet { buckets });
        }
        Ok(facets)
    }

    /// What may be meant by a text as far as it is typed, best first.
    pub fn suggestions(&self, typed: &str, most: usize) -> Vec<String> {
        suggestions::suggestions(self, typed, most)
    }

    /// The titles of the first matches.
    pub(super) fn best_titles(&self, request: &SearchRequest, most: usize) -> Result<Vec<String>> {
        let mut matches = self.find(&Query::read(&request.q), request)?.matches;
        let page = self.page(&mut matches, 0);
        let title =
            |m: &Match| self.segments[m.segment as usize].data.columns.titles.get(m.doc as usize).to_owned();
        let mut titles: Vec<String> = Vec::new();
        for found in page {
            let title = title(found);
            if titles.len() < most && !titles.contains(&title) {
                titles.push(title);
            }
        }
        Ok(titles)
    }

    /// Words at most so many edits away from this one, nearest first.
    pub(super) fn near(&self, word: &str, most: usize) -> Vec<(usize, String)> {
        let mut near: Vec<(usize, String)> = Vec::new();
        if most == 0 {
            return near;
        }
        for segment in &self.segments {
            near.extend(
                segment
                    .data
                    .columns
                    .vocabulary
                    .near(word, most)
                    .map(|(other, edits)| (edits, other.to_owned())),
            );
        }
        near.sort_unstable();
        near.dedup();
        near
    }

    fn find(&self, query: &Query, request: &SearchRequest) -> Result<Found> {
        let filter = request.filter.as_ref().map(|filter| {
            CompiledFilter::new(filter, &self.values, self.segments.iter().map(|segment| &*segment.data))
        });
        let passes = |number: usize, doc: u32| {
            let segment = &self.segments[number];
            segment.is_alive(doc)
                && (request.obsolete || !segment.data.columns.obsolete[doc as usize])
                && filter.as_ref().is_none_or(|filter| filter.matches(number, &segment.data, doc))
        };
        if query.is_empty {
            let all = self.by_title(request.obsolete).iter();
            let matches = all.filter(|m| passes(m.segment as usize, m.doc)).copied().collect();
            return Ok(Found { matches, open: None, guesses: Vec::new() });
        }
        matching::find(self, query, request.no_boost, &passes).map_err(|e| Error::io("searching", e))
    }

    /// The hits from `start` on, in their order.
    fn page<'m>(&self, matches: &'m mut [Match], start: usize) -> &'m [Match] {
        let end = (start + PAGE).min(matches.len());
        if start >= end {
            return &[];
        }
        if end < matches.len() {
            matches.select_nth_unstable_by(end - 1, |a, b| self.order(a, b));
        }
        matches[..end].sort_unstable_by(|a, b| self.order(a, b));
        &matches[start..end]
    }

    /// Best tier, best score, then by title.
    fn order(&self, a: &Match, b: &Match) -> Ordering {
        a.tier.cmp(&b.tier).then_with(|| b.score.total_cmp(&a.score)).then_with(|| {
            let (of_a, of_b) = (&self.segments[a.segment as usize], &self.segments[b.segment as usize]);
            title_order(&of_a.data.columns, a.doc, &of_b.data.columns, b.doc)
        })
    }

    fn facets_of(&self, request: &SearchRequest, query: &Query, matches: &[Match], json: &mut Vec<u8>) {
        let mut filtered: Vec<Ordinal> = Vec::new();
        if let Some(filter) = &request.filter {
            filter.each_term(&mut |field, value| filtered.extend(self.values.number(list_of(field), value)));
        }
        if query.is_empty && request.filter.is_none() {
            facets::write(self.all_counts(request.obsolete), &self.values, &filtered, json);
        } else {
            facets::count_and_write(self, matches, &filtered, json);
        }
    }

    /// Counts over everything, without or with obsolete citations.
    pub(super) fn all_counts(&self, obsolete: bool) -> &Counts {
        self.all_counts[usize::from(obsolete)].get_or_init(|| {
            let mut counts = Counts::new(&self.values);
            for segment in &self.segments {
                for doc in (0u32..).take(segment.data.columns.obsolete.len()) {
                    if segment.is_alive(doc) && (obsolete || !segment.data.columns.obsolete[doc as usize]) {
                        counts.add(&segment.data, doc);
                    }
                }
            }
            counts
        })
    }

    /// Everything that a search for nothing finds, in its order.
    fn by_title(&self, obsolete: bool) -> &[Match] {
        self.by_title[usize::from(obsolete)].get_or_init(|| {
            let mut all = Vec::new();
            // Each segment is sorted already: the next is the least of their heads.
            let mut heads = vec![0usize; self.segments.len()];
            loop {
                let next = heads
                    .iter()
                    .enumerate()
                    .filter_map(|(n, head)| {
                        self.segments[n].data.columns.by_title.get(*head).map(|doc| (n, *doc))
                    })
                    .min_by(|(n, a), (m, b)| {
                        title_order(&self.segments[*n].data.columns, *a, &self.segments[*m].data.columns, *b)
                    });
                let Some((number, doc)) = next else { break };
                heads[number] += 1;
                let segment = &self.segments[number];
                if segment.is_alive(doc) && (obsolete || !segment.data.columns.obsolete[doc as usize]) {
                    let score = -(all.len() as f32);
                    let number = u32::try_from(number).unwrap_or(u32::MAX);
                    all.push(Match { segment: number, doc, tier: 0, score });
                }
            }
            all
        })
    }
}

/// Facets that are answered only when the data has them.
pub(super) fn is_unshown(category: Category) -> bool {
    matches!(category, Category::Folder | Category::PaperColors)
}

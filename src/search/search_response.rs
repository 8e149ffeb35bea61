//! Responds to searches of a snapshot.

use crate::model::category::Category;
use crate::model::error::{Error, Result};
use crate::model::search::crisis::CrisisNotice;
use crate::model::search::request::{
    Facet, FacetValue, Facets, PAGE, SearchAnswer, SearchRequest, SearchSummary, SuggestedText, TOP,
    Understood, first_words,
};
use crate::search::facets::facet_response::{self, Counted, ExtraCounts};
use crate::search::facets::filtering::DisjunctiveFacets;
use crate::search::facets::filtering::{CompiledFilter, value_list};
use crate::search::matched_version::matched_version;
use crate::search::packet_titles::{self, PacketTitles};
use crate::search::query::parsed_query::ParsedQuery;
use crate::search::query::query_plan::QueryPlan;
use crate::search::ranking::finding;
use crate::search::ranking::matching::MatchType;
use crate::search::ranking::page_matches::Page;
use crate::search::ranking::text_matches::{TextMatch, text_match};
use crate::search::ranking::top_k::MatchList;
use crate::search::ranking::top_k::select_top_k;
use crate::search::response_writer::{JsonResponse, ResponseHead, Snippet};
use crate::search::segments::document::{VALUE_LISTS, split_versions};
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::language_values::preview;
use crate::search::segments::value_dictionary::Ordinal;
use crate::search::snapshot::{Match, Snapshot};
use crate::search::snippets::Highlighter;
use crate::search::suggestions;
use crate::search::text_hits::handout_snippet;

/// The result of a search.
#[derive(Default)]
struct SearchResult {
    /// All matches, or those that the page may need when there are `documents`.
    matches: MatchList,
    /// All matches by segment.
    documents: Option<Vec<DocumentSet>>,
    understood: Option<Understood>,
    /// The text that was searched for instead of the typed one.
    searched: Option<String>,
    is_about_hospital: bool,
    plan: Option<QueryPlan>,
    /// The matches that contain words of the query only in the text of a handout.
    texts: Vec<TextMatch>,
    extra_counts: Vec<ExtraCounts>,
}

impl SearchResult {
    fn found(&self) -> usize {
        match &self.documents {
            Some(documents) => documents.iter().map(DocumentSet::len).sum(),
            None => self.matches.len(),
        }
    }
}

/// Which matches a search has to list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    All,
    /// Those of the page.
    Page,
}

/// What the hits of a page are written from.
struct HitParts<'r> {
    highlighter: Highlighter,
    texts: &'r [TextMatch],
    query: Option<&'r ParsedQuery>,
}

impl Snapshot {
    /// Appends the response to a search to `json`, with `notice` and the matching packets of `packets`; returns a summary.
    pub fn search_json(
        &self,
        request: &SearchRequest,
        notice: Option<&CrisisNotice>,
        packets: &PacketTitles,
        json: &mut Vec<u8>,
    ) -> Result<SearchSummary> {
        let mut response = JsonResponse::new(json);
        let is_all = request.q.trim().is_empty() && request.filter.is_none();
        let mut result = if is_all { SearchResult::default() } else { self.find(request, Wanted::Page)? };
        let total = if is_all { self.by_title(request.obsolete).len() } else { result.found() };
        let understood = result.understood.as_ref();
        let is_about_hospital = result.is_about_hospital;
        let start = request.start;
        response.start(&ResponseHead { found: total, start, understood, is_about_hospital, notice })?;
        let page = if is_all {
            let all = self.by_title(request.obsolete);
            let start = request.start.min(all.len());
            &all[start..all.len().min(start + PAGE)]
        } else {
            self.page(&mut result.matches, request.start)
        };
        let searched = result.searched.as_deref();
        let highlighter = result.plan.as_ref().map(|plan| Highlighter::for_plan(plan, searched));
        let query = result.plan.as_ref().map(|plan| &plan.query);
        let hits = HitParts { highlighter: highlighter.unwrap_or_default(), texts: &result.texts, query };
        let untranslated = self.write_hits(request, page, hits, &mut response)?;
        response.packets(packet_titles::hits(packets, request, searched))?;
        self.write_facets(request, is_all, &result, &mut response);
        response.finish();
        Ok(SearchSummary { found: total as u64, understood: result.understood, untranslated })
    }

    /// The response to a search without notice and packets, as a value.
    pub fn search(&self, request: &SearchRequest) -> Result<SearchAnswer> {
        let mut json = Vec::new();
        self.search_json(request, None, &PacketTitles::default(), &mut json)?;
        SearchAnswer::from_json(&json)
    }

    /// Writes the hits of a page; returns the ids of those among the first that have no version in the preferred language.
    fn write_hits(
        &self,
        request: &SearchRequest,
        page: &[Match],
        HitParts { mut highlighter, texts, query }: HitParts<'_>,
        response: &mut JsonResponse<'_>,
    ) -> Result<Vec<String>> {
        let preferred = request.lang.as_ref().map(|lang| self.preferred_languages(lang));
        let (mut untranslated, mut buffer) = (Vec::new(), Vec::new());
        for (n, found) in page.iter().enumerate() {
            let data = &self.segments[usize::from(found.segment)].data;
            let mut is_translated = true;
            let text = text_match(texts, found.segment, found.doc);
            let written = data.hit_texts.read(found.doc, &mut buffer, |hit, abstract_text| {
                let (hit, versions) = split_versions(hit);
                let snippet = text.and_then(|text| handout_snippet(self, text, &mut highlighter));
                let snippet = match snippet {
                    Some(snippet) => Snippet::Handout(snippet),
                    None => Snippet::Abstract(&mut highlighter, abstract_text),
                };
                let version = match (&preferred, query) {
                    (Some(preferred), _) => {
                        let version = preferred.version(versions, &self.public_url);
                        is_translated = !matches!(version, Ok(None));
                        version
                    }
                    (None, Some(query)) => matched_version(self, query, found, (versions, abstract_text)),
                    (None, None) => Ok(None),
                };
                let parsing = |e| Error::internal("parsing the versions of a hit", e);
                let version = version.map_err(parsing)?;
                let shown = version.as_ref().map(|version| version.lang.as_str());
                let language = |value: &str| self.language_of_value(value);
                let preview = preview(versions, shown, &self.public_url, language).map_err(parsing)?;
                response.hit(hit, snippet, version, preview)
            });
            written.map_err(|e| Error::io("reading a hit", e))??;
            if !is_translated && request.start + n < TOP {
                untranslated.push(data.columns.ids.get(found.doc as usize).to_owned());
            }
        }
        Ok(untranslated)
    }

    /// The text that is searched for instead, if no citation contains all words as typed.
    pub(super) fn searched_text(&self, request: &SearchRequest) -> Result<Option<String>> {
        Ok(self.find(request, Wanted::Page)?.searched)
    }

    /// Ids of all matches, in the order in which a search shows them.
    pub fn matches(&self, request: &SearchRequest) -> Result<Vec<String>> {
        let mut matches = self.find(request, Wanted::All)?.matches;
        matches.sort_by(|a, b| self.order(a, b));
        Ok(matches
            .iter()
            .map(|m| self.segments[usize::from(m.segment)].data.columns.ids.get(m.doc as usize).to_owned())
            .collect())
    }

    /// Every value in use of every facet with its count, obsolete citations included.
    pub fn facets(&self) -> Result<Facets> {
        let mut all = <[Vec<(Ordinal, u32)>; VALUE_LISTS]>::default();
        self.everything(true).counts.collect_nonzero(&self.values, &mut all);
        let mut facets = Facets::new();
        for category in Category::ALL {
            let mut used = std::mem::take(&mut all[category as usize]);
            if used.is_empty() && category.field().is_optional_facet {
                continue;
            }
            used.sort_unstable_by_key(|(number, _)| self.values.rank(*number));
            let buckets = used
                .into_iter()
                .map(|(number, count)| FacetValue { value: self.values.text(number).to_owned(), count })
                .collect();
            facets.insert(category.name().to_owned(), Facet { buckets });
        }
        Ok(facets)
    }

    /// Suggestions for an incomplete text, best first.
    pub fn suggestions(&self, typed: &str, most: usize) -> Vec<SuggestedText> {
        suggestions::suggestions(self, typed, most)
    }

    fn find(&self, request: &SearchRequest, wanted: Wanted) -> Result<SearchResult> {
        let query = ParsedQuery::parse_search(first_words(&request.q), self.stem_languages);
        if query.is_empty {
            let all = self.by_title(request.obsolete).iter().copied();
            let (matches, extra_counts) = self.filtered(request, all, true);
            return Ok(SearchResult { matches, extra_counts, ..SearchResult::default() });
        }
        let shown = self.everything(request.obsolete).documents();
        let passing =
            || request.filter.as_ref().map(|filter| CompiledFilter::new(filter, self).into_documents());
        let page = Page { end: request.start + PAGE, filter: &passing };
        let page = Some(&page).filter(|_| wanted == Wanted::Page);
        let outcome = finding::find(self, query, request.no_boost, request.lang.as_ref(), page, shown)
            .map_err(|e| Error::io("searching", e))?;
        let mut result = SearchResult::default();
        match outcome.documents {
            Some(documents) => {
                let (documents, extra_counts) = self.filtered_documents(request, documents);
                (result.documents, result.extra_counts) = (Some(documents), extra_counts);
                result.matches = outcome.matches;
            }
            None if request.filter.is_some() => {
                (result.matches, result.extra_counts) =
                    self.filtered(request, outcome.matches.iter().copied(), false);
            }
            None => result.matches = outcome.matches,
        }
        let is_sure = !outcome.is_doubtful;
        result.is_about_hospital = outcome.is_about_hospital;
        if !result.matches.is_empty() && (outcome.match_type.is_some() || !is_sure) {
            let searched = outcome.plan.searched_text(self);
            let named = || {
                outcome
                    .concepts
                    .iter()
                    .map(|concept| self.thesaurus.name_in(*concept, request.screen_language))
            };
            let (kind, text) = match outcome.match_type {
                Some(MatchType::Concept) => ("concept", named().collect::<Vec<_>>().join(", ")),
                Some(MatchType::Thesaurus) => ("term", searched.clone()),
                Some(MatchType::Spelling) => ("spelling", searched.clone()),
                Some(MatchType::Partial) | None => ("part", searched.clone()),
            };
            result.understood = Some(Understood { searched: text, kind: kind.to_owned(), is_sure });
            result.searched = Some(searched);
        }
        (result.texts, result.plan) = (outcome.texts, Some(outcome.plan));
        Ok(result)
    }

    /// The documents that pass the filter of a search, and the extra counts of disjunctive facets.
    fn filtered_documents(
        &self,
        request: &SearchRequest,
        mut found: Vec<DocumentSet>,
    ) -> (Vec<DocumentSet>, Vec<ExtraCounts>) {
        let Some(filter) = &request.filter else { return (found, Vec::new()) };
        let disjunctive = DisjunctiveFacets::new(filter, &request.any, self);
        let extra = disjunctive.map_or_else(Vec::new, |facets| facets.extra_documents(&found));
        let filter = CompiledFilter::new(filter, self);
        found.iter_mut().zip(filter.documents()).for_each(|(set, passing)| set.intersect(passing));
        (found, extra.into_iter().map(ExtraCounts::ExtraDocuments).collect())
    }

    /// The matches that pass the filter of a search, and the extra counts of disjunctive facets. `is_all` means that
    /// `found` has all citations.
    fn filtered(
        &self,
        request: &SearchRequest,
        found: impl Iterator<Item = Match>,
        is_all: bool,
    ) -> (MatchList, Vec<ExtraCounts>) {
        let Some(filter) = &request.filter else { return (found.collect(), Vec::new()) };
        let disjunctive = DisjunctiveFacets::new(filter, &request.any, self);
        let only = disjunctive.as_ref().and_then(DisjunctiveFacets::only_facet).filter(|_| is_all);
        match disjunctive {
            Some(disjunctive) if only.is_none() => {
                let (matches, extra_matches) = disjunctive.separate(found);
                (matches, extra_matches.into_iter().map(ExtraCounts::ExtraMatches).collect())
            }
            _ => {
                let filter = CompiledFilter::new(filter, self);
                let extra_counts = only.map(|category| ExtraCounts::All(category, request.obsolete));
                (found.filter(|found| filter.passes(found)).collect(), Vec::from_iter(extra_counts))
            }
        }
    }

    /// The page of hits from `start` on, in order.
    pub(super) fn page<'m>(&self, matches: &'m mut [Match], start: usize) -> &'m [Match] {
        let end = (start + PAGE).min(matches.len());
        if start >= end {
            return &[];
        }
        select_top_k(matches, end, |a, b| self.title_order(a, b));
        matches[..end].sort_unstable_by(|a, b| self.order(a, b));
        &matches[start..end]
    }

    fn write_facets(
        &self,
        request: &SearchRequest,
        is_all: bool,
        result: &SearchResult,
        response: &mut JsonResponse<'_>,
    ) {
        let mut filtered: Vec<Ordinal> = Vec::new();
        if let Some(filter) = &request.filter {
            filter
                .each_term(&mut |field, value| filtered.extend(self.values.number(value_list(field), value)));
        }
        if is_all {
            facet_response::write(
                &self.everything(request.obsolete).counts,
                &self.values,
                &filtered,
                response,
            );
        } else {
            let counted = match &result.documents {
                Some(documents) => Counted::Documents(documents),
                None => Counted::Matches(&result.matches),
            };
            let (obsolete, extra_counts) = (request.obsolete, &result.extra_counts);
            facet_response::count_and_write(self, obsolete, counted, extra_counts, &filtered, response);
        }
    }
}

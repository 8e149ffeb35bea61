//! Responds to searches of a snapshot.

use crate::model::category::Category;
use crate::model::error::{Error, Result};
use crate::model::search::crisis::CrisisNotice;
use crate::model::search::request::{
    Facet, FacetValue, Facets, PAGE, SearchAnswer, SearchRequest, SearchSummary, SuggestedText, TOP,
    Understood, first_words,
};
use crate::search::facets::{ExtraDocuments, extra_documents, passing_documents, value_list, write_facets};
use crate::search::matched_version::matched_version;
use crate::search::packet_titles::{self, PacketTitles};
use crate::search::query::parsed_query::ParsedQuery;
use crate::search::query::query_plan::QueryPlan;
use crate::search::ranking::matching::{self, MatchType, Outcome, Wanted};
use crate::search::ranking::text_matches::text_match;
use crate::search::response_writer::{JsonResponse, ResponseHead, Snippet, handout_snippet};
use crate::search::segments::document::HitText;
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::language_values::preview;
use crate::search::segments::value_dictionary::Ordinal;
use crate::search::snapshot::{Match, Snapshot};
use crate::search::snippets::Highlighter;
use crate::search::suggestions;

/// The result of a search.
#[derive(Default)]
struct SearchResult {
    outcome: Outcome,
    /// `None` when the query has no words.
    plan: Option<QueryPlan>,
    /// What disjunctive facets count besides the matches.
    extra: Vec<ExtraDocuments>,
    understood: Option<Understood>,
    /// The text that was searched for instead of the typed one.
    searched: Option<String>,
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
        let start = request.start;
        let result = self.find(request, start.saturating_add(PAGE))?;
        let SearchResult { outcome, understood, searched, .. } = &result;
        let (understood, is_about_hospital) = (understood.as_ref(), outcome.is_about_hospital);
        let found = outcome.documents.iter().map(DocumentSet::len).sum();
        response.start(&ResponseHead { found, start, understood, is_about_hospital, notice })?;
        let searched = searched.as_deref();
        let untranslated = self.write_hits(request, &result, &mut response)?;
        response.packets(packet_titles::hits(packets, request, searched))?;
        self.write_facets(request, &result, &mut response);
        response.finish();
        Ok(SearchSummary { found: found as u64, understood: result.understood, untranslated })
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
        result: &SearchResult,
        response: &mut JsonResponse<'_>,
    ) -> Result<Vec<String>> {
        let SearchResult { outcome, plan, searched, .. } = result;
        let plan = plan.as_ref();
        let mut highlighter =
            plan.map_or_else(Highlighter::default, |plan| Highlighter::for_plan(plan, searched.as_deref()));
        let page = outcome.matches.get(request.start..).unwrap_or_default();
        let preferred = request.lang.as_ref().map(|lang| self.preferred_languages(lang));
        let mut untranslated = Vec::new();
        for (n, found) in page.iter().enumerate() {
            let data = &self.segments[usize::from(found.segment)].data;
            let mut is_translated = true;
            let text = text_match(&outcome.texts, found.segment, found.doc);
            let HitText { hit, versions, abstract_text } =
                data.hit_text(found.doc).map_err(|e| Error::io("reading a hit", e))?;
            let snippet = text.and_then(|text| handout_snippet(self, text, &mut highlighter));
            let snippet = snippet.unwrap_or_else(|| {
                let text = highlighter.snippet([abstract_text]).map_or_else(String::new, |(text, _)| text);
                Snippet { text, handout: None }
            });
            let version = match (&preferred, plan) {
                (Some(preferred), _) => {
                    let version = preferred.version(versions, &self.public_url);
                    is_translated = !matches!(version, Ok(None));
                    version
                }
                (None, Some(plan)) => matched_version(self, &plan.query, found, (versions, abstract_text)),
                (None, None) => Ok(None),
            };
            let parsing = |e| Error::internal("parsing the versions of a hit", e);
            let version = version.map_err(parsing)?;
            let shown = version.as_ref().map(|version| version.lang.as_str());
            let language = |value: &str| self.language_of_value(value);
            let preview = preview(versions, shown, &self.public_url, language).map_err(parsing)?;
            response.hit(hit, &snippet, version, preview)?;
            if !is_translated && request.start + n < TOP {
                untranslated.push(data.columns.ids.get(found.doc as usize).to_owned());
            }
        }
        Ok(untranslated)
    }

    /// The text that is searched for instead, if no citation contains all words as typed.
    pub(super) fn searched_text(&self, request: &SearchRequest) -> Result<Option<String>> {
        Ok(self.find(request, 1)?.searched)
    }

    /// Ids of all matches, in the order in which a search shows them.
    pub fn matches(&self, request: &SearchRequest) -> Result<Vec<String>> {
        let matches = self.find(request, usize::MAX)?.outcome.matches;
        let id =
            |m: &Match| self.segments[usize::from(m.segment)].data.columns.ids.get(m.doc as usize).to_owned();
        Ok(matches.iter().map(id).collect())
    }

    /// Every value in use of every facet with its count, obsolete citations included.
    pub fn facets(&self) -> Result<Facets> {
        let mut all = self.everything(true).counts.nonzero(&self.values);
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

    /// Finds all matches, and lists the best.
    fn find(&self, request: &SearchRequest, count: usize) -> Result<SearchResult> {
        let shown = &self.everything(request.obsolete).documents;
        let filter = request.filter.as_ref().map(|filter| passing_documents(filter, self));
        let wanted = Wanted { documents: shown, filter: filter.as_deref(), count };
        let query = ParsedQuery::parse_search(first_words(&request.q), self.stem_languages);
        let mut result = if query.is_empty {
            let matches = self.by_title(request.obsolete).iter().filter(|m| wanted.passes(m)).take(count);
            let (matches, documents) = (matches.copied().collect(), shown.clone());
            let outcome = Outcome { matches, documents, ..Outcome::default() };
            SearchResult { outcome, ..SearchResult::default() }
        } else {
            self.find_words(request, query, wanted)?
        };
        if let (Some(filter), Some(passing)) = (&request.filter, &filter) {
            let documents = &mut result.outcome.documents;
            result.extra = extra_documents(filter, &request.any, self, documents);
            documents.iter_mut().zip(passing).for_each(|(set, passing)| set.intersect(passing));
        }
        Ok(result)
    }

    fn find_words(
        &self,
        request: &SearchRequest,
        query: ParsedQuery,
        wanted: Wanted<'_>,
    ) -> Result<SearchResult> {
        let (outcome, plan) = matching::find(self, query, request.no_boost, request.lang.as_ref(), wanted)
            .map_err(|e| Error::io("searching", e))?;
        let is_sure = !outcome.is_doubtful;
        let mut result = SearchResult::default();
        if !outcome.matches.is_empty() && (outcome.match_type.is_some() || !is_sure) {
            let text = plan.searched_text(self);
            let named = outcome.concepts.iter();
            let named = named.map(|concept| self.thesaurus.name_in(*concept, request.screen_language));
            let (kind, searched) = match outcome.match_type {
                Some(MatchType::Concept) => ("concept", named.collect::<Vec<_>>().join(", ")),
                Some(MatchType::Thesaurus) => ("term", text.clone()),
                Some(MatchType::Spelling) => ("spelling", text.clone()),
                Some(MatchType::Partial) | None => ("part", text.clone()),
            };
            result.understood = Some(Understood { searched, kind: kind.to_owned(), is_sure });
            result.searched = Some(text);
        }
        Ok(SearchResult { outcome, plan: Some(plan), ..result })
    }

    fn write_facets(&self, request: &SearchRequest, result: &SearchResult, response: &mut JsonResponse<'_>) {
        let mut filtered: Vec<Ordinal> = Vec::new();
        if let Some(filter) = &request.filter {
            filter
                .each_term(&mut |field, value| filtered.extend(self.values.number(value_list(field), value)));
        }
        let documents = &result.outcome.documents;
        write_facets(self, request.obsolete, documents, &result.extra, &filtered, response);
    }
}

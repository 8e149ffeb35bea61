//! Finds the matches of a query: those that a page needs, or all.

use crate::model::languages::tag::LanguageTag;
use crate::search::query::correction::plan_query;
use crate::search::query::parsed_query::ParsedQuery;
use crate::search::query::query_plan::QueryPlan;
use crate::search::query::similar_labels::plan_similar_label;
use crate::search::ranking::accumulators::with_accumulators;
use crate::search::ranking::direct_matches::direct_documents;
use crate::search::ranking::learned::Understanding;
use crate::search::ranking::list_scores::ListScores;
use crate::search::ranking::matching::{Found, MatchType, Search, match_type};
use crate::search::ranking::page_matches::{Page, page_matches};
use crate::search::ranking::text_matches::TextMatch;
use crate::search::ranking::top_k::MatchList;
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::language_values::term_language;
use crate::search::snapshot::Snapshot;
use crate::search::thesaurus::combined::ConceptId;

/// The matches of a query with its plan.
pub(in crate::search) struct Outcome {
    pub matches: MatchList,
    /// All matches by segment, before any filter, when `matches` has only those that a page may need.
    pub documents: Option<Vec<DocumentSet>>,
    /// `None` when a citation matches as typed, or when the query has nothing to match.
    pub match_type: Option<MatchType>,
    /// With [`MatchType::Concept`]: the concepts by which the model found most of the best matches.
    pub concepts: Vec<ConceptId>,
    /// The matches are a guess.
    pub is_doubtful: bool,
    /// The query is about the hospital itself.
    pub is_about_hospital: bool,
    /// The matches that contain words of the query only in the text of a handout.
    pub texts: Vec<TextMatch>,
    pub plan: QueryPlan,
}

/// The matches of `query` before any filter; with a `page`, only those that it may need if that is faster. `wanted` has
/// the documents of each segment that may match. If no citation contains every word, the matches of the label that sounds like
/// the query.
pub(in crate::search) fn find(
    snapshot: &Snapshot,
    query: ParsedQuery,
    no_boost: bool,
    lang: Option<&LanguageTag>,
    page: Option<&Page>,
    wanted: &[DocumentSet],
) -> std::io::Result<Outcome> {
    let direct = direct_documents(snapshot, &query, wanted)?;
    let search = |plan: QueryPlan| {
        let scores = ListScores::new(snapshot, &plan, no_boost);
        let understanding = if direct.is_empty() { Understanding::ask(snapshot, &plan) } else { None };
        let understanding = understanding.as_ref();
        let page = page.map(|page| page_matches(&scores, lang, page, &direct, wanted)).transpose()?.flatten();
        let (found, documents) = match page {
            Some(found) => {
                let match_type = match_type(&plan, found.counts, !direct.is_empty());
                // Ten citations contain every word: whether they name it does not matter.
                let found_all =
                    Found { matches: found.matches, match_type, named_share: 1.0, ..Found::default() };
                (found_all, Some(found.documents))
            }
            None => {
                let documents = snapshot.segments.iter().map(|segment| segment.data.columns.obsolete.len());
                let found = with_accumulators(documents, |accumulators| {
                    let (plan, scores, direct) = (&plan, &scores, direct.as_slice());
                    Search { snapshot, plan, scores, lang, direct, understanding, accumulators }.run(wanted)
                })?;
                (found, None)
            }
        };
        let is_about_hospital = understanding.is_some_and(Understanding::is_about_hospital);
        let is_complete = !matches!(found.match_type, Some(MatchType::Partial | MatchType::Concept));
        let is_doubtful = understanding.is_some_and(|of| of.is_doubtful(is_complete, found.named_share));
        let Found { matches, match_type, concepts, texts, .. } = found;
        Ok(Outcome { matches, documents, match_type, concepts, is_doubtful, is_about_hospital, texts, plan })
    };
    let term_language = lang.map(term_language);
    let term_language = term_language.as_deref();
    let outcome = search(plan_query(snapshot, query, term_language)?)?;
    // With a page, only the filter may have excluded all matches.
    let is_empty = outcome.matches.is_empty() && outcome.documents.is_none();
    if !matches!(outcome.match_type, Some(MatchType::Partial | MatchType::Concept)) && !is_empty {
        return Ok(outcome);
    }
    match plan_similar_label(snapshot, &outcome.plan, term_language)? {
        Some(plan) => search(plan),
        None => Ok(outcome),
    }
}

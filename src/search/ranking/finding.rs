//! Finds the matches of a query: those that a page needs, or all.

use crate::model::languages::tag::LanguageTag;
use crate::search::query::correction::plan_query;
use crate::search::query::parsed_query::ParsedQuery;
use crate::search::query::query_plan::QueryPlan;
use crate::search::query::similar_labels::plan_similar_label;
use crate::search::ranking::accumulators::with_accumulators;
use crate::search::ranking::list_scores::ListScores;
use crate::search::ranking::match_list::MatchList;
use crate::search::ranking::matching::{Found, MatchType, Search, match_type};
use crate::search::ranking::page_matches::{Page, page_matches};
use crate::search::ranking::text_matches::TextMatch;
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::language_values::term_language;
use crate::search::snapshot::Snapshot;

/// The matches of a query with its plan.
pub(in crate::search) struct Outcome {
    pub matches: MatchList,
    /// All matches by segment, before any filter, when `matches` has only those that a page may need.
    pub documents: Option<Vec<DocumentSet>>,
    /// `None` when a citation matches as typed, or when the query has nothing to match.
    pub match_type: Option<MatchType>,
    /// Every match contains less than half of the weight of the words.
    pub is_under_half: bool,
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
    let search = |plan: QueryPlan| {
        let scores = ListScores::new(snapshot, &plan, no_boost);
        if let Some(page) = page
            && let Some(found) = page_matches(&scores, lang, page, wanted)?
        {
            let match_type = match_type(&plan, found.counts, found.has_direct_matches);
            let (matches, documents, texts) = (found.matches, Some(found.documents), Vec::new());
            return Ok(Outcome { matches, documents, match_type, is_under_half: false, texts, plan });
        }
        let documents = snapshot.segments.iter().map(|segment| segment.data.columns.obsolete.len());
        let Found { matches, match_type, is_under_half, texts } =
            with_accumulators(documents, |accumulators| {
                Search { snapshot, plan: &plan, scores: &scores, lang, accumulators }.run(wanted)
            })?;
        Ok(Outcome { matches, documents: None, match_type, is_under_half, texts, plan })
    };
    let term_language = lang.map(term_language);
    let term_language = term_language.as_deref();
    let outcome = search(plan_query(snapshot, query, term_language)?)?;
    // With a page, only the filter may have excluded all matches.
    let is_empty = outcome.matches.is_empty() && outcome.documents.is_none();
    if outcome.match_type != Some(MatchType::Partial) && !is_empty {
        return Ok(outcome);
    }
    match plan_similar_label(snapshot, &outcome.plan, term_language)? {
        Some(plan) => search(plan),
        None => Ok(outcome),
    }
}

//! Citations without an English version that match by their prose alone: they never stand above one of which title or keywords
//! match. A vaccine statement in Vietnamese contains, once its tones are folded, many a short word of other languages.

use crate::model::category::Category;
use crate::search::query::keyword_matches::keyword_matches;
use crate::search::query::query_plan::QueryPlan;
use crate::search::ranking::accumulators::Accumulators;
use crate::search::snapshot::{Match, Snapshot};

/// The tier of what matches by foreign prose alone.
pub(super) const PROSE: u8 = 5;

/// Moves what matches by foreign prose alone behind all other matches.
pub(super) fn demote_prose(
    snapshot: &Snapshot,
    query: &QueryPlan,
    accumulators: &[Accumulators],
    matches: &mut [Match],
) {
    if query.required == 0 {
        return;
    }
    let Some(with_english) = snapshot.with_english() else { return };
    let mut keywords = None;
    for found in matches {
        let number = usize::from(found.segment);
        if with_english[number].contains(found.doc) {
            continue;
        }
        let held = accumulators[number].held(found.doc);
        if held.title & query.required != 0 || held.by_term != 0 {
            continue;
        }
        let keywords = keywords.get_or_insert_with(|| keyword_matches(snapshot, query));
        let (mut has_language, mut is_in_keyword) = (false, false);
        snapshot.segments[number].data.values.each(found.doc, |value| {
            has_language |= snapshot.values.list_of(value) == Category::Languages as usize;
            is_in_keyword |= keywords.binary_search_by_key(&value, |keyword| keyword.number).is_ok();
        });
        if has_language && !is_in_keyword {
            found.tier = PROSE;
        }
    }
}

//! Citations without an English version that match only in their abstract or other values rank below those with a matching
//! title or keyword: after folding, a vaccine statement in Vietnamese contains many short words of other languages.

use crate::model::category::Category;
use crate::search::query::keyword_matches::keyword_matches;
use crate::search::query::query_plan::QueryPlan;
use crate::search::ranking::accumulators::Accumulators;
use crate::search::snapshot::{Match, Snapshot};

/// The tier of citations that match only in foreign prose.
pub(super) const PROSE: u8 = 5;

/// Moves the citations that match only in foreign prose to the last tier.
pub(super) fn demote_prose(
    snapshot: &Snapshot,
    plan: &QueryPlan,
    accumulators: &[Accumulators],
    matches: &mut [Match],
) {
    if plan.required == 0 {
        return;
    }
    let Some(with_english) = snapshot.with_english() else { return };
    let mut keywords = None;
    for m in matches {
        let number = usize::from(m.segment);
        if with_english[number].contains(m.doc) {
            continue;
        }
        let found = accumulators[number].get(m.doc);
        if found.title & plan.required != 0 || found.by_concept != 0 {
            continue;
        }
        let keywords = keywords.get_or_insert_with(|| keyword_matches(snapshot, plan));
        let (mut has_language, mut is_in_keyword) = (false, false);
        snapshot.segments[number].data.values.each(m.doc, |value| {
            has_language |= snapshot.values.list(value) == Category::Languages as usize;
            is_in_keyword |= keywords.binary_search_by_key(&value, |keyword| keyword.ordinal).is_ok();
        });
        if has_language && !is_in_keyword {
            m.tier = PROSE;
        }
    }
}

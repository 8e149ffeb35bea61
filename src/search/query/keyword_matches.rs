//! The keywords that contain words of a query.

use crate::search::query::parsed_query::Part;
use crate::search::query::query_plan::QueryPlan;
use crate::search::segments::keyword_index::KeywordMatch;
use crate::search::snapshot::Snapshot;
use crate::search::text::term_keys::term_key;

/// The keywords that contain required words of the query, each with the bits of these words.
pub(in crate::search) fn keyword_matches(snapshot: &Snapshot, plan: &QueryPlan) -> Vec<KeywordMatch> {
    let keys: Vec<(String, u32)> = (0..)
        .zip(&plan.query.parts)
        .filter_map(|(number, part)| match part {
            Part::Word(word) if plan.required & 1 << number != 0 => {
                Some((term_key(&word.forms[0]), 1 << number))
            }
            _ => None,
        })
        .collect();
    snapshot.keyword_index.matches(keys.iter().map(|(key, bit)| (key.as_str(), *bit)))
}

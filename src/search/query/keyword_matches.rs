//! The keywords that contain words of a query.

use crate::search::query::parsed_query::Part;
use crate::search::query::query_plan::QueryPlan;
use crate::search::segments::value_dictionary::{KeywordMatch, Ordinal};
use crate::search::snapshot::{Match, Snapshot};
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

/// The keywords that contain required words of a query, for lookups by citation.
pub(in crate::search) struct KeywordMatches {
    /// By ordinal.
    sorted: Vec<KeywordMatch>,
    /// The ordinals modulo 1,024 as bits: rejects most values of a citation with one test.
    filter: [u64; 16],
}

impl KeywordMatches {
    pub fn new(snapshot: &Snapshot, plan: &QueryPlan) -> KeywordMatches {
        let sorted = keyword_matches(snapshot, plan);
        let mut filter = [0; 16];
        sorted
            .iter()
            .for_each(|keyword| filter[keyword.ordinal as usize / 64 % 16] |= 1 << (keyword.ordinal % 64));
        KeywordMatches { sorted, filter }
    }

    /// The matching keywords of a citation.
    pub fn in_citation<'k>(
        &'k self,
        snapshot: &'k Snapshot,
        m: &Match,
    ) -> impl Iterator<Item = &'k KeywordMatch> {
        let values = snapshot.segments[usize::from(m.segment)].data.values.get(m.doc);
        values.iter().filter_map(|value| self.get(*value))
    }

    #[inline]
    fn get(&self, value: Ordinal) -> Option<&KeywordMatch> {
        if self.filter[value as usize / 64 % 16] >> (value % 64) & 1 == 0 {
            return None;
        }
        let position = self.sorted.binary_search_by_key(&value, |keyword| keyword.ordinal).ok()?;
        self.sorted.get(position)
    }
}

//! Citations without an English version that match only in their abstract or other values rank below those with a matching
//! title or keyword: after folding, a vaccine statement in Vietnamese contains many short words of other languages.

use crate::model::category::Category;
use crate::search::query::keyword_matches::keyword_matches;
use crate::search::query::query_plan::QueryPlan;
use crate::search::ranking::accumulators::DocumentMatch;
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::keyword_index::KeywordMatch;
use crate::search::snapshot::{Match, Snapshot};
use std::cell::OnceCell;

/// The tier of citations that match only in foreign prose.
pub(super) const PROSE: u8 = 5;

/// Decides which matches are only in foreign prose.
pub(super) struct ProseTest<'s> {
    snapshot: &'s Snapshot,
    plan: &'s QueryPlan,
    with_english: &'s [DocumentSet],
    /// The keywords that contain words of the query; looked up when first needed.
    keywords: OnceCell<Vec<KeywordMatch>>,
}

impl<'s> ProseTest<'s> {
    /// `None` when no match can be only in foreign prose.
    pub fn new(snapshot: &'s Snapshot, plan: &'s QueryPlan) -> Option<ProseTest<'s>> {
        let with_english = snapshot.with_english().filter(|_| plan.required != 0)?;
        Some(ProseTest { snapshot, plan, with_english, keywords: OnceCell::new() })
    }

    /// Returns whether a citation, matched by these words, matches only in foreign prose.
    pub fn is_prose(&self, m: &Match, words: &DocumentMatch) -> bool {
        let number = usize::from(m.segment);
        let is_english = self.with_english[number].contains(m.doc);
        if is_english || words.title & self.plan.required != 0 || words.by_concept != 0 {
            return false;
        }
        let keywords = self.keywords.get_or_init(|| keyword_matches(self.snapshot, self.plan));
        let (mut has_language, mut is_in_keyword) = (false, false);
        self.snapshot.segments[number].data.values.each(m.doc, |value| {
            has_language |= self.snapshot.values.list(value) == Category::Languages as usize;
            is_in_keyword |= keywords.binary_search_by_key(&value, |keyword| keyword.ordinal).is_ok();
        });
        has_language && !is_in_keyword
    }
}

//! Searches in a language in which a citation among the first had no version, counted in memory until they are written.
//! Kept are citation, language, day and count alone: no text and no person.

use crate::model::clock;
use crate::model::languages::tag::LanguageTag;
use jiff::civil::Date;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Different pairs of citation and language counted on one day.
pub(in crate::domain) const MAX_PAIRS_A_DAY: u32 = 20_000;

/// Day, id of the citation, language.
pub(in crate::domain) type Counted = (Date, String, LanguageTag);

/// Searches counted in memory.
#[derive(Default)]
pub struct TranslationLog {
    counts: Mutex<HashMap<Counted, u32>>,
}

impl TranslationLog {
    /// Counts a search in this language for each of these citations.
    pub fn note(&self, citations: &[String], tag: &LanguageTag) {
        let today = clock::today();
        let mut counts = self.lock();
        for citation in citations {
            let counted = (today, citation.clone(), tag.clone());
            if counts.len() < MAX_PAIRS_A_DAY as usize || counts.contains_key(&counted) {
                *counts.entry(counted).or_default() += 1;
            }
        }
    }

    /// What was counted since the last call.
    pub(in crate::domain) fn take(&self) -> HashMap<Counted, u32> {
        std::mem::take(&mut self.lock())
    }

    /// Adds counts again that could not be written.
    pub(in crate::domain) fn restore(&self, counted: HashMap<Counted, u32>) {
        let mut counts = self.lock();
        for (key, count) in counted {
            *counts.entry(key).or_default() += count;
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Counted, u32>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn searches_are_counted_by_citation_language_and_day_within_bounds() {
        let log = TranslationLog::default();
        let somali = LanguageTag::parse("so").unwrap();
        log.note(&["a".into(), "b".into()], &somali);
        log.note(&["a".into()], &somali);
        let failed = log.take();
        log.note(&["a".into()], &somali);
        log.restore(failed);
        clock::moved::forward(jiff::SignedDuration::from_hours(24));
        log.note(&["a".into()], &somali);
        let mut counts: Vec<(String, u32)> =
            log.take().into_iter().map(|((_, citation, _), count)| (citation, count)).collect();
        counts.sort();
        assert_eq!(counts, [("a".into(), 1), ("a".into(), 3), ("b".into(), 1)]);
        for n in 0..MAX_PAIRS_A_DAY + 10 {
            log.note(&[n.to_string()], &somali);
        }
        assert_eq!(log.take().len(), MAX_PAIRS_A_DAY as usize);
    }
}

//! Searches that may come from a person in danger. They get a crisis notice above their results and are neither stored nor
//! counted: not among recent searches, not in Search Insight, not as demand for translations. Contract section 9.1.

use crate::model::search::crisis::{Crisis, CrisisNotice};
use crate::search::CrisisTable;
use crate::settings::Settings;

/// The crisis categories of a text, the most urgent first; empty for ordinary searches.
pub fn categories(q: &str) -> Vec<Crisis> {
    CrisisTable::built_in().categories(q)
}

/// What to show above the results of a text of these categories: lines of `search.crisis_lines`, else of the built-in table.
/// `None` when there is no line for any of them.
pub fn notice(settings: &Settings, categories: &[Crisis]) -> Option<CrisisNotice> {
    let own = settings.search.crisis_lines.as_deref();
    CrisisNotice::new(categories, own.unwrap_or_else(|| CrisisTable::built_in().lines()))
}

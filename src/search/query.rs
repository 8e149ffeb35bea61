//! Parses a query and builds its query plan.

pub(super) mod abbreviations;
pub(super) mod correction;
pub(super) mod keyword_matches;
pub(super) mod language_detection;
pub(super) mod parsed_query;
pub(super) mod query_plan;
mod recognition;
pub(super) mod similar_labels;
pub(super) mod term_lookup;

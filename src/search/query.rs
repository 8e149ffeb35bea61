//! Parses a query and builds its query plan.

pub(super) mod correction;
mod frames;
pub(super) mod keyword_matches;
pub(super) mod language_detection;
pub(super) mod parsed_query;
pub(super) mod query_plan;
pub(super) mod recognized_concepts;
pub(super) mod term_lookup;

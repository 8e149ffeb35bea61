//! Matching and ranking: which citations match a query, and in which order.

pub(super) mod accumulators;
mod described;
mod direct_matches;
pub(super) mod learned;
pub(super) mod list_scores;
pub(super) mod matching;
pub(super) mod partial;
pub(super) mod phrases;
pub(super) mod subject;
pub(super) mod text_matches;
mod text_places;
pub(super) mod top_k;

//! Matching and ranking: which citations match a query, and in which order.

mod direct_matches;
pub(super) mod list_scores;
pub(super) mod matching;
pub(super) mod partial;
pub(super) mod phrases;
pub(super) mod subject;
pub(super) mod text_matches;
pub(super) mod top_k;
pub(super) mod unnamed_concepts;

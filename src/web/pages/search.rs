//! The search page: the home view without a query, results with one.

pub(super) mod address;
pub(super) mod browse;
pub(super) mod chips;
pub(super) mod crisis_notice;
mod elsewhere;
pub(super) mod filters;
pub(in crate::web) mod handler;
pub(super) mod hit_row;
pub(super) mod home;
pub(super) mod outcome;
pub(super) mod pagination;
mod promoted;
pub(super) mod record_handouts;
pub(super) mod result_texts;
pub(super) mod results;
pub(super) mod search_box;
pub(super) mod states;

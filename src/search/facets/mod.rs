//! Facets and filters of search results.

pub(super) mod disjunctive;
pub(super) mod facet_response;
pub(super) mod filtering;

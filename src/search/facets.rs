//! The facets of search results, and filters.

pub(super) mod facet_response;
pub(super) mod filtering;

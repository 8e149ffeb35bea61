//! The outcome of the search of a page.

use crate::model::search::request::{Facets, SearchAnswer};
use crate::web::problem::Problem;

/// The outcome of a search.
pub(in crate::web::pages) enum Outcome {
    /// A response, with what is shown if it has no hits or may not be what was meant.
    Answered {
        answer: Box<SearchAnswer>,
        with_obsolete: u64,
        everything: Facets,
    },
    /// The first index is being built.
    Preparing,
    Failed(Problem),
    /// The text is too long; nothing was searched.
    TooLong,
}

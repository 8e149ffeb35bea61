//! Full text: an index on disk that follows the database. Alone knows tantivy.
//!
//! [`Index`] keeps the current generation, [`Rebuild`] makes a new one beside it, a [`Snapshot`] answers searches.

mod analysis;
mod document;
mod facets;
mod generations;
mod index;
mod matching;
mod query;
mod schema;
mod segment;
mod snapshot;
mod snippets;
mod suggestions;
mod values;

pub use generations::Rebuild;
pub use index::Index;
pub use snapshot::Snapshot;

#[cfg(test)]
mod tests;

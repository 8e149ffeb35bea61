//! Full text: an index on disk that follows the database. Alone knows tantivy.
//!
//! [`Index`] keeps the current generation, [`Rebuild`] makes a new one beside it, a [`Snapshot`] answers searches.

mod analysis;
mod columns;
mod document;
mod facets;
mod filtering;
mod generations;
mod index;
mod matching;
mod phrases;
mod query;
mod schema;
mod segment;
mod shown;
mod side_files;
mod snapshot;
mod snippets;
mod suggestions;
mod tokens;
mod values;
mod vocabulary;

pub use analysis::fold;
pub use generations::Rebuild;
pub use index::Index;
pub use snapshot::Snapshot;

#[cfg(test)]
mod tests;

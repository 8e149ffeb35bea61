//! Full-text search: an index on disk that follows the database. Only this module uses tantivy.
//!
//! [`Index`] has the current generation, [`Rebuild`] builds a new one beside it, a [`Snapshot`] answers searches.

mod crisis;
mod duplicates;
mod facets;
mod index;
mod knowledge;
mod languages;
mod matched_version;
mod packet_titles;
mod query;
mod query_model;
mod ranking;
mod response_writer;
mod search_response;
mod segments;
mod snapshot;
mod snippets;
mod spelling;
mod suggestions;
mod text;
mod thesaurus;

pub use crisis::CrisisTable;
pub use index::generations::Rebuild;
pub use index::live_index::Index;
pub use knowledge::{ConceptCode, KnowledgeHit};
pub use packet_titles::PacketTitles;
pub use snapshot::{QueryFeatures, Snapshot};
pub use text::folding::fold;
pub use text::function_words::whole_query_key;
pub use text::medicines::medicine_name;
pub use thesaurus::combined::Thesaurus;
pub use thesaurus::compiled::{BuiltInConcept, BuiltInLabel, built_in_concepts, compile_thesaurus};
pub use thesaurus::descriptions::{Description, compile_descriptions};
pub use thesaurus::hospital::TermSources;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

//! Full text: an index on disk that follows the database. Alone knows tantivy.
//!
//! [`Index`] keeps the current generation, [`Rebuild`] makes a new one beside it, a [`Snapshot`] answers searches.

mod analysis;
mod answers;
mod any_of;
mod best;
mod checksums;
mod columns;
mod counts;
mod crisis;
mod document;
mod document_set;
mod duplicates;
mod edits;
mod facets;
mod filtering;
mod folding;
mod function_words;
mod generations;
mod hand_over;
mod hit_texts;
mod index;
mod interpretation;
mod keyword_names;
mod language_values;
mod languages;
mod lexicon;
mod lookups;
mod mask_counter;
mod match_list;
mod matching;
mod medicines;
mod names;
mod naming;
mod naming_files;
mod packet_titles;
mod phrases;
mod query;
mod query_language;
mod ranking;
mod recognition;
mod respelling;
mod schema;
mod segment;
mod side_files;
mod snapshot;
mod snippets;
mod sounds;
mod speller;
mod stem_terms;
mod stemming;
mod suggestions;
mod sums;
mod term_keys;
mod term_matches;
mod text;
mod texts;
mod thesaurus;
mod tokens;
mod understanding;
mod value_documents;
mod values;
mod vocabulary;

pub use crisis::CrisisTable;
pub use folding::fold;
pub use generations::Rebuild;
pub use hand_over::hand_over;
pub use index::Index;
pub use packet_titles::PacketTitles;
pub use snapshot::Snapshot;
pub use thesaurus::built_in::compile_thesaurus;
pub use thesaurus::hospital::TermSources;
pub use thesaurus::listing::{BuiltInConcept, BuiltInLabel, BuiltInLabels};
pub use understanding::Understanding;
pub use vocabulary::Vocabulary;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

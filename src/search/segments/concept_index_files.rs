//! The concept indexes of large segments, stored beside the tantivy index.

use crate::search::segments::concept_index::{ConceptIndex, ValueConcepts};
use crate::search::segments::segment_data::SegmentData;
use crate::search::segments::side_files::{MIN_DOCS_FOR_FILES, SideFiles};
use crate::search::segments::value_dictionary::ValueDictionary;
use crate::search::thesaurus::combined::Thesaurus;
use tantivy::SegmentReader;

/// Reads the concept index of a segment from its file, or builds and stores it. An error of the disk is only logged.
pub(in crate::search) fn load_or_build(
    segment: &SegmentReader,
    data: &SegmentData,
    values: &ValueDictionary,
    thesaurus: &Thesaurus,
    files: &SideFiles,
    value_concepts: &mut ValueConcepts,
) -> ConceptIndex {
    let (name, fingerprint) = (segment.segment_id().uuid_string(), thesaurus.fingerprint());
    let uses_file = segment.max_doc() >= MIN_DOCS_FOR_FILES && !thesaurus.is_empty();
    if uses_file && let Some(concepts) = files.read_concept_index(&name, fingerprint) {
        return concepts;
    }
    let concepts = ConceptIndex::build(&data.columns, &data.values, values, thesaurus, value_concepts);
    if uses_file && let Err(cause) = files.write_concept_index(&name, fingerprint, &concepts) {
        tracing::debug!(%cause, "a concept index could not be stored and is built again at the next start");
    }
    concepts
}

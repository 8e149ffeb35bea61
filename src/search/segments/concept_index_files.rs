//! Which concepts a large segment names, kept beside the index.

use crate::search::segments::concept_index::{ConceptIndex, ValueConcepts};
use crate::search::segments::segment_data::SegmentData;
use crate::search::segments::side_files::IN_FILES_FROM;
use crate::search::segments::side_files::SideFiles;
use crate::search::segments::value_dictionary::ValueDictionary;
use crate::search::thesaurus::combined::Thesaurus;
use tantivy::SegmentReader;

/// Reads which concepts a segment names from its file, or finds them and keeps them there as far as the disk lets.
pub(in crate::search) fn kept_or_found(
    segment: &SegmentReader,
    data: &SegmentData,
    values: &ValueDictionary,
    thesaurus: &Thesaurus,
    files: &SideFiles,
    of_values: &mut ValueConcepts,
) -> ConceptIndex {
    let (name, fingerprint) = (segment.segment_id().uuid_string(), thesaurus.fingerprint());
    let in_file = segment.max_doc() >= IN_FILES_FROM && !thesaurus.is_empty();
    if in_file && let Some(kept) = files.read_named(&name, fingerprint) {
        return kept;
    }
    let found = ConceptIndex::find(&data.columns.titles, &data.values, values, thesaurus, of_values);
    if in_file && let Err(cause) = files.write_named(&name, fingerprint, &found) {
        tracing::debug!(%cause, "which concepts a segment names has to be found again at the next start");
    }
    found
}

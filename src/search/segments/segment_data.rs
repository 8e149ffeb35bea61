//! A segment of the index with the columns and indexes that searches need in memory.

use crate::search::segments::columns::{Columns, HitTexts};
use crate::search::segments::concept_index::{ConceptIndex, ValueConcepts};
use crate::search::segments::document::HitText;
use crate::search::segments::facet_index::FacetIndex;
use crate::search::segments::handout_texts::HandoutTexts;
use crate::search::segments::schema::{Fields, TEXT_FIELDS, VERSION_TITLES};
use crate::search::segments::side_files::{MIN_DOCS_FOR_FILES, SideFiles, documents_are_intact};
use crate::search::segments::value_dictionary::{Ordinal, ValueDictionary};
use crate::search::text::string_pool::range;
use crate::search::thesaurus::combined::Thesaurus;
use rayon::prelude::*;
use std::io;
use std::sync::Arc;
use tantivy::{InvertedIndexReader, SegmentReader, TantivyError};

/// The immutable data of a segment; deletions are in the snapshot.
pub(in crate::search) struct SegmentData {
    pub columns: Columns,
    /// The values of all categories.
    pub values: FacetIndex,
    /// The missing required fields.
    pub incomplete: FacetIndex,
    hit_texts: HitTexts,
    pub inverted: [Arc<InvertedIndexReader>; TEXT_FIELDS],
    /// The length of each text field of each document, as tantivy encodes it.
    pub lengths: [Vec<u8>; TEXT_FIELDS],
    /// `None` when no document has the text of a handout.
    pub handout_texts: Option<HandoutTexts>,
}

impl SegmentData {
    /// Loads a segment from its side files, or without them from its documents.
    pub fn load(
        segment: &SegmentReader,
        fields: &Fields,
        files: &SideFiles,
        index: &tantivy::Index,
    ) -> tantivy::Result<SegmentData> {
        let name = segment.segment_id().uuid_string();
        let uses_files = segment.max_doc() >= MIN_DOCS_FOR_FILES;
        let stored = uses_files.then(|| files.read(&name, segment.max_doc())).flatten();
        let (columns, hit_texts) = match stored {
            Some(stored) => stored,
            None => {
                let mut metas = index.searchable_segment_metas()?;
                metas.retain(|meta| meta.id() == segment.segment_id());
                if !documents_are_intact(index, &metas)? {
                    return Err(TantivyError::InternalError(format!("the documents of {name} are damaged")));
                }
                build(segment, fields, files, uses_files.then_some(&name))?
            }
        };
        let mut lengths: [Vec<u8>; TEXT_FIELDS] = Default::default();
        for (lengths, field) in lengths.iter_mut().zip(fields.text) {
            let norms = segment.get_fieldnorms_reader(field)?;
            *lengths = (0..segment.max_doc()).map(|doc| norms.fieldnorm_id(doc)).collect();
        }
        columns.version_titles.average_field_lengths(&mut lengths[VERSION_TITLES]);
        let [title, keywords, body, version_titles] = fields.text;
        let inverted = [
            segment.inverted_index(title)?,
            segment.inverted_index(keywords)?,
            segment.inverted_index(body)?,
            segment.inverted_index(version_titles)?,
        ];
        let (values, incomplete) = (FacetIndex::default(), FacetIndex::default());
        let handout_texts = HandoutTexts::load(segment, fields)?;
        Ok(SegmentData { columns, values, incomplete, hit_texts, inverted, lengths, handout_texts })
    }

    /// What a hit for a document is written from.
    pub fn hit_text(&self, doc: u32) -> io::Result<HitText<'_>> {
        let bytes = self.hit_texts.0.get(range(&self.columns.hit_ends, doc as usize)).unwrap_or_default();
        postcard::from_bytes(bytes).map_err(io::Error::other)
    }

    /// The concept index for a thesaurus; `value_concepts` caches the concepts of keywords across segments. That of a large segment
    /// is read from its file in `files`, or stored there; an error of the disk is only logged.
    pub fn concept_index(
        &self,
        segment: &SegmentReader,
        values: &ValueDictionary,
        thesaurus: &Thesaurus,
        files: Option<&SideFiles>,
        value_concepts: &mut ValueConcepts,
    ) -> ConceptIndex {
        let (name, fingerprint) = (segment.segment_id().uuid_string(), thesaurus.fingerprint());
        let files = files.filter(|_| segment.max_doc() >= MIN_DOCS_FOR_FILES && !thesaurus.is_empty());
        if let Some(stored) = files.and_then(|files| files.read_concept_index(&name, fingerprint)) {
            return stored;
        }
        let concepts = ConceptIndex::build(&self.columns, &self.values, values, thesaurus, value_concepts);
        if let Some(files) = files
            && let Err(cause) = files.write_concept_index(&name, fingerprint, &concepts)
        {
            tracing::debug!(%cause, "a concept index could not be stored and is built again at the next start");
        }
        concepts
    }

    /// Replaces the local numbers of values by the ordinals of the dictionary. Must be called once for each segment.
    pub fn assign_ordinals(segments: &mut [SegmentData], values: &mut ValueDictionary) {
        let texts = segments.iter().flat_map(|segment| {
            let columns = &segment.columns;
            columns.value_lists.iter().map(|list| usize::from(*list)).zip(columns.value_texts.iter())
        });
        values.insert_sorted(texts);
        segments.iter_mut().for_each(|segment| segment.index_values(values));
    }

    fn index_values(&mut self, values: &mut ValueDictionary) {
        let columns = &mut self.columns;
        let numbers: Vec<Ordinal> = columns
            .value_lists
            .iter()
            .zip(columns.value_texts.iter())
            .map(|(list, text)| values.get_or_insert(usize::from(*list), text))
            .collect();
        for number in columns.values.numbers.iter_mut().chain(&mut columns.incomplete.numbers) {
            *number = numbers.get(*number as usize).copied().unwrap_or(0);
        }
        columns.value_texts = Default::default();
        columns.value_lists = Vec::new();
        self.values = FacetIndex::new(std::mem::take(&mut columns.values));
        self.incomplete = FacetIndex::new(std::mem::take(&mut columns.incomplete));
    }
}

/// Builds the columns of a segment, and stores them in files when there is a `name`. After an error of the disk they stay in
/// memory.
fn build(
    segment: &SegmentReader,
    fields: &Fields,
    files: &SideFiles,
    name: Option<&String>,
) -> tantivy::Result<(Columns, HitTexts)> {
    let (columns, hit_texts) = Columns::build(segment, fields)?;
    let Some(name) = name else { return Ok((columns, hit_texts)) };
    if let Err(cause) = files.write(name, &columns, &hit_texts) {
        tracing::warn!(%cause, "the columns of a segment stay in memory");
        return Ok((columns, hit_texts));
    }
    // From the files, where large columns need no memory.
    Ok(files.read(name, segment.max_doc()).unwrap_or((columns, hit_texts)))
}

/// Loads segments in parallel; [`SegmentData::assign_ordinals`] must follow.
pub(in crate::search) fn load_all(
    segments: &[&SegmentReader],
    fields: &Fields,
    files: &SideFiles,
    index: &tantivy::Index,
) -> tantivy::Result<Vec<SegmentData>> {
    let load = |segment: &&SegmentReader| SegmentData::load(segment, fields, files, index);
    segments.par_iter().map(load).collect()
}

//! One segment of the index with what its hits show, count and suggest at hand.

use crate::search::segments::checksums::stored_is_whole;
use crate::search::segments::columns::Columns;
use crate::search::segments::facet_index::FacetIndex;
use crate::search::segments::hit_columns::{HitTexts, HitTextsWriter};
use crate::search::segments::schema::{Fields, TEXT_FIELDS};
use crate::search::segments::side_files::{IN_FILES_FROM, SideFiles};
use crate::search::segments::value_dictionary::{Ordinal, ValueDictionary};
use rayon::prelude::*;
use std::sync::Arc;
use tantivy::store::Compressor;
use tantivy::{InvertedIndexReader, SegmentMeta, SegmentReader, TantivyError};

/// Up to so many citations in all, the texts of hits may be kept in memory.
const MAX_WITH_TEXTS: u32 = 4_000;
/// How stored documents are compressed: quick to read when columns are made of them.
pub(in crate::search) const COMPRESSOR: Compressor = Compressor::Lz4;

/// What does not change as long as the segment lives; deletions are in the snapshot.
pub(in crate::search) struct SegmentData {
    pub columns: Columns,
    /// The documents of each value of every facet.
    pub values: FacetIndex,
    /// The documents of each value of what is missing.
    pub incomplete: FacetIndex,
    pub hit_texts: HitTexts,
    pub inverted: [Arc<InvertedIndexReader>; TEXT_FIELDS],
    /// One byte for each document and text field: its length, as tantivy encodes it.
    pub lengths: [Vec<u8>; TEXT_FIELDS],
}

impl SegmentData {
    /// Reads a segment, from its side files when they are there, else from its documents.
    pub fn load(
        segment: &SegmentReader,
        fields: &Fields,
        files: &SideFiles,
        index: &tantivy::Index,
        texts_may_stay: bool,
    ) -> tantivy::Result<SegmentData> {
        let name = segment.segment_id().uuid_string();
        let in_files = segment.max_doc() >= IN_FILES_FROM;
        let known = in_files.then(|| files.read(&name, segment.max_doc(), texts_may_stay)).flatten();
        let (columns, hit_texts) = match known {
            Some(known) => known,
            None => {
                let mut metas = index.searchable_segment_metas()?;
                metas.retain(|meta| meta.id() == segment.segment_id());
                if !stored_is_whole(index, &metas)? {
                    return Err(TantivyError::InternalError(format!("the documents of {name} are damaged")));
                }
                build(segment, fields, files, in_files.then_some(&name), texts_may_stay)?
            }
        };
        let mut lengths: [Vec<u8>; TEXT_FIELDS] = Default::default();
        for (lengths, field) in lengths.iter_mut().zip(fields.text) {
            let norms = segment.get_fieldnorms_reader(field)?;
            *lengths = (0..segment.max_doc()).map(|doc| norms.fieldnorm_id(doc)).collect();
        }
        let [title, keywords, body] = fields.text;
        let inverted = [
            segment.inverted_index(title)?,
            segment.inverted_index(keywords)?,
            segment.inverted_index(body)?,
        ];
        let (values, incomplete) = (FacetIndex::default(), FacetIndex::default());
        Ok(SegmentData { columns, values, incomplete, hit_texts, inverted, lengths })
    }

    /// Gives the values of segments the numbers that they have in the whole index; to be done once for each segment.
    pub fn number_all(segments: &mut [SegmentData], values: &mut ValueDictionary) {
        let texts = segments.iter().flat_map(|segment| {
            let columns = &segment.columns;
            columns.value_lists.iter().map(|list| usize::from(*list)).zip(columns.value_texts.iter())
        });
        values.number_in_order(texts);
        segments.iter_mut().for_each(|segment| segment.number(values));
        segments.par_iter_mut().for_each(|segment| segment.arrange(values.len()));
    }

    fn number(&mut self, values: &mut ValueDictionary) {
        let columns = &mut self.columns;
        let numbers: Vec<Ordinal> = columns
            .value_lists
            .iter()
            .zip(columns.value_texts.iter())
            .map(|(list, text)| values.number_of(usize::from(*list), text))
            .collect();
        for number in columns.values.numbers.iter_mut().chain(&mut columns.incomplete.numbers) {
            *number = numbers.get(*number as usize).copied().unwrap_or(0);
        }
        columns.value_texts = Default::default();
        columns.value_lists = Vec::new();
    }

    /// Puts the numbered values, of so many in the whole index, as searches count them.
    fn arrange(&mut self, known: usize) {
        self.values = FacetIndex::of(&std::mem::take(&mut self.columns.values), known);
        self.incomplete = FacetIndex::of(&std::mem::take(&mut self.columns.incomplete), known);
    }
}

/// Makes the columns of a segment, and keeps them in files under `name` as far as the disk lets.
fn build(
    segment: &SegmentReader,
    fields: &Fields,
    files: &SideFiles,
    name: Option<&String>,
    texts_may_stay: bool,
) -> tantivy::Result<(Columns, HitTexts)> {
    if let Some(name) = name {
        match build_in_files(segment, fields, files, name, texts_may_stay) {
            Ok(built) => return Ok(built),
            Err(cause) => tracing::warn!(%cause, "the texts of hits stay in memory"),
        }
    }
    Columns::build(segment, fields, HitTextsWriter::in_memory())
}

fn build_in_files(
    segment: &SegmentReader,
    fields: &Fields,
    files: &SideFiles,
    name: &str,
    texts_may_stay: bool,
) -> tantivy::Result<(Columns, HitTexts)> {
    let writer = HitTextsWriter::in_file(&files.hit_texts_path(name)?, texts_may_stay)?;
    let (columns, hit_texts) = Columns::build(segment, fields, writer)?;
    files.write(name, &columns, &hit_texts)?;
    Ok((columns, hit_texts))
}

/// Reads segments, all at the same time; their values are not numbered yet.
pub(in crate::search) fn load_all(
    segments: &[&SegmentReader],
    fields: &Fields,
    files: &SideFiles,
    index: &tantivy::Index,
) -> tantivy::Result<Vec<SegmentData>> {
    let citations: u32 = index.searchable_segment_metas()?.iter().map(SegmentMeta::max_doc).sum();
    let texts_may_stay = citations <= MAX_WITH_TEXTS;
    let load = |segment: &&SegmentReader| SegmentData::load(segment, fields, files, index, texts_may_stay);
    segments.par_iter().map(load).collect()
}

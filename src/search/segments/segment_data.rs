//! A segment of the index with the columns and indexes that searches need in memory.

use crate::search::segments::concept_index::{ConceptIndex, ValueConcepts};
use crate::search::segments::document::{
    Fields, HitText, INCOMPLETE, Prepared, StoredPrepared, TEXT_FIELDS, VALUE_LISTS, VERSION_TITLES,
};
use crate::search::segments::facet_index::FacetIndex;
use crate::search::segments::handout_texts::HandoutTexts;
use crate::search::segments::side_files::{MIN_DOCS_FOR_FILES, SideFiles, documents_are_intact};
use crate::search::segments::titles::{TitleList, VersionTitles};
use crate::search::segments::value_dictionary::{Ordinal, ValueDictionary};
use crate::search::text::lexicon::Lexicon;
use crate::search::text::string_pool::{StringPool, range};
use crate::search::thesaurus::combined::Thesaurus;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use tantivy::directory::OwnedBytes;
use tantivy::error::DataCorruption;
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

/// The ordinals of the values of each document, concatenated.
#[derive(Default, Serialize, Deserialize)]
pub(in crate::search) struct Ordinals {
    /// The end of each document's ordinals in `numbers`.
    pub ends: Vec<u32>,
    pub numbers: Vec<u32>,
}

impl Ordinals {
    pub fn get(&self, doc: u32) -> &[u32] {
        self.numbers.get(range(&self.ends, doc as usize)).unwrap_or_default()
    }

    fn end_document(&mut self) {
        self.ends.push(u32::try_from(self.numbers.len()).unwrap_or(u32::MAX));
    }
}

/// Indexed by document unless stated otherwise.
#[derive(Default, Serialize, Deserialize)]
pub(in crate::search) struct Columns {
    pub ids: StringPool,
    pub titles: TitleList,
    pub obsolete: Vec<bool>,
    /// The values of all categories, as positions in `value_texts`.
    pub values: Ordinals,
    /// The required fields that are missing, in the same way.
    pub incomplete: Ordinals,
    pub value_texts: StringPool,
    pub value_lists: Vec<u8>,
    /// Documents by folded title.
    pub by_title: Vec<u32>,
    /// The position of each document in `by_title`.
    pub title_ranks: Vec<u32>,
    pub version_titles: VersionTitles,
    /// The stemming languages of the documents, one bit for each.
    pub stem_languages: u64,
    pub lexicon: Lexicon,
    /// The end of each document's [`HitText`] in [`HitTexts`], in bytes.
    pub hit_ends: Vec<u32>,
}

/// The [`HitText`] of each document: in memory for a small segment, in a mapped file for a large one, so that a large catalogue
/// uses no memory beyond the page cache.
pub(in crate::search) struct HitTexts(pub OwnedBytes);

impl Columns {
    /// Builds the columns and the texts of hits from the stored documents of a segment.
    pub fn build(segment: &SegmentReader, fields: &Fields) -> tantivy::Result<(Columns, HitTexts)> {
        let unreadable = |_| DataCorruption::comment_only("a document of the index cannot be read");
        let (mut columns, mut hit_texts) = (Columns::default(), Vec::new());
        let mut numbers: [HashMap<String, u32>; VALUE_LISTS] = Default::default();
        let store = segment.get_store_reader(10)?;
        for doc in 0..segment.max_doc() {
            let StoredPrepared(bytes) = store.get(doc)?;
            let prepared: Prepared<'_> = postcard::from_bytes(&bytes).map_err(unreadable)?;
            columns.ids.push(prepared.id);
            columns.titles.push(prepared.title);
            columns.obsolete.push(prepared.obsolete);
            columns.stem_languages |= prepared.stem_language.map_or(0, |number| 1 << number);
            columns.stem_languages |= columns.version_titles.push(doc, &prepared.version_titles);
            hit_texts = postcard::to_extend(&prepared.hit, hit_texts).map_err(unreadable)?;
            columns.hit_ends.push(u32::try_from(hit_texts.len()).unwrap_or(u32::MAX));
            for ((list, numbers), values) in (0u8..).zip(&mut numbers).zip(&prepared.values) {
                for &value in values {
                    let number = numbers.get(value).copied().unwrap_or_else(|| {
                        columns.value_texts.push(value);
                        columns.value_lists.push(list);
                        let number = u32::try_from(columns.value_lists.len() - 1).unwrap_or(u32::MAX);
                        numbers.insert(value.to_owned(), number);
                        number
                    });
                    let is_category = usize::from(list) != INCOMPLETE;
                    let column = if is_category { &mut columns.values } else { &mut columns.incomplete };
                    column.numbers.push(number);
                }
            }
            columns.values.end_document();
            columns.incomplete.end_document();
        }
        let inverted = fields.text.iter().map(|field| segment.inverted_index(*field));
        columns.lexicon = Lexicon::load(&inverted.collect::<tantivy::Result<Vec<_>>>()?)?;
        columns.ids.shrink();
        columns.titles.sort();
        columns.version_titles.titles.sort();
        let mut by_title: Vec<u32> = (0..segment.max_doc()).collect();
        by_title.sort_unstable_by(|a, b| title_order(&columns, *a, &columns, *b));
        columns.title_ranks = vec![0; by_title.len()];
        (0u32..).zip(&by_title).for_each(|(rank, doc)| columns.title_ranks[*doc as usize] = rank);
        columns.by_title = by_title;
        hit_texts.shrink_to_fit();
        Ok((columns, HitTexts(OwnedBytes::new(hit_texts))))
    }
}

/// The order by folded title, then by ID.
pub(in crate::search) fn title_order(a: &Columns, doc_a: u32, b: &Columns, doc_b: u32) -> Ordering {
    // Leading punctuation is ignored.
    fn without_punctuation(key: &str) -> &str {
        match key.as_bytes().first() {
            Some(first) if first.is_ascii_alphanumeric() => key,
            _ => &key[key.find(char::is_alphanumeric).unwrap_or(0)..],
        }
    }
    let (key_a, key_b) = (a.titles.key(doc_a as usize), b.titles.key(doc_b as usize));
    without_punctuation(key_a)
        .cmp(without_punctuation(key_b))
        .then_with(|| a.ids.get(doc_a as usize).cmp(b.ids.get(doc_b as usize)))
}

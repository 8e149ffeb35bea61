//! One generation of the index, open: reads its segments, writes changes into it, makes snapshots of it.

use crate::model::citations::citation::Citation;
use crate::model::error::{Error, Result};
use crate::model::languages::language::LanguageTags;
use crate::search::index::generations::{self, Generation, Payload, index_error};
use crate::search::segments::concept_index::{ConceptIndex, ValueConcepts};
use crate::search::segments::concept_index_files::kept_or_found;
use crate::search::segments::document::document;
use crate::search::segments::keyword_index::KeywordIndex;
use crate::search::segments::schema::Fields;
use crate::search::segments::segment_data::{self, SegmentData};
use crate::search::segments::side_files::SideFiles;
use crate::search::segments::value_dictionary::ValueDictionary;
use crate::search::snapshot::{Segment, Snapshot};
use crate::search::thesaurus::combined::Thesaurus;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tantivy::index::SegmentId;
use tantivy::indexer::LogMergePolicy;
use tantivy::{IndexReader, IndexWriter, ReloadPolicy, SegmentReader, Term};

/// Memory of the writer that follows changes.
const WRITER_BYTES: usize = 24 << 20;
/// Larger segments are not merged any more: making their columns again would hold up a save.
const MAX_MERGED_DOCUMENTS: usize = 20_000;
/// Segments below this are merged with each other; a larger one waits for others of its size.
const SMALL_SEGMENT: u32 = 500;

/// A generation that is read and written.
pub(super) struct OpenGeneration {
    pub name: String,
    /// The database that it follows.
    pub instance: Arc<str>,
    index: tantivy::Index,
    fields: Fields,
    files: SideFiles,
    reader: IndexReader,
    writer: Option<IndexWriter>,
    values: Arc<ValueDictionary>,
    keyword_index: Arc<KeywordIndex>,
    /// Prepared segments, kept as long as the index has them.
    segments: HashMap<SegmentId, Arc<SegmentData>>,
    pub thesaurus: Arc<Thesaurus>,
    /// The tags of languages that administrators set.
    pub language_tags: Arc<LanguageTags>,
    /// Which citations of the segments name the concepts of the vocabulary.
    named: HashMap<SegmentId, Arc<ConceptIndex>>,
    /// Which concepts the keywords name.
    of_values: ValueConcepts,
    /// The vocabulary is only tried out: nothing found by it is kept.
    is_trial: bool,
    /// The stored documents were looked at and are whole.
    pub is_stored_checked: bool,
    /// The last change number that was committed to it.
    pub applied: u64,
}

impl OpenGeneration {
    /// Reads the segments of a generation. Thesaurus and tags of languages are to be set before the first snapshot.
    pub fn loaded(generation: Generation) -> Result<OpenGeneration> {
        let reader = generation
            .index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .try_into()
            .map_err(index_error("opening the index"))?;
        let mut state = OpenGeneration {
            name: generation.name,
            instance: generation.payload.instance.into(),
            index: generation.index,
            fields: generation.fields,
            files: generation.files,
            reader,
            writer: None,
            values: Arc::new(ValueDictionary::new()),
            keyword_index: Arc::default(),
            segments: HashMap::new(),
            thesaurus: Arc::default(),
            language_tags: Arc::default(),
            named: HashMap::new(),
            of_values: ValueConcepts::new(),
            is_trial: false,
            is_stored_checked: false,
            applied: generation.payload.applied,
        };
        state.load_segments()?;
        Ok(state)
    }

    /// Adds or replaces citations in one commit that holds every change up to `up_to`. On an error nothing of it is kept.
    pub fn apply(&mut self, citations: impl Iterator<Item = Result<Citation>>, up_to: u64) -> Result<()> {
        let payload = Payload { instance: self.instance.to_string(), applied: up_to };
        // What was added but not committed is dropped together with the writer.
        self.write(citations, &payload).inspect_err(|_| self.writer = None)
    }

    fn write(&mut self, citations: impl Iterator<Item = Result<Citation>>, payload: &Payload) -> Result<()> {
        if self.writer.is_none() {
            let writer: IndexWriter = self
                .index
                .writer_with_num_threads(1, WRITER_BYTES)
                .map_err(index_error("opening the index to write"))?;
            let mut merging = LogMergePolicy::default();
            merging.set_max_docs_before_merge(MAX_MERGED_DOCUMENTS);
            merging.set_min_layer_size(SMALL_SEGMENT);
            writer.set_merge_policy(Box::new(merging));
            // A crash before the commit leaves files under names that the next commit would take.
            writer.garbage_collect_files().wait().map_err(index_error("tidying the index"))?;
            self.writer = Some(writer);
        }
        let Some(writer) = self.writer.as_mut() else {
            return Err(Error::internal("writing the index", "there is no writer"));
        };
        for citation in citations {
            let citation = citation?;
            writer.delete_term(Term::from_field_text(self.fields.id, &citation.id));
            writer
                .add_document(document(&citation, &self.fields))
                .map_err(index_error("writing the index"))?;
        }
        generations::commit(writer, payload)?;
        self.applied = payload.applied;
        Ok(())
    }

    /// Reads what the last commit left: only new segments are prepared.
    pub fn reload(&mut self) -> Result<Snapshot> {
        self.load_segments()?;
        Ok(self.take_snapshot())
    }

    fn load_segments(&mut self) -> Result<()> {
        let doing = "reading the index";
        self.reader.reload().map_err(index_error(doing))?;
        let searcher = self.reader.searcher();
        let present = searcher.segment_readers();
        let fresh: Vec<&SegmentReader> =
            present.iter().filter(|segment| !self.segments.contains_key(&segment.segment_id())).collect();
        let mut loaded = segment_data::load_all(&fresh, &self.fields, &self.files, &self.index)
            .map_err(index_error(doing))?;
        if !loaded.is_empty() {
            SegmentData::number_all(&mut loaded, Arc::make_mut(&mut self.values));
        }
        for (segment, data) in fresh.iter().zip(loaded) {
            self.segments.insert(segment.segment_id(), Arc::new(data));
        }
        if self.values.is_unsorted() {
            Arc::make_mut(&mut self.values).sort();
        }
        if self.keyword_index.is_behind(&self.values) {
            Arc::make_mut(&mut self.keyword_index).extend(&self.values);
        }
        Ok(())
    }

    /// Takes other terms for the next snapshot.
    pub fn set_thesaurus(&mut self, thesaurus: Arc<Thesaurus>) {
        self.thesaurus = thesaurus;
        self.named.clear();
        self.of_values.clear();
    }

    /// A snapshot as it would be with other terms, which are not used afterwards.
    pub fn trial_snapshot(&mut self, thesaurus: Thesaurus) -> Result<Snapshot> {
        let thesaurus = std::mem::replace(&mut self.thesaurus, Arc::new(thesaurus));
        let named = std::mem::take(&mut self.named);
        let of_values = std::mem::take(&mut self.of_values);
        self.is_trial = true;
        let snapshot = self.reload();
        self.is_trial = false;
        // The terms in use, whatever came of it. New segments are prepared again with them when they are needed.
        self.thesaurus = thesaurus;
        self.named = named;
        self.of_values = of_values;
        snapshot
    }

    /// The state that the segments are in now.
    pub fn take_snapshot(&mut self) -> Snapshot {
        let searcher = self.reader.searcher();
        let present = searcher.segment_readers();
        let mut segments = Vec::with_capacity(present.len());
        for segment in present {
            let id = segment.segment_id();
            if let Some(data) = self.segments.get(&id).cloned() {
                segments.push(Segment {
                    named: self.named_concepts(segment, &data),
                    data,
                    alive: segment.alive_bitset().cloned(),
                    reader: segment.clone(),
                });
            }
        }
        if self.segments.len() > segments.len() {
            let kept: HashSet<SegmentId> = present.iter().map(SegmentReader::segment_id).collect();
            self.segments.retain(|id, _| kept.contains(id));
            self.named.retain(|id, _| kept.contains(id));
            self.files.keep_only(&kept.iter().map(SegmentId::uuid_string).collect());
        }
        Snapshot::new(
            segments,
            self.fields.clone(),
            self.values.clone(),
            self.keyword_index.clone(),
            self.thesaurus.clone(),
            self.language_tags.clone(),
            self.applied,
        )
    }

    /// Which concepts a segment names: known, kept in a file, or found now.
    fn named_concepts(&mut self, segment: &SegmentReader, data: &SegmentData) -> Arc<ConceptIndex> {
        let id = segment.segment_id();
        if let Some(known) = self.named.get(&id) {
            return known.clone();
        }
        let (values, thesaurus) = (&self.values, &self.thesaurus);
        let of_values = &mut self.of_values;
        let named = Arc::new(if self.is_trial {
            ConceptIndex::find(&data.columns.titles, &data.values, values, thesaurus, of_values)
        } else {
            kept_or_found(segment, data, values, thesaurus, &self.files, of_values)
        });
        self.named.insert(id, named.clone());
        named
    }
}

//! An open generation of the index: reads its segments, applies changes, creates snapshots.

use crate::model::error::{Error, Result};
use crate::model::handout_text::file::SearchableCitation;
use crate::model::languages::language::LanguageTags;
use crate::search::index::generations::{self, Generation, Payload, adding_error, index_error};
use crate::search::segments::concept_index::{ConceptIndex, ValueConcepts};
use crate::search::segments::document::document;
use crate::search::segments::schema::Fields;
use crate::search::segments::segment_data::{self, SegmentData};
use crate::search::segments::side_files::SideFiles;
use crate::search::segments::value_dictionary::{KeywordIndex, ValueDictionary};
use crate::search::snapshot::{Segment, Snapshot};
use crate::search::thesaurus::combined::Thesaurus;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tantivy::index::SegmentId;
use tantivy::indexer::LogMergePolicy;
use tantivy::{IndexReader, IndexWriter, ReloadPolicy, SegmentReader, Term};

/// Memory of the index writer that applies changes.
const WRITER_BYTES: usize = 24 << 20;
/// Larger segments are not merged any more: recomputing their columns would delay a save.
const MAX_MERGED_DOCUMENTS: usize = 20_000;
/// Smaller segments are merged with each other; larger ones with others of similar size.
const SMALL_SEGMENT: u32 = 500;

/// The concepts of one thesaurus that citations name.
#[derive(Default)]
struct NamedConcepts {
    /// By segment, which citations name which concepts.
    indexes: HashMap<SegmentId, Arc<ConceptIndex>>,
    by_keyword: ValueConcepts,
}

/// A generation open for reading and writing.
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
    /// The loaded segments of the index.
    segments: HashMap<SegmentId, Arc<SegmentData>>,
    pub thesaurus: Arc<Thesaurus>,
    /// The language tags that administrators set.
    pub language_tags: Arc<LanguageTags>,
    /// The public URL, without a trailing slash, with which the addresses of stored files begin.
    pub public_url: Arc<str>,
    named: NamedConcepts,
    /// The stored documents were verified and are undamaged.
    pub is_store_verified: bool,
    /// The last change number committed.
    pub applied: u64,
}

impl OpenGeneration {
    /// Loads the segments of a generation. The thesaurus and the language tags must be set before the first snapshot.
    pub fn loaded(generation: Generation) -> Result<OpenGeneration> {
        let reader = generation
            .index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .try_into()
            .map_err(index_error("opening the index"))?;
        let mut open = OpenGeneration {
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
            public_url: Arc::from(""),
            named: NamedConcepts::default(),
            is_store_verified: false,
            applied: generation.payload.applied,
        };
        open.load_segments()?;
        Ok(open)
    }

    /// Adds or replaces citations in one commit, which contains every change up to `up_to`. An error leaves the index unchanged.
    pub fn apply(
        &mut self,
        citations: impl Iterator<Item = Result<SearchableCitation>>,
        up_to: u64,
    ) -> Result<()> {
        let payload = Payload { instance: self.instance.to_string(), applied: up_to };
        // Dropping the writer discards what was added but not committed.
        self.write(citations, &payload).inspect_err(|_| self.writer = None)
    }

    fn write(
        &mut self,
        citations: impl Iterator<Item = Result<SearchableCitation>>,
        payload: &Payload,
    ) -> Result<()> {
        if self.writer.is_none() {
            let writer: IndexWriter = self
                .index
                .writer_with_num_threads(1, WRITER_BYTES)
                .map_err(index_error("opening the index to write"))?;
            let mut merging = LogMergePolicy::default();
            merging.set_max_docs_before_merge(MAX_MERGED_DOCUMENTS);
            merging.set_min_layer_size(SMALL_SEGMENT);
            writer.set_merge_policy(Box::new(merging));
            // After a crash before a commit, files remain under the names that the next commit uses.
            writer
                .garbage_collect_files()
                .wait()
                .map_err(index_error("deleting unused files of the index"))?;
            self.writer = Some(writer);
        }
        let Some(writer) = self.writer.as_mut() else {
            return Err(Error::internal("writing the index", "there is no writer"));
        };
        for citation in citations {
            let SearchableCitation { citation, texts } = citation?;
            writer.delete_term(Term::from_field_text(self.fields.id, &citation.id));
            let document = document(&citation, &texts, &self.fields);
            if let Err(e) = writer.add_document(document) {
                return Err(adding_error(e, writer));
            }
        }
        generations::commit(writer, payload)?;
        self.applied = payload.applied;
        Ok(())
    }

    /// Loads the segments that are new since the last call, and creates a snapshot of the last commit.
    pub fn reload(&mut self) -> Result<Snapshot> {
        self.load_segments()?;
        Ok(self.take_snapshot())
    }

    fn load_segments(&mut self) -> Result<()> {
        let doing = "reading the index";
        self.reader.reload().map_err(index_error(doing))?;
        let searcher = self.reader.searcher();
        let readers = searcher.segment_readers();
        let new_segments: Vec<&SegmentReader> =
            readers.iter().filter(|segment| !self.segments.contains_key(&segment.segment_id())).collect();
        let mut loaded = segment_data::load_all(&new_segments, &self.fields, &self.files, &self.index)
            .map_err(index_error(doing))?;
        if !loaded.is_empty() {
            SegmentData::assign_ordinals(&mut loaded, Arc::make_mut(&mut self.values));
        }
        for (segment, data) in new_segments.iter().zip(loaded) {
            self.segments.insert(segment.segment_id(), Arc::new(data));
        }
        if self.values.is_unsorted() {
            Arc::make_mut(&mut self.values).sort();
        }
        if self.keyword_index.is_outdated(&self.values) {
            Arc::make_mut(&mut self.keyword_index).extend(&self.values);
        }
        Ok(())
    }

    /// Replaces the thesaurus for the next snapshot.
    pub fn set_thesaurus(&mut self, thesaurus: Arc<Thesaurus>) {
        self.thesaurus = thesaurus;
        self.named = NamedConcepts::default();
    }

    /// A snapshot with another thesaurus, which is not used afterwards.
    pub fn trial_snapshot(&mut self, thesaurus: Thesaurus) -> Result<Snapshot> {
        self.load_segments()?;
        Ok(self.snapshot(Arc::new(thesaurus), &mut NamedConcepts::default(), false))
    }

    /// A snapshot of the loaded segments.
    pub fn take_snapshot(&mut self) -> Snapshot {
        let mut named = std::mem::take(&mut self.named);
        let snapshot = self.snapshot(self.thesaurus.clone(), &mut named, true);
        self.named = named;
        snapshot
    }

    /// A snapshot with this thesaurus and the concepts `named` of it, which are completed; with `uses_files`, by files.
    fn snapshot(
        &mut self,
        thesaurus: Arc<Thesaurus>,
        named: &mut NamedConcepts,
        uses_files: bool,
    ) -> Snapshot {
        let searcher = self.reader.searcher();
        let readers = searcher.segment_readers();
        let mut segments = Vec::with_capacity(readers.len());
        for segment in readers {
            let id = segment.segment_id();
            if let Some(data) = self.segments.get(&id).cloned() {
                let files = Some(&self.files).filter(|_| uses_files);
                let concept_index = named.indexes.entry(id).or_insert_with(|| {
                    let by_keyword = &mut named.by_keyword;
                    Arc::new(data.concept_index(segment, &self.values, &thesaurus, files, by_keyword))
                });
                segments.push(Segment {
                    concept_index: concept_index.clone(),
                    data,
                    alive: segment.alive_bitset().cloned(),
                    reader: segment.clone(),
                });
            }
        }
        if self.segments.len() > segments.len() {
            let present: HashSet<SegmentId> = readers.iter().map(SegmentReader::segment_id).collect();
            self.segments.retain(|id, _| present.contains(id));
            named.indexes.retain(|id, _| present.contains(id));
            self.files.keep_only(&present.iter().map(SegmentId::uuid_string).collect());
        }
        let mut snapshot = Snapshot::new(
            segments,
            self.fields.clone(),
            self.values.clone(),
            self.keyword_index.clone(),
            thesaurus,
            self.language_tags.clone(),
            self.applied,
        );
        snapshot.public_url = self.public_url.clone();
        snapshot
    }
}

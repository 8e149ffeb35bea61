//! The current generation of the index, open: applies changes, hands out snapshots.

use crate::model::citation::Citation;
use crate::model::error::{Error, Result};
use crate::model::language::LanguageTags;
use crate::search::checksums::stored_is_whole;
use crate::search::document::document;
use crate::search::generations::{self, Generation, Payload, fault};
use crate::search::keyword_names::KeywordNames;
use crate::search::naming::{NamedConcepts, ValueConcepts};
use crate::search::naming_files::kept_or_found;
use crate::search::schema::Fields;
use crate::search::segment::{self, SegmentData};
use crate::search::side_files::SideFiles;
use crate::search::snapshot::{Segment, Snapshot};
use crate::search::values::Values;
use crate::search::vocabulary::Vocabulary;
use arc_swap::ArcSwap;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tantivy::index::SegmentId;
use tantivy::indexer::LogMergePolicy;
use tantivy::{IndexReader, IndexWriter, ReloadPolicy, SegmentReader, Term};

/// Memory of the writer that follows changes.
const WRITER_BYTES: usize = 24 << 20;
/// Larger segments are not merged any more: making their columns again would hold up a save.
const MAX_MERGED_DOCUMENTS: usize = 20_000;
/// Segments below this are merged with each other; a larger one waits for others of its size.
const SMALL_SEGMENT: u32 = 500;

/// The index of a data directory. Searches never wait for changes being applied.
pub struct Index {
    dir: PathBuf,
    snapshot: ArcSwap<Snapshot>,
    state: Mutex<State>,
}

struct State {
    generation: String,
    /// The database that it follows.
    instance: Arc<str>,
    index: tantivy::Index,
    fields: Fields,
    files: SideFiles,
    reader: IndexReader,
    writer: Option<IndexWriter>,
    values: Arc<Values>,
    keyword_names: Arc<KeywordNames>,
    /// Prepared segments, kept as long as the index has them.
    segments: HashMap<SegmentId, Arc<SegmentData>>,
    vocabulary: Arc<Vocabulary>,
    /// The tags of languages that administrators set.
    language_tags: Arc<LanguageTags>,
    /// Which citations of the segments name the concepts of the vocabulary.
    named: HashMap<SegmentId, Arc<NamedConcepts>>,
    /// Which concepts the keywords name.
    of_values: ValueConcepts,
    /// The vocabulary is only tried out: nothing found by it is kept.
    is_trial: bool,
    /// The stored documents were looked at and are whole.
    is_stored_checked: bool,
    applied: u64,
}

impl Index {
    /// Opens the index in `dir`, made for the database `instance`, to be searched with the terms of `vocabulary`, which is
    /// called when the segments are read: it may wait for terms that another thread compiles.
    ///
    /// Missing, damaged, made by another version or for another database, it is started again, empty, with
    /// [`Index::applied`] 0: following the database fills it.
    pub fn open(
        dir: &Path,
        instance: &str,
        vocabulary: impl FnOnce() -> Result<Arc<Vocabulary>>,
    ) -> Result<Index> {
        std::fs::create_dir_all(dir)
            .map_err(|e| Error::io(format!("making the index folder {}", dir.display()), e))?;
        let opened = match generations::current_name(dir) {
            Err(fault) => Err(fault.to_string()),
            Ok(None) => Err("there is none of this version".to_owned()),
            Ok(Some(name)) => generations::open(dir, &name, instance)
                .and_then(|generation| State::loaded(generation).map_err(|e| e.to_string())),
        };
        let mut state = match opened {
            Ok(state) => state,
            Err(why) => {
                tracing::info!(why, "building the search index anew");
                State::loaded(generations::create_current(dir, instance)?)?
            }
        };
        state.vocabulary = vocabulary()?;
        let snapshot = state.take_snapshot();
        generations::tidy(dir, &state.generation);
        Ok(Index { dir: dir.to_owned(), snapshot: ArcSwap::from_pointee(snapshot), state: Mutex::new(state) })
    }

    /// Looks at the index in `dir` without touching it: the last change applied, or why it cannot be used.
    pub fn probe(dir: &Path, instance: &str) -> std::result::Result<u64, String> {
        let name = generations::current_name(dir)
            .map_err(|e| e.to_string())?
            .ok_or_else(|| "there is none of this version".to_owned())?;
        let generation = generations::open(dir, &name, instance)?;
        let is_whole =
            generation.index.searchable_segment_metas().map_err(|e| e.to_string()).and_then(|segments| {
                stored_is_whole(&generation.index, &segments).map_err(|e| e.to_string())
            })?;
        if is_whole {
            Ok(generation.payload.applied)
        } else {
            Err("its stored documents are damaged".to_owned())
        }
    }

    /// Returns whether the stored documents of large segments are as they were written. No search reads them, so that opening
    /// leaves them to this call, for the first change that may merge them; they are looked at once.
    pub fn is_stored_whole(&self) -> Result<bool> {
        let mut state = self.lock();
        if !state.is_stored_checked {
            let doing = "checking the stored documents of the index";
            // Opened for itself, so that what was read does not stay in memory.
            let index =
                tantivy::Index::open_in_dir(self.dir.join(&state.generation)).map_err(fault(doing))?;
            let segments = index.searchable_segment_metas().map_err(fault(doing))?;
            state.is_stored_checked =
                stored_is_whole(&index, &segments).map_err(|e| Error::internal(doing, e))?;
        }
        Ok(state.is_stored_checked)
    }

    /// The last change number that can be searched.
    pub fn applied(&self) -> u64 {
        self.snapshot.load().applied
    }

    /// How many citations can be searched.
    pub fn documents(&self) -> u64 {
        self.snapshot.load().documents
    }

    /// The present state, to search in.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.snapshot.load_full()
    }

    /// Adds or replaces citations, all in one commit that says "applied up to `up_to`"; searchable on return.
    pub fn apply(&self, citations: impl Iterator<Item = Result<Citation>>, up_to: u64) -> Result<()> {
        let mut state = self.lock();
        let payload = Payload { instance: state.instance.to_string(), applied: up_to };
        let applied = state.write(citations, &payload);
        if applied.is_err() {
            // What was added and not committed goes with the writer.
            state.writer = None;
        }
        applied?;
        let snapshot = state.reload()?;
        self.snapshot.store(Arc::new(snapshot));
        Ok(())
    }

    /// The database that it follows.
    pub fn instance(&self) -> Arc<str> {
        self.lock().instance.clone()
    }

    /// Takes up the generation that another process has switched to, if it did.
    ///
    /// Returns false when the folder holds no generation that this program can use any more: then a new one has to be
    /// built. Until it is, and whatever the error, searches go on with the last good state.
    pub fn follow_generation(&self) -> Result<bool> {
        self.follow_database(&self.instance())
    }

    /// The same, when the database `instance` is followed from now on. Returns false as long as there is no generation
    /// of it.
    pub fn follow_database(&self, instance: &str) -> Result<bool> {
        let name = generations::current_name(&self.dir)
            .map_err(|e| Error::io(format!("reading which index is current in {}", self.dir.display()), e))?;
        let Some(name) = name else { return Ok(false) };
        let mut state = self.lock();
        let is_same = *state.instance == *instance;
        if state.generation == name {
            return Ok(is_same);
        }
        match generations::open(&self.dir, &name, instance) {
            Ok(generation) => {
                let mut fresh = State::loaded(generation)?;
                fresh.vocabulary = state.vocabulary.clone();
                // Tags of another database are compared by numbers of another history.
                if is_same {
                    fresh.language_tags = state.language_tags.clone();
                }
                let snapshot = fresh.take_snapshot();
                tracing::info!(generation = name, applied = fresh.applied, "took up a rebuilt index");
                *state = fresh;
                self.snapshot.store(Arc::new(snapshot));
                generations::tidy(&self.dir, &name);
                Ok(true)
            }
            Err(why) => Err(Error::Unavailable(format!("the rebuilt index cannot be used: {why}"))),
        }
    }

    /// Searches with other terms from now on; nothing is indexed anew. Returns when searches use them.
    pub fn set_vocabulary(&self, vocabulary: Vocabulary) -> Result<()> {
        let mut state = self.lock();
        state.vocabulary = Arc::new(vocabulary);
        state.named.clear();
        state.of_values.clear();
        let snapshot = state.reload()?;
        self.snapshot.store(Arc::new(snapshot));
        Ok(())
    }

    /// Takes these tags of languages for the next snapshot, unless it has newer ones; returns whether they change anything.
    pub fn set_language_tags(&self, tags: LanguageTags) -> bool {
        let mut state = self.lock();
        let is_newer = !state.language_tags.is_as_new_as(&tags);
        if is_newer {
            state.language_tags = Arc::new(tags);
        }
        is_newer
    }

    /// Searches with what was set since the last snapshot.
    pub fn publish(&self) -> Result<()> {
        let mut state = self.lock();
        let snapshot = state.reload()?;
        self.snapshot.store(Arc::new(snapshot));
        Ok(())
    }

    /// What is searchable now, as it would be searched with other terms.
    pub fn snapshot_with(&self, vocabulary: Vocabulary) -> Result<Snapshot> {
        let mut state = self.lock();
        let vocabulary = std::mem::replace(&mut state.vocabulary, Arc::new(vocabulary));
        let named = std::mem::take(&mut state.named);
        let of_values = std::mem::take(&mut state.of_values);
        state.is_trial = true;
        let snapshot = state.reload();
        state.is_trial = false;
        // The terms in use, whatever came of it. New segments are prepared again with them when they are needed.
        state.vocabulary = vocabulary;
        state.named = named;
        state.of_values = of_values;
        snapshot
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Reads the segments of a generation. Vocabulary and tags of languages are to be set before the first snapshot.
    fn loaded(generation: Generation) -> Result<State> {
        let reader = generation
            .index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .try_into()
            .map_err(fault("opening the index"))?;
        let mut state = State {
            generation: generation.name,
            instance: generation.payload.instance.into(),
            index: generation.index,
            fields: generation.fields,
            files: generation.files,
            reader,
            writer: None,
            values: Arc::new(Values::new()),
            keyword_names: Arc::default(),
            segments: HashMap::new(),
            vocabulary: Arc::default(),
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

    fn write(&mut self, citations: impl Iterator<Item = Result<Citation>>, payload: &Payload) -> Result<()> {
        if self.writer.is_none() {
            let writer: IndexWriter = self
                .index
                .writer_with_num_threads(1, WRITER_BYTES)
                .map_err(fault("opening the index to write"))?;
            let mut merging = LogMergePolicy::default();
            merging.set_max_docs_before_merge(MAX_MERGED_DOCUMENTS);
            merging.set_min_layer_size(SMALL_SEGMENT);
            writer.set_merge_policy(Box::new(merging));
            // A crash before the commit leaves files under names that the next commit would take.
            writer.garbage_collect_files().wait().map_err(fault("tidying the index"))?;
            self.writer = Some(writer);
        }
        let Some(writer) = self.writer.as_mut() else {
            return Err(Error::internal("writing the index", "there is no writer"));
        };
        for citation in citations {
            let citation = citation?;
            writer.delete_term(Term::from_field_text(self.fields.id, &citation.id));
            writer.add_document(document(&citation, &self.fields)).map_err(fault("writing the index"))?;
        }
        generations::commit(writer, payload)?;
        self.applied = payload.applied;
        Ok(())
    }

    /// Reads what the last commit left: only new segments are prepared.
    fn reload(&mut self) -> Result<Snapshot> {
        self.load_segments()?;
        Ok(self.take_snapshot())
    }

    fn load_segments(&mut self) -> Result<()> {
        let doing = "reading the index";
        self.reader.reload().map_err(fault(doing))?;
        let searcher = self.reader.searcher();
        let present = searcher.segment_readers();
        let fresh: Vec<&SegmentReader> =
            present.iter().filter(|segment| !self.segments.contains_key(&segment.segment_id())).collect();
        let mut loaded =
            segment::load_all(&fresh, &self.fields, &self.files, &self.index).map_err(fault(doing))?;
        if !loaded.is_empty() {
            SegmentData::number_all(&mut loaded, Arc::make_mut(&mut self.values));
        }
        for (segment, data) in fresh.iter().zip(loaded) {
            self.segments.insert(segment.segment_id(), Arc::new(data));
        }
        if self.values.is_unsorted() {
            Arc::make_mut(&mut self.values).sort();
        }
        if self.keyword_names.is_behind(&self.values) {
            Arc::make_mut(&mut self.keyword_names).extend(&self.values);
        }
        Ok(())
    }

    /// The state that the segments are in now.
    fn take_snapshot(&mut self) -> Snapshot {
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
            self.keyword_names.clone(),
            self.vocabulary.clone(),
            self.language_tags.clone(),
            self.applied,
        )
    }

    /// Which concepts a segment names: known, kept in a file, or found now.
    fn named_concepts(&mut self, segment: &SegmentReader, data: &SegmentData) -> Arc<NamedConcepts> {
        let id = segment.segment_id();
        if let Some(known) = self.named.get(&id) {
            return known.clone();
        }
        let (values, vocabulary) = (&self.values, &self.vocabulary);
        let of_values = &mut self.of_values;
        let named = Arc::new(if self.is_trial {
            NamedConcepts::find(&data.columns.titles, &data.values, values, vocabulary, of_values)
        } else {
            kept_or_found(segment, data, values, vocabulary, &self.files, of_values)
        });
        self.named.insert(id, named.clone());
        named
    }
}

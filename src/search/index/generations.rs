//! Generations of the index: `index/<generation>/`, and a file `current` that names the one in use.
//!
//! A rebuild fills a new folder and switches by replacing that file; nobody ever writes into two.

use crate::model::citations::citation::Citation;
use crate::model::error::{Error, Result};
use crate::search::segments::checksums;
use crate::search::segments::concept_index::ValueConcepts;
use crate::search::segments::concept_index_files;
use crate::search::segments::document::document;
use crate::search::segments::schema::{Fields, schema, schema_version};
use crate::search::segments::segment_data::{self, COMPRESSOR, SegmentData};
use crate::search::segments::side_files::SideFiles;
use crate::search::segments::value_dictionary::ValueDictionary;
use crate::search::text::tokens::{WORDS, WordTokenizer};
use crate::search::thesaurus::combined::Thesaurus;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tantivy::{IndexSettings, IndexWriter, SegmentReader};

const CURRENT: &str = "current";
/// A folder that is not the current one is removed when it has been left alone for so long.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(60);
/// Memory of a writer that rebuilds, for each thread.
const REBUILD_BYTES: usize = 64 << 20;

/// What a commit says of itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Payload {
    /// The database that was followed.
    pub instance: String,
    /// The last change number applied.
    pub applied: u64,
}

impl Payload {
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// An opened generation.
pub(super) struct Generation {
    pub name: String,
    pub index: tantivy::Index,
    pub fields: Fields,
    pub payload: Payload,
    pub files: SideFiles,
}

pub(super) fn index_error(doing: &str) -> impl FnOnce(tantivy::TantivyError) -> Error + '_ {
    move |e| match e {
        tantivy::TantivyError::IoError(io) => match io.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => {
                Error::NoRoom(format!("{doing}: no space left on the disk"))
            }
            _ => Error::internal(doing, io.to_string()),
        },
        other => Error::internal(doing, other),
    }
}

/// Returns the generation that `current` names; `None` when there is no such file, it names one of another schema, or
/// the generation it names is gone.
///
/// Any other error, such as no free file descriptor, says nothing about the index and is an error.
pub(super) fn current_name(dir: &Path) -> std::io::Result<Option<String>> {
    let Some(text) = none_when_missing(std::fs::read(dir.join(CURRENT)))? else { return Ok(None) };
    let name = String::from_utf8_lossy(&text).trim().to_owned();
    let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    if !plain || !name.starts_with(&prefix()) {
        return Ok(None);
    }
    let meta = none_when_missing(std::fs::metadata(dir.join(&name).join("meta.json")))?;
    Ok(meta.map(|_| name))
}

fn none_when_missing<T>(read: std::io::Result<T>) -> std::io::Result<Option<T>> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(e),
    }
}

/// What the names of generations of this schema begin with.
pub(super) fn prefix() -> String {
    format!("v{:08x}-", schema_version())
}

/// A name that no generation has had.
pub(super) fn new_name() -> String {
    format!("{}{}", prefix(), uuid::Uuid::now_v7().simple())
}

/// Opens a generation and looks it over for damage; the error says why it cannot be used.
pub(super) fn open(dir: &Path, name: &str, instance: &str) -> std::result::Result<Generation, String> {
    let path = dir.join(name);
    let text = |e: tantivy::TantivyError| e.to_string();
    let index = tantivy::Index::open_in_dir(&path).map_err(text)?;
    index.tokenizers().register(WORDS, WordTokenizer::default());
    let (expected, fields) = schema();
    if index.schema() != expected {
        return Err("it has another schema".into());
    }
    let metas = index.load_metas().map_err(text)?;
    if !checksums::is_whole(&index, &metas).map_err(|e| e.to_string())? {
        return Err("its files are damaged".into());
    }
    let payload: Payload = metas
        .payload
        .and_then(|p| serde_json::from_str(&p).ok())
        .ok_or_else(|| "it does not say what it holds".to_owned())?;
    if payload.instance != instance {
        return Err("it belongs to another database".into());
    }
    Ok(Generation { name: name.to_owned(), index, fields, payload, files: SideFiles::of(&path) })
}

/// Makes an empty generation, not yet current.
fn create(dir: &Path) -> Result<(String, tantivy::Index, Fields)> {
    let name = new_name();
    let path = dir.join(&name);
    std::fs::create_dir_all(&path)
        .map_err(|e| Error::io(format!("making the index folder {}", path.display()), e))?;
    let (schema, fields) = schema();
    let index = tantivy::Index::builder()
        .schema(schema)
        .settings(IndexSettings { docstore_compression: COMPRESSOR, ..IndexSettings::default() })
        .create_in_dir(&path)
        .map_err(index_error("making an index"))?;
    index.tokenizers().register(WORDS, WordTokenizer::default());
    Ok((name, index, fields))
}

/// Makes an empty generation and the current one of it.
pub(super) fn create_current(dir: &Path, instance: &str) -> Result<Generation> {
    let (name, index, fields) = create(dir)?;
    let payload = Payload { instance: instance.to_owned(), applied: 0 };
    let mut writer: IndexWriter =
        index.writer_with_num_threads(1, 15 << 20).map_err(index_error("making an index"))?;
    commit(&mut writer, &payload)?;
    switch(dir, &name)?;
    let files = SideFiles::of(&dir.join(&name));
    Ok(Generation { name, index, fields, payload, files })
}

/// Commits with what the index then holds.
pub(super) fn commit(writer: &mut IndexWriter, payload: &Payload) -> Result<()> {
    let mut commit = writer.prepare_commit().map_err(index_error("writing the index"))?;
    commit.set_payload(&payload.text());
    commit.commit().map_err(index_error("writing the index"))?;
    Ok(())
}

/// Makes a generation the current one, whole or not at all.
pub(super) fn switch(dir: &Path, name: &str) -> Result<()> {
    let doing = || format!("switching to a new index in {}", dir.display());
    let fresh = dir.join(format!("{CURRENT}.{name}"));
    std::fs::write(&fresh, name).map_err(|e| Error::io(doing(), e))?;
    std::fs::File::open(&fresh).and_then(|f| f.sync_all()).map_err(|e| Error::io(doing(), e))?;
    std::fs::rename(&fresh, dir.join(CURRENT)).map_err(|e| Error::io(doing(), e))?;
    // The rename itself must survive a power cut too.
    std::fs::File::open(dir).and_then(|d| d.sync_all()).map_err(|e| Error::io(doing(), e))
}

/// Removes generations that nobody uses any more.
pub(super) fn tidy(dir: &Path, keep: &str) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let is_generation =
            entry.file_name().to_str().is_some_and(|n| n.starts_with('v') && n != keep) && path.is_dir();
        let is_left = newest_change(&path).is_some_and(|age| age > FORGOTTEN_AFTER);
        if is_generation
            && is_left
            && let Err(cause) = std::fs::remove_dir_all(&path)
        {
            tracing::warn!(%cause, folder = %path.display(), "an old index could not be removed");
        }
    }
}

/// How long ago anything in the folder changed.
fn newest_change(path: &PathBuf) -> Option<Duration> {
    let changed = std::fs::read_dir(path)
        .ok()?
        .flatten()
        .filter_map(|entry| entry.metadata().ok()?.modified().ok())
        .chain(std::fs::metadata(path).ok().and_then(|m| m.modified().ok()))
        .max()?;
    changed.elapsed().ok()
}

/// A generation in the making.
pub struct Rebuild {
    dir: PathBuf,
    name: String,
    instance: String,
    index: tantivy::Index,
    fields: Fields,
    writer: IndexWriter,
}

impl Rebuild {
    /// Begins an empty generation beside the current one, to be filled by so many threads.
    pub fn begin(dir: &Path, instance: &str, threads: usize) -> Result<Rebuild> {
        let (name, index, fields) = create(dir)?;
        let writer = index
            .writer_with_num_threads(threads, REBUILD_BYTES * threads)
            .map_err(index_error("making an index"))?;
        Ok(Rebuild { dir: dir.to_owned(), name, instance: instance.to_owned(), index, fields, writer })
    }

    /// Adds a citation.
    pub fn add(&mut self, citation: &Citation) -> Result<()> {
        self.writer
            .add_document(document(citation, &self.fields))
            .map_err(index_error("writing the index"))?;
        Ok(())
    }

    /// Commits what was added as the state of change `applied`, prepares what a start with `vocabulary` needs, and switches
    /// to it.
    pub fn finish(mut self, applied: u64, thesaurus: &Thesaurus) -> Result<()> {
        commit(&mut self.writer, &Payload { instance: self.instance.clone(), applied })?;
        self.writer.wait_merging_threads().map_err(index_error("writing the index"))?;
        // Whoever takes it up finds the columns ready.
        let doing = "reading the new index";
        let reader = self.index.reader().map_err(index_error(doing))?;
        let searcher = reader.searcher();
        let segments: Vec<&SegmentReader> = searcher.segment_readers().iter().collect();
        let files = SideFiles::of(&self.dir.join(&self.name));
        let mut loaded = segment_data::load_all(&segments, &self.fields, &files, &self.index)
            .map_err(index_error(doing))?;
        let (mut values, mut of_values) = (ValueDictionary::new(), ValueConcepts::new());
        SegmentData::number_all(&mut loaded, &mut values);
        for (segment, data) in segments.iter().zip(&loaded) {
            concept_index_files::kept_or_found(segment, data, &values, thesaurus, &files, &mut of_values);
        }
        switch(&self.dir, &self.name)
    }
}

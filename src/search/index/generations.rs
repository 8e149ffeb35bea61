//! Generations of the index: directories `index/<generation>/`, and the file `index/current` that names the one in use.
//!
//! A rebuild fills a new directory, then replaces that file.

use crate::model::citations::citation::Citation;
use crate::model::error::{Error, Result};
use crate::model::handout_text::file::VersionText;
use crate::search::segments::concept_index::ValueConcepts;
use crate::search::segments::document::document;
use crate::search::segments::schema::{Fields, schema, schema_version};
use crate::search::segments::segment_data::{self, SegmentData};
use crate::search::segments::side_files::{SideFiles, is_intact};
use crate::search::segments::value_dictionary::ValueDictionary;
use crate::search::text::tokens::{WORDS, WordTokenizer};
use crate::search::thesaurus::combined::Thesaurus;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tantivy::{IndexSettings, IndexWriter, SegmentReader};

const CURRENT: &str = "current";
/// A generation that is not current is deleted when nothing in it has changed for this long.
const UNUSED_TTL: Duration = Duration::from_secs(60);
/// Memory of the index writer during a rebuild, per thread: enough for a segment of 30,000 citations. Fewer segments take less
/// time to write.
const REBUILD_BYTES: usize = 96 << 20;
/// The size in bytes from which a block of stored documents is complete. The snippet of a handout copies the block of its
/// document.
const STORED_BLOCK_BYTES: usize = 4 << 10;

/// The state of the database that a commit contains.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Payload {
    /// The database.
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

/// Translates an error of the index met while `doing` something; a full disk becomes [`Error::NoRoom`].
pub(super) fn index_error(doing: &str) -> impl FnOnce(tantivy::TantivyError) -> Error + '_ {
    move |e| {
        // Most variants have their cause as text only.
        let text = e.to_string();
        if ["No space left on device", "Disk quota exceeded"].iter().any(|full| text.contains(full)) {
            return Error::NoRoom(format!("{doing}: no space left on the disk"));
        }
        match e {
            tantivy::TantivyError::IoError(io) => Error::internal(doing, io.to_string()),
            other => Error::internal(doing, other),
        }
    }
}

/// Translates the error of an added document. It only says that a thread of the writer has ended; the next commit says why.
pub(super) fn adding_error(e: tantivy::TantivyError, writer: &mut IndexWriter) -> Error {
    let cause = writer.prepare_commit().err();
    index_error("writing the index")(cause.unwrap_or(e))
}

/// Returns the generation that `current` names; `None` if that file is missing, names a generation of another schema, or
/// names one that is missing.
///
/// Any other failure to read, such as no free file descriptor, is an error.
pub(super) fn current_name(dir: &Path) -> std::io::Result<Option<String>> {
    let Some(text) = none_if_missing(std::fs::read(dir.join(CURRENT)))? else { return Ok(None) };
    let name = String::from_utf8_lossy(&text).trim().to_owned();
    let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    if !plain || !name.starts_with(&prefix()) {
        return Ok(None);
    }
    let meta = none_if_missing(std::fs::metadata(dir.join(&name).join("meta.json")))?;
    Ok(meta.map(|_| name))
}

fn none_if_missing<T>(read: std::io::Result<T>) -> std::io::Result<Option<T>> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(e),
    }
}

/// The prefix of the names of generations with this schema.
pub(super) fn prefix() -> String {
    format!("v{:08x}-", schema_version())
}

/// A unique name for a new generation.
pub(super) fn new_name() -> String {
    format!("{}{}", prefix(), uuid::Uuid::now_v7().simple())
}

/// Opens a generation and verifies its checksums; the error is the reason why it cannot be used.
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
    if !is_intact(&index, &metas).map_err(|e| e.to_string())? {
        return Err("its files are damaged".into());
    }
    let payload: Payload = metas
        .payload
        .and_then(|p| serde_json::from_str(&p).ok())
        .ok_or_else(|| "its commit names no database".to_owned())?;
    if payload.instance != instance {
        return Err("it belongs to another database".into());
    }
    Ok(Generation { name: name.to_owned(), index, fields, payload, files: SideFiles::new(&path) })
}

/// The directory of a new generation. It is deleted when dropped, unless it has become current: what a failed build has
/// written would use the space that the next one needs.
struct NewDirectory {
    path: PathBuf,
    is_current: bool,
}

impl NewDirectory {
    /// Creates the directory `dir`/`name`.
    fn create(dir: &Path, name: &str) -> Result<NewDirectory> {
        let path = dir.join(name);
        std::fs::create_dir_all(&path)
            .map_err(|e| Error::io(format!("creating the index directory {}", path.display()), e))?;
        Ok(NewDirectory { path, is_current: false })
    }

    /// Makes the generation current.
    fn switch_to(&mut self, dir: &Path, name: &str) -> Result<()> {
        // After an error it may be current all the same.
        self.is_current = true;
        switch_to(dir, name)
    }
}

impl Drop for NewDirectory {
    fn drop(&mut self) {
        if !self.is_current
            && let Err(cause) = std::fs::remove_dir_all(&self.path)
        {
            tracing::warn!(%cause, folder = %self.path.display(), "an incomplete index could not be deleted");
        }
    }
}

/// Creates an empty generation that is not current yet.
fn create(dir: &Path) -> Result<(String, NewDirectory, tantivy::Index, Fields)> {
    let name = new_name();
    let directory = NewDirectory::create(dir, &name)?;
    let (schema, fields) = schema();
    let index = tantivy::Index::builder()
        .schema(schema)
        // Stored documents are not compressed: decompressing the texts of handouts would cost more than a search. Writing them
        // is so little work that a dedicated thread would cost more than it saves.
        .settings(IndexSettings {
            docstore_blocksize: STORED_BLOCK_BYTES,
            docstore_compress_dedicated_thread: false,
            ..IndexSettings::default()
        })
        .create_in_dir(&directory.path)
        .map_err(index_error("creating an index"))?;
    index.tokenizers().register(WORDS, WordTokenizer::default());
    Ok((name, directory, index, fields))
}

/// Creates an empty generation and makes it current.
pub(super) fn create_current(dir: &Path, instance: &str) -> Result<Generation> {
    let (name, mut directory, index, fields) = create(dir)?;
    let payload = Payload { instance: instance.to_owned(), applied: 0 };
    let mut writer: IndexWriter =
        index.writer_with_num_threads(1, 15 << 20).map_err(index_error("creating an index"))?;
    commit(&mut writer, &payload)?;
    directory.switch_to(dir, &name)?;
    let files = SideFiles::new(&dir.join(&name));
    Ok(Generation { name, index, fields, payload, files })
}

/// Commits with this payload.
pub(super) fn commit(writer: &mut IndexWriter, payload: &Payload) -> Result<()> {
    let mut commit = writer.prepare_commit().map_err(index_error("writing the index"))?;
    commit.set_payload(&payload.text());
    commit.commit().map_err(index_error("writing the index"))?;
    Ok(())
}

/// Makes a generation current, atomically and durably.
pub(super) fn switch_to(dir: &Path, name: &str) -> Result<()> {
    let doing = || format!("switching to a new index in {}", dir.display());
    let temporary = dir.join(format!("{CURRENT}.{name}"));
    std::fs::write(&temporary, name).map_err(|e| Error::io(doing(), e))?;
    std::fs::File::open(&temporary).and_then(|f| f.sync_all()).map_err(|e| Error::io(doing(), e))?;
    std::fs::rename(&temporary, dir.join(CURRENT)).map_err(|e| Error::io(doing(), e))?;
    // The rename itself must survive a power failure too.
    std::fs::File::open(dir).and_then(|d| d.sync_all()).map_err(|e| Error::io(doing(), e))
}

/// Deletes the generations that are not in use any more.
pub(super) fn delete_unused(dir: &Path, current: &str) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let is_generation =
            entry.file_name().to_str().is_some_and(|n| n.starts_with('v') && n != current) && path.is_dir();
        let is_unused = age(&path).is_some_and(|age| age > UNUSED_TTL);
        if is_generation
            && is_unused
            && let Err(cause) = std::fs::remove_dir_all(&path)
        {
            tracing::warn!(%cause, folder = %path.display(), "an old index could not be deleted");
        }
    }
}

/// The time since the last change in the directory.
fn age(path: &PathBuf) -> Option<Duration> {
    let changed = std::fs::read_dir(path)
        .ok()?
        .flatten()
        .filter_map(|entry| entry.metadata().ok()?.modified().ok())
        .chain(std::fs::metadata(path).ok().and_then(|m| m.modified().ok()))
        .max()?;
    changed.elapsed().ok()
}

/// A generation that is being built.
pub struct Rebuild {
    dir: PathBuf,
    name: String,
    instance: String,
    index: tantivy::Index,
    fields: Fields,
    writer: IndexWriter,
    /// Dropped after the writer, whose threads write into it.
    directory: NewDirectory,
}

impl Rebuild {
    /// Creates an empty generation beside the current one, to be filled by this number of threads.
    pub fn begin(dir: &Path, instance: &str, threads: usize) -> Result<Rebuild> {
        let (name, directory, index, fields) = create(dir)?;
        let writer = index
            .writer_with_num_threads(threads, REBUILD_BYTES * threads)
            .map_err(index_error("creating an index"))?;
        let (dir, instance) = (dir.to_owned(), instance.to_owned());
        Ok(Rebuild { dir, name, instance, index, fields, writer, directory })
    }

    /// Adds a citation with the texts of its handouts.
    pub fn add(&mut self, citation: &Citation, texts: &[VersionText]) -> Result<()> {
        let document = document(citation, texts, &self.fields);
        match self.writer.add_document(document) {
            Ok(_) => Ok(()),
            Err(e) => Err(adding_error(e, &mut self.writer)),
        }
    }

    /// Commits the citations added as the state at change `applied`, writes the side files and the concept index for
    /// `thesaurus`, and makes the generation current.
    pub fn finish(mut self, applied: u64, thesaurus: &Thesaurus) -> Result<()> {
        commit(&mut self.writer, &Payload { instance: self.instance.clone(), applied })?;
        self.writer.wait_merging_threads().map_err(index_error("writing the index"))?;
        // Servers that switch to the generation then load its side files.
        let doing = "reading the new index";
        let reader = self.index.reader().map_err(index_error(doing))?;
        let searcher = reader.searcher();
        let segments: Vec<&SegmentReader> = searcher.segment_readers().iter().collect();
        let files = SideFiles::new(&self.dir.join(&self.name));
        let mut loaded = segment_data::load_all(&segments, &self.fields, &files, &self.index)
            .map_err(index_error(doing))?;
        let (mut values, mut value_concepts) = (ValueDictionary::new(), ValueConcepts::new());
        SegmentData::assign_ordinals(&mut loaded, &mut values);
        for (segment, data) in segments.iter().zip(&loaded) {
            data.concept_index(segment, &values, thesaurus, Some(&files), &mut value_concepts);
        }
        self.directory.switch_to(&self.dir, &self.name)
    }
}

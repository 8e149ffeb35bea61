//! The index that searches use: applies changes, provides snapshots, switches to rebuilt generations.

use crate::model::error::{Error, Result};
use crate::model::handout_text::file::SearchableCitation;
use crate::model::languages::language::LanguageTags;
use crate::search::index::generations::{self, index_error};
use crate::search::index::open_generation::OpenGeneration;
use crate::search::segments::side_files::documents_are_intact;
use crate::search::snapshot::Snapshot;
use crate::search::thesaurus::combined::Thesaurus;
use arc_swap::ArcSwap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The index of a data directory. Searches never wait while changes are applied.
pub struct Index {
    dir: PathBuf,
    snapshot: ArcSwap<Snapshot>,
    open: Mutex<OpenGenerations>,
    has_followed: AtomicBool,
}

/// The open generations.
struct OpenGenerations {
    /// The generation that searches use.
    served: OpenGeneration,
    /// A rebuilt generation that is behind the served one. Changes are applied to it, and the next one makes it the served one.
    catching_up: Option<OpenGeneration>,
}

impl OpenGenerations {
    /// The generation to which changes are applied.
    fn target(&self) -> &OpenGeneration {
        self.catching_up.as_ref().unwrap_or(&self.served)
    }
}

impl Index {
    /// Opens the index in `dir` for the database `instance`. `thesaurus` is called after the segments are read, so it may
    /// wait for another thread that compiles it.
    ///
    /// An index that is missing, damaged, of another version or of another database is replaced by an empty one, whose
    /// [`Index::applied`] is 0; following the database fills it.
    pub fn open(
        dir: &Path,
        instance: &str,
        thesaurus: impl FnOnce() -> Result<Arc<Thesaurus>>,
    ) -> Result<Index> {
        std::fs::create_dir_all(dir)
            .map_err(|e| Error::io(format!("creating the index directory {}", dir.display()), e))?;
        let opened = match generations::current_name(dir) {
            Err(error) => Err(error.to_string()),
            Ok(None) => Err("this version has no index".to_owned()),
            Ok(Some(name)) => generations::open(dir, &name, instance)
                .and_then(|generation| OpenGeneration::loaded(generation).map_err(|e| e.to_string())),
        };
        let mut served = match opened {
            Ok(generation) => generation,
            Err(cause) => {
                tracing::info!(cause, "rebuilding the search index");
                // First what earlier builds left, which may use the space that is needed.
                generations::delete_unused(dir, "");
                OpenGeneration::loaded(generations::create_current(dir, instance)?)?
            }
        };
        served.thesaurus = thesaurus()?;
        let snapshot = served.take_snapshot();
        generations::delete_unused(dir, &served.name);
        Ok(Index {
            dir: dir.to_owned(),
            has_followed: AtomicBool::new(served.applied > 0),
            snapshot: ArcSwap::from_pointee(snapshot),
            open: Mutex::new(OpenGenerations { served, catching_up: None }),
        })
    }

    /// Verifies the index in `dir` without changing it; returns the last change number applied, or why it cannot be used.
    pub fn probe(dir: &Path, instance: &str) -> std::result::Result<u64, String> {
        let name = generations::current_name(dir)
            .map_err(|e| e.to_string())?
            .ok_or_else(|| "this version has no index".to_owned())?;
        let generation = generations::open(dir, &name, instance)?;
        let is_whole =
            generation.index.searchable_segment_metas().map_err(|e| e.to_string()).and_then(|segments| {
                documents_are_intact(&generation.index, &segments).map_err(|e| e.to_string())
            })?;
        if is_whole {
            Ok(generation.payload.applied)
        } else {
            Err("its stored documents are damaged".to_owned())
        }
    }

    /// Returns whether the stored documents of large segments are undamaged. Searches read only the texts of handouts in them,
    /// each with its own checksum, so opening does not verify them; the first change, which may merge them, does. They are
    /// verified once.
    pub fn is_stored_whole(&self) -> Result<bool> {
        let mut open = self.lock();
        if !open.target().is_store_verified {
            let doing = "checking the stored documents of the index";
            // A separate instance, so that what is read does not stay in memory.
            let index = tantivy::Index::open_in_dir(self.dir.join(&open.target().name))
                .map_err(index_error(doing))?;
            let segments = index.searchable_segment_metas().map_err(index_error(doing))?;
            let is_whole = documents_are_intact(&index, &segments).map_err(|e| Error::internal(doing, e))?;
            let OpenGenerations { served, catching_up } = &mut *open;
            catching_up.as_mut().unwrap_or(served).is_store_verified = is_whole;
        }
        Ok(open.target().is_store_verified)
    }

    /// The last change number that can be searched.
    pub fn applied(&self) -> u64 {
        self.snapshot.load().applied
    }

    /// How many citations can be searched.
    pub fn documents(&self) -> u64 {
        self.snapshot.load().documents
    }

    /// The current state, to search in.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.snapshot.load_full()
    }

    /// The change number after which changes have to be applied: less than [`Index::applied`] while a rebuilt generation
    /// catches up.
    pub fn followed(&self) -> u64 {
        self.lock().target().applied
    }

    /// Whether the index has contained every citation of its database at some time. Until then, a search may miss citations.
    pub fn has_followed(&self) -> bool {
        self.has_followed.load(Ordering::Acquire)
    }

    /// Records that the index contains every citation of its database, which may be empty.
    pub fn record_followed(&self) {
        self.has_followed.store(true, Ordering::Release);
    }

    /// Adds or replaces citations in one commit, which contains every change up to `up_to`. They are searchable on return.
    pub fn apply<C: Into<SearchableCitation>>(
        &self,
        citations: impl Iterator<Item = Result<C>>,
        up_to: u64,
    ) -> Result<()> {
        let citations = citations.map(|citation| citation.map(C::into));
        let mut open = self.lock();
        let OpenGenerations { served, catching_up } = &mut *open;
        if let Some(rebuilt) = catching_up {
            rebuilt.apply(citations, up_to)?;
        } else {
            served.apply(citations, up_to)?;
        }
        match open.catching_up.take() {
            Some(rebuilt) => self.serve(&mut open, rebuilt),
            None => self.publish_reloaded(&mut open),
        }
    }

    /// The database that the index follows.
    pub fn instance(&self) -> Arc<str> {
        self.lock().served.instance.clone()
    }

    /// Switches to the generation that another process has made current, if any. `latest` is the latest change of the database.
    ///
    /// Returns false if the directory has no generation that this version can use, so that a rebuild is needed. Until then,
    /// and after any error, searches continue with the last good state.
    pub fn follow_generation(&self, latest: u64) -> Result<bool> {
        self.follow_database(&self.instance(), latest)
    }

    /// The same for a switch to the database `instance`. Returns false if it has no generation yet.
    ///
    /// A generation of the same database is served once it has applied at least as much as the previous one, so that no
    /// search returns an older state; until then it only receives changes. An index that is ahead of its database, because
    /// an older one was restored, is replaced by any generation.
    pub fn follow_database(&self, instance: &str, latest: u64) -> Result<bool> {
        let name = generations::current_name(&self.dir)
            .map_err(|e| Error::io(format!("reading which index is current in {}", self.dir.display()), e))?;
        let Some(name) = name else { return Ok(false) };
        let mut open = self.lock();
        let is_same = *open.served.instance == *instance;
        if open.target().name == name {
            return Ok(is_same);
        }
        if open.served.name == name {
            open.catching_up = None;
            return Ok(is_same);
        }
        let opened = generations::open(&self.dir, &name, instance)
            .map_err(|cause| Error::Unavailable(format!("the rebuilt index cannot be used: {cause}")))?;
        let rebuilt = OpenGeneration::loaded(opened)?;
        tracing::info!(generation = name, applied = rebuilt.applied, "switched to a rebuilt index");
        if is_same && rebuilt.applied < open.served.applied.min(latest) {
            open.catching_up = Some(rebuilt);
        } else {
            open.catching_up = None;
            self.serve(&mut open, rebuilt)?;
        }
        Ok(true)
    }

    /// Replaces the served generation; the thesaurus in use stays.
    fn serve(&self, open: &mut OpenGenerations, mut rebuilt: OpenGeneration) -> Result<()> {
        rebuilt.thesaurus = open.served.thesaurus.clone();
        rebuilt.public_url = open.served.public_url.clone();
        // Versions of language tags are comparable within one database only.
        if rebuilt.instance == open.served.instance {
            rebuilt.language_tags = open.served.language_tags.clone();
        }
        let snapshot = rebuilt.reload()?;
        open.served = rebuilt;
        self.snapshot.store(Arc::new(snapshot));
        generations::delete_unused(&self.dir, &open.served.name);
        Ok(())
    }

    /// Publishes a snapshot with the last commit, thesaurus and language tags.
    fn publish_reloaded(&self, open: &mut OpenGenerations) -> Result<()> {
        let snapshot = open.served.reload()?;
        self.snapshot.store(Arc::new(snapshot));
        Ok(())
    }

    /// Replaces the thesaurus; no citation is indexed again. Searches use it on return.
    pub fn set_thesaurus(&self, thesaurus: Thesaurus) -> Result<()> {
        let mut open = self.lock();
        open.served.set_thesaurus(Arc::new(thesaurus));
        self.publish_reloaded(&mut open)
    }

    /// Sets the public URL with which the addresses of stored files begin. Searches use it on return.
    pub fn set_public_url(&self, public_url: &str) -> Result<()> {
        let mut open = self.lock();
        open.served.public_url = public_url.into();
        self.publish_reloaded(&mut open)
    }

    /// Sets the language tags for the next snapshot, unless it has newer ones; returns whether they changed.
    pub fn set_language_tags(&self, tags: LanguageTags) -> bool {
        let served = &mut self.lock().served;
        let is_newer = !served.language_tags.is_as_new_as(&tags);
        if is_newer {
            served.language_tags = Arc::new(tags);
        }
        is_newer
    }

    /// Publishes a snapshot with what was set since the last one.
    pub fn publish(&self) -> Result<()> {
        self.publish_reloaded(&mut self.lock())
    }

    /// The current state with another thesaurus.
    pub fn snapshot_with(&self, thesaurus: Thesaurus) -> Result<Snapshot> {
        self.lock().served.trial_snapshot(thesaurus)
    }

    fn lock(&self) -> MutexGuard<'_, OpenGenerations> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

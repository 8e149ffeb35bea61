//! The index that searches use: applies changes, hands out snapshots, takes up rebuilt generations.

use crate::model::citations::citation::Citation;
use crate::model::error::{Error, Result};
use crate::model::languages::language::LanguageTags;
use crate::search::index::generations::{self, index_error};
use crate::search::index::open_generation::OpenGeneration;
use crate::search::segments::checksums::stored_is_whole;
use crate::search::snapshot::Snapshot;
use crate::search::thesaurus::combined::Thesaurus;
use arc_swap::ArcSwap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The index of a data directory. Searches never wait for changes being applied.
pub struct Index {
    dir: PathBuf,
    snapshot: ArcSwap<Snapshot>,
    open: Mutex<OpenGenerations>,
    has_followed: AtomicBool,
}

/// The open generations.
struct OpenGenerations {
    /// The one that is served.
    served: OpenGeneration,
    /// A rebuilt one that has applied less than the served one: changes go into it, and it is served from the next change on.
    catching_up: Option<OpenGeneration>,
}

impl OpenGenerations {
    /// The one into which changes are applied.
    fn followed(&self) -> &OpenGeneration {
        self.catching_up.as_ref().unwrap_or(&self.served)
    }
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
        thesaurus: impl FnOnce() -> Result<Arc<Thesaurus>>,
    ) -> Result<Index> {
        std::fs::create_dir_all(dir)
            .map_err(|e| Error::io(format!("making the index folder {}", dir.display()), e))?;
        let opened = match generations::current_name(dir) {
            Err(error) => Err(error.to_string()),
            Ok(None) => Err("there is none of this version".to_owned()),
            Ok(Some(name)) => generations::open(dir, &name, instance)
                .and_then(|generation| OpenGeneration::loaded(generation).map_err(|e| e.to_string())),
        };
        let mut served = match opened {
            Ok(generation) => generation,
            Err(why) => {
                tracing::info!(why, "building the search index anew");
                OpenGeneration::loaded(generations::create_current(dir, instance)?)?
            }
        };
        served.thesaurus = thesaurus()?;
        let snapshot = served.take_snapshot();
        generations::tidy(dir, &served.name);
        Ok(Index {
            dir: dir.to_owned(),
            has_followed: AtomicBool::new(served.applied > 0),
            snapshot: ArcSwap::from_pointee(snapshot),
            open: Mutex::new(OpenGenerations { served, catching_up: None }),
        })
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
        let mut open = self.lock();
        if !open.followed().is_stored_checked {
            let doing = "checking the stored documents of the index";
            // Opened for itself, so that what was read does not stay in memory.
            let index = tantivy::Index::open_in_dir(self.dir.join(&open.followed().name))
                .map_err(index_error(doing))?;
            let segments = index.searchable_segment_metas().map_err(index_error(doing))?;
            let is_whole = stored_is_whole(&index, &segments).map_err(|e| Error::internal(doing, e))?;
            let OpenGenerations { served, catching_up } = &mut *open;
            catching_up.as_mut().unwrap_or(served).is_stored_checked = is_whole;
        }
        Ok(open.followed().is_stored_checked)
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

    /// The change number from which the database is to be followed: less than [`Index::applied`] while a rebuilt generation
    /// catches up.
    pub fn followed(&self) -> u64 {
        self.lock().followed().applied
    }

    /// Whether it has held all of its database at some time. Until then, what is not found may be there all the same.
    pub fn has_followed(&self) -> bool {
        self.has_followed.load(Ordering::Acquire)
    }

    /// Notes that it holds all of its database, which may be empty.
    pub fn note_followed(&self) {
        self.has_followed.store(true, Ordering::Release);
    }

    /// Adds or replaces citations, all in one commit that says "applied up to `up_to`", which is everything that the database
    /// holds; searchable on return.
    pub fn apply(&self, citations: impl Iterator<Item = Result<Citation>>, up_to: u64) -> Result<()> {
        let mut open = self.lock();
        let OpenGenerations { served, catching_up } = &mut *open;
        if let Some(fresh) = catching_up {
            fresh.apply(citations, up_to)?;
        } else {
            served.apply(citations, up_to)?;
        }
        match open.catching_up.take() {
            Some(fresh) => self.serve(&mut open, fresh),
            None => self.serve_reloaded(&mut open),
        }
    }

    /// The database that it follows.
    pub fn instance(&self) -> Arc<str> {
        self.lock().served.instance.clone()
    }

    /// Takes up the generation that another process has switched to, if it did; `latest` is the latest change of the database.
    ///
    /// Returns false when the folder holds no generation that this program can use any more: then a new one has to be
    /// built. Until it is, and whatever the error, searches continue with the last good state.
    pub fn follow_generation(&self, latest: u64) -> Result<bool> {
        self.follow_database(&self.instance(), latest)
    }

    /// The same, when the database `instance` is followed from now on. Returns false as long as there is no generation
    /// of it.
    ///
    /// A generation of the same database is served when it has applied at least as much as the one before, so that no search
    /// returns an older state; until then it only takes the changes. An index that is ahead of its database (replaced by an
    /// older one) gives way to any.
    pub fn follow_database(&self, instance: &str, latest: u64) -> Result<bool> {
        let name = generations::current_name(&self.dir)
            .map_err(|e| Error::io(format!("reading which index is current in {}", self.dir.display()), e))?;
        let Some(name) = name else { return Ok(false) };
        let mut open = self.lock();
        let is_same = *open.served.instance == *instance;
        if open.followed().name == name {
            return Ok(is_same);
        }
        if open.served.name == name {
            open.catching_up = None;
            return Ok(is_same);
        }
        let opened = generations::open(&self.dir, &name, instance)
            .map_err(|why| Error::Unavailable(format!("the rebuilt index cannot be used: {why}")))?;
        let fresh = OpenGeneration::loaded(opened)?;
        tracing::info!(generation = name, applied = fresh.applied, "took up a rebuilt index");
        if is_same && fresh.applied < open.served.applied.min(latest) {
            open.catching_up = Some(fresh);
        } else {
            open.catching_up = None;
            self.serve(&mut open, fresh)?;
        }
        Ok(true)
    }

    /// Serves another generation from now on, with the terms that are in use.
    fn serve(&self, open: &mut OpenGenerations, mut fresh: OpenGeneration) -> Result<()> {
        fresh.thesaurus = open.served.thesaurus.clone();
        // Tags of another database are compared by numbers of another history.
        if fresh.instance == open.served.instance {
            fresh.language_tags = open.served.language_tags.clone();
        }
        let snapshot = fresh.reload()?;
        open.served = fresh;
        self.snapshot.store(Arc::new(snapshot));
        generations::tidy(&self.dir, &open.served.name);
        Ok(())
    }

    /// Serves what the last commit and the last change of terms and tags left.
    fn serve_reloaded(&self, open: &mut OpenGenerations) -> Result<()> {
        let snapshot = open.served.reload()?;
        self.snapshot.store(Arc::new(snapshot));
        Ok(())
    }

    /// Searches with other terms from now on; nothing is indexed again. Returns when searches use them.
    pub fn set_thesaurus(&self, thesaurus: Thesaurus) -> Result<()> {
        let mut open = self.lock();
        open.served.set_thesaurus(Arc::new(thesaurus));
        self.serve_reloaded(&mut open)
    }

    /// Takes these tags of languages for the next snapshot, unless it has newer ones; returns whether they change anything.
    pub fn set_language_tags(&self, tags: LanguageTags) -> bool {
        let served = &mut self.lock().served;
        let is_newer = !served.language_tags.is_as_new_as(&tags);
        if is_newer {
            served.language_tags = Arc::new(tags);
        }
        is_newer
    }

    /// Searches with what was set since the last snapshot.
    pub fn publish(&self) -> Result<()> {
        self.serve_reloaded(&mut self.lock())
    }

    /// What is searchable now, as it would be searched with other terms.
    pub fn snapshot_with(&self, thesaurus: Thesaurus) -> Result<Snapshot> {
        self.lock().served.trial_snapshot(thesaurus)
    }

    fn lock(&self) -> MutexGuard<'_, OpenGenerations> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

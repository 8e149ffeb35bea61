//! Makes the index follow the database: applies changes, or rebuilds it.

use crate::domain::app::{App, search_index};
use crate::model::citations::citation::Citation;
use crate::model::error::{Error, Result};
use crate::model::handout_text::file::SearchableCitation;
use crate::model::keys::ChangeNumber;
use crate::search::Rebuild;
use crate::settings::Settings;
use crate::store::{ReadTx, Store};

/// With this many changed citations, if they are a large part of all, a new index is built beside the present one:
/// that takes less time and memory than replacing them one at a time.
const REBUILD_THRESHOLD: usize = 5_000;

/// Applies what the database changed since the last call, all of it in one commit; returns the change number that can
/// be searched now.
///
/// Switches to a generation that another process has built. An index that is ahead of its database (which was
/// replaced by other means than `restore`), or that was removed under the running server, is rebuilt; searches use
/// the old one until the new one is complete. The same goes for a replica that holds another database since its primary
/// was restored.
pub fn follow(app: &App) -> Result<ChangeNumber> {
    let latest = app.store.read(|db| db.latest_change())?;
    let is_there = app.search.index.follow_generation(latest.row())?;
    let applied = ChangeNumber::new(app.search.index.followed());
    if !is_there {
        tracing::warn!("the search index is missing; rebuilding it");
    }
    let mut is_published = true;
    let is_done = is_there
        && app.store.read(|db| {
            // A renamed language keeps its tag: both become visible together.
            is_published = !app.search.index.set_language_tags(db.language_tags()?);
            let latest = db.latest_change()?;
            if db.instance() != &*app.search.index.instance() {
                tracing::warn!("the database was restored; rebuilding the index");
                return Ok(false);
            }
            if applied > latest {
                tracing::warn!("the index is ahead of the database; rebuilding it");
                return Ok(false);
            }
            if applied < latest {
                let keys = db.changed_after(applied)?;
                if keys.len() >= REBUILD_THRESHOLD && keys.len() as u64 > db.citation_count()? / 3 {
                    return Ok(false);
                }
                if !app.search.index.is_stored_whole()? {
                    tracing::warn!("the stored documents of the index are damaged; rebuilding it");
                    return Ok(false);
                }
                let has_texts = db.has_texts()?;
                let citations = db.citations(&keys).map(|citation| searchable(db, citation?, has_texts));
                app.search.index.apply(citations, latest.row())?;
                is_published = true;
            }
            Ok(true)
        })?;
    if !is_done {
        // One thread fewer than there are cores, so that searches continue.
        let threads = indexing_threads().saturating_sub(1).max(1);
        let (_, instance, latest) = rebuild_with(threads, &app.settings, &app.store, |_| {})?;
        app.search.index.follow_database(&instance, latest.row())?;
        search_index::refresh_language_tags(&app.store, &app.search.index)?;
    } else if !is_published {
        app.search.index.publish()?;
    }
    app.search.packet_titles.refresh(&app.store)?;
    app.search.promotions.refresh(&app.store)?;
    app.search.index.record_followed();
    let applied = ChangeNumber::new(app.search.index.applied());
    app.search.applied.notify(applied);
    Ok(applied)
}

/// Builds a fresh generation beside the present one and switches to it; returns how many citations it holds.
///
/// `progress` is called with the number of citations done so far. Works while a server runs: the server switches to the new
/// generation by itself.
pub fn rebuild(settings: &Settings, store: &Store, progress: impl FnMut(u64)) -> Result<u64> {
    rebuild_with(indexing_threads(), settings, store, progress).map(|(documents, ..)| documents)
}

/// The number of indexing threads when the server is idle.
fn indexing_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from).min(4)
}

/// The number of citations for each indexing thread. Every thread makes segments of its own, and a search of a small catalogue
/// takes a tenth longer with two segments.
const CITATIONS_PER_THREAD: u64 = 5_000;

/// Returns how many citations the new generation holds, of which database, and up to which change.
fn rebuild_with(
    max_threads: usize,
    settings: &Settings,
    store: &Store,
    mut progress: impl FnMut(u64),
) -> Result<(u64, String, ChangeNumber)> {
    let dir = settings.data.dir.join("index");
    std::fs::create_dir_all(&dir).map_err(|e| Error::io(format!("making {}", dir.display()), e))?;
    let mut done = 0;
    let (fresh, latest, instance) = store.read(|db| {
        let useful_threads = db.citation_count()?.div_ceil(CITATIONS_PER_THREAD).max(1);
        let threads = usize::try_from(useful_threads).unwrap_or(usize::MAX).min(max_threads);
        let mut fresh = Rebuild::begin(&dir, db.instance(), threads)?;
        let has_texts = db.has_texts()?;
        db.each_citation(|citation| {
            let SearchableCitation { citation, texts } = searchable(db, citation, has_texts)?;
            fresh.add(&citation, &texts)?;
            done += 1;
            progress(done);
            Ok(())
        })?;
        Ok((fresh, db.latest_change()?, db.instance().to_owned()))
    })?;
    fresh.finish(latest.row(), &search_index::thesaurus_from_store(settings, store)?.0)?;
    Ok((done, instance, latest))
}

/// A citation with the texts of its handouts, one citation's in memory at a time.
fn searchable(db: &ReadTx<'_>, citation: Citation, has_texts: bool) -> Result<SearchableCitation> {
    let texts = if has_texts { db.version_texts(&citation)? } else { Vec::new() };
    Ok(SearchableCitation { citation, texts })
}

/// How many changes the index is behind the database.
pub fn lag(app: &App) -> Result<u64> {
    let latest = app.store.read(|db| db.latest_change())?;
    Ok(latest.row().saturating_sub(app.search.index.applied()))
}

#[cfg(test)]
mod tests;

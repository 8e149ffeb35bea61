//! Stored files: the store is watched, unused files are deleted, files are checked for what assistive technology needs, and
//! their texts are read; a replica with a store of its own fetches what it lacks.

use crate::domain::accessibility::StoredFileChecks;
use crate::domain::app::App;
use crate::domain::files::cleanup::delete_unused;
use crate::domain::files::watch::{begin, count_missing, fetch_missing, probe};
use crate::domain::handout_text::StoredFileTexts;
use crate::files::PrimaryFiles;
use crate::work::periodic::{Stop, until_stopped};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often unused files are deleted.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(3_600);
/// How often files that another process stored are looked for, to read them.
const POLL_INTERVAL: Duration = Duration::from_secs(30);
/// How often the store is asked.
const PROBE_INTERVAL: Duration = Duration::from_secs(60);
/// How often every referenced content is looked for.
const COUNT_INTERVAL: Duration = Duration::from_secs(3_600);
/// How often in a store where each look is a request that is paid for.
const SHARED_COUNT_INTERVAL: Duration = Duration::from_secs(24 * 3_600);
/// How often a replica looks for new files.
const FETCH_INTERVAL: Duration = Duration::from_secs(2);
/// After a file could not be fetched.
const RETRY_INTERVAL: Duration = Duration::from_secs(20);

/// Deletes stored files that nothing refers to any more, at the start and every hour, until `stop` is set.
pub(super) async fn clean_up(app: Arc<App>, stop: Stop) {
    let deleting = async {
        loop {
            let (files, data_dir) = (app.files.clone(), app.settings.data.dir.clone());
            if let Err(e) = delete_unused(app.store.clone(), files, data_dir).await {
                tracing::warn!(cause = %e, "unused stored files could not be deleted; trying again in an hour");
            }
            tokio::time::sleep(CLEANUP_INTERVAL).await;
        }
    };
    until_stopped(stop, deleting).await;
}

/// Checks files and reads their texts until `stop` is set: when one is stored, and twice a minute for those that another
/// process stored. What is being read at the end is read again after the next start.
pub(super) async fn read_texts(app: Arc<App>, stop: Stop) {
    let texts = StoredFileTexts::new(app.clone());
    let checks = StoredFileChecks::new(app.clone());
    let reading = async {
        loop {
            if let Err(e) = checks.check_due().await {
                tracing::warn!(cause = %e, "a stored file could not be checked; trying again");
            }
            if let Some(texts) = &texts
                && let Err(e) = texts.read_due().await
            {
                tracing::warn!(cause = %e, "the text of a stored file could not be read; trying again");
            }
            tokio::select! {
                () = app.background.file_stored.notified() => {}
                () = tokio::time::sleep(POLL_INTERVAL) => {}
            }
        }
    };
    until_stopped(stop, reading).await;
}

/// Watches the store, or fetches what it lacks, until `stop` is set.
pub(super) async fn watch(app: Arc<App>, stop: Stop) {
    let fetches = app.store.replica().is_some() && !app.files.is_shared();
    until_stopped(stop, async { if fetches { fetch(&app).await } else { observe(&app).await } }).await;
}

async fn observe(app: &Arc<App>) {
    let interval = if app.files.is_shared() { SHARED_COUNT_INTERVAL } else { COUNT_INTERVAL };
    let (mut has_begun, mut counted): (bool, Option<Instant>) = (false, None);
    loop {
        probe(app).await;
        if !has_begun {
            match begin(app).await {
                Ok(()) => has_begun = true,
                Err(cause) => tracing::warn!(%cause, "the store of files is not ready; trying again"),
            }
        }
        if app.files_state.is_up() && counted.is_none_or(|counted| counted.elapsed() >= interval) {
            match count_missing(app).await {
                Ok(()) => counted = Some(Instant::now()),
                Err(cause) => tracing::warn!(%cause, "stored files cannot be counted; trying again"),
            }
        }
        let interval = if app.files_state.is_up() { PROBE_INTERVAL } else { RETRY_INTERVAL };
        tokio::select! {
            () = tokio::time::sleep(interval) => {}
            () = app.files_state.failure() => tokio::time::sleep(RETRY_INTERVAL).await,
        }
    }
}

async fn fetch(app: &Arc<App>) {
    let primary = match PrimaryFiles::new() {
        Ok(primary) => primary,
        Err(cause) => return tracing::error!(%cause, "this replica cannot fetch files"),
    };
    let (mut has_failed, mut done) = (false, None);
    if let Err(cause) = begin(app).await {
        tracing::warn!(%cause, "leftovers of earlier downloads cannot be removed");
    }
    loop {
        // The files of a state are looked for once, and every hour: one may be lost from the disk.
        let state = app.store.version().ok();
        if done.is_some_and(|(of, at): (_, Instant)| Some(of) == state && at.elapsed() < COUNT_INTERVAL) {
            tokio::time::sleep(FETCH_INTERVAL).await;
            continue;
        }
        let fetched = fetch_missing(app, &primary).await;
        if let Err(cause) = &fetched
            && !has_failed
        {
            tracing::warn!(%cause, "not every file could be fetched from the primary; trying again");
        }
        has_failed = fetched.is_err();
        done = state.filter(|_| !has_failed).map(|state| (state, Instant::now()));
        tokio::time::sleep(if has_failed { RETRY_INTERVAL } else { FETCH_INTERVAL }).await;
    }
}

//! Watches the store of files, and lets a replica with a store of its own fetch what it lacks.

use crate::domain::app::App;
use crate::domain::files::watch::{begin, count_missing, fetch_missing, probe};
use crate::files::PrimaryFiles;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How often the store is asked.
const PROBE_INTERVAL: Duration = Duration::from_secs(60);
/// How often every referenced content is looked for.
const COUNT_INTERVAL: Duration = Duration::from_secs(3_600);
/// The same in a store where each look is a request that is paid for.
const SHARED_COUNT_INTERVAL: Duration = Duration::from_secs(24 * 3_600);
/// How often a replica looks for new files.
const FETCH_INTERVAL: Duration = Duration::from_secs(2);
/// After a file could not be fetched.
const RETRY_INTERVAL: Duration = Duration::from_secs(20);

/// Runs until `stop` is set.
pub(super) async fn run(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    let fetches = app.store.replica().is_some() && !app.files.is_shared();
    tokio::select! {
        () = async { if fetches { fetch(&app).await } else { observe(&app).await } } => {}
        _ = stop.changed() => {}
    }
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
        tokio::time::sleep(PROBE_INTERVAL).await;
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

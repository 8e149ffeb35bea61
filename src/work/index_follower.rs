//! Keeps the search index and the thesaurus of searches in step with the database.

use crate::domain::app::App;
use crate::domain::indexing;
use crate::domain::thesaurus;
use crate::model::error::Error;
use crate::model::keys::ChangeNumber;
use crate::work::periodic::{Periodic, Stop};
use crate::work::systemd::Heartbeat;
use std::sync::Arc;
use std::time::Duration;

/// How soon the changes of other processes (an import, a rebuild) are noticed.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// How soon words that another process has changed are used, such as by `handout import --terms`.
const THESAURUS_INTERVAL: Duration = Duration::from_secs(1);
/// The pause after an error, such as a full disk.
const RETRY_PAUSE: Duration = Duration::from_secs(1);
/// After this many errors in a row that are not disk errors, the index itself is considered damaged and is rebuilt.
const MAX_ERRORS_BEFORE_REBUILD: u32 = 5;

/// Follows until the change notifier of the store is closed.
pub(super) async fn run(app: Arc<App>, heartbeat: Heartbeat) {
    loop {
        let (following, heartbeat_here) = (app.clone(), heartbeat.clone());
        match tokio::task::spawn_blocking(move || follow(&following, &heartbeat_here)).await {
            Ok(()) => return,
            Err(e) => tracing::error!(cause = %e, "the index follower panicked; starting it again"),
        }
        tokio::time::sleep(RETRY_PAUSE).await;
    }
}

fn follow(app: &App, heartbeat: &Heartbeat) {
    let mut errors = 0;
    loop {
        heartbeat.beat();
        let (after, wait) = match indexing::follow(app) {
            Ok(applied) => {
                if errors > 0 {
                    tracing::info!(change = %applied, "the index follows the database again");
                }
                errors = 0;
                (applied, POLL_INTERVAL)
            }
            Err(e) => {
                // Logged once: the same error every second would bury the rest of the log.
                if errors == 0 {
                    tracing::error!(cause = %e, "the index cannot follow the database; retrying");
                }
                errors += 1;
                if errors % MAX_ERRORS_BEFORE_REBUILD == 0 && !matches!(e, Error::NoRoom(_)) {
                    rebuild(app);
                }
                (ChangeNumber::new(u64::MAX), RETRY_PAUSE)
            }
        };
        if !app.store.changes().wait_beyond(after, wait) {
            return;
        }
    }
}

fn rebuild(app: &App) {
    tracing::warn!("rebuilding the index");
    if let Err(cause) = indexing::rebuild(&app.settings, &app.store, |_| {}) {
        tracing::error!(%cause, "the index cannot be rebuilt");
    }
}

/// Lets searches use changed words until `stop` is set.
pub(super) async fn follow_thesaurus(app: Arc<App>, stop: Stop) {
    let refresh = |app: &Arc<App>| thesaurus::refresh(app).map(|_| THESAURUS_INTERVAL);
    Periodic::new("changed synonyms and terms cannot be used yet; trying again", THESAURUS_INTERVAL)
        .run(app, stop, refresh)
        .await;
}

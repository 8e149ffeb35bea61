//! Periodic small tasks: searches and uses are written, expired sign-ins and old counts are deleted.

use crate::domain::app::App;
use crate::domain::audit;
use crate::domain::import_export::tables::stored;
use crate::domain::insight;
use crate::domain::reports::{queue, submission};
use crate::domain::usage;
use crate::domain::{accounts, sessions, translations};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

const SAVE_INTERVAL: Duration = Duration::from_secs(2);
/// Counts of searches and uses are written every this many rounds: every six seconds.
const ROUNDS_PER_COUNT_SAVE: u32 = 3;
/// Expired sign-ins, old counts and old reports are deleted every this many rounds: every ten minutes.
const ROUNDS_PER_CLEANUP: u32 = 300;

/// Runs until `stop` is set; what was noted is written first.
pub(super) async fn run(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    for round in 0u32.. {
        let stopping = *stop.borrow();
        let app = app.clone();
        let done = tokio::task::spawn_blocking(move || {
            if round % ROUNDS_PER_CLEANUP == 0 {
                delete_expired(&app);
                delete_old_audit(&app);
            }
            if round % ROUNDS_PER_COUNT_SAVE == 0 || stopping {
                write_counts(&app);
            }
            submission::forget_old_reporters(&app);
            if let Err(e) = audit::record_unrecorded(&app, stopping) {
                tracing::warn!(cause = %e, "the audit trail cannot be written; trying again");
            }
            sessions::keep_searches(&app)
        })
        .await;
        if let Ok(Err(e)) = done {
            tracing::warn!(cause = %e, "recent searches could not be written; trying again");
        }
        if stopping {
            return;
        }
        tokio::select! {
            () = tokio::time::sleep(SAVE_INTERVAL) => {}
            _ = stop.changed() => {}
        }
    }
}

fn delete_expired(app: &App) {
    if let Err(e) = accounts::remove_old_sign_ins(app) {
        tracing::warn!(cause = %e, "expired sign-ins could not be deleted; trying again later");
    }
    let searches = insight::remove_old_searches(app)
        .and_then(|()| translations::remove_old_searches(app))
        .and_then(|()| insight::remove_old_unanswered_codes(app));
    if let Err(e) = searches {
        tracing::warn!(cause = %e, "old counts of searches could not be removed; trying again later");
    }
    if let Err(e) = usage::remove_old_counts(app) {
        tracing::warn!(cause = %e, "old usage counts could not be removed; trying again later");
    }
    if let Err(e) = stored::delete_old_imports(app) {
        tracing::warn!(cause = %e, "old imports could not be deleted; trying again later");
    }
    if let Err(e) = queue::remove_old(app) {
        tracing::warn!(cause = %e, "old problem reports could not be deleted; trying again later");
    }
}

fn delete_old_audit(app: &App) {
    if let Err(e) = audit::remove_old(app) {
        tracing::warn!(cause = %e, "old rows of the audit trail could not be removed; trying again later");
    }
}

fn write_counts(app: &App) {
    let searches = insight::write_searches(app)
        .and_then(|()| translations::write_searches(app))
        .and_then(|()| insight::write_unanswered_codes(app));
    if let Err(e) = searches {
        tracing::warn!(cause = %e, "counts of searches could not be written; trying again");
    }
    if let Err(e) = usage::write_counts(app) {
        tracing::warn!(cause = %e, "usage counts could not be written; trying again");
    }
}

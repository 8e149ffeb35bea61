//! Small periodic tasks: searches and uses are written, expired sign-ins and old counts are deleted, and the time is recorded
//! in the database, so that every copy of it says how old it is.

use crate::domain::app::App;
use crate::domain::audit;
use crate::domain::freshness;
use crate::domain::import_export::tables::stored;
use crate::domain::insight;
use crate::domain::reports::{queue, submission};
use crate::domain::usage;
use crate::domain::{accounts, sessions, translations};
use crate::model::error::Result;
use crate::work::periodic::{Periodic, Stop};
use std::sync::Arc;
use std::time::Duration;

/// How often searches are written.
const SAVE_INTERVAL: Duration = Duration::from_secs(2);
/// Counts of searches and uses are written every this many rounds: every six seconds.
const ROUNDS_PER_COUNT_SAVE: u32 = 3;
/// Expired sign-ins, old counts and old reports are deleted every this many rounds: every ten minutes.
const ROUNDS_PER_CLEANUP: u32 = 300;
/// The pause after the time could not be recorded.
const FRESHNESS_RETRY_INTERVAL: Duration = Duration::from_secs(10);

/// Runs until `stop` is set; what was counted is written first.
pub(super) async fn run(app: Arc<App>, stop: Stop) {
    let mut round = 0_u32;
    let write_and_delete = move |app: &Arc<App>| {
        if round.is_multiple_of(ROUNDS_PER_CLEANUP) {
            delete_expired(app);
            delete_old_audit(app);
        }
        if round.is_multiple_of(ROUNDS_PER_COUNT_SAVE) {
            write_counts(app);
        }
        round = round.wrapping_add(1);
        write_searches(app, false).map(|()| SAVE_INTERVAL)
    };
    let failure = "recent searches could not be written; trying again";
    Periodic::new(failure, SAVE_INTERVAL).run(app.clone(), stop, write_and_delete).await;
    let last = tokio::task::spawn_blocking(move || {
        write_counts(&app);
        write_searches(&app, true)
    });
    match last.await {
        Ok(Ok(())) => {}
        Ok(Err(cause)) => tracing::error!(%cause, "recent searches could not be written"),
        Err(cause) => tracing::error!(%cause, "recent searches could not be written"),
    }
}

/// Records the current time until `stop` is set.
pub(super) async fn record_time(app: Arc<App>, stop: Stop) {
    let record = |app: &Arc<App>| freshness::record_time(&app.store);
    Periodic::new("the time cannot be recorded in the database; trying again", FRESHNESS_RETRY_INTERVAL)
        .run(app, stop, record)
        .await;
}

/// Writes what waits in memory of searches and of the audit trail.
fn write_searches(app: &App, is_stopping: bool) -> Result<()> {
    submission::forget_old_reporters(app);
    if let Err(e) = audit::record_unrecorded(app, is_stopping) {
        tracing::warn!(cause = %e, "the audit trail cannot be written; trying again");
    }
    sessions::store_searches(app)
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

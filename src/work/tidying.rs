//! Small things done now and then: recent searches are kept, ended sign-ins removed.

use crate::domain::app::App;
use crate::domain::{accounts, sessions};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

const KEEPS_SEARCHES_EVERY: Duration = Duration::from_secs(2);
/// Ended sign-ins are removed once in so many rounds: every ten minutes.
const REMOVES_EVERY: u32 = 300;

/// Runs until told to stop; what was noted is kept first.
pub(super) async fn run(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    for round in 0u32.. {
        let stopping = *stop.borrow();
        let app = app.clone();
        let done = tokio::task::spawn_blocking(move || {
            if round % REMOVES_EVERY == 0 {
                accounts::remove_old_sign_ins(&app)?;
            }
            sessions::keep_searches(&app)
        })
        .await;
        if let Ok(Err(e)) = done {
            tracing::warn!(cause = %e, "tidying up failed; trying again");
        }
        if stopping {
            return;
        }
        tokio::select! {
            () = tokio::time::sleep(KEEPS_SEARCHES_EVERY) => {}
            _ = stop.changed() => {}
        }
    }
}

//! Lets searches use words that another process has changed, such as `handout import --terms`.

use crate::domain::app::App;
use crate::domain::thesaurus;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// Runs until `stop` is set.
pub(super) async fn run(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        let checked = app.clone();
        if let Ok(Err(e)) = tokio::task::spawn_blocking(move || thesaurus::refresh(&checked)).await {
            tracing::warn!(cause = %e, "changed synonyms and terms cannot be used yet; trying again");
        }
        tokio::select! {
            () = tokio::time::sleep(CHECK_INTERVAL) => {}
            changed = stop.changed() => if changed.is_err() { return },
        }
    }
}

//! Sends the mails of the outbox, continuing where the last process stopped.

use crate::domain::app::App;
use crate::domain::outbox::Outbox;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// The pause after an internal error, such as a full disk.
const RETRY_INTERVAL: Duration = Duration::from_secs(5);
/// The longest time between two checks for due mails.
const CHECK_INTERVAL: Duration = Duration::from_secs(60);

/// Runs until `stop` is set; a mail that is being sent is finished.
pub(super) async fn run(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    if !app.mail.sends_orders() {
        return;
    }
    let mut outbox = Outbox::new(app.clone());
    while !*stop.borrow() {
        let wait = match outbox.send_next().await {
            Ok(Some(Duration::ZERO)) => continue,
            Ok(wait) => wait.unwrap_or(CHECK_INTERVAL).min(CHECK_INTERVAL),
            Err(e) => {
                tracing::error!(cause = %e, "the outbox cannot be worked on; trying again");
                RETRY_INTERVAL
            }
        };
        tokio::select! {
            () = app.mail.added.notified() => {}
            () = tokio::time::sleep(wait) => {}
            changed = stop.changed() => if changed.is_err() { break },
        }
    }
    outbox.record_sent().await;
}

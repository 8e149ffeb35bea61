//! Sends the mails of orders, from wherever the last start left them.

use crate::domain::app::App;
use crate::domain::orders;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// The pause after a fault of our own, such as a full disk.
const PAUSE: Duration = Duration::from_secs(5);
/// Mails are looked for at least this often.
const LOOKS_EVERY: Duration = Duration::from_secs(60);

/// Runs until told to stop; the mail in hand is finished.
pub(super) async fn run(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    if !app.sends_orders() {
        return;
    }
    while !*stop.borrow() {
        let wait = match orders::send_next(&app).await {
            Ok(Some(Duration::ZERO)) => continue,
            Ok(wait) => wait.unwrap_or(LOOKS_EVERY).min(LOOKS_EVERY),
            Err(e) => {
                tracing::error!(cause = %e, "the outbox cannot be worked on; trying again");
                PAUSE
            }
        };
        tokio::select! {
            () = app.order_added.notified() => {}
            () = tokio::time::sleep(wait) => {}
            changed = stop.changed() => if changed.is_err() { return },
        }
    }
}

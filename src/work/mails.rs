//! Mails: those of the outbox are sent, continuing where the last process stopped; digests of reviews and lists of new
//! reports are written when they are due, or at the start when the server was off then.

use crate::domain::app::App;
use crate::domain::outbox::Outbox;
use crate::domain::reports::digest;
use crate::domain::review_digest;
use crate::model::clock;
use crate::work::periodic::{Periodic, Stop, wait};
use std::sync::Arc;
use std::time::Duration;

/// The pause after an internal error, such as a full disk.
const RETRY_INTERVAL: Duration = Duration::from_secs(5);
/// The longest time between two checks for due mails, and between two looks at the clock.
const CHECK_INTERVAL: Duration = Duration::from_secs(60);

/// Sends the mails of the outbox until `stop` is set; a mail that is being sent is finished.
pub(super) async fn send_outbox(app: Arc<App>, mut stop: Stop) {
    if !app.mail.sends_orders() {
        return;
    }
    let mut outbox = Outbox::new(app.clone());
    while !*stop.borrow() {
        let pause = match outbox.send_next().await {
            Ok(Some(Duration::ZERO)) => continue,
            Ok(pause) => pause.unwrap_or(CHECK_INTERVAL).min(CHECK_INTERVAL),
            Err(e) => {
                tracing::error!(cause = %e, "outbox processing failed; retrying");
                RETRY_INTERVAL
            }
        };
        wait(pause, Some(&app.mail.added), &mut stop).await;
    }
    outbox.record_sent().await;
}

/// Writes the digest of reviews until `stop` is set.
pub(super) async fn write_review_digests(app: Arc<App>, stop: Stop) {
    let write = |app: &Arc<App>| {
        if let Some(digest) = review_digest::write_due(app, &clock::local())? {
            tracing::info!(day = %digest.day, mails = digest.mails, "the digest of reviews was written");
        }
        Ok(CHECK_INTERVAL)
    };
    Periodic::new("the digest of reviews failed; trying again", CHECK_INTERVAL).run(app, stop, write).await;
}

/// Writes the daily mails about new reports until `stop` is set.
pub(super) async fn write_report_lists(app: Arc<App>, stop: Stop) {
    let write = |app: &Arc<App>| {
        if let Some(written) = digest::write_due(app, &clock::local())? {
            tracing::info!(day = %written.day, mails = written.mails, "mails about new reports were written");
        }
        Ok(CHECK_INTERVAL)
    };
    Periodic::new("mails about new reports failed; trying again", CHECK_INTERVAL).run(app, stop, write).await;
}

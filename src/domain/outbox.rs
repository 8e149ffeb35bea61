//! The outbox: order mails on their way to the copy center, each sent once as far as SMTP allows.
//!
//! An attempt is recorded before it begins, with the time of the next one. When the database does not accept that
//! record, nothing is sent; when it does not accept the outcome of a mail that was sent, the outcome is held in memory
//! until it does, and the mail is not sent again meanwhile. Only the end of the process in between leads to a second
//! mail, which carries the same `Message-ID`.

use crate::domain::app::App;
use crate::domain::blocking::blocking;
use crate::mail::{OrderMail, SendFault};
use crate::model::clock;
use crate::model::error::Result;
use crate::store::{DueMail, MailsWaiting, Store};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// The first pause after a failed attempt, in seconds; it doubles up to [`LONGEST_PAUSE_S`].
const FIRST_PAUSE_S: i64 = 5;
/// No mail ever waits longer than this for its next attempt, in seconds.
const LONGEST_PAUSE_S: i64 = 60;
/// How often outcomes that could not be recorded are offered to the database again.
const RECORD_EVERY: Duration = Duration::from_secs(5);
/// An attempt that has no outcome after so many seconds is reported: sending takes less.
const SLOW_ATTEMPT_S: i64 = 30;

/// Sends order mails, one at a time. The only one of its process.
pub struct Outbox {
    app: Arc<App>,
    /// Mails that were sent without the database knowing: key and id of the order.
    unrecorded: BTreeMap<i64, String>,
}

impl Outbox {
    /// An outbox that continues where the last process stopped.
    pub fn new(app: Arc<App>) -> Outbox {
        Outbox { app, unrecorded: BTreeMap::new() }
    }

    /// Sends the mail that is due, if there is one. Returns how long to wait before the next call; `None` when no mail
    /// is waiting.
    ///
    /// # Errors
    /// The database cannot be read or does not accept the attempt; nothing was sent.
    pub async fn send_next(&mut self) -> Result<Option<Duration>> {
        self.record_sent().await;
        let held: Vec<i64> = self.unrecorded.keys().copied().collect();
        let app = self.app.clone();
        let (due, next) = blocking(move || claim(&app.store, &held)).await?;
        let Some(due) = due else {
            let wait =
                next.map(|at| Duration::from_secs(u64::try_from(at - clock::seconds()).unwrap_or(0).max(1)));
            return Ok(match (wait, self.unrecorded.is_empty()) {
                (wait, true) => wait,
                (wait, false) => Some(wait.unwrap_or(RECORD_EVERY).min(RECORD_EVERY)),
            });
        };
        match self.send(&due).await {
            Ok(()) => {
                tracing::info!(order = due.id, "an order was mailed");
                self.unrecorded.insert(due.order, due.id);
                self.record_sent().await;
            }
            Err(fault) => self.record_failed(due, fault).await,
        }
        Ok(Some(Duration::ZERO))
    }

    /// Records the mails that were sent while the database accepted nothing.
    pub async fn record_sent(&mut self) {
        let sent: Vec<i64> = self.unrecorded.keys().copied().collect();
        if sent.is_empty() {
            return;
        }
        let (app, orders) = (self.app.clone(), sent.clone());
        let recorded =
            blocking(move || app.store.write(|db| orders.iter().try_for_each(|order| db.mail_sent(*order))))
                .await;
        match recorded {
            Ok(()) => self.unrecorded.retain(|order, _| !sent.contains(order)),
            Err(e) => {
                let ids: Vec<&str> = self.unrecorded.values().map(String::as_str).collect();
                tracing::error!(
                    cause = %e,
                    orders = ids.join(", "),
                    "orders were mailed, but this cannot be recorded yet; a restart now would mail them again"
                );
            }
        }
    }

    async fn record_failed(&self, due: DueMail, fault: SendFault) {
        let attempts = due.tries + 1;
        tracing::warn!(order = due.id, cause = fault.message, attempts, "an order could not be mailed yet");
        // Without the copy it may be accepted at once.
        let wait = if fault.copy_refused && due.copy_to.is_some() { 0 } else { pause(due.tries) };
        let app = self.app.clone();
        let recorded = blocking(move || {
            app.store.write(|db| {
                db.mail_failed(due.order, &fault.message, clock::seconds() + wait, fault.copy_refused)
            })
        })
        .await;
        if let Err(e) = recorded {
            // The attempt itself is recorded, and with it the time of the next one.
            tracing::error!(cause = %e, "the failure of an order mail could not be recorded");
        }
    }

    async fn send(&self, due: &DueMail) -> std::result::Result<(), SendFault> {
        let app = &self.app;
        let mail = OrderMail {
            id: &due.id,
            order: &due.submission,
            copy_to: due.copy_to.as_deref(),
            public_url: &app.public_url,
        };
        match &app.mailer {
            Some(mailer) => mailer.send(&mail).await,
            // The demo has no mail server: whoever runs it reads the order.
            None => {
                app.console(&format!("Order {} for the copy center:\n{}", due.id, mail.text()));
                Ok(())
            }
        }
    }
}

/// What `handout check` and the metrics report about order mails.
pub fn mails_waiting(store: &Store) -> Result<MailsWaiting> {
    let now = clock::seconds();
    store.read(|db| db.mails_waiting(now - SLOW_ATTEMPT_S, now + LONGEST_PAUSE_S))
}

/// Takes the mail that is due and records that an attempt begins. Orders in `held` are left alone.
fn claim(store: &Store, held: &[i64]) -> Result<(Option<DueMail>, Option<i64>)> {
    let due = |now: i64| (now, now + LONGEST_PAUSE_S);
    // Looked up first in a reader: a writer is taken only when there is something to send.
    let (now_read, horizon) = due(clock::seconds());
    let found = store.read(|db| db.due_mail(now_read, horizon, held))?;
    if found.0.is_none() {
        return Ok(found);
    }
    store.write(|db| {
        let (now, horizon) = due(clock::seconds());
        let found = db.due_mail(now, horizon, held)?;
        if let (Some(mail), _) = &found {
            db.begin_mail(mail.order, now, now + pause(mail.tries))?;
        }
        Ok(found)
    })
}

/// The pause after so many failed attempts, in seconds.
fn pause(tries: u32) -> i64 {
    (FIRST_PAUSE_S << tries.min(8)).min(LONGEST_PAUSE_S)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_a_minute() {
        assert_eq!([0, 1, 2, 3, 4, 5, 1_000].map(pause), [5, 10, 20, 40, 60, 60, 60]);
    }
}

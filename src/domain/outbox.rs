//! The outbox: delivery of mails about orders, reviews and reports, each sent once as far as SMTP allows.
//!
//! An attempt is recorded before it begins, with the time of the next one. When the database does not accept that
//! record, nothing is sent; when it does not accept the outcome of a mail that was sent, the outcome is held in memory
//! until it does, and the mail is not sent again meanwhile. Only the end of the process in between leads to a second
//! mail, which carries the same `Message-ID`.
//!
//! Whether a mail is still valid is decided in the transaction that records the attempt: a mail about a state that no
//! longer holds is dropped.

use crate::domain::app::App;
use crate::domain::blocking::blocking;
use crate::domain::review_digest;
use crate::mail::{OutgoingMail, SendError};
use crate::model::clock::{self, UnixTime};
use crate::model::error::Result;
use crate::model::keys::MailKey;
use crate::model::orders::record::{OrderMail, OrderMailKind, OrderMailProgress};
use crate::model::orders::state::OrderState;
use crate::store::{DueMail, FailedAttempt, MailContent, MailsWaiting, Store};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// The first pause after a failed attempt, in seconds; it doubles up to [`LONGEST_PAUSE_S`].
const FIRST_PAUSE_S: i64 = 5;
/// The longest pause before the next attempt, in seconds.
const LONGEST_PAUSE_S: i64 = 60;
/// How often recording an outcome is retried.
const RECORD_INTERVAL: Duration = Duration::from_secs(5);
/// An attempt without an outcome after this many seconds is reported: sending usually takes less.
const SLOW_ATTEMPT_S: i64 = 30;
/// A notice or digest whose address is still permanently refused after this many seconds is dropped. Not at once: a
/// misconfigured mail server refuses everything.
const REFUSAL_TTL_S: i64 = 3 * 24 * 60 * 60;

/// Sends mails, one at a time. There is one per process.
pub struct Outbox {
    app: Arc<App>,
    /// Mails that were sent but not recorded yet: key of the mail, and its subject.
    unrecorded: BTreeMap<MailKey, String>,
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
        let held: Vec<MailKey> = self.unrecorded.keys().copied().collect();
        let app = self.app.clone();
        let claimed = blocking(move || claim(&app.store, app.settings.orders.notify, &held)).await?;
        let due = match claimed {
            Claimed::Mail(due) => due,
            Claimed::Dropped => return Ok(Some(Duration::ZERO)),
            Claimed::Nothing(next) => {
                let wait = next
                    .map(|at| Duration::from_secs(u64::try_from(at - clock::seconds()).unwrap_or(0).max(1)));
                return Ok(match (wait, self.unrecorded.is_empty()) {
                    (wait, true) => wait,
                    (wait, false) => Some(wait.unwrap_or(RECORD_INTERVAL).min(RECORD_INTERVAL)),
                });
            }
        };
        match self.send(&due).await {
            Ok(()) => {
                let about = mail_subject(&due.content);
                tracing::info!(about, "a mail was sent");
                self.unrecorded.insert(due.key, about);
                self.record_sent().await;
            }
            Err(error) => self.record_failed(*due, error).await,
        }
        Ok(Some(Duration::ZERO))
    }

    /// Records the mails that were sent while the database could not be written.
    pub async fn record_sent(&mut self) {
        let sent: Vec<MailKey> = self.unrecorded.keys().copied().collect();
        if sent.is_empty() {
            return;
        }
        let (app, mails) = (self.app.clone(), sent.clone());
        let recorded =
            blocking(move || app.store.write(|db| mails.iter().try_for_each(|mail| db.mail_sent(*mail))))
                .await;
        match recorded {
            Ok(()) => self.unrecorded.retain(|mail, _| !sent.contains(mail)),
            Err(e) => {
                let sent: Vec<&str> = self.unrecorded.values().map(String::as_str).collect();
                tracing::error!(
                    cause = %e,
                    about = sent.join(", "),
                    "mails were sent, but this cannot be recorded yet; a restart now would send them again"
                );
            }
        }
    }

    async fn record_failed(&self, due: DueMail, error: SendError) {
        let attempts = due.tries + 1;
        let about = mail_subject(&due.content);
        tracing::warn!(about, cause = error.message, attempts, "a mail could not be sent yet");
        let has_copy = matches!(&due.content, MailContent::Order(mail) if mail.kind == OrderMailKind::Order && mail.orderer.is_some());
        // Without the carbon copy it may be accepted at once. If it is refused all the same, the copy was not the reason.
        let without_copy = error.refused.then_some(has_copy);
        let wait = if without_copy == Some(true) { 0 } else { pause(due.tries) };
        let gives_up = error.refused && gives_up(&due.content);
        let app = self.app.clone();
        let recorded = blocking(move || {
            app.store.write(|db| {
                let attempt = FailedAttempt {
                    error: error.message,
                    next_try: clock::seconds() + wait,
                    without_copy,
                    may_be_delivered: error.may_be_delivered,
                    is_permanent: error.is_permanent,
                };
                db.mail_failed(due.key, &attempt)?;
                if gives_up { db.drop_mail(due.key) } else { Ok(()) }
            })
        })
        .await;
        if let Err(e) = recorded {
            // The attempt itself is recorded, and with it the time of the next one.
            tracing::error!(cause = %e, "the failure of a mail could not be recorded");
        }
    }

    async fn send(&self, due: &DueMail) -> std::result::Result<(), SendError> {
        let app = &self.app;
        let mail = compose(app, &due.content);
        match &app.mail.mailer {
            Some(mailer) => mailer.send(&mail).await,
            // The demo has no mail server: it prints the mail on its console.
            None => {
                app.mail.show(&format!("{}\n{}", mail.title(), mail.text));
                Ok(())
            }
        }
    }
}

/// The next action.
enum Claimed {
    /// This mail is sent; the attempt is recorded.
    Mail(Box<DueMail>),
    /// A mail is outdated and is not sent.
    Dropped,
    /// No mail is due; the next one is at this moment.
    Nothing(Option<UnixTime>),
}

/// The mail as it is sent.
fn compose(app: &App, content: &MailContent) -> OutgoingMail {
    match content {
        MailContent::Order(mail) => mail.outgoing(&app.public_url),
        MailContent::Digest(mail) | MailContent::Report(mail) => {
            review_digest::compose(&app.settings, &mail.mail)
        }
    }
}

/// The subject of a mail, for the log.
fn mail_subject(content: &MailContent) -> String {
    match content {
        MailContent::Order(mail) => format!("order {} ({})", mail.number, mail.id),
        MailContent::Digest(mail) => format!("digest {}", mail.mail.message),
        MailContent::Report(mail) => format!("reports {}", mail.mail.message),
    }
}

/// Whether a permanent refusal of this mail's address ends its delivery.
fn gives_up(content: &MailContent) -> bool {
    let since = match content {
        MailContent::Order(mail) => match mail.kind {
            OrderMailKind::Notice => reported_at(mail),
            OrderMailKind::Order | OrderMailKind::Cancellation => None,
        },
        MailContent::Digest(mail) | MailContent::Report(mail) => Some(mail.written),
    };
    since.is_some_and(|since| clock::seconds() - since > REFUSAL_TTL_S)
}

/// What `handout check` and the metrics report about mails.
pub fn mails_waiting(store: &Store) -> Result<MailsWaiting> {
    let now = clock::seconds();
    store.read(|db| db.mails_waiting(now, now - SLOW_ATTEMPT_S, now + LONGEST_PAUSE_S))
}

/// Picks the mail that is due and records the beginning of an attempt. Mails in `held` are excluded.
fn claim(store: &Store, notify: bool, held: &[MailKey]) -> Result<Claimed> {
    let due = |now: UnixTime| (now, now + LONGEST_PAUSE_S);
    // Looked up in a read transaction first: a write transaction is taken only if there is something to send.
    let (now_read, horizon) = due(clock::seconds());
    let found = store.read(|db| db.due_mail(now_read, horizon, held))?;
    if found.0.is_none() {
        return Ok(Claimed::Nothing(found.1));
    }
    store.write(|db| {
        let (now, horizon) = due(clock::seconds());
        let (found, next) = db.due_mail(now, horizon, held)?;
        let Some(mail) = found else { return Ok(Claimed::Nothing(next)) };
        // A digest is dropped in the transaction that writes the next one.
        if let MailContent::Order(mail_about) = &mail.content
            && is_stale(mail_about, notify)
        {
            db.drop_mail(mail.key)?;
            return Ok(Claimed::Dropped);
        }
        db.begin_mail(mail.key, now, now + pause(mail.tries))?;
        Ok(Claimed::Mail(Box::new(mail)))
    })
}

/// The pause after this many failed attempts, in seconds.
fn pause(tries: u32) -> i64 {
    (FIRST_PAUSE_S << tries.min(8)).min(LONGEST_PAUSE_S)
}

/// When the event of a mail happened.
pub(super) fn reported_at(mail: &OrderMail) -> Option<UnixTime> {
    mail.reported_event()?.at.parse::<jiff::Timestamp>().ok().map(UnixTime::from)
}

/// Whether a mail no longer has anything to report, or anyone to report to.
pub(super) fn is_stale(mail: &OrderMail, notify: bool) -> bool {
    let is_cancelled = mail.state == OrderState::Cancelled;
    let later =
        usize::try_from(mail.event).ok().and_then(|event| mail.events.get(event..)).unwrap_or_default();
    let is_latest = later.is_empty();
    match mail.kind {
        // An attempt without an outcome may have delivered it; then the cancellation must follow.
        OrderMailKind::Order => is_cancelled,
        OrderMailKind::Cancellation => {
            !is_cancelled || !is_latest || mail.order_mail == OrderMailProgress::NotTaken
        }
        OrderMailKind::Notice => {
            let is_outdated = match mail.reported_event() {
                Some(event) if event.state.has_notice() => !is_latest,
                // A reopened order stays open until a state that has its own notice.
                _ => later.iter().any(|event| event.state.has_notice()),
            };
            is_outdated || !notify || mail.orderer.is_none()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_a_minute() {
        assert_eq!([0, 1, 2, 3, 4, 5, 1_000].map(pause), [5, 10, 20, 40, 60, 60, 60]);
    }
}

#[cfg(test)]
mod mails_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::orders::order::OrderSubmission;
    use crate::model::orders::record::OrderEvent;
    use OrderState::{Cancelled, Printing, Received, Sent, Waiting};

    /// A mail that reports the event with this number of an order with these events.
    fn mail(kind: OrderMailKind, event: i64, states: &[OrderState]) -> OrderMail {
        let submission: OrderSubmission = serde_json::from_value(serde_json::json!({
            "firstName": "Nora", "lastName": "Vance", "email": "nora@example.org", "phoneNumber": "1",
            "department": "Asthma Clinic", "mailStop": "MB 12", "dateRequired": "2026-12-01", "costCenter": "1", "orders": []
        }))
        .unwrap();
        let event_of = |state: &OrderState| OrderEvent {
            state: *state,
            at: "2026-11-23T15:00:00Z".into(),
            by: "Casey Cole".into(),
            note: None,
            sent: Vec::new(),
        };
        OrderMail {
            kind,
            event,
            id: "o1".into(),
            number: "26-000123".into(),
            state: *states.last().unwrap(),
            orderer: Some("nora@example.org".into()),
            by_orderer: false,
            submission,
            lines: Vec::new(),
            events: states.iter().map(event_of).collect(),
            unreported: Vec::new(),
            order_mail: OrderMailProgress::Taken,
        }
    }

    #[track_caller]
    fn check_notice(event: i64, states: &[OrderState], expected: bool) {
        assert_eq!(
            is_stale(&mail(OrderMailKind::Notice, event, states), true),
            expected,
            "{event} of {states:?}"
        );
    }

    #[test]
    fn a_notice_is_stale_when_the_order_has_moved_on() {
        check_notice(2, &[Received, Waiting], false);
        check_notice(2, &[Received, Waiting, Received], true);
        check_notice(2, &[Received, Sent], false);
        check_notice(2, &[Received, Sent, Sent], true);
        check_notice(2, &[Received, Cancelled, Received], true);
    }

    #[test]
    fn an_order_is_open_again_until_another_notice_follows() {
        check_notice(3, &[Received, Cancelled, Received], false);
        check_notice(3, &[Received, Cancelled, Received, Printing], false);
        check_notice(3, &[Received, Cancelled, Received, Printing, Sent], true);
        check_notice(3, &[Received, Cancelled, Received, Cancelled], true);
        check_notice(3, &[Received, Cancelled, Received, Cancelled, Received], true);
        check_notice(5, &[Received, Cancelled, Received, Cancelled, Received], false);
        check_notice(3, &[Received, Sent, Printing, Waiting, Printing], true);
    }

    #[test]
    fn a_cancellation_follows_an_order_that_may_have_arrived() {
        let stale = |progress| {
            let mail = mail(OrderMailKind::Cancellation, 2, &[Received, Cancelled]);
            is_stale(&OrderMail { order_mail: progress, ..mail }, true)
        };
        assert!(stale(OrderMailProgress::NotTaken));
        assert!(!stale(OrderMailProgress::Unknown) && !stale(OrderMailProgress::Taken));
    }
}

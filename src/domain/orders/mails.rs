//! Mails about orders: their texts, and whether they are still true. Delivery is in `outbox.rs`.

use crate::mail::{OrderTexts, OutgoingMail};
use crate::model::orders::record::OrderEvent;
use crate::model::orders::state::OrderState;
use crate::store::{OrderMail, OrderMailKind, OrderMailProgress};

/// The mail as it is sent.
pub(in crate::domain) fn composed(mail: &OrderMail, public_url: &str) -> OutgoingMail {
    let event = event(mail);
    let texts = OrderTexts {
        id: &mail.id,
        number: &mail.number,
        order: &mail.submission,
        lines: &mail.lines,
        public_url,
        orderer: mail.orderer.as_deref(),
        event: mail.event,
        by: event.map_or("", |event| &event.by),
        by_orderer: mail.by_orderer,
        note: event.and_then(|event| event.note.as_deref()),
        unreported: &mail.unreported,
    };
    match mail.kind {
        OrderMailKind::Order => texts.order_mail(),
        OrderMailKind::Cancellation => texts.cancellation(),
        OrderMailKind::Notice => texts.notice(mail.state),
    }
}

/// The event that a mail reports.
fn event(mail: &OrderMail) -> Option<&OrderEvent> {
    mail.events.get(usize::try_from(mail.event).ok()?.checked_sub(1)?)
}

/// When the event of a mail happened, in seconds since 1970.
pub(in crate::domain) fn happened(mail: &OrderMail) -> Option<i64> {
    event(mail)?.at.parse::<jiff::Timestamp>().ok().map(jiff::Timestamp::as_second)
}

/// Whether a mail no longer has anything to report, or anyone to report to.
pub(in crate::domain) fn is_stale(mail: &OrderMail, notify: bool) -> bool {
    let is_cancelled = mail.state == OrderState::Cancelled;
    let is_latest = usize::try_from(mail.event).is_ok_and(|event| event == mail.events.len());
    match mail.kind {
        // An attempt without an outcome may have delivered it; then the cancellation must follow.
        OrderMailKind::Order => is_cancelled,
        OrderMailKind::Cancellation => {
            !is_cancelled || !is_latest || mail.order_mail == OrderMailProgress::NotTaken
        }
        OrderMailKind::Notice => !is_latest || !notify || mail.orderer.is_none(),
    }
}

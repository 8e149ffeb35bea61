//! Whether a mail about an order is still valid. Its text is made in `mail`, its delivery is in `outbox.rs`.

use crate::model::orders::mail::{OrderMail, OrderMailKind, OrderMailProgress};
use crate::model::orders::state::OrderState;

/// When the event of a mail happened, in seconds since 1970.
pub(in crate::domain) fn happened(mail: &OrderMail) -> Option<i64> {
    mail.reported_event()?.at.parse::<jiff::Timestamp>().ok().map(jiff::Timestamp::as_second)
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

//! Whether a mail about an order is still valid. Its text is made in `mail`, its delivery is in `outbox.rs`.

use crate::model::orders::record::{OrderMail, OrderMailKind, OrderMailProgress};
use crate::model::orders::state::OrderState;

/// When the event of a mail happened, in seconds since 1970.
pub(in crate::domain) fn happened(mail: &OrderMail) -> Option<i64> {
    mail.reported_event()?.at.parse::<jiff::Timestamp>().ok().map(jiff::Timestamp::as_second)
}

/// Whether a mail no longer has anything to report, or anyone to report to.
pub(in crate::domain) fn is_stale(mail: &OrderMail, notify: bool) -> bool {
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

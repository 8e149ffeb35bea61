//! Notices to the orderer about changes of an order's state.

use crate::mail::order_mail::{indent, line_list};
use crate::mail::transport::{Address, OutgoingMail, Recipient};
use crate::model::orders::record::{OrderLine, OrderMail};
use crate::model::orders::state::OrderState;
use std::fmt::Write;

impl OrderMail {
    /// The notice to the orderer. Replies go to the copy center.
    pub(super) fn notice(&self, public_url: &str) -> OutgoingMail {
        let (subject, body) = match self.state {
            OrderState::Waiting => self.question(),
            OrderState::Sent => self.sent(),
            OrderState::Cancelled => self.cancelled_text(),
            OrderState::Received | OrderState::Printing | OrderState::Ready => self.reopened_text(),
        };
        let order = &self.submission;
        let text = format!("Hello {},\n\n{body}\nYour orders: {public_url}/my_orders\n", order.first_name);
        OutgoingMail {
            order: Some(self.id.clone()),
            message: format!("{}.{}", self.id, self.event),
            to: Recipient::Person(Address {
                name: Some(order.name()),
                address: self.orderer.clone().unwrap_or_default(),
            }),
            copy_to: None,
            reply_to: Some(Recipient::CopyCenter),
            subject,
            text,
            html: None,
        }
    }

    fn question(&self) -> (String, String) {
        let mut body = format!(
            "The copy center has a question about your order {} and continues when it has your answer.\n\n{} writes:\n\n{}",
            self.number,
            self.by(),
            indent(self.note().unwrap_or_default())
        );
        // Writing to a String cannot fail.
        let _ = write!(
            body,
            "\nPlease reply to this mail, or answer under 'My orders'.\n\n{}",
            self.ordered_text()
        );
        (format!("Question about your order {}", self.number), body)
    }

    fn sent(&self) -> (String, String) {
        let left = |line: &OrderLine| line.item.quantity - line.sent;
        let is_partial = self.lines.iter().any(|line| left(line) > 0);
        let sent = self.lines.iter().filter_map(|line| {
            let one = self.unreported.iter().find(|one| one.line == line.line)?;
            Some((line, one.quantity))
        });
        let number = &self.number;
        let what = if is_partial { "Part of your order" } else { "Your order" };
        let mut body = format!(
            "{what} {number} is on its way by interoffice mail to mail stop {}.\n",
            self.submission.mail_stop
        );
        // Writing to a String cannot fail.
        let list = line_list(sent);
        if !list.is_empty() {
            let _ = write!(body, "\nSent now:\n{list}");
        }
        if is_partial {
            let rest = self.lines.iter().filter(|line| left(line) > 0).map(|line| (line, left(line)));
            let _ = write!(body, "\nStill to come:\n{}", line_list(rest));
        }
        self.add_note(&mut body);
        (format!("{what} {number} is on its way"), body)
    }

    fn cancelled_text(&self) -> (String, String) {
        let number = &self.number;
        let mut body = if self.by_orderer {
            format!("You have cancelled your order {number}. It will not be sent.\n")
        } else {
            format!("Your order {number} was cancelled. It will not be sent.\n")
        };
        self.add_note(&mut body);
        body.push('\n');
        body.push_str(&self.ordered_text());
        (format!("Your order {number} was cancelled"), body)
    }

    fn reopened_text(&self) -> (String, String) {
        let number = &self.number;
        let mut body = format!("Your order {number} is open again: the copy center is working on it.\n");
        self.add_note(&mut body);
        body.push('\n');
        body.push_str(&self.ordered_text());
        (format!("Your order {number} is open again"), body)
    }

    /// The note, as a quotation.
    fn add_note(&self, body: &mut String) {
        if let Some(note) = self.note().filter(|_| !self.by_orderer) {
            // Writing to a String cannot fail.
            let _ = write!(body, "\n{} writes:\n\n{}", self.by(), indent(note));
        }
    }

    fn ordered_text(&self) -> String {
        format!("You ordered:\n{}", line_list(self.lines.iter().map(|line| (line, line.item.quantity))))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::orders::order::OrderSubmission;
    use crate::model::orders::record::{OrderEvent, SentQuantity};
    use crate::model::orders::record::{OrderMailKind, OrderMailProgress};
    use crate::model::session::OrderItem;

    fn line(line: i64, title: &str, quantity: i64, sent: i64) -> OrderLine {
        OrderLine {
            line,
            item: OrderItem {
                id: "a".into(),
                item_num: (line == 1).then(|| "KSBG1042".into()),
                lang: "Spanish".into(),
                quantity,
                readable_id: None,
                title: title.into(),
                url: None,
                printing_specs: None,
            },
            version_title: None,
            file: None,
            file_now: None,
            sent,
            obsolete: false,
            pages: None,
            estimate: None,
        }
    }

    fn notice(state: OrderState, sent: i64, note: Option<&str>, by_orderer: bool) -> String {
        let submission: OrderSubmission = serde_json::from_value(serde_json::json!({
            "firstName": "Nora", "lastName": "Vance", "email": "typed@example.org", "phoneNumber": "1",
            "department": "Asthma Clinic", "mailStop": "MB 12", "dateRequired": "2026-12-01", "costCenter": "1", "orders": []
        }))
        .unwrap();
        let event = OrderEvent {
            state,
            at: "2026-11-23T15:00:00Z".into(),
            by: "Casey Cole".into(),
            note: note.map(str::to_owned),
            sent: Vec::new(),
        };
        let mail = OrderMail {
            kind: OrderMailKind::Notice,
            event: 1,
            id: "o1".into(),
            number: "26-000123".into(),
            state,
            orderer: Some("nora@example.org".into()),
            by_orderer,
            submission,
            lines: vec![line(1, "Asma", 40, sent), line(2, "خطة", 5, sent.min(5))],
            events: vec![event],
            unreported: vec![SentQuantity { line: 1, quantity: 20 }, SentQuantity { line: 2, quantity: 5 }],
            order_mail: OrderMailProgress::Taken,
        };
        let mail = mail.outgoing("https://h.example.org");
        assert_eq!(mail.reply_to, Some(Recipient::CopyCenter));
        assert!(mail.subject.contains("26-000123") && mail.html.is_none());
        format!("{}\n\n{}", mail.title(), mail.text)
    }

    #[test]
    fn each_state_is_reported_in_plain_words() {
        let texts = [
            notice(OrderState::Waiting, 0, Some("Which paper size?\nLetter or legal?"), false),
            notice(OrderState::Sent, 20, None, false),
            notice(OrderState::Sent, 40, Some("The last box came today."), false),
            notice(OrderState::Cancelled, 0, Some("Out of print."), false),
            notice(OrderState::Cancelled, 0, Some("Ordered twice"), true),
            notice(OrderState::Printing, 0, Some("Found the paper."), false),
        ];
        insta::assert_snapshot!(texts.join("\n--------\n\n"));
    }
}

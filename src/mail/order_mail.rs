//! Mails to the copy center: an order as text and HTML, and a cancellation; and texts that mails about an order share.

use crate::mail::transport::{Address, OutgoingMail, Recipient};
use crate::model::orders::record::{OrderLine, OrderMail, OrderMailKind};
use crate::model::page_urls;
use crate::model::session::OrderItem;
use maud::{DOCTYPE, Markup, html};
use std::fmt::Write;

impl OrderMail {
    /// The mail as it is sent; `public_url` is the base of its links.
    pub fn outgoing(&self, public_url: &str) -> OutgoingMail {
        match self.kind {
            OrderMailKind::Order => self.order(public_url),
            OrderMailKind::Cancellation => self.cancellation(public_url),
            OrderMailKind::Notice => self.notice(public_url),
        }
    }

    /// The mail with the order to the copy center, with a copy to the orderer. Replies go to the address in the order.
    fn order(&self, public_url: &str) -> OutgoingMail {
        let order = &self.submission;
        let named = |address: &str| Address { name: Some(order.name()), address: address.to_owned() };
        OutgoingMail {
            order: Some(self.id.clone()),
            message: self.id.clone(),
            to: Recipient::CopyCenter,
            copy_to: self.orderer.as_deref().map(named),
            reply_to: Some(Recipient::Person(named(&order.email))),
            subject: format!(
                "Patient education order {}: {}, needed {}",
                self.number,
                order.name(),
                order.date_required
            ),
            text: self.order_text(public_url),
            html: Some(self.order_html(public_url).into_string()),
        }
    }

    /// The notice that an order mailed to the copy center was cancelled.
    fn cancellation(&self, public_url: &str) -> OutgoingMail {
        let order = &self.submission;
        let mut text = format!(
            "Order {} was cancelled by {}. Please do not print or send it.\n",
            self.number,
            self.by()
        );
        // Writing to a String cannot fail.
        if let Some(note) = self.note() {
            let _ = write!(text, "\nTheir note:\n\n{}", indent(note));
        }
        let _ = write!(
            text,
            "\n{}, {}, mail stop {}, needed {}\n\n{}",
            order.name(),
            order.department,
            order.mail_stop,
            order.date_required,
            line_list(self.lines.iter().map(|line| (line, line.item.quantity)))
        );
        let _ = write!(text, "\n{}\n", page_urls::order(public_url, &self.number));
        OutgoingMail {
            order: Some(self.id.clone()),
            message: format!("{}.{}.cancelled", self.id, self.event),
            to: Recipient::CopyCenter,
            copy_to: None,
            reply_to: Some(Recipient::Person(Address {
                name: Some(order.name()),
                address: order.email.clone(),
            })),
            subject: format!("Cancelled: patient education order {}, {}", self.number, order.name()),
            text,
            html: None,
        }
    }

    fn fields(&self) -> Vec<(&'static str, String)> {
        let order = &self.submission;
        let optional = |text: &Option<String>| text.clone().unwrap_or_default();
        vec![
            ("Order", self.number.clone()),
            ("Date of order", optional(&order.date_of_order)),
            ("Date required", order.date_required.clone()),
            ("Name", order.name()),
            ("Email", order.email.clone()),
            ("Phone", order.phone_number.clone()),
            ("Department", order.department.clone()),
            ("Mail stop", order.mail_stop.clone()),
            ("Cost center", order.cost_center.clone()),
            ("Activity", optional(&order.activity)),
            ("Cost category", optional(&order.cost_category)),
        ]
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .collect()
    }

    /// The address of the stored file of the line with this index.
    fn file_of(&self, n: usize) -> Option<&str> {
        self.lines.get(n)?.file.as_ref().map(|file| file.url.as_str())
    }

    fn order_text(&self, public_url: &str) -> String {
        let mut text = String::from("Patient education order\n\n");
        // Writing to a String cannot fail.
        for (label, value) in self.fields() {
            let _ = writeln!(text, "{:<15}{value}", format!("{label}:"));
        }
        let _ = writeln!(text, "\nMaterials ({})", self.submission.orders.len());
        for (n, item) in self.submission.orders.iter().enumerate() {
            let number = item.item_num.as_deref().filter(|i| !i.is_empty()).unwrap_or("N/A");
            let _ =
                writeln!(text, "\n{}. {} x {} [{number}], {}", n + 1, item.quantity, item.title, item.lang);
            if let Some(specs) = item.printing_specs.as_deref().filter(|s| !s.is_empty()) {
                let _ =
                    writeln!(text, "   Printing: {}", specs.split_whitespace().collect::<Vec<_>>().join(" "));
            }
            let _ = writeln!(text, "   {}", citation_url(public_url, item));
            if let Some(file) = self.file_of(n) {
                let _ = writeln!(text, "   File: {file}");
            }
        }
        if let Some(instructions) = &self.submission.special_instructions {
            let _ = writeln!(text, "\nSpecial instructions\n{instructions}");
        }
        text
    }

    /// The order as HTML, one row per line.
    fn order_html(&self, public_url: &str) -> Markup {
        html! {
            (DOCTYPE) "\n"
            html lang="en" {
                head { meta charset="utf-8"; title { "Patient education order" } } "\n"
                body style="font-family: sans-serif" { "\n"
                    h1 { "Patient education order" } "\n"
                    table { "\n"
                        @for (label, value) in self.fields() {
                            tr { th align="left" { (label) } td { (value) } } "\n"
                        }
                    } "\n"
                    h2 { "Materials" } "\n"
                    table border="1" cellpadding="6" cellspacing="0" { "\n"
                        tr {
                            th { "Item number" } th { "Title" } th { "Language" } th { "Quantity" } th { "Printing" }
                        } "\n"
                        @for (n, item) in self.submission.orders.iter().enumerate() {
                            (html_row(public_url, item, self.file_of(n))) "\n"
                        }
                    } "\n"
                    @if let Some(instructions) = &self.submission.special_instructions {
                        h2 { "Special instructions" } "\n"
                        p { (html_lines(instructions)) } "\n"
                    }
                }
            } "\n"
        }
    }
}

fn html_row(public_url: &str, item: &OrderItem, file: Option<&str>) -> Markup {
    let number = item.item_num.as_deref().filter(|i| !i.is_empty()).unwrap_or("N/A");
    html! {
        tr {
            td { (number) }
            td {
                a href=(citation_url(public_url, item)) dir="auto" { (item.title) }
                @if let Some(file) = file { " (" a href=(file) { "file" } ")" }
            }
            td { (item.lang) }
            td align="right" { (item.quantity) }
            td { (item.printing_specs.as_deref().unwrap_or("")) }
        }
    }
}

fn html_lines(text: &str) -> Markup {
    html! {
        @for (n, line) in text.split('\n').enumerate() {
            @if n > 0 { br; "\n" }
            (line)
        }
    }
}

fn citation_url(public_url: &str, item: &OrderItem) -> String {
    let id = item.readable_id.as_deref().filter(|id| !id.is_empty()).unwrap_or(&item.id);
    page_urls::citation(public_url, id)
}

/// Lines with how many pieces of each, one a line of text.
pub(super) fn line_list<'l>(lines: impl Iterator<Item = (&'l OrderLine, i64)>) -> String {
    lines.fold(String::new(), |mut text, (line, quantity)| {
        let item = &line.item;
        // Writing to a String cannot fail.
        let _ = write!(text, "  {quantity} x {}, {}", item.title, item.lang);
        if let Some(number) = item.item_num.as_deref().filter(|number| !number.is_empty()) {
            let _ = write!(text, " ({number})");
        }
        text.push('\n');
        text
    })
}

/// A quotation, indented.
pub(super) fn indent(note: &str) -> String {
    note.lines().fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "    {line}");
        text
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::orders::order::OrderSubmission;
    use crate::model::orders::record::OrderMailProgress;
    use crate::model::orders::state::OrderState;

    #[test]
    fn every_line_and_field_reaches_the_copy_center() {
        let submission: OrderSubmission = serde_json::from_value(serde_json::json!({
            "firstName": "Nora", "lastName": "<Vance>", "email": "nora@example.org", "phoneNumber": "555 0100",
            "department": "Asthma Clinic", "mailStop": "MB 12", "dateOfOrder": "2026-11-21", "dateRequired": "2026-12-01",
            "costCenter": "1234", "specialInstructions": "Staple\ntwice",
            "orders": [
                {"id": "a", "itemNum": "KSBG1042", "lang": "Spanish", "quantity": 40, "title": "Asma", "readableId": "asma",
                 "printingSpecs": "Color"},
                {"id": "b c", "lang": "Arabic", "quantity": 1, "title": "خطة"}
            ]
        }))
        .unwrap();
        let mail = OrderMail {
            kind: OrderMailKind::Order,
            event: 1,
            id: "o1".into(),
            number: "26-000123".into(),
            state: OrderState::Received,
            orderer: None,
            by_orderer: true,
            submission,
            lines: Vec::new(),
            events: Vec::new(),
            unreported: Vec::new(),
            order_mail: OrderMailProgress::NotTaken,
        };
        let mail = mail.outgoing("https://h.example.org");
        assert_eq!(mail.subject, "Patient education order 26-000123: Nora <Vance>, needed 2026-12-01");
        insta::assert_snapshot!(mail.text);
        let html = mail.html.unwrap();
        assert!(html.contains("&lt;Vance&gt;") && !html.contains("<Vance>"), "{html}");
        assert!(html.contains("Staple<br>") && html.contains("خطة") && html.contains(">N/A<"), "{html}");
    }
}

//! Mails to the copy center: an order as text and HTML, and a cancellation.

use crate::mail::order_texts::{OrderTexts, indented};
use crate::mail::outgoing::{Address, OutgoingMail, Recipient};
use crate::model::html::escaped;
use crate::model::page_urls;
use std::fmt::Write;

impl OrderTexts<'_> {
    /// The mail with the order to the copy center, with a copy to the orderer. Replies go to the address in the order.
    pub fn order_mail(&self) -> OutgoingMail {
        let order = self.order;
        let named = |address: &str| Address { name: Some(order.name()), address: address.to_owned() };
        OutgoingMail {
            order: Some(self.id.to_owned()),
            message: self.id.to_owned(),
            to: Recipient::CopyCenter,
            copy_to: self.orderer.map(named),
            reply_to: Some(Recipient::Person(named(&order.email))),
            subject: format!(
                "Patient education order {}: {}, needed {}",
                self.number,
                order.name(),
                order.date_required
            ),
            text: self.order_text(),
            html: Some(self.order_html()),
        }
    }

    /// The notice that an order mailed to the copy center was cancelled.
    pub fn cancellation(&self) -> OutgoingMail {
        let order = self.order;
        let mut text =
            format!("Order {} was cancelled by {}. Please do not print or send it.\n", self.number, self.by);
        // Writing to a String cannot fail.
        if let Some(note) = self.note {
            let _ = write!(text, "\nTheir note:\n\n{}", indented(note));
        }
        let _ = write!(
            text,
            "\n{}, {}, mail stop {}, needed {}\n\n{}",
            order.name(),
            order.department,
            order.mail_stop,
            order.date_required,
            self.list(self.lines.iter().map(|line| (line, line.item.quantity)))
        );
        let _ = write!(text, "\n{}\n", page_urls::order(self.public_url, self.number));
        OutgoingMail {
            order: Some(self.id.to_owned()),
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
        let order = self.order;
        let optional = |text: &Option<String>| text.clone().unwrap_or_default();
        vec![
            ("Order", self.number.to_owned()),
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

    fn link(&self, line: &crate::model::session::OrderItem) -> String {
        let id = line.readable_id.as_deref().filter(|r| !r.is_empty()).unwrap_or(&line.id);
        page_urls::citation(self.public_url, id)
    }

    fn order_text(&self) -> String {
        let mut text = String::from("Patient education order\n\n");
        // Writing to a String cannot fail.
        for (label, value) in self.fields() {
            let _ = writeln!(text, "{:<15}{value}", format!("{label}:"));
        }
        let _ = writeln!(text, "\nMaterials ({})", self.order.orders.len());
        for (n, line) in self.order.orders.iter().enumerate() {
            let number = line.item_num.as_deref().filter(|i| !i.is_empty()).unwrap_or("N/A");
            let _ =
                writeln!(text, "\n{}. {} x {} [{number}], {}", n + 1, line.quantity, line.title, line.lang);
            if let Some(specs) = line.printing_specs.as_deref().filter(|s| !s.is_empty()) {
                let _ =
                    writeln!(text, "   Printing: {}", specs.split_whitespace().collect::<Vec<_>>().join(" "));
            }
            let _ = writeln!(text, "   {}", self.link(line));
        }
        if let Some(instructions) = &self.order.special_instructions {
            let _ = writeln!(text, "\nSpecial instructions\n{instructions}");
        }
        text
    }

    /// The same as HTML; everything typed is shown as text.
    fn order_html(&self) -> String {
        let mut html = String::from(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Patient education order</title></head>\n\
             <body style=\"font-family: sans-serif\">\n<h1>Patient education order</h1>\n<table>\n",
        );
        for (label, value) in self.fields() {
            let _ = writeln!(html, "<tr><th align=\"left\">{label}</th><td>{}</td></tr>", escaped(&value));
        }
        html.push_str(
            "</table>\n<h2>Materials</h2>\n<table border=\"1\" cellpadding=\"6\" cellspacing=\"0\">\n<tr><th>Item number</th>\
             <th>Title</th><th>Language</th><th>Quantity</th><th>Printing</th></tr>\n",
        );
        for line in &self.order.orders {
            let number = line.item_num.as_deref().filter(|i| !i.is_empty()).unwrap_or("N/A");
            let _ = writeln!(
                html,
                "<tr><td>{}</td><td><a href=\"{}\" dir=\"auto\">{}</a></td><td>{}</td><td align=\"right\">{}</td><td>{}</td></tr>",
                escaped(number),
                escaped(&self.link(line)),
                escaped(&line.title),
                escaped(&line.lang),
                line.quantity,
                escaped(line.printing_specs.as_deref().unwrap_or("")),
            );
        }
        html.push_str("</table>\n");
        if let Some(instructions) = &self.order.special_instructions {
            let shown = escaped(instructions).replace('\n', "<br>\n");
            let _ = writeln!(html, "<h2>Special instructions</h2>\n<p>{shown}</p>");
        }
        html.push_str("</body></html>\n");
        html
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::orders::order::OrderSubmission;

    #[test]
    fn every_line_and_field_reaches_the_copy_center() {
        let order: OrderSubmission = serde_json::from_value(serde_json::json!({
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
        let texts = OrderTexts {
            id: "o1",
            number: "26-000123",
            order: &order,
            lines: &[],
            public_url: "https://h.example.org",
            orderer: None,
            event: 1,
            by: "Nora",
            by_orderer: true,
            note: None,
            unreported: &[],
        };
        let mail = texts.order_mail();
        assert_eq!(mail.subject, "Patient education order 26-000123: Nora <Vance>, needed 2026-12-01");
        insta::assert_snapshot!(mail.text);
        let html = mail.html.unwrap();
        assert!(html.contains("&lt;Vance&gt;") && !html.contains("<Vance>"), "{html}");
        assert!(html.contains("Staple<br>") && html.contains("خطة") && html.contains(">N/A<"), "{html}");
    }
}

//! What the copy center reads: an order as text and as HTML.

use crate::model::html::escaped;
use crate::model::order::OrderSubmission;
use std::fmt::Write;

/// An order on its way to the copy center.
pub struct OrderMail<'o> {
    /// Id of the order.
    pub id: &'o str,
    /// The order.
    pub order: &'o OrderSubmission,
    /// The verified address of whoever ordered, which gets a copy.
    pub copy_to: Option<&'o str>,
    /// Where its links lead.
    pub public_url: &'o str,
}

impl OrderMail<'_> {
    /// The subject, on one line.
    pub fn subject(&self) -> String {
        let order = self.order;
        format!("Patient education order: {}, needed {}", order.name(), order.date_required)
    }

    fn fields(&self) -> Vec<(&'static str, String)> {
        let order = self.order;
        let optional = |text: &Option<String>| text.clone().unwrap_or_default();
        vec![
            ("Order", self.id.to_owned()),
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
        let encoded: String = url::form_urlencoded::byte_serialize(id.as_bytes()).collect();
        format!("{}/citation/{}", self.public_url, encoded.replace('+', "%20"))
    }

    /// The order as plain text.
    pub fn text(&self) -> String {
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
    pub fn html(&self) -> String {
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
        let mail = OrderMail { id: "o1", order: &order, copy_to: None, public_url: "https://h.example.org" };
        insta::assert_snapshot!(mail.text());
        let html = mail.html();
        assert!(html.contains("&lt;Vance&gt;") && !html.contains("<Vance>"), "{html}");
        assert!(html.contains("Staple<br>") && html.contains("خطة") && html.contains(">N/A<"), "{html}");
    }
}

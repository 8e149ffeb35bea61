//! An order to the copy center. Spec sections 3 and 5.

use crate::model::category::value_key;
use crate::model::day::DateLimit;
use crate::model::day::Day;
use crate::model::error::{Error, FieldError, Result};
use crate::model::session::{OrderItem, check_lines};
use crate::model::text::is_blank;
use crate::model::text_bounds::TextBounds;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Deref;
use utoipa::ToSchema;

const LINE: TextBounds = TextBounds::line(200);
const INSTRUCTIONS: TextBounds = TextBounds::lines(5_000);

/// The number of an order, such as `26-000123`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrderNumber {
    /// The last two digits of the year.
    pub year: i64,
    /// From 1 in each year.
    pub sequence: i64,
}

impl OrderNumber {
    /// The number that a text is; `None` for any other text.
    pub fn parse(text: &str) -> Option<OrderNumber> {
        let (year, sequence) = text.split_once('-')?;
        Some(OrderNumber { year: year.parse().ok()?, sequence: sequence.parse().ok()? })
    }
}

impl fmt::Display for OrderNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}-{:06}", self.year, self.sequence)
    }
}

/// An order as it is submitted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct OrderSubmission {
    /// Given name of the orderer.
    #[schema(required = true)]
    pub first_name: String,
    /// Family name.
    #[schema(required = true)]
    pub last_name: String,
    /// Email address.
    #[schema(required = true)]
    pub email: String,
    /// Phone number.
    #[schema(required = true)]
    pub phone_number: String,
    /// Department that pays.
    #[schema(required = true)]
    pub department: String,
    /// Mailbox for interoffice mail.
    #[schema(required = true)]
    pub mail_stop: String,
    /// Day of the order; the server's own counts.
    pub date_of_order: Option<String>,
    /// Day by which it is needed.
    #[schema(required = true)]
    pub date_required: String,
    /// Cost center.
    #[schema(required = true)]
    pub cost_center: String,
    /// Activity.
    pub activity: Option<String>,
    /// Cost category.
    pub cost_category: Option<String>,
    /// Special instructions.
    pub special_instructions: Option<String>,
    /// The lines.
    #[schema(required = true)]
    pub orders: Vec<OrderItem>,
}

/// An order whose fields are valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedOrder {
    /// The day of the order, which the submission has as well.
    day: Day,
    submission: OrderSubmission,
}

impl CheckedOrder {
    /// The day of the order.
    pub fn day(&self) -> Day {
        self.day
    }

    /// The lines, to be completed from the catalogue.
    pub fn lines_mut(&mut self) -> &mut [OrderItem] {
        &mut self.submission.orders
    }
}

impl Deref for CheckedOrder {
    type Target = OrderSubmission;

    fn deref(&self) -> &OrderSubmission {
        &self.submission
    }
}

impl OrderSubmission {
    /// The order with texts trimmed, or every error. `today` is the server's day, `before` the date required of the same
    /// order when it was sent before.
    pub fn check(mut self, today: Day, before: Option<Day>) -> Result<CheckedOrder> {
        let mut errors = Vec::new();
        for (field, label, text) in [
            ("firstName", "First Name", &mut self.first_name),
            ("lastName", "Last Name", &mut self.last_name),
            ("email", "Email", &mut self.email),
            ("phoneNumber", "Phone Number", &mut self.phone_number),
            ("department", "Department", &mut self.department),
            ("mailStop", "Mail Stop", &mut self.mail_stop),
            ("dateRequired", "Date Required", &mut self.date_required),
            ("costCenter", "Cost Center", &mut self.cost_center),
        ] {
            *text = text.trim().to_owned();
            if is_blank(text) {
                errors.push(FieldError::new(field, format!("{label} is required.")));
            } else {
                errors.extend(LINE.error(field, text));
            }
        }
        for (field, text) in [("activity", &mut self.activity), ("costCategory", &mut self.cost_category)] {
            *text = text.take().map(|t| t.trim().to_owned()).filter(|t| !is_blank(t));
            if let Some(text) = text {
                errors.extend(LINE.error(field, text));
            }
        }
        if let Some(text) = &self.special_instructions {
            errors.extend(INSTRUCTIONS.error("specialInstructions", text));
        }
        self.special_instructions =
            self.special_instructions.map(|t| t.trim().to_owned()).filter(|t| !is_blank(t));
        let known = |errors: &[FieldError], field: &str| errors.iter().any(|f| f.field == field);
        if !known(&errors, "email") && !is_loose_email(&self.email) {
            errors.push(FieldError::new("email", "An email address looks like name@example.org."));
        }
        if !known(&errors, "dateRequired") {
            match Day::parse(&self.date_required) {
                None => errors.push(FieldError::new("dateRequired", "Expected a date such as 2026-01-24.")),
                Some(day) => match DateLimit::REQUIRED.problem(day, today).filter(|_| before != Some(day)) {
                    Some(problem) => errors.push(FieldError::new("dateRequired", problem)),
                    None => self.date_required = day.to_string(),
                },
            }
        }
        if self.orders.is_empty() {
            errors.push(FieldError::new("orders", "An order needs at least one line."));
        }
        check_lines(&mut errors, "orders", &self.orders);
        self.date_of_order = Some(today.to_string());
        if errors.is_empty() {
            Ok(CheckedOrder { day: today, submission: self })
        } else {
            Err(Error::Invalid(errors))
        }
    }

    /// Whether both orders ask for the same: every field but the date of the order, and of each line citation, language
    /// and quantity. The rest of a line is the server's own.
    pub fn asks_for_the_same_as(&self, other: &OrderSubmission) -> bool {
        let lines = |order: &OrderSubmission| -> Vec<(String, String, i64)> {
            order.orders.iter().map(|line| (line.id.clone(), value_key(&line.lang), line.quantity)).collect()
        };
        let rest = |order: &OrderSubmission| OrderSubmission {
            date_of_order: None,
            orders: Vec::new(),
            ..order.clone()
        };
        lines(self) == lines(other) && rest(self) == rest(other)
    }

    /// Name of the orderer.
    pub fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name)
    }
}

/// Not blank, an @, not blank. Source: spec section 5.
fn is_loose_email(text: &str) -> bool {
    text.split_once('@').is_some_and(|(before, after)| {
        !before.is_empty() && !after.is_empty() && !text.contains(char::is_whitespace)
    })
}

/// What a stored order answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderReceipt {
    /// Id of the order.
    pub id: String,
    /// Its number, such as `26-000123`.
    pub number: String,
    /// The server's day.
    pub date_of_order: String,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_number_has_its_parts() {
        let number = OrderNumber { year: 26, sequence: 123 };
        assert_eq!(
            (OrderNumber::parse("26-000123"), number.to_string().as_str()),
            (Some(number), "26-000123")
        );
        assert_eq!(OrderNumber::parse("26"), None);
    }

    fn order() -> OrderSubmission {
        serde_json::from_value(serde_json::json!({
            "firstName": " Nora ", "lastName": "Vance", "email": "nora@example.org", "phoneNumber": "555 0100",
            "department": "Asthma Clinic", "mailStop": "MB 12", "dateRequired": "2026-12-01", "costCenter": "1234",
            "orders": [{"id": "a", "lang": "English", "quantity": 40, "title": "Asthma"}]
        }))
        .unwrap()
    }

    fn day(text: &str) -> Day {
        Day::parse(text).unwrap()
    }

    fn fields(order: OrderSubmission) -> Vec<String> {
        match order.check(day("2026-11-21"), None) {
            Ok(_) => Vec::new(),
            Err(Error::Invalid(errors)) => errors.into_iter().map(|f| f.field).collect(),
            Err(other) => unreachable!("{other}"),
        }
    }

    #[test]
    fn a_valid_order_is_normalized_and_dated_by_the_server() {
        let checked = order().check(day("2026-11-21"), None).unwrap();
        assert_eq!(
            (checked.name().as_str(), checked.date_of_order.as_deref()),
            ("Nora Vance", Some("2026-11-21"))
        );
    }

    #[test]
    fn an_order_that_is_sent_again_keeps_its_date() {
        let sent = OrderSubmission { date_required: "2026-11-01".into(), ..order() };
        assert!(sent.clone().check(day("2026-11-21"), Some(day("2026-11-01"))).is_ok());
        assert!(sent.check(day("2026-11-21"), Some(day("2026-11-02"))).is_err());
    }

    #[test]
    fn every_invalid_field_is_named() {
        assert_eq!(
            fields(OrderSubmission::default()),
            [
                "firstName",
                "lastName",
                "email",
                "phoneNumber",
                "department",
                "mailStop",
                "dateRequired",
                "costCenter",
                "orders"
            ]
        );
        assert_eq!(fields(OrderSubmission { email: "a\r\nBcc: x@y".into(), ..order() }), ["email"]);
        assert_eq!(fields(OrderSubmission { email: "nora".into(), ..order() }), ["email"]);
        assert_eq!(fields(OrderSubmission { mail_stop: "\u{200b}".into(), ..order() }), ["mailStop"]);
        assert_eq!(
            fields(OrderSubmission { date_required: "2026-02-30".into(), ..order() }),
            ["dateRequired"]
        );
        assert_eq!(
            fields(OrderSubmission { date_required: "2026-11-19".into(), ..order() }),
            ["dateRequired"]
        );
        for (day, expected) in
            [("2026-11-20", 0), ("2027-11-21", 0), ("2027-11-22", 1), ("9999-12-31", 1), ("0202-01-01", 1)]
        {
            let errors = fields(OrderSubmission { date_required: day.into(), ..order() });
            assert_eq!(errors.len(), expected, "{day}");
        }
        let mut many = order();
        many.orders[0].quantity = 10_001;
        assert_eq!(fields(many), ["orders[0].quantity"]);
    }
}

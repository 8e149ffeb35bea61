//! Orders of the demo: in every state, some late, one with a question.

use crate::domain::orders::submit::fill_in_lines;
use crate::model::clock;
use crate::model::day::Day;
use crate::model::error::{Error, Result};
use crate::model::orders::order::OrderSubmission;
use crate::model::orders::record::delivery;
use crate::model::orders::state::OrderState;
use crate::model::session::OrderItem;
use crate::store::{Editor, NewOrder, Store, UserClaims, WriteTx, number_parts};
use jiff::ToSpan;

/// An order of the demo.
struct Example {
    name: (&'static str, &'static str),
    department: &'static str,
    mail_stop: &'static str,
    cost_center: &'static str,
    /// Days from today.
    ordered: i32,
    required: i32,
    /// Citation, language, quantity.
    lines: &'static [(&'static str, &'static str, i64)],
    instructions: Option<&'static str>,
    /// Transitions with their notes.
    transitions: &'static [(OrderState, Option<&'static str>)],
}

const EXAMPLES: [Example; 8] = [
    Example {
        name: ("Ines", "Ortega"),
        department: "Pulmonary Clinic",
        mail_stop: "MB 214",
        cost_center: "40211",
        ordered: -6,
        required: -1,
        lines: &[("s-asthma-action-plan", "English", 120), ("s-asthma-action-plan", "Somali", 30)],
        instructions: None,
        transitions: &[],
    },
    Example {
        name: ("Tom", "Becker"),
        department: "Emergency",
        mail_stop: "ED 3",
        cost_center: "40100",
        ordered: -4,
        required: 0,
        lines: &[("s-fever", "English", 200), ("s-fever", "Spanish", 100), ("s-croup", "English", 50)],
        instructions: Some("Please bundle by 25."),
        transitions: &[(OrderState::Printing, None)],
    },
    Example {
        name: ("Salma", "Haddad"),
        department: "Orthopedics",
        mail_stop: "W 118",
        cost_center: "41800",
        ordered: -3,
        required: 2,
        lines: &[("s-cast-care", "English", 80), ("s-cast-care", "Hmong", 20)],
        instructions: None,
        transitions: &[(OrderState::Waiting, Some("Letter or half-letter? The specs changed this month."))],
    },
    Example {
        name: ("Grace", "Lindqvist"),
        department: "Newborn Nursery",
        mail_stop: "NB 7",
        cost_center: "42010",
        ordered: -3,
        required: 1,
        lines: &[("s-newborn-care", "English", 300), ("s-newborn-care", "Spanish", 150)],
        instructions: None,
        transitions: &[(OrderState::Printing, None), (OrderState::Ready, None)],
    },
    Example {
        name: ("Ines", "Ortega"),
        department: "Pulmonary Clinic",
        mail_stop: "MB 214",
        cost_center: "40211",
        ordered: -1,
        required: 5,
        lines: &[("s-croup", "English", 40), ("s-croup", "Somali", 20)],
        instructions: None,
        transitions: &[],
    },
    Example {
        name: ("Devon", "Price"),
        department: "Injury Prevention",
        mail_stop: "S 40",
        cost_center: "43300",
        ordered: 0,
        required: 9,
        lines: &[("s-car-seats", "English", 250), ("s-car-seats", "Karen", 25), ("s-car-seats", "Hmong", 25)],
        instructions: Some("For the car seat fair on the weekend after."),
        transitions: &[],
    },
    Example {
        name: ("Tom", "Becker"),
        department: "Emergency",
        mail_stop: "ED 3",
        cost_center: "40100",
        ordered: -20,
        required: -12,
        lines: &[("s-seizure-first-aid", "English", 100)],
        instructions: None,
        transitions: &[(OrderState::Printing, None), (OrderState::Ready, None), (OrderState::Sent, None)],
    },
    Example {
        name: ("Grace", "Lindqvist"),
        department: "Newborn Nursery",
        mail_stop: "NB 7",
        cost_center: "42010",
        ordered: -9,
        required: -2,
        lines: &[("s-eczema", "English", 60)],
        instructions: None,
        transitions: &[(OrderState::Cancelled, Some("Ordered twice; the other one is on its way."))],
    },
];

/// Adds the orders of the demo to the sample catalogue. Nothing of them is mailed or shown.
pub fn add_demo_orders(store: &Store) -> Result<()> {
    let numbers = store.order_numbers()?;
    let given = store.write(|db| {
        let user = db.save_user(&UserClaims {
            issuer: "demo".into(),
            sub: "units".into(),
            email: None,
            email_verified: None,
            given_name: None,
            family_name: None,
        })?;
        EXAMPLES
            .iter()
            .map(|example| add(db, user, example, |year| numbers.last(year)))
            .collect::<Result<Vec<_>>>()
    })?;
    given
        .iter()
        .filter_map(|number| number_parts(number))
        .try_for_each(|(year, last)| numbers.keep(year, last))
}

fn add(db: &WriteTx<'_>, user: i64, example: &Example, noted: impl Fn(i64) -> i64) -> Result<String> {
    let mut order = submission(example)?;
    let lines = fill_in_lines(db, &mut order.orders)?;
    let id = uuid::Uuid::now_v7().to_string();
    let new = NewOrder { id: &id, user, key: None, submission: &order, lines: &lines };
    let receipt = db.add_order(&new, noted, false)?;
    let by = Editor { user: None, name: "Casey Cole".into() };
    for (to, note) in example.transitions {
        let order = db.order_key(&id)?.ok_or_else(|| Error::internal("adding demo orders", "one is lost"))?;
        let sent = match to {
            OrderState::Sent => delivery(&db.line_counts(order.key)?, None)?,
            _ => Vec::new(),
        };
        db.apply_transition(&order, *to, &by, *note, &sent)?;
    }
    Ok(receipt.number)
}

fn submission(example: &Example) -> Result<OrderSubmission> {
    let day = |offset: i32| {
        let day = Day::from(clock::today()).date().checked_add(i64::from(offset).days());
        day.map(|day| Day::from(day).to_string()).map_err(|e| Error::internal("adding demo orders", e))
    };
    let (first_name, last_name) = example.name;
    let item = |&(id, lang, quantity): &(&str, &str, i64)| OrderItem {
        id: id.to_owned(),
        item_num: None,
        lang: lang.to_owned(),
        quantity,
        readable_id: None,
        title: String::new(),
        url: None,
        printing_specs: None,
    };
    Ok(OrderSubmission {
        first_name: first_name.into(),
        last_name: last_name.into(),
        email: format!("{}.{}@example.org", first_name.to_lowercase(), last_name.to_lowercase()),
        phone_number: "555 0100".into(),
        department: example.department.into(),
        mail_stop: example.mail_stop.into(),
        date_of_order: Some(day(example.ordered)?),
        date_required: day(example.required)?,
        cost_center: example.cost_center.into(),
        activity: None,
        cost_category: None,
        special_instructions: example.instructions.map(str::to_owned),
        orders: example.lines.iter().map(item).collect(),
    })
}

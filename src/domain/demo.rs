//! What a year of use leaves behind, for the demo: packets, usage counts, problem reports, and orders in every state.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::orders::fill_in_lines;
use crate::domain::packets::editing::add_packet;
use crate::model::clock;
use crate::model::day::Day;
use crate::model::error::{Error, Result};
use crate::model::keys::{ChangeNumber, CitationKey, UserKey};
use crate::model::orders::order::{OrderNumber, OrderSubmission};
use crate::model::orders::record::delivery;
use crate::model::orders::state::OrderState;
use crate::model::packets::draft::{PacketInput, PacketItemInput};
use crate::model::reports::{ReportKind, ReportState};
use crate::model::session::OrderItem;
use crate::model::usage::UsageCounts;
use crate::store::{CountedUsage, Editor, NewOrder, NewReport, Store, UserClaims, WriteTx};
use jiff::ToSpan;
use std::collections::HashMap;

const PACKETS: [DemoPacket; 4] = [
    (
        "New asthma diagnosis",
        "For families at the first visit after the diagnosis. Go through the plan together before they leave.",
        "Pulmonary Medicine",
        &[
            ("s-asthma-action-plan", Some("Fill in the three zones with the family.")),
            ("s-inhaler-with-spacer", Some("Show it, then let them show you.")),
            ("s-asthma-triggers", None),
        ],
    ),
    (
        "Home with a newborn",
        "For every family that goes home from the nursery.",
        "Newborn Medicine",
        &[
            ("s-newborn-care", None),
            ("s-safe-sleep", Some("Ask where the baby will sleep tonight.")),
            ("s-crying-baby", None),
            ("s-fever", Some("Under three months: seen at once.")),
        ],
    ),
    (
        "After tonsil surgery",
        "Given before surgery, so that there are drinks and medicine at home.",
        "Ear, Nose and Throat",
        &[("s-tonsillectomy", None), ("s-fasting-before-anesthesia", None), ("s-pain-at-home", None)],
    ),
    (
        "First days with type 1 diabetes",
        "For the stay in hospital and the week after it.",
        "Endocrinology and Diabetes",
        &[
            ("s-type-1-diabetes-first-days", None),
            ("s-checking-blood-sugar", None),
            ("s-low-blood-sugar", Some("Where does the family keep sugar and glucagon?")),
            ("s-diabetes-at-school", None),
        ],
    ),
];

/// Citations with how often a week they are read.
const READ: [(&str, u64); 16] = [
    ("s-fever", 46),
    ("s-asthma-action-plan", 38),
    ("s-safe-sleep", 31),
    ("s-croup", 24),
    ("s-newborn-care", 22),
    ("s-interpreter-services", 19),
    ("s-hand-washing", 14),
    ("s-vomiting-diarrhea", 13),
    ("s-cast-care", 12),
    ("s-tonsillectomy", 10),
    ("s-inhaler-with-spacer", 9),
    ("s-seizure-first-aid", 8),
    ("s-low-blood-sugar", 7),
    ("s-iron-rich-foods", 5),
    ("s-headache-diary", 4),
    ("s-wound-care-stitches", 4),
];

/// Of 100 uses of a citation, those in its first, second … language.
const SHARES: [u64; 4] = [58, 26, 11, 5];
const WEEKS: u64 = 52;
const REPORTS: [DemoReport; 4] = [
    ("s-croup", "Somali", ReportKind::Link, "The page does not open on my phone.", None, None),
    (
        "s-car-seats",
        "Hmong",
        ReportKind::Translation,
        "On page 2 the word for the harness clip is one that nobody here uses.",
        Some("parent@example.org"),
        None,
    ),
    (
        "s-iron-rich-foods",
        "English",
        ReportKind::Wrong,
        "The table has no vegetarian breakfast. Oatmeal would help.",
        None,
        None,
    ),
    (
        "s-head-lice",
        "Spanish",
        ReportKind::Outdated,
        "Our school no longer sends children home for nits.",
        None,
        Some("Changed with the spring revision. Thank you."),
    ),
];

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

/// Title, description, department, and citations with what the family should know about them.
type DemoPacket = (&'static str, &'static str, &'static str, &'static [(&'static str, Option<&'static str>)]);

/// Citation, language, kind, text, email address, and the note of a closed one.
type DemoReport =
    (&'static str, &'static str, ReportKind, &'static str, Option<&'static str>, Option<&'static str>);

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

/// Adds packets, a year of usage and problem reports to the sample catalogue.
pub fn add_demo_year(app: &App) -> Result<()> {
    let actor = Actor::server("demo");
    for (title, description, department, items) in PACKETS {
        let item = |&(citation, note): &(&str, Option<&str>)| PacketItemInput {
            citation: citation.into(),
            note: note.map(str::to_owned),
        };
        let packet = PacketInput {
            title: title.into(),
            description: Some(description.into()),
            department: Some(department.into()),
            published: true,
            items: items.iter().map(item).collect(),
        };
        add_packet(app, packet, None, &actor)?;
    }
    app.store.write(|db| {
        let read = READ.iter().map(|(id, uses)| Ok((key(db, id)?, *uses)));
        let read = read.collect::<Result<HashMap<CitationKey, u64>>>()?;
        for citation in db.changed_after(ChangeNumber::new(0))? {
            // Every fourth of the others is used by nobody.
            let uses = read.get(&citation).copied().unwrap_or(citation.row().unsigned_abs() % 4);
            add_usage(db, citation, uses)?;
        }
        REPORTS.iter().try_for_each(|report| add_report(db, report, &actor))
    })
}

/// A year of uses of a citation, more of them in winter, on one day of each week.
fn add_usage(db: &WriteTx<'_>, key: CitationKey, uses: u64) -> Result<()> {
    let tags = db.language_tags()?;
    let today = Day::from(clock::today()).date();
    let mut counted = Vec::new();
    for (lang, share) in db.citation_languages(key)?.iter().zip(SHARES) {
        let Some(tag) = tags.tag(lang) else { continue };
        for week in 0..WEEKS {
            let days = i64::try_from(week * 7 + (key.row().unsigned_abs() + share) % 7 + 1).unwrap_or(1);
            let day = today
                .checked_sub(days.days())
                .map_err(|e| Error::internal("adding the usage of the demo", e))?;
            let of_season = if matches!(day.month(), 10..=12 | 1..=3) { 125 } else { 80 };
            // Not the same number each week; what is rarely read has some weeks only.
            let parts = uses * share * of_season * (90 + (week * 37 + share) % 21);
            let rest = (week * 618_034 + key.row().unsigned_abs() * 271_828) % 1_000_000;
            let view = (parts + rest) / 1_000_000;
            let order = if week % 9 == share % 9 { uses * share / 200 * 5 } else { 0 };
            let counts = UsageCounts { view, open: view * 3 / 5, scan: view / 6, order };
            if view + order > 0 {
                counted.push(CountedUsage { day, citation: key, tag: tag.as_str().into(), counts });
            }
        }
    }
    db.add_usage(&counted)
}

fn add_report(db: &WriteTx<'_>, report: &DemoReport, actor: &Actor) -> Result<()> {
    let &(citation, lang, kind, text, email, note) = report;
    let id = uuid::Uuid::now_v7().to_string();
    let new = NewReport {
        citation: Some(key(db, citation)?),
        packet: None,
        tag: db.language_tags()?.tag(lang).map(|tag| tag.as_str().to_owned()),
        language: Some(lang.into()),
        kind,
        format: None,
        text: Some(text),
        email,
        screen_language: "en",
    };
    db.add_report(&id, &new)?;
    if note.is_some() {
        db.change_report(db.report(&id)?.key, ReportState::Closed, note, false, actor.editor())?;
    }
    Ok(())
}

fn key(db: &WriteTx<'_>, citation: &str) -> Result<CitationKey> {
    db.citation_key(citation)?.ok_or_else(|| Error::NotFound(format!("{citation} is not in the sample.")))
}

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
    given.iter().filter_map(|number| OrderNumber::parse(number)).try_for_each(|number| numbers.keep(number))
}

fn add(
    db: &WriteTx<'_>,
    user: UserKey,
    example: &Example,
    last_number_on_disk: impl Fn(i64) -> i64,
) -> Result<String> {
    let (ordered, required) = (day(example.ordered)?, day(example.required)?);
    let mut order = submission(example, required).check(ordered, Some(required))?;
    let lines = fill_in_lines(db, order.lines_mut())?;
    let id = uuid::Uuid::now_v7().to_string();
    let new = NewOrder { id: &id, user, key: None, order: &order, lines: &lines };
    let receipt = db.add_order(&new, last_number_on_disk, false)?;
    let by = Editor { user: None, name: "Casey Cole".into() };
    for (to, note) in example.transitions {
        let order =
            db.order_head(&id)?.ok_or_else(|| Error::internal("adding demo orders", "one is lost"))?;
        let sent = match to {
            OrderState::Sent => delivery(&db.line_counts(order.key)?, None)?,
            _ => Vec::new(),
        };
        db.apply_transition(&order, *to, &by, *note, &sent)?;
    }
    Ok(receipt.number)
}

/// The day this many days from today.
fn day(offset: i32) -> Result<Day> {
    let day = clock::today().checked_add(i64::from(offset).days());
    day.map(Day::from).map_err(|e| Error::internal("adding demo orders", e))
}

fn submission(example: &Example, required: Day) -> OrderSubmission {
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
    OrderSubmission {
        first_name: first_name.into(),
        last_name: last_name.into(),
        email: format!("{}.{}@example.org", first_name.to_lowercase(), last_name.to_lowercase()),
        phone_number: "555 0100".into(),
        department: example.department.into(),
        mail_stop: example.mail_stop.into(),
        date_of_order: None,
        date_required: required.to_string(),
        cost_center: example.cost_center.into(),
        activity: None,
        cost_category: None,
        special_instructions: example.instructions.map(str::to_owned),
        orders: example.lines.iter().map(item).collect(),
    }
}

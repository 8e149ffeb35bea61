//! Measures how long the migration of old orders takes, and how fast the copy center's list answers. Run it by
//! `make bench`, or alone: `cargo run --profile dist --example orders_bench`.

#![allow(clippy::print_stdout)]

use handout::model::day::Day;
use handout::model::orders::order::OrderSubmission;
use handout::model::orders::queue::QueueParameters;
use handout::model::orders::queue::{TotalsFilter, TotalsParameters};
use handout::model::orders::state::OrderState;
use handout::model::session::OrderItem;
use handout::store::{Editor, FILE_NAME, LineFacts, NewOrder, Store, UserClaims};
use rusqlite::{Connection, params};
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

/// Orders in the database to migrate.
const OLD: i64 = 10_000;
/// Orders in the list.
const ORDERS: i64 = 50_000;
/// How many of these are open; a copy center rarely has more.
const OPEN: i64 = 600;
/// How often each call is measured.
const ROUNDS: usize = 40;

/// The schema before orders had states.
const BEFORE: [&str; 8] = [
    include_str!("../../src/store/migrations/V1__catalogue.sql"),
    include_str!("../../src/store/migrations/V2__people.sql"),
    include_str!("../../src/store/migrations/V3__orders.sql"),
    include_str!("../../src/store/migrations/V4__jobs.sql"),
    include_str!("../../src/store/migrations/V5__outbox_attempts.sql"),
    include_str!("../../src/store/migrations/V6__searches.sql"),
    include_str!("../../src/store/migrations/V7__words.sql"),
    include_str!("../../src/store/migrations/V8__languages.sql"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    println!("\n## Orders\n");
    migration(folder.path())?;
    list(&folder.path().join("list"))
}

const TITLES: [&str; 8] = [
    "Asthma action plan",
    "Fever: what to do and when to call",
    "Cast care",
    "Croup: the barking cough",
    "Caring for your newborn",
    "Car seats: the right seat at each age and size",
    "Eczema: soak and seal",
    "Type 1 diabetes: your first days",
];
const FIRST: [&str; 7] = ["Nora", "Uriel", "Ines", "Tom", "Salma", "Grace", "Devon"];
const LAST: [&str; 9] =
    ["Vance", "Clarke", "Ortega", "Becker", "Haddad", "Lindqvist", "Price", "Müller", "O'Neil"];

/// The element at `n`, wrapping around at the end of the list.
fn pick<T: Copy>(list: &[T], n: i64) -> T {
    list[usize::try_from(n).unwrap_or(0) % list.len()]
}

fn example(n: i64) -> OrderSubmission {
    let item = |line: i64| OrderItem {
        id: format!("c{}", (n * 7 + line) % 500),
        item_num: Some(format!("KSBG{}", 1000 + (n * 7 + line) % 500)),
        lang: "English".into(),
        quantity: 10 + n % 90,
        readable_id: None,
        title: pick(&TITLES, n * 3 + line).into(),
        url: None,
        printing_specs: Some("Color, letter".into()),
    };
    let day = |offset: i64| {
        format!("20{:02}-{:02}-{:02}", 21 + n / 10_000, 1 + (n / 850 + offset) % 12, 1 + n % 28)
    };
    OrderSubmission {
        first_name: pick(&FIRST, n).into(),
        last_name: pick(&LAST, n / 7).into(),
        email: "unit@example.org".into(),
        phone_number: "555 0100".into(),
        department: format!("Department {}", n % 60),
        mail_stop: format!("MB {}", n % 120),
        date_of_order: Some(day(0)),
        date_required: day(1),
        cost_center: format!("{}", 40_000 + n % 200),
        activity: None,
        cost_category: None,
        special_instructions: (n % 5 == 0).then(|| "Please bundle by 25.".into()),
        orders: (0..1 + n % 5).map(item).collect(),
    }
}

/// Creates a database of the previous schema with old orders, and measures opening it with the current program.
fn migration(folder: &Path) -> Result<(), Box<dyn Error>> {
    let (data, present) = (folder.join("old"), folder.join("present"));
    std::fs::create_dir(&data)?;
    drop(Store::open(&present)?);
    let db = Connection::open(data.join(FILE_NAME))?;
    db.execute_batch("PRAGMA application_id = 0x48414E44; PRAGMA synchronous = OFF")?;
    db.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    for sql in BEFORE {
        db.execute_batch(sql)?;
    }
    db.execute("ATTACH ?1 AS present", [present.join(FILE_NAME).to_string_lossy()])?;
    db.execute_batch(
        "CREATE TABLE refinery_schema_history AS SELECT * FROM present.refinery_schema_history WHERE version <= 8; \
         DETACH present; INSERT INTO users (key, issuer, sub, first_seen) VALUES (1, 'i', 's', ''); BEGIN",
    )?;
    for n in 0..OLD {
        let order = example(n);
        db.execute(
            "INSERT INTO orders (key, id, user, date_of_order, sent, body) VALUES (?1, ?2, 1, ?3, ?3 || 'T12:00:00Z', ?4)",
            params![n + 1, format!("o{n}"), order.date_of_order, serde_json::to_string(&order)?],
        )?;
        db.execute("INSERT INTO outbox (order_key, tries, mailed) VALUES (?1, 1, '')", [n + 1])?;
    }
    db.execute_batch("COMMIT")?;
    drop(db);
    let begun = Instant::now();
    let store = Store::open(&data)?;
    let took = begun.elapsed();
    let found = store.read(|db| db.order_queue(&QueueParameters::default().read()?, today(), 0))?.found;
    println!("- migration of {found} orders, the copy before it included: {} ms", took.as_millis());
    Ok(())
}

fn today() -> Day {
    Day::from(jiff::Zoned::now().date())
}

/// Measures the copy center's list with its filters and searches.
fn list(data: &Path) -> Result<(), Box<dyn Error>> {
    let store = Store::open(data)?;
    add_orders(&store)?;
    println!("- the copy center's list with {ORDERS} orders, {OPEN} of them open, {ROUNDS} times each:\n");
    println!("| call | found | p50 ms | slowest ms |\n| --- | --: | --: | --: |");
    let with = |change: fn(&mut QueueParameters)| {
        let mut parameters = QueueParameters::default();
        change(&mut parameters);
        parameters
    };
    let calls = [
        ("all", with(|_| ()), 0),
        ("page 500", with(|_| ()), 25_000),
        ("received", with(|p| p.state = "received".into()), 0),
        ("late", with(|p| p.late = "true".into()), 0),
        ("a mail stop", with(|p| p.mail_stop = "MB 17".into()), 0),
        ("a department, sent", with(|p| (p.department, p.state) = ("Department 7".into(), "sent".into())), 0),
        ("a year", with(|p| (p.from, p.to) = ("2023-01-01".into(), "2023-12-31".into())), 0),
        ("a number", with(|p| p.q = "24-000123".into()), 0),
        ("a name", with(|p| p.q = "müller nora".into()), 0),
        ("an item number", with(|p| p.q = "ksbg1042".into()), 0),
        ("a frequent word", with(|p| p.q = "asthma".into()), 0),
        ("a frequent word, received", with(|p| (p.q, p.state) = ("asthma".into(), "received".into())), 0),
        ("two letters", with(|p| p.q = "mü".into()), 0),
        ("nothing found", with(|p| p.q = "pneumonoultramicroscopic".into()), 0),
    ];
    for (name, parameters, start) in calls {
        let filter = parameters.read()?;
        let (found, times) =
            measured(|| Ok(store.read(|db| db.order_queue(&filter, today(), start))?.found))?;
        print_row(name, found, times);
    }
    let totals: TotalsFilter = TotalsParameters { by: "costCenter".into(), ..Default::default() }.read()?;
    let (found, times) = measured(|| Ok(store.read(|db| db.order_totals(&totals))?.found))?;
    print_row("totals by cost center", found, times);
    Ok(())
}

fn add_orders(store: &Store) -> Result<(), Box<dyn Error>> {
    store.write(|db| {
        let user = db.save_user(&UserClaims {
            issuer: "i".into(),
            sub: "s".into(),
            email: None,
            email_verified: None,
            given_name: None,
            family_name: None,
        })?;
        let by = Editor { user: Some(user), name: "Casey Cole".into() };
        for n in 0..ORDERS {
            let (id, submission) = (format!("o{n}"), example(n));
            let ordered = submission.date_of_order.as_deref().and_then(Day::parse).unwrap_or_else(today);
            let required = Day::parse(&submission.date_required);
            let order = submission.check(ordered, required)?;
            let line = LineFacts { pages: Some(2), cents_per_page: 17, file: None, version_title: None };
            let lines = vec![line; order.orders.len()];
            let new = NewOrder { id: &id, user, key: None, order: &order, lines: &lines };
            db.add_order(&new, |_| 0, false)?;
            if n < ORDERS - OPEN
                && let Some(order) = db.order_head(&id)?
            {
                db.apply_transition(&order, OrderState::Sent, &by, None, &[])?;
            }
        }
        Ok(())
    })?;
    Ok(())
}

fn measured(
    mut call: impl FnMut() -> Result<u64, Box<dyn Error>>,
) -> Result<(u64, Vec<Duration>), Box<dyn Error>> {
    let mut found = call()?;
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        found = call()?;
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    Ok((found, times))
}

fn print_row(name: &str, found: u64, times: Vec<Duration>) {
    let ms = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1_000.0);
    println!("| {name} | {found} | {:.1} | {:.1} |", ms(times.get(times.len() / 2)), ms(times.last()));
}

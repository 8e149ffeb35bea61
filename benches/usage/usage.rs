//! Measures how fast three years of usage counts of 3,000 handouts in 12 languages are read, and the cost of counting
//! one use. Run it by `make bench`, or alone: `cargo run --profile dist --example usage_bench`.

#![allow(clippy::print_stdout)]

use handout::domain::actor::Actor;
use handout::domain::app::App;
use handout::domain::usage::{self, Client};
use handout::model::clock;
use handout::model::keys::CitationKey;
use handout::model::list_part::ListPart;
use handout::model::usage::{UsageKind, UsageParameters};
use handout::settings::Settings;
use handout::store::{FILE_NAME, Store};
use jiff::Span;
use rusqlite::{Connection, params};
use std::error::Error;
use std::hint::black_box;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

const CITATIONS: i64 = 3_000;
const DEPARTMENTS: i64 = 30;
const DAYS: i64 = 3 * 365;
/// Distinct pairs of handout and language that are used on a day.
const PAIRS_A_DAY: i64 = 3_000;
const LANGUAGES: [&str; 12] =
    ["en", "es", "so", "vi", "ru", "zh-Hans", "zh-Hant", "ar", "am", "uk", "ko", "fr"];
/// How often each call is measured.
const ROUNDS: usize = 20;
/// Uses to count.
const USES: u32 = 200_000;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    println!("\n## Usage\n");
    drop(Store::open(folder.path())?);
    let rows = fill(&folder.path().join(FILE_NAME))?;
    println!("{rows} rows of days, {CITATIONS} handouts, {} languages, {DAYS} days\n", LANGUAGES.len());
    let mut settings = Settings::default();
    settings.data.dir = folder.path().to_owned();
    let app = App::open(Arc::new(settings), "http://localhost")?;
    read(&app)?;
    count(&app);
    Ok(())
}

/// Inserts citations with departments, and counts for every day. Returns the number of daily rows.
fn fill(file: &Path) -> Result<i64, Box<dyn Error>> {
    let db = Connection::open(file)?;
    db.execute_batch("PRAGMA synchronous = OFF; BEGIN")?;
    db.execute("INSERT INTO changes (at) VALUES ('2026-01-01T00:00:00.000Z')", [])?;
    for n in 1..=DEPARTMENTS {
        db.execute(
            "INSERT INTO lookup_values (category, value, value_key) VALUES (?1, 'Department ' || ?2, 'department' || ?2)",
            params![handout::model::category::Category::Departments as i64, n],
        )?;
    }
    for n in 1..=CITATIONS {
        db.execute(
            "INSERT INTO citations (key, id, title, version, saved_at, saved_by_name, changed) \
             VALUES (?1, 'c' || ?1, 'Handout ' || ?1, 1, '2026-01-01T00:00:00.000Z', 'bench', 1)",
            [n],
        )?;
        db.execute(
            "INSERT INTO citation_values (citation, category, position, value) \
             SELECT ?1, ?2, 0, key FROM lookup_values WHERE value = ?3",
            params![
                n,
                handout::model::category::Category::Departments as i64,
                format!("Department {}", 1 + n % DEPARTMENTS)
            ],
        )?;
    }
    let today = clock::today();
    let mut add = db.prepare(
        "INSERT INTO usage_days (day, citation, tag, views, opens, scans, pieces) VALUES (?1, ?2, ?3, 3, 2, 1, 10) \
         ON CONFLICT DO NOTHING",
    )?;
    for age in 0..DAYS {
        let day = today.checked_sub(Span::new().days(age))?.to_string();
        for n in 0..PAIRS_A_DAY {
            // Every pair is used sooner or later, and nearly all of them in each month.
            let pair = (n * 13 + age * 2_741) % (CITATIONS * 12);
            let language = LANGUAGES[usize::try_from(pair % 12)?];
            add.execute(params![day, 1 + pair / 12, language])?;
        }
    }
    drop(add);
    let sums = "sum(views), sum(opens), sum(scans), sum(pieces) FROM usage_days";
    db.execute_batch(&format!(
        "INSERT INTO usage_months SELECT citation, substr(day, 1, 7), tag, {sums} GROUP BY 1, 2, 3; \
         INSERT INTO usage_citation_months SELECT citation, substr(day, 1, 7), {sums} GROUP BY 1, 2; \
         INSERT INTO usage_language_months SELECT substr(day, 1, 7), tag, {sums} GROUP BY 1, 2; COMMIT"
    ))?;
    Ok(db.query_row("SELECT count(*) FROM usage_days", [], |row| row.get(0))?)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn read(app: &App) -> Result<(), Box<dyn Error>> {
    let actor = Actor::command("bench");
    let today = clock::today();
    let whole = today.checked_sub(Span::new().days(DAYS - 1))?;
    println!("| what | period | median | slowest |\n|---|---|---|---|");
    let cut = (whole.first_of_month().checked_add(Span::new().months(1).days(14))?, today.first_of_month());
    let cut = (cut.0, cut.1.checked_sub(Span::new().days(16))?);
    for (period, (from, to)) in [("three years", (whole, today)), ("with months that are cut", cut)] {
        for (by, department, unused) in [
            ("citation", "", ""),
            ("citation", "", "true"),
            ("language", "", ""),
            ("department", "", ""),
            ("month", "", ""),
            ("citation", "Department 7", ""),
            ("language", "Department 7", ""),
            ("month", "Department 7", ""),
        ] {
            let parameters = UsageParameters {
                from: from.to_string(),
                to: to.to_string(),
                by: by.into(),
                department: department.into(),
                unused: unused.into(),
            };
            let filter = parameters.read(today)?;
            let mut times = Vec::new();
            for _ in 0..ROUNDS {
                let begun = Instant::now();
                let report = usage::usage(app, &actor, &filter, ListPart::page(0))?;
                times.push(begun.elapsed());
                assert!(report.found > 0 || filter.is_unused);
            }
            let slowest = times.iter().max().copied().unwrap_or_default();
            let of = [department, if unused.is_empty() { "" } else { "unused" }].join(" ");
            println!("| by {by} {} | {period} | {:.1?} | {slowest:.1?} |", of.trim(), median(times));
        }
    }
    let mut times = Vec::new();
    for n in 0..ROUNDS {
        let begun = Instant::now();
        black_box(usage::citation_usage(app, &format!("c{}", n + 1))?);
        times.push(begun.elapsed());
    }
    println!("| the months of a handout | a year | {:.1?} | |", median(times));
    Ok(())
}

fn count(app: &App) {
    let agent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
    let begun = Instant::now();
    for n in 0..USES {
        let client =
            Client { address: Some(IpAddr::from(n.to_be_bytes())), agent: agent.as_bytes().to_vec() };
        usage::record_use(app, &client, (CitationKey::new(i64::from(n % 3_000)), "en"), UsageKind::View);
    }
    println!("\nCounting a use: {:.0?}", begun.elapsed() / USES);
}

//! Measures the cost of a save while a thousand events a second are recorded, and checks that every event has its row.
//! Run it by `make bench`, or alone: `cargo run --profile dist --example audit_bench`.

#![allow(clippy::print_stdout)]

use handout::domain::actor::Actor;
use handout::domain::app::App;
use handout::domain::audit;
use handout::domain::citations::editing;
use handout::model::audit::event::Action;
use handout::settings::Settings;
use handout::{web, work};
use serde_json::{Value, json};
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The total rate, shared by all callers.
const EVENTS_A_SECOND: u32 = 1_000;
const CALLERS: u32 = 100;
/// Quiet and busy periods alternate, so that other load of the machine affects both alike.
const PERIODS: u32 = 12;
const PERIOD: Duration = Duration::from_secs(5);

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let mut settings = Settings::default();
    settings.data.dir = folder.path().to_owned();
    let app = Arc::new(App::open(Arc::new(settings), "http://localhost")?);
    println!("\n## Audit trail\n");
    web::block_on(async {
        let background = work::start(app.clone());
        let measured = app.clone();
        let done = tokio::task::spawn_blocking(move || measure(&measured).map_err(|e| e.to_string())).await;
        background.stop().await;
        done
    })??;
    Ok(())
}

fn measure(app: &Arc<App>) -> Result<(), Box<dyn Error>> {
    let (mut quiet, mut busy) = (Vec::new(), Vec::new());
    let mut recorded = 0;
    saves(app, &mut Vec::new(), PERIOD)?;
    for _ in 0..PERIODS {
        saves(app, &mut quiet, PERIOD)?;
        let (is_over, count) = (AtomicBool::new(false), AtomicU64::new(0));
        std::thread::scope(|scope| {
            for _ in 0..CALLERS {
                scope.spawn(|| record(app, &is_over, &count));
            }
            let saved = saves(app, &mut busy, PERIOD);
            is_over.store(true, Ordering::Relaxed);
            saved
        })?;
        recorded += count.into_inner();
    }
    let rate = recorded as f64 / (PERIOD * PERIODS).as_secs_f64();
    let rows = app.store.read(|db| db.last_audit_number())?;
    let expected = recorded + app.store.read(|db| db.citation_count())?;
    let verified = audit::verify(&app.store)?.map_err(|broken| format!("row {} is broken", broken.number))?;
    println!("| | median save | 95 % |\n|---|---|---|");
    for (name, times) in [("quiet", &mut quiet), ("while events are recorded", &mut busy)] {
        times.sort();
        println!("| {name} | {:.1?} | {:.1?} |", times[times.len() / 2], times[times.len() * 95 / 100]);
    }
    let ratio = busy[busy.len() / 2].as_secs_f64() / quiet[quiet.len() / 2].as_secs_f64();
    println!("\n{rate:.0} events a second; a save takes {ratio:.2} times as long meanwhile");
    println!("{} rows lost of {expected}; the chain of {verified} rows is whole", expected - rows);
    Ok(())
}

/// Records events at this caller's share of the rate, each durable before the next.
fn record(app: &App, is_over: &AtomicBool, count: &AtomicU64) {
    let actor = Actor::command("bench");
    let pause = Duration::from_secs(1) * CALLERS / EVENTS_A_SECOND;
    let mut next = Instant::now();
    while !is_over.load(Ordering::Relaxed) {
        audit::record(app, actor.event(Action::Export, "/api/system/export"));
        count.fetch_add(1, Ordering::Relaxed);
        next += pause;
        std::thread::sleep(next.saturating_duration_since(Instant::now()));
    }
}

/// Saves citations for a period, each searchable before the next.
fn saves(app: &App, times: &mut Vec<Duration>, period: Duration) -> Result<(), Box<dyn Error>> {
    let actor = Actor::command("bench");
    let until = Instant::now() + period;
    while Instant::now() < until {
        let begun = Instant::now();
        editing::add_citation(app, &citation(times.len()), &actor)?;
        times.push(begun.elapsed());
        // People pause between saves.
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

fn citation(n: usize) -> Value {
    json!({
        "title": format!("Asthma at home, part {n}"), "authors": ["Nursing"], "publisher": {"name": "Children's"},
        "materialFormat": "Handout", "keywords": ["Care at home"], "keySubjectHeading": "General",
        "whereToObtain": "Copy Center", "publishDate": "2026-01-05T00:00:00.000Z", "obsolete": false,
        "languages": [{"lang": "English", "url": "https://example.org/handout.pdf"}], "abstract": "What to do at home.",
        "audience": ["Parents"], "reviewedBy": "R. Reviewer", "originator": "O. Author",
        "deptReviewDate": "2026-01-05T00:00:00.000Z", "assessment": 1, "famReview": 0
    })
}

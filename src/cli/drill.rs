//! `handout drill`: proves that a backup can be restored and served, in a temporary folder.

mod folder;
mod searches;
mod stored_files;

use crate::cli::drill::folder::{FOLDER_VARIABLE, hold, run_in_folder};
use crate::cli::drill::searches::Visitor;
use crate::cli::{output, restore, serve};
use crate::domain::app::App;
use crate::domain::audit;
use crate::domain::freshness::{age_seconds_since, spoken};
use crate::domain::indexing;
use crate::model::error::{Error, Result};
use crate::model::text::count_with_noun;
use crate::settings::Settings;
use crate::store::{Restored, RowCounts, ServerLock, Store, newest_schema};
use crate::{web, work};
use jiff::Timestamp;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long the server may take to become ready.
const READY_TIMEOUT: Duration = Duration::from_secs(120);
const READY_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Restores the backup as `handout restore` does, starts a server with it, and compares and searches; exit code 1 when
/// anything is wrong. The installation is left alone.
pub(super) fn run(
    given: &Settings,
    backup: &Path,
    identity: Option<&Path>,
    files: Option<&Path>,
) -> Result<ExitCode> {
    let Some(folder) = std::env::var_os(FOLDER_VARIABLE).map(PathBuf::from) else { return run_in_folder() };
    let _lock = hold(&folder)?;
    run_steps(drill_settings(given, &folder), backup, identity, files).map_err(|error| match error {
        Error::NoRoom(text) => Error::NoRoom(format!(
            "{text}. The drill works in {}; name a directory on a larger disk by the variable TMPDIR",
            folder.parent().unwrap_or(&folder).display()
        )),
        other => other,
    })
}

/// What decides how citations are found and shown. Everything that reaches outside keeps its default, which is off.
fn drill_settings(given: &Settings, folder: &Path) -> Settings {
    let mut settings = Settings {
        hospital: given.hospital.clone(),
        search: given.search.clone(),
        review: given.review.clone(),
        ..Settings::default()
    };
    settings.server.listen = SocketAddr::from(([127, 0, 0, 1], 0));
    // The drill asks as fast as it can.
    settings.server.rate_limit = 0;
    settings.data.dir = folder.join("data");
    settings
}

fn run_steps(
    settings: Settings,
    backup: &Path,
    identity: Option<&Path>,
    files: Option<&Path>,
) -> Result<ExitCode> {
    let begun = Instant::now();
    let (placed, made) = step("restore", || {
        let placed = restore::place(&settings, backup, identity, None, |_| Ok(()))?;
        let made = placed.store.read(|db| db.restored_until())?;
        let summary = describe(backup, &placed.restored, made.as_deref());
        Ok(((placed, made), summary))
    })?;
    step("files", || Ok(((), stored_files::verify(&placed.store, backup, identity, files)?)))?;
    step("index", || {
        let citations = indexing::rebuild(&settings, &placed.store, |_| {})?;
        Ok(((), format!("built with {}", count_with_noun(citations, "citation", "citations"))))
    })?;
    let rows = placed.restored.rows;
    // The server opens the database again, as it does after a restore.
    drop(placed.store);
    drop(placed.server);
    serve_and_check(settings, rows.clone())?;
    let made = made.and_then(|made| made.parse::<Timestamp>().ok());
    let age = made.map_or_else(
        || "without any change".into(),
        |made| format!("{} old", spoken(age_seconds_since(made))),
    );
    output::line(format_args!(
        "The backup is good: {}, {}, {} and {}, {age}, restored and searched in {:.1} s",
        count_with_noun(rows.count("citations"), "citation", "citations"),
        count_with_noun(rows.count("packets"), "packet", "packets"),
        count_with_noun(rows.count("orders"), "order", "orders"),
        count_with_noun(rows.count("people"), "person", "people"),
        begun.elapsed().as_secs_f64()
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// Does a step, and prints how long it took and what it found.
fn step<T>(name: &str, work: impl FnOnce() -> Result<(T, String)>) -> Result<T> {
    let begun = Instant::now();
    let (done, summary) = work()?;
    output::line(format_args!("{name:<12} {:>8.2} s  {summary}", begun.elapsed().as_secs_f64()))?;
    Ok(done)
}

fn describe(backup: &Path, restored: &Restored, made: Option<&str>) -> String {
    let size = std::fs::metadata(backup).map_or(0, |meta| meta.len());
    let encrypted = if restored.was_encrypted { "encrypted" } else { "not encrypted" };
    let schema = match restored.schema {
        same if same == newest_schema() => format!("schema {same}"),
        older => format!("schema {older} migrated to {}", newest_schema()),
    };
    let made = made.map_or_else(|| "never changed".into(), |made| format!("made {made}"));
    format!("{}: {:.1} MB, {encrypted}, {schema}, {made}", backup.display(), size as f64 / 1e6)
}

/// Starts the server, with nothing in the background but what makes the index follow, and checks it.
fn serve_and_check(settings: Settings, rows: RowCounts) -> Result<()> {
    let begun = Instant::now();
    let _server = ServerLock::take(&settings.data.dir)?;
    let listener = serve::listen(&settings)?;
    let address = listener.local_addr().map_err(|e| Error::io("listening", e))?;
    let app = Arc::new(App::open(Arc::new(settings), &format!("http://{address}"))?);
    web::block_on(async {
        let background = work::start_following(app.clone());
        let server = web::start(app.clone(), listener, None, None, |_| {})?;
        let checking = app.clone();
        let checked =
            tokio::task::spawn_blocking(move || check(&checking.store, &Visitor { address }, &rows, begun));
        let checked = checked.await.map_err(|e| Error::internal("checking the server", e));
        server.handle.stop(false).await;
        background.stop().await;
        checked?
    })
}

fn check(store: &Store, visitor: &Visitor, rows: &RowCounts, begun: Instant) -> Result<()> {
    wait_until_ready(visitor)?;
    output::line(format_args!(
        "{:<12} {:>8.2} s  ready at http://{}",
        "server",
        begun.elapsed().as_secs_f64(),
        visitor.address
    ))?;
    step("counts", || Ok(((), searches::compare_counts(rows, store, visitor)?)))?;
    step("searches", || {
        let count = searches::search(store, visitor)?;
        Ok(((), format!("{count} searches by title or item number found their citations")))
    })?;
    step("audit trail", || match audit::verify(store)? {
        Ok(rows) => Ok(((), format!("the chain of {} is whole", count_with_noun(rows, "row", "rows")))),
        Err(broken) => Err(Error::Conflict(format!(
            "the backup is not good: row {} of its audit trail is broken: {}",
            broken.number, broken.reason
        ))),
    })
}

fn wait_until_ready(visitor: &Visitor) -> Result<()> {
    let begun = Instant::now();
    loop {
        let (status, _) = visitor.get("/readyz")?;
        if status == 200 {
            return Ok(());
        }
        if begun.elapsed() > READY_TIMEOUT {
            return Err(Error::Unavailable(format!(
                "the server with the restored backup is not ready after {} seconds: /readyz answers {status}",
                READY_TIMEOUT.as_secs()
            )));
        }
        std::thread::sleep(READY_POLL_INTERVAL);
    }
}

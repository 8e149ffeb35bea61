//! Copies the database every day at the hour of the settings, and keeps the newest ones.

use crate::domain::app::App;
use crate::model::error::{Error, Result};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// Begins the name of a scheduled copy; the day follows.
const PREFIX: &str = "catalogue-";
const SUFFIX: &str = ".db";
/// How often the clock is looked at.
const LOOKS_EVERY: Duration = Duration::from_secs(60);

/// Runs until told to stop.
pub(super) async fn run(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    let Some(dir) = app.settings.backup.dir.clone() else { return };
    while !*stop.borrow() {
        let (app, dir) = (app.clone(), dir.clone());
        let done = tokio::task::spawn_blocking(move || back_up_when_due(&app, &dir)).await;
        match done {
            Ok(Ok(Some(file))) => tracing::info!(file = %file.display(), "the database was backed up"),
            Ok(Ok(None)) => {}
            Ok(Err(e)) => tracing::error!(cause = %e, "the scheduled backup failed; trying again"),
            Err(e) => tracing::error!(cause = %e, "the scheduled backup fell over; trying again"),
        }
        tokio::select! {
            () = tokio::time::sleep(LOOKS_EVERY) => {}
            _ = stop.changed() => {}
        }
    }
}

/// One copy a day, from the hour on: a server that was down at the hour makes it when it comes up.
fn back_up_when_due(app: &App, dir: &Path) -> Result<Option<PathBuf>> {
    let now = jiff::Zoned::now();
    let hour = i8::try_from(app.settings.backup.hour).unwrap_or(0);
    let file = dir.join(format!("{PREFIX}{}{SUFFIX}", now.date()));
    if now.hour() < hour || file.exists() {
        return Ok(None);
    }
    std::fs::create_dir_all(dir).map_err(|e| Error::io(format!("making {}", dir.display()), e))?;
    app.store.back_up(&file)?;
    remove_old(dir, app.settings.backup.keep)?;
    Ok(Some(file))
}

fn remove_old(dir: &Path, keep: u32) -> Result<()> {
    let message = |e| Error::io(format!("looking through {}", dir.display()), e);
    let mut copies: Vec<PathBuf> = std::fs::read_dir(dir)
        .map_err(message)?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path.file_name().and_then(|n| n.to_str()).unwrap_or("");
            let day = name.strip_prefix(PREFIX).and_then(|n| n.strip_suffix(SUFFIX));
            day.is_some_and(|day| crate::model::day::Day::parse(day).is_some())
        })
        .collect();
    copies.sort();
    copies.reverse();
    for old in copies.iter().skip(usize::try_from(keep).unwrap_or(usize::MAX)) {
        std::fs::remove_file(old).map_err(message)?;
    }
    Ok(())
}

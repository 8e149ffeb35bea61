//! Copies the database and the stored files every day at the configured hour, and keeps the newest copies.

use crate::domain::app::App;
use crate::domain::audit::record;
use crate::domain::files::backup::FilesBackup;
use crate::domain::files::backup::{forget_backup_failure, record_backup_failure};
use crate::domain::files::backup_folder;
use crate::domain::files::backup_folder::{UNFINISHED, is_abandoned};
use crate::model::audit::event::Action;
use crate::model::audit::event::AuditSource;
use crate::model::backup::{scheduled_day, scheduled_name};
use crate::model::clock;
use crate::model::error::{Error, Result};
use crate::store::Target;
use crate::work::periodic::{Periodic, Stop};
use jiff::civil::Date;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The folder of the stored files beside the copies of the database.
const FILES: &str = "files";
/// How often the clock is read.
const CHECK_INTERVAL: Duration = Duration::from_secs(60);
/// The longest pause after failures in a row; it doubles from [`CHECK_INTERVAL`].
const MAX_RETRY_PAUSE: Duration = Duration::from_secs(60 * 60);

/// Runs until `stop` is set; a copy in progress is abandoned then.
pub(super) async fn run(app: Arc<App>, stop: Stop) {
    let Some(dir) = app.settings.backup.dir.clone() else { return };
    let stopped = stop.clone();
    let back_up = move |app: &Arc<App>| {
        let data_dir = &app.settings.data.dir;
        match back_up_when_due(app, &dir, &stopped) {
            Ok(Some(file)) => {
                forget_backup_failure(data_dir);
                tracing::info!(file = %file.display(), "the database was backed up");
            }
            Ok(None) => {}
            Err(cause) => {
                if !*stopped.borrow() {
                    record_backup_failure(data_dir, &cause.to_string());
                }
                return Err(cause);
            }
        }
        Ok(CHECK_INTERVAL)
    };
    let backups = Periodic {
        max_retry_pause: MAX_RETRY_PAUSE,
        ..Periodic::new("the scheduled backup failed; trying again", CHECK_INTERVAL)
    };
    backups.run(app, stop, back_up).await;
}

/// Makes one copy a day, encrypted or not, at the configured hour or later: a server that did not run then makes it when it
/// starts. The stored files are in one folder for all copies; a list of those that a copy names stands beside them once they
/// are complete, so an interrupted backup continues with the files.
fn back_up_when_due(app: &App, dir: &Path, stop: &Stop) -> Result<Option<PathBuf>> {
    let now = clock::local();
    let hour = i8::try_from(app.settings.backup.hour).unwrap_or(0);
    let named = |is_encrypted| dir.join(scheduled_name(now.date(), is_encrypted));
    let recipient = app.settings.backup.recipient.as_ref();
    let has_database = [true, false].into_iter().map(named).find(|file| file.exists());
    let file = has_database.clone().unwrap_or_else(|| named(recipient.is_some()));
    let folder = dir.join(FILES);
    if now.hour() < hour || has_database.is_some() && backup_folder::list_of(&folder, &file).exists() {
        return Ok(None);
    }
    std::fs::create_dir_all(&folder).map_err(|e| Error::io(format!("making {}", folder.display()), e))?;
    let copy_database = || {
        if has_database.is_some() {
            return Ok(());
        }
        let target = Target::resolve(&file, app.store.path())?;
        app.store.back_up_to(target, &file, recipient, || *stop.borrow())?;
        record(app, AuditSource::server().event(Action::Backup, format!("file/{}", file.display())));
        Ok(())
    };
    let data_dir = &app.settings.data.dir;
    let backup = FilesBackup { store: &app.store, files: &app.files, data_dir, folder: &folder, recipient };
    let backed_up = backup.run(copy_database, || *stop.borrow())?;
    backup_folder::write_list(&folder, &file, &backed_up.named)?;
    let removed = remove_old(dir, app.settings.backup.keep, now.date())
        .and_then(|()| backup_folder::remove_unnamed(dir, &folder));
    if let Err(cause) = removed {
        tracing::error!(%cause, "old scheduled backups cannot be removed; trying again after the next one");
    }
    Ok(Some(file))
}

/// Removes all scheduled copies but the newest `keep`, and abandoned unfinished ones. Copies with a day in the
/// future are neither counted nor removed: the clock is behind now, or was ahead then, and today's copy must not make room for
/// them.
fn remove_old(dir: &Path, keep: u32, today: Date) -> Result<()> {
    let message = |e| Error::io(format!("looking through {}", dir.display()), e);
    let mut copies = Vec::new();
    for path in std::fs::read_dir(dir).map_err(message)?.flatten().map(|entry| entry.path()) {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
        let (name, is_unfinished) = match name.split_once(UNFINISHED) {
            Some((name, _)) => (name, true),
            None => (name, false),
        };
        let Some(day) = scheduled_day(name) else { continue };
        if !is_unfinished {
            copies.extend((day <= today).then_some(path));
        } else if is_abandoned(&path) {
            std::fs::remove_file(path).map_err(message)?;
        }
    }
    copies.sort();
    copies.reverse();
    for old in copies.iter().skip(usize::try_from(keep).unwrap_or(usize::MAX)) {
        std::fs::remove_file(old).map_err(message)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use jiff::civil::date;

    #[test]
    fn the_newest_copies_up_to_today_stay_whatever_the_clock_was() {
        let check = |present: &[&str], keep: u32, today: Date, expected: &[&str]| {
            let folder = tempfile::tempdir().unwrap();
            for day in present {
                std::fs::write(folder.path().join(format!("catalogue-{day}.db")), "").unwrap();
            }
            remove_old(folder.path(), keep, today).unwrap();
            let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
            let mut days: Vec<String> = names.map(|name| name.to_string_lossy()[10..20].to_owned()).collect();
            days.sort();
            assert_eq!(days, expected, "{present:?}, {keep}");
        };
        let days = ["2026-11-04", "2026-11-05", "2026-11-06"];
        check(&days, 2, date(2026, 11, 6), &days[1..]);
        check(&days, 3, date(2026, 11, 6), &days);
        // The clock was ahead once.
        check(
            &["2026-11-05", "2026-11-06", "2030-01-01"],
            1,
            date(2026, 11, 6),
            &["2026-11-06", "2030-01-01"],
        );
        // The clock is behind, because its battery is empty.
        check(
            &["2000-01-01", "2026-11-05", "2026-11-06"],
            2,
            date(2000, 1, 1),
            &["2000-01-01", "2026-11-05", "2026-11-06"],
        );
    }
}

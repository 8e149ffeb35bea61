//! `handout restore`.

use crate::cli::output;
use crate::domain::audit::command_event;
use crate::domain::files::backup_folder::BackupFolder;
use crate::domain::indexing;
use crate::files::FileStore;
use crate::model::audit::event::Action;
use crate::model::error::Result;
use crate::model::files::NamedFile;
use crate::model::text::count_with_noun;
use crate::settings::Settings;
use crate::store::{DataLock, FILE_NAME, Restored, ServerLock, Store, restore_copy};
use std::path::Path;
use std::process::ExitCode;

/// A backup in place. Nobody else may use the data directory meanwhile.
pub(super) struct Placed {
    /// What was done.
    pub restored: Restored,
    /// The database.
    pub store: Store,
    /// Releases the data directory when dropped.
    pub server: ServerLock,
}

/// Checks the copy and puts it in place; `identity` is the file with the private key of an encrypted one. The stored files that
/// it names come from the folder `files`, if one is given. `report` is called before the database is opened.
pub(super) fn place(
    settings: &Settings,
    file: &Path,
    identity: Option<&Path>,
    files: Option<&Path>,
    report: impl FnOnce(&Restored) -> Result<()>,
) -> Result<Placed> {
    let dir = &settings.data.dir;
    let server = ServerLock::take(dir)?;
    let lock = DataLock::exclusive(dir)?;
    let event = command_event("restore", Action::Restore, file, true);
    let bring_files = |named: &[NamedFile]| {
        let Some(folder) = files else { return Ok(()) };
        let folder = BackupFolder::new(folder, identity);
        folder.verify_all(named).map_err(|e| e.with_context("nothing was changed"))?;
        folder.put_into(&FileStore::new(&settings.files, dir)?, named)
    };
    let restored = restore_copy(file, identity, dir, &event, bring_files, &lock)?;
    report(&restored)?;
    let store = Store::open_restored(dir, lock)?;
    Ok(Placed { restored, store, server })
}

/// Checks the copy, puts it in place, rebuilds the index.
pub(super) fn run(
    settings: &Settings,
    file: &Path,
    identity: Option<&Path>,
    files: Option<&Path>,
) -> Result<ExitCode> {
    let Placed { store, server: _server, .. } = place(settings, file, identity, files, print_moved_files)?;
    let documents = indexing::rebuild(settings, &store, |_| {}).map_err(|e| {
        e.with_context(
            "the database was restored, but its index was not built; the server builds it at its start",
        )
    })?;
    output::line(format_args!(
        "Restored {} with {}.",
        file.display(),
        count_with_noun(documents, "citation", "citations")
    ))?;
    let named = store.read(|db| db.referenced_files())?.len();
    let stored_files = count_with_noun(named as u64, "stored file", "stored files");
    match files {
        Some(folder) => output::line(format_args!("{stored_files} of {} are whole.", folder.display()))?,
        None if named > 0 => output::line(format_args!(
            "It names {stored_files}; `handout check` looks for them, and `--files DIR` restores them."
        ))?,
        None => {}
    }
    Ok(ExitCode::SUCCESS)
}

fn print_moved_files(restored: &Restored) -> Result<()> {
    for kept in &restored.kept {
        let name = kept.from.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let what = if name == FILE_NAME { "The database".to_owned() } else { name };
        output::line(format_args!("{what} that was there is kept as {}.", kept.to.display()))?;
    }
    Ok(())
}

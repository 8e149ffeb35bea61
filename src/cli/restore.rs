//! `handout restore`.

use crate::cli::output;
use crate::domain::audit::recording::{command_event, record_in};
use crate::domain::indexing;
use crate::model::audit::action::Action;
use crate::model::error::Result;
use crate::settings::Settings;
use crate::store::{DataLock, FILE_NAME, ServerLock, Store, restore_copy};
use std::path::Path;
use std::process::ExitCode;

/// Checks the copy, puts it in place, rebuilds the index; nobody else may use the data directory meanwhile.
pub(super) fn run(settings: &Settings, file: &Path) -> Result<ExitCode> {
    let dir = &settings.data.dir;
    let _server = ServerLock::take(dir)?;
    let lock = DataLock::exclusive(dir)?;
    for kept in restore_copy(file, dir, &lock)? {
        let name = kept.was.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let what = if name == FILE_NAME { "The database".to_owned() } else { name };
        output::line(format_args!("{what} that was there is kept as {}.", kept.is.display()))?;
    }
    let store = Store::open_restored(dir, lock)?;
    record_in(&store, &command_event("restore", Action::Restore, file, true))?;
    let documents = indexing::rebuild(settings, &store, |_| {})?;
    output::line(format_args!("Restored {} with {documents} citations.", file.display()))?;
    Ok(ExitCode::SUCCESS)
}

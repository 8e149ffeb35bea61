//! `handout backup`.

use crate::cli::output;
use crate::model::error::Result;
use crate::settings::Settings;
use crate::store::{Store, Target};
use std::path::Path;
use std::process::ExitCode;

/// Writes a consistent copy of the database.
pub(super) fn run(settings: &Settings, file: &Path) -> Result<ExitCode> {
    let store = Store::open_to_read(&settings.data.dir)?;
    let target = Target::resolve(file, store.path())?;
    let is_stdout = matches!(target, Target::Stdout);
    store.back_up_to(target, file, || false)?;
    if !is_stdout {
        output::line(format_args!("The database was copied to {}.", file.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

//! `handout backup`.

use crate::cli::open_existing;
use crate::model::error::Result;
use crate::settings::Settings;
use std::path::Path;
use std::process::ExitCode;

/// Writes a consistent copy of the database.
pub(super) fn run(settings: &Settings, file: &Path) -> Result<ExitCode> {
    open_existing(settings)?.back_up(file)?;
    println!("The database was copied to {}.", file.display());
    Ok(ExitCode::SUCCESS)
}

//! `handout restore`.

use crate::cli::lock;
use crate::domain::indexing;
use crate::model::error::{Error, Result};
use crate::settings::Settings;
use crate::store::{Store, restore_copy};
use std::path::Path;
use std::process::ExitCode;

/// Checks the copy, puts it in place, rebuilds the index.
pub(super) fn run(settings: &Settings, file: &Path) -> Result<ExitCode> {
    let dir = &settings.data.dir;
    let _lock = lock::take(dir)?;
    let kept = restore_copy(file, dir)?;
    if let Some(kept) = kept {
        println!("The database that was there is kept as {}.", kept.display());
    }
    let store = Store::open(dir)?;
    let index = dir.join("index");
    std::fs::create_dir_all(&index).map_err(|e| Error::io(format!("making {}", index.display()), e))?;
    let documents = indexing::rebuild(&index, &store, |_| {})?;
    println!("Restored {} with {documents} citations.", file.display());
    Ok(ExitCode::SUCCESS)
}

//! `handout export`.

use crate::cli::open_existing;
use crate::domain::transfer;
use crate::model::error::{Error, Result};
use crate::settings::Settings;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::process::ExitCode;

/// Writes every citation; a file appears whole or not at all.
pub(super) fn run(settings: &Settings, file: &Path) -> Result<ExitCode> {
    let store = open_existing(settings)?;
    if file == Path::new("-") {
        transfer::export(&store, &mut BufWriter::new(std::io::stdout().lock()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let doing = || format!("writing {}", file.display());
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    let written: Result<u64> = (|| {
        let to = File::create(&part).map_err(|e| Error::io(doing(), e))?;
        let count = transfer::export(&store, &mut BufWriter::new(&to))?;
        to.sync_all().map_err(|e| Error::io(doing(), e))?;
        std::fs::rename(&part, file).map_err(|e| Error::io(doing(), e))?;
        Ok(count)
    })();
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    println!("{} citations written to {}.", written?, file.display());
    Ok(ExitCode::SUCCESS)
}

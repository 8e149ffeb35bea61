//! `handout import --terms`: the hospital's own table of terms.

use crate::cli::output;
use crate::domain::actor::Actor;
use crate::domain::terms;
use crate::model::error::{Error, Result};
use crate::settings::Settings;
use crate::store::Store;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

/// Checks the table and, unless it is a dry run, replaces the one imported before; a running server takes it within a
/// second. Exit code 1 when a line is at fault.
pub(super) fn run(settings: &Settings, file: &Path, dry_run: bool) -> Result<ExitCode> {
    let name = file.to_string_lossy();
    let reading = |e| Error::io(format!("reading {name}"), e);
    let most = terms::MAX_TABLE_BYTES as u64 + 1;
    let mut text = Vec::new();
    if name == "-" {
        std::io::stdin().lock().take(most).read_to_end(&mut text).map_err(reading)?;
    } else {
        File::open(file).and_then(|file| file.take(most).read_to_end(&mut text)).map_err(reading)?;
    }
    let store = Store::open_to_write(&settings.data.dir)?;
    let actor = Actor::command("import");
    let report = terms::import_own_terms(&store, &text, dry_run, &actor)?;
    for fault in &report.faults {
        output::fault(format_args!("{name} line {}: {}", fault.line, fault.message));
    }
    if !report.faults.is_empty() {
        output::fault(format_args!(
            "error: {name}: {} lines are at fault; nothing was changed",
            report.faults.len()
        ));
        return Ok(ExitCode::FAILURE);
    }
    let counts = format!("{} concepts with {} terms", report.total, report.terms);
    if dry_run {
        output::line(format_args!("Dry run, nothing written. {counts}."))?;
    } else {
        output::line(format_args!("{counts}; the hospital's own terms from before are replaced."))?;
    }
    Ok(ExitCode::SUCCESS)
}

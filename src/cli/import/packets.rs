//! `handout import --packets`.

use crate::cli::arguments::ImportArgs;
use crate::cli::import::catalogue::ImportCatalogue;
use crate::cli::import::errors::ImportErrors;
use crate::cli::output;
use crate::domain::actor::Actor;
use crate::domain::packets::transfer;
use crate::model::error::{Error, Result};
use crate::model::text::count_with_noun;
use crate::settings::Settings;
use std::fs::File;
use std::io::Read;
use std::process::ExitCode;

/// Checks the packets and, unless it is a dry run, saves them; a running server takes them within a second. Exit code 1
/// when a line has an error, and then nothing is written.
pub(super) fn run(settings: &Settings, args: &ImportArgs) -> Result<ExitCode> {
    let name = args.file.to_string_lossy();
    let file: Box<dyn Read> = if name == "-" {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(File::open(&args.file).map_err(|e| Error::io(format!("opening {name}"), e))?)
    };
    let catalogue = ImportCatalogue::open(settings, args.dry_run)?;
    let mut errors = ImportErrors::new(args.errors.as_deref(), &args.file, &settings.data.dir)?;
    let report = transfer::import(&catalogue.store, file, args.dry_run, &Actor::command("import"))
        .map_err(|e| e.with_context(&name))?;
    for invalid in &report.errors {
        errors.report(format_args!("{name}: line {}", invalid.line), std::slice::from_ref(&invalid.message));
    }
    errors.finish()?;
    let counts = format!(
        "{}: {} added, {} changed, {} unchanged",
        count_with_noun(report.total as u64, "packet", "packets"),
        report.added,
        report.changed,
        report.unchanged
    );
    if !report.errors.is_empty() {
        let lines = count_with_noun(report.errors.len() as u64, "line is", "lines are");
        output::error(format_args!("error: {name}: {lines} invalid; nothing was changed"));
        return Ok(ExitCode::FAILURE);
    }
    match report.written {
        true => output::line(format_args!("{counts}."))?,
        false => output::line(format_args!("Dry run, nothing written. {counts}."))?,
    }
    Ok(ExitCode::SUCCESS)
}

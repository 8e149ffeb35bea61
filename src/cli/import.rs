//! `handout import`: citations, or with a flag packets or the table of terms of the hospital.

mod catalogue;
mod citations;
mod errors;
mod table;

use crate::cli::arguments::ImportArgs;
use crate::cli::import::catalogue::ImportCatalogue;
use crate::cli::import::errors::ImportErrors;
use crate::cli::output;
use crate::domain::actor::Actor;
use crate::domain::packets::transfer;
use crate::domain::thesaurus;
use crate::model::error::{Error, Result};
use crate::model::text::count_with_noun;
use crate::settings::Settings;
use std::fs::File;
use std::io::Read;
use std::process::ExitCode;

/// Imports what the arguments name.
pub(super) fn run(settings: &Settings, args: &ImportArgs) -> Result<ExitCode> {
    if args.terms {
        import_terms(settings, args)
    } else if args.packets {
        import_packets(settings, args)
    } else {
        citations::run(settings, args)
    }
}

/// Checks the packets and, unless it is a dry run, saves them; a running server takes them within a second. Exit code 1
/// when a line has an error, and then nothing is written.
pub(super) fn import_packets(settings: &Settings, args: &ImportArgs) -> Result<ExitCode> {
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
    if report.written {
        output::line(format_args!("{counts}."))?
    } else {
        output::line(format_args!("Dry run, nothing written. {counts}."))?
    }
    Ok(ExitCode::SUCCESS)
}

/// Checks the table and, unless it is a dry run, replaces the one imported before; a running server takes it within a
/// second. Exit code 1 when a line is invalid.
pub(super) fn import_terms(settings: &Settings, args: &ImportArgs) -> Result<ExitCode> {
    let (file, dry_run) = (&args.file, args.dry_run);
    let name = file.to_string_lossy();
    let reading = |e| Error::io(format!("reading {name}"), e);
    let most = thesaurus::MAX_TABLE_BYTES as u64 + 1;
    let mut text = Vec::new();
    if name == "-" {
        std::io::stdin().lock().take(most).read_to_end(&mut text).map_err(reading)?;
    } else {
        File::open(file).and_then(|file| file.take(most).read_to_end(&mut text)).map_err(reading)?;
    }
    let catalogue = ImportCatalogue::open(settings, dry_run)?;
    let actor = Actor::command("import");
    let report = thesaurus::import_own_terms(&catalogue.store, &text, dry_run, &actor)?;
    let mut errors = ImportErrors::new(args.errors.as_deref(), file, &settings.data.dir)?;
    for bad in &report.errors {
        errors.report(format_args!("{name}: line {}", bad.line), std::slice::from_ref(&bad.message));
    }
    errors.finish()?;
    if !report.errors.is_empty() {
        let lines = count_with_noun(report.errors.len() as u64, "line is", "lines are");
        output::error(format_args!("error: {name}: {lines} invalid; nothing was changed"));
        return Ok(ExitCode::FAILURE);
    }
    let counts = format!(
        "{} with {}",
        count_with_noun(report.total as u64, "concept", "concepts"),
        count_with_noun(report.terms as u64, "term", "terms")
    );
    if dry_run {
        output::line(format_args!("Dry run, nothing written. {counts}."))?;
    } else {
        output::line(format_args!("{counts}; the hospital's own terms from before are replaced."))?;
    }
    Ok(ExitCode::SUCCESS)
}

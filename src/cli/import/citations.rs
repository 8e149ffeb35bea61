//! `handout import`: citations.

use crate::cli::arguments::{FileFormat, ImportArgs};
use crate::cli::import::catalogue::ImportCatalogue;
use crate::cli::import::errors::ImportErrors;
use crate::cli::import::table::{self, Table};
use crate::cli::output;
use crate::cli::output::show_progress;
use crate::domain::actor::Actor;
use crate::domain::files::upload::Storing;
use crate::domain::import_export::import::{self, Event, Mode};
use crate::domain::import_export::import_file::ImportFiles;
use crate::domain::import_export::import_file::{ImportFile, SentFile, sent_file, spool};
use crate::files::FileStore;
use crate::model::error::{Error, Result};
use crate::model::import::{ImportReport, ImportRow};
use crate::model::text::count_with_noun;
use crate::settings::Settings;
use crate::table::cells::TableFormat;
use crate::table::read_table;
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

/// Reads, checks, writes, reports.
pub(super) fn run(settings: &Settings, args: &ImportArgs) -> Result<ExitCode> {
    let mode = match (args.dry_run, args.skip_bad) {
        (true, _) => Mode::DryRun,
        (false, true) => Mode::SkipBad,
        (false, false) => Mode::AllOrNothing,
    };
    let opened = open(args)?;
    let catalogue = ImportCatalogue::open(settings, args.dry_run)?;
    let (name, file) = spool_input(opened, args, &catalogue.folder)?;
    let format = args.format.filter(|_| is_stdin(args));
    let is_table = format.map(|format| format != FileFormat::Jsonl);
    let file = match sent_file(file, Some(&name), is_table)? {
        SentFile::JsonLines(file) => ImportFile::new(file, Some(name.clone()))?,
        SentFile::Table(bytes) => {
            let file = read_table(&bytes).map_err(|error| error.with_context(&name))?;
            if file.format == TableFormat::Csv && matches!(format, Some(FileFormat::Xlsx | FileFormat::Ods)) {
                let why = "this is text and not a workbook. Use --format csv for CSV.";
                return Err(Error::Unreadable(format!("{name}: {why}")));
            }
            return table::run(settings, args, mode, &catalogue, Table { file, name });
        }
    };
    let actor = Actor::command("import");
    let mut files = match &args.files {
        None => None,
        Some(folder) => {
            let store = FileStore::new(&settings.files, &catalogue.folder)?;
            let storing = Storing::new(catalogue.store.clone(), store, settings);
            Some(ImportFiles::new(folder, storing, args.dry_run)?)
        }
    };
    let mut errors = ImportErrors::new(args.errors.as_deref(), &args.file, &settings.data.dir)?;
    let bar = ProgressBar::no_length().with_style(counter_style());
    let report =
        import::import(&catalogue.store, &file, mode, files.as_mut(), &actor, &mut |event| match event {
            Event::Refused(row) => bar.suspend(|| report_refused(&mut errors, &name, row)),
            Event::Noticed(row) => bar.suspend(|| report_notices(&name, row)),
            Event::Progress(state, records, total) => show_progress(&bar, state, records, total),
        });
    bar.finish_and_clear();
    let all_errors_written = errors.finish();
    let report = report?;
    print_report(&name, &report, mode)?;
    all_errors_written?;
    Ok(ExitCode::from(u8::from(report.refused > 0)))
}

fn is_stdin(args: &ImportArgs) -> bool {
    args.file.as_os_str() == "-"
}

/// The file to import; `None` for the standard input.
fn open(args: &ImportArgs) -> Result<Option<File>> {
    if is_stdin(args) {
        return Ok(None);
    }
    let doing = || format!("opening {}", args.file.display());
    File::open(&args.file).map(Some).map_err(|e| Error::io(doing(), e))
}

/// The name of the file in messages, and the file itself if it can be read twice, otherwise a copy in `dir`.
fn spool_input(opened: Option<File>, args: &ImportArgs, dir: &Path) -> Result<(String, File)> {
    let name =
        if is_stdin(args) { "standard input".to_owned() } else { args.file.to_string_lossy().into_owned() };
    let copied = match opened {
        None => copy(std::io::stdin().lock(), dir, &name),
        Some(file) if file.metadata().is_ok_and(|metadata| metadata.is_file()) => Ok(file),
        Some(stream) => copy(stream, dir, &name),
    };
    copied.map(|file| (name, file))
}

fn copy(mut from: impl Read, dir: &Path, name: &str) -> Result<File> {
    let mut file = spool(dir)?;
    std::io::copy(&mut from, &mut file).map_err(|e| Error::io(format!("reading {name}"), e))?;
    Ok(file)
}

/// How progress looks while the number of records is not known; drawn on terminals only.
fn counter_style() -> ProgressStyle {
    ProgressStyle::with_template("{spinner} {msg} {pos}").unwrap_or_else(|_| ProgressStyle::default_spinner())
}

fn report_refused(errors: &mut ImportErrors, file: &str, row: &ImportRow) {
    let id = if row.id.is_empty() { String::new() } else { format!(" ({})", row.id) };
    errors.report(format_args!("{file}: line {}{id}", row.line), &row.errors);
}

fn report_notices(file: &str, row: &ImportRow) {
    for notice in &row.notices {
        output::error(format_args!(
            "{file}: line {} ({}): notice: {notice} Kept as exported.",
            row.line, row.id
        ));
    }
}

fn print_report(file: &str, report: &ImportReport, mode: Mode) -> Result<()> {
    let mut counts = report.counts();
    if report.superseded > 0 {
        counts.push_str(&format!(", {} superseded by later records with the same id", report.superseded));
    }
    match (mode, report.written) {
        (Mode::DryRun, _) => output::line(format_args!("Dry run, nothing written. {counts}."))?,
        (_, false) => output::line(format_args!(
            "Nothing written, because records were refused. Without them: {counts}."
        ))?,
        (_, true) => output::line(format_args!("{counts}."))?,
    }
    if report.incomplete > 0 {
        let records = count_with_noun(report.incomplete, "record lacks", "records lack");
        output::line(format_args!("{records} fields that the form requires:"))?;
        for (label, count) in &report.missing {
            output::line(format_args!("  {label}: {count}"))?;
        }
    }
    if report.refused > 0 {
        let records = count_with_noun(report.total, "record", "records");
        let were = if report.refused == 1 { "was" } else { "were" };
        output::error(format_args!("error: {} of {records} in {file} {were} refused", report.refused));
    }
    Ok(())
}

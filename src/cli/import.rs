//! `handout import`.

use crate::cli::rebuild_index::bar_style;
use crate::cli::{FileFormat, ImportArgs, import_terms, output};
use crate::domain::transfer::{self, Format, ImportLimits, Mode};
use crate::model::error::{Error, Result};
use crate::model::transfer::{ImportOutcome, ImportReport};
use crate::settings::Settings;
use crate::store::{Editor, Store};
use indicatif::ProgressBar;
use std::fs::File;
use std::io::Read;
use std::process::ExitCode;

/// Reads, checks, writes, reports.
pub(super) fn run(settings: &Settings, args: &ImportArgs) -> Result<ExitCode> {
    if args.terms {
        return import_terms::run(settings, &args.file, args.dry_run);
    }
    let name = args.file.to_string_lossy();
    let is_csv = name.to_lowercase().trim_end_matches(".gz").ends_with(".csv");
    let format = match args.format {
        Some(FileFormat::Csv) => Format::Csv,
        Some(FileFormat::Jsonl) => Format::JsonLines,
        None if is_csv => Format::Csv,
        None => Format::JsonLines,
    };
    let file: Box<dyn Read> = if name == "-" {
        Box::new(std::io::stdin().lock())
    } else {
        Box::new(File::open(&args.file).map_err(|e| Error::io(format!("opening {name}"), e))?)
    };
    let checked = transfer::check(file, format, ImportLimits::UNBOUNDED)?;
    let mode = match (args.dry_run, args.skip_bad) {
        (true, _) => Mode::DryRun,
        (false, true) => Mode::SkipBad,
        (false, false) => Mode::AllOrNothing,
    };
    let store = Store::open_to_write(&settings.data.dir)?;
    let bar = ProgressBar::new(checked.len() as u64).with_style(bar_style());
    let editor = Editor { user: None, name: "import".into() };
    let report = transfer::import(&store, checked, mode, &editor, |done| bar.set_position(done as u64))?;
    bar.finish_and_clear();
    print(&report, mode)?;
    Ok(ExitCode::from(u8::from(report.refused > 0)))
}

fn print(report: &ImportReport, mode: Mode) -> Result<()> {
    for row in report.rows.iter().filter(|row| row.outcome == ImportOutcome::Refused) {
        let id = if row.id.is_empty() { String::new() } else { format!(" ({})", row.id) };
        output::fault(format_args!("line {}{id}: {}", row.line, row.errors.join("; ")));
    }
    let counts = format!(
        "{} records: {} added, {} changed, {} unchanged, {} refused",
        report.total, report.added, report.changed, report.unchanged, report.refused
    );
    match (mode, report.written) {
        (Mode::DryRun, _) => output::line(format_args!("Dry run, nothing written. {counts}."))?,
        (_, false) => output::line(format_args!(
            "Nothing written, because records were refused. Without them: {counts}."
        ))?,
        (_, true) => output::line(format_args!("{counts}."))?,
    }
    if report.incomplete > 0 {
        output::line(format_args!("{} records lack fields that the form requires:", report.incomplete))?;
        for (label, count) in &report.missing {
            output::line(format_args!("  {label}: {count}"))?;
        }
    }
    if report.refused > 0 {
        output::fault(format_args!("error: {} of {} records were refused", report.refused, report.total));
    }
    Ok(())
}

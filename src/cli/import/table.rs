//! `handout import` of a table: what the options say about its columns (a mapping may be a TOML file), and what is
//! printed about columns, rows and changes.

use crate::cli::arguments::{Duplicates, ImportArgs, TableArgs, report_format};
use crate::cli::import::catalogue::ImportCatalogue;
use crate::cli::import::errors::{ImportErrors, open_report};
use crate::cli::output::{self, show_progress};
use crate::domain::actor::Actor;
use crate::domain::import_export::import::Mode;
use crate::domain::import_export::tables::import::{TableEvent, TableReport, import_table};
use crate::domain::import_export::tables::layout::Layout;
use crate::domain::import_export::tables::mapping::{TableOptions, with_options};
use crate::domain::import_export::tables::planner::TableCatalogue;
use crate::import_export::file_tables::import_report;
use crate::import_export::table::{TableFormat as ReportFormat, TableTarget};
use crate::model::citations::citation_fields::citation_fields;
use crate::model::clock;
use crate::model::day::Day;
use crate::model::error::{Error, Result};
use crate::model::table_import::{DateOrder, FieldChange, PreviewRow, RowAction, RowOutcome};
use crate::model::text::count_with_noun;
use crate::settings::Settings;
use crate::table::cells::{TableFile, TableFormat, column_letter};
use indicatif::ProgressBar;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

/// Changed citations and notices that are printed.
const MAX_PRINTED: usize = 1_000;

/// A table to import, and its name in messages.
pub(super) struct Table {
    pub file: TableFile,
    pub name: String,
}

/// What has been printed, and what the report gets.
struct Printer<'p> {
    name: &'p str,
    /// What a row is called: of CSV the line at which it begins.
    noun: &'static str,
    is_dry_run: bool,
    errors: ImportErrors,
    rows: Option<Vec<PreviewRow>>,
    printed: usize,
}

impl Printer<'_> {
    fn print(&mut self, row: &PreviewRow) {
        let place = format!("{}: {} {}", self.name, self.noun, row.row);
        let place = match &row.id {
            Some(id) => format!("{place} ({id})"),
            None => place,
        };
        let text = |cell: &crate::model::table_import::CellMessage| {
            let field = if cell.field.is_empty() { String::new() } else { format!("{}: ", cell.field) };
            let at = if cell.cell.is_empty() { String::new() } else { format!(" ({})", cell.cell) };
            format!("{field}{}{at}", cell.message)
        };
        if row.outcome == RowOutcome::Bad {
            let errors: Vec<String> = row.cells.iter().filter(|cell| cell.bad).map(text).collect();
            self.errors.report(&place, &errors);
        }
        for cell in row.cells.iter().filter(|cell| !cell.bad) {
            self.print_line(false, format!("{place}: notice: {}", text(cell)));
        }
        if self.is_dry_run && row.outcome == RowOutcome::Changed {
            let changes: Vec<String> = row.changes.iter().map(change_text).collect();
            self.print_line(true, format!("{place}: '{}': {}", row.title, changes.join(", ")));
        }
        if let Some(rows) = &mut self.rows
            && !row.cells.is_empty()
        {
            rows.push(row.clone());
        }
    }

    fn print_line(&mut self, is_change: bool, line: String) {
        self.printed += 1;
        if self.printed > MAX_PRINTED {
            return;
        }
        if is_change {
            let _ = output::line(line);
        } else {
            output::error(line);
        }
    }
}

/// A mapping as a file.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct MappingFile {
    sheet: Option<String>,
    header_row: Option<u32>,
    key: Option<String>,
    ignore: Vec<String>,
    /// Columns by field.
    map: BTreeMap<String, String>,
    /// Values by field.
    constants: BTreeMap<String, String>,
    /// `us` or `day-first` by column.
    dates: BTreeMap<String, String>,
    /// Separators by column.
    split: BTreeMap<String, String>,
}

/// Plans, writes, reports.
pub(super) fn run(
    settings: &Settings,
    args: &ImportArgs,
    mode: Mode,
    catalogue: &ImportCatalogue,
    table: Table,
) -> Result<ExitCode> {
    let Table { file, name } = table;
    let options = table_options(&args.table)?;
    let report_file = match &args.table.report {
        Some(path) => Some(open_report(path, &args.file, &settings.data.dir)?),
        None => None,
    };
    let store = &catalogue.store;
    // Addresses of our own pages and files are known by it.
    store.set_public_url(&settings.public_url(settings.server.listen));
    let known = store.read(TableCatalogue::read)?;
    let headers = known.headers(&settings.hospital.item_number_label);
    let layout = with_options(&file, &options, &headers, Day::from(clock::today()))
        .map_err(|error| error.with_context(&name))?;
    check_layout(&name, &file, &layout)?;
    print_notices(&name, &file, &layout);
    let mut printer = Printer {
        name: &name,
        noun: if file.format == TableFormat::Csv { "line" } else { "row" },
        is_dry_run: mode == Mode::DryRun,
        errors: ImportErrors::new(args.errors.as_deref(), &args.file, &settings.data.dir)?,
        rows: report_file.is_some().then(Vec::new),
        printed: 0,
    };
    let duplicates = match args.table.duplicates {
        Duplicates::Update => RowAction::Update,
        Duplicates::Add => RowAction::Add,
        Duplicates::Skip => RowAction::Skip,
    };
    let bar = ProgressBar::no_length();
    let actor = Actor::command("import");
    let report =
        import_table(store, &file, &layout, &known, (mode, duplicates), &actor, &mut |event| match event {
            TableEvent::Planned(row) => bar.suspend(|| printer.print(row)),
            TableEvent::Progress(state, done, total) => show_progress(&bar, state, done, Some(total)),
        });
    bar.finish_and_clear();
    let all_errors_written = printer.errors.finish();
    let report = report?;
    if let (Some((path, mut to)), Some(rows)) = (report_file, printer.rows) {
        let format = report_format(&path).unwrap_or(ReportFormat::Csv);
        let written =
            import_report(&rows).into_file(TableTarget { format, temporary: &std::env::temp_dir() })?;
        std::io::Write::write_all(&mut to, &written.content)
            .and_then(|()| std::io::Write::flush(&mut to))
            .map_err(|e| Error::io(format!("writing {}", path.display()), e))?;
    }
    print_report(&name, &report, mode)?;
    all_errors_written?;
    Ok(ExitCode::from(u8::from(report.counts.bad > 0)))
}

/// Names what a person should know about file and columns.
fn print_notices(name: &str, file: &TableFile, layout: &Layout) {
    for notice in file.notices.iter().chain(&layout.notices) {
        output::error(format_args!("{name}: notice: {notice}"));
    }
    let is_asked = |index: u32| layout.conflicts.iter().any(|(_, columns)| columns.contains(&index));
    for column in layout.columns.iter().filter(|column| column.target.is_none() && !is_asked(column.index)) {
        let (name_of_column, letter) = (column.name(), column.letter());
        output::error(format_args!(
            "{name}: notice: {name_of_column} ({letter}) is not imported. {}",
            column.reason
        ));
    }
}

/// Refuses what a person has to decide.
fn check_layout(name: &str, file: &TableFile, layout: &Layout) -> Result<()> {
    let refuse = |why: String| Err(Error::Unreadable(format!("{name}: {why}")));
    if let Some((field, columns)) = layout.conflicts.first() {
        let names: Vec<String> = columns
            .iter()
            .filter_map(|index| layout.columns.iter().find(|column| column.index == *index))
            .map(|column| format!("{} ({})", column.name(), column.letter()))
            .collect();
        let first = column_letter(columns[0]);
        return refuse(format!(
            "several columns fit {field}: {}. Choose one: --map {field}={first}, or --ignore the others",
            names.join(", ")
        ));
    }
    if !layout.has_names() {
        let header = file.sheets[layout.sheet].rows.get(layout.header);
        let noun = if file.format == TableFormat::Csv { "line" } else { "row" };
        let place = header.map(|row| format!("{noun} {}: ", row.number)).unwrap_or_default();
        return refuse(format!(
            "{place}no column holds titles, IDs or item numbers; name one: --map title=COLUMN, or the headers: --header-row ROW"
        ));
    }
    if let Some(column) =
        layout.columns.iter().find(|column| column.dates.is_some_and(|dates| dates.is_undecided))
    {
        let letter = column.letter();
        return refuse(format!(
            "{} ({letter}): nothing shows whether day or month comes first in its dates. \
             Choose: --dates {letter}=us (03/04/2021 is 4 March) or --dates {letter}=day-first",
            column.name()
        ));
    }
    Ok(())
}

/// `Keywords: A; B → (empty)`.
fn change_text(change: &FieldChange) -> String {
    let (name, lang) = change.field.split_once('@').unwrap_or((&change.field, ""));
    let label = match name {
        "ksbgNumber" => "Item number",
        "url" => "URL",
        "revisionDate" => "Revision date",
        "pages" => "Pages",
        "version" => "Version",
        _ => citation_fields().named(name).map_or(name, |field| field.label),
    };
    let label = if lang.is_empty() { label.to_owned() } else { format!("{label} ({lang})") };
    let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "(empty)".into()).replace('\n', " ");
    format!("{label}: {} → {}", text(&change.before), text(&change.after))
}

fn print_report(file: &str, report: &TableReport, mode: Mode) -> Result<()> {
    match (mode, report.written) {
        (Mode::DryRun, _) => output::line("Dry run, nothing written.")?,
        (_, false) => output::line("Nothing written, because rows are bad. Without them:")?,
        (_, true) => {}
    }
    if report.incomplete > 0 {
        let records = count_with_noun(report.incomplete, "record lacks", "records lack");
        output::line(format_args!("{records} fields that the form requires:"))?;
        for (label, count) in &report.missing {
            output::line(format_args!("  {label}: {count}"))?;
        }
    }
    output::line(report.counts)?;
    if report.counts.bad > 0 {
        let rows = count_with_noun(report.rows, "row", "rows");
        let were = if report.counts.bad == 1 { "was" } else { "were" };
        output::error(format_args!("error: {} of {rows} in {file} {were} refused", report.counts.bad));
    }
    Ok(())
}

/// The options of the command. Those of a file come first, so that the command line may override them.
pub(super) fn table_options(args: &TableArgs) -> Result<TableOptions> {
    let mut options = TableOptions::default();
    let mut pairs = Vec::new();
    for map in &args.map {
        match map.split_once('=') {
            Some((field, column)) if !field.trim().is_empty() && !column.trim().is_empty() => {
                pairs.push((field.trim().to_owned(), column.trim().to_owned()));
            }
            _ => read_file(Path::new(map), &mut options)?,
        }
    }
    options.map.extend(pairs);
    options.sheet = args.sheet.clone().or(options.sheet);
    options.header_row = args.header_row.or(options.header_row);
    options.key = args.key.clone().or(options.key);
    options.ignore.extend(args.ignore.iter().cloned());
    options.constants.retain(|(field, _)| !args.set.iter().any(|(other, _)| other == field));
    options.constants.extend(args.set.iter().cloned());
    options.dates.extend(args.dates.iter().cloned());
    options.split.extend(args.split.iter().cloned());
    Ok(options)
}

fn read_file(path: &Path, options: &mut TableOptions) -> Result<()> {
    let unreadable = |why: &dyn std::fmt::Display| Error::Unreadable(format!("{}: {why}", path.display()));
    let text = std::fs::read_to_string(path)
        .map_err(|e| unreadable(&format!("{e}; expected a file, or FIELD=COLUMN")))?;
    let file: MappingFile = toml::from_str(&text).map_err(|e| unreadable(&e.message()))?;
    options.sheet = file.sheet;
    options.header_row = file.header_row;
    options.key = file.key;
    options.ignore.extend(file.ignore);
    options.map.extend(file.map);
    options.constants.extend(file.constants);
    options.split.extend(file.split);
    for (column, order) in file.dates {
        let read = DateOrder::from_name(&order);
        let order = read.ok_or_else(|| unreadable(&format!("[dates] {column}: expected us or day-first")))?;
        options.dates.push((column, order));
    }
    Ok(())
}

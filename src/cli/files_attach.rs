//! `handout files attach`.

use crate::cli::output;
use crate::cli::progress::bar_style;
use crate::domain::files::attach::{Examination, FileResult, Folder, Plan};
use crate::domain::files::upload::Storing;
use crate::files::FileStore;
use crate::import_export::attach_table::{AttachRow, attach_table};
use crate::import_export::table::TableFormat;
use crate::model::error::{Error, Result};
use crate::model::files::{StoreAddress, is_removed};
use crate::settings::Settings;
use crate::store::Store;
use indicatif::ProgressBar;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// What the command line says.
#[derive(Debug, Clone, Copy)]
pub(super) struct AttachOptions<'o> {
    pub dir: &'o Path,
    pub dry_run: bool,
    pub replace: bool,
    pub report: Option<&'o Path>,
}

/// Attaches the files of a folder to the versions that their names mean; exit code 1 if any was left.
pub(super) fn run(settings: &Settings, options: AttachOptions<'_>) -> Result<ExitCode> {
    let data_dir = &settings.data.dir;
    let store = Arc::new(match options.dry_run {
        true => Store::open_to_read(data_dir)?,
        false => Store::open_present_to_write(data_dir)?,
    });
    let public_url = settings.server.public_url.as_ref().map_or("", |url| url.as_str().trim_end_matches('/'));
    store.set_public_url(public_url);
    let storing = Storing::new(store, FileStore::new(&settings.files, data_dir)?, settings);
    let max_bytes = u64::from(settings.files.max_mb) << 20;
    let mut plan = plan(settings, &storing, max_bytes, &options)?;
    let words = if options.dry_run { "would be " } else { "" };
    // Shown before anything is stored.
    for (row, result) in plan.rows().iter().zip(plan.files.iter().map(|file| file.result)) {
        if options.dry_run || result == FileResult::Replaced {
            print(row, if result == FileResult::Replaced { "would be " } else { words })?;
        }
    }
    if !options.dry_run {
        store_all(&mut plan, &storing, max_bytes)?;
    }
    let rows = plan.rows();
    if let Some(path) = options.report {
        write_report(path, &rows)?;
    }
    let count =
        |is_counted: fn(FileResult) -> bool| plan.files.iter().filter(|file| is_counted(file.result)).count();
    let left = count(FileResult::is_left);
    output::line(format_args!(
        "{words}{} attached, {} replaced, {} unchanged, {} skipped, {left} left ({} ambiguous, {} unmatched), {} ignored",
        count(|result| result == FileResult::Attached),
        count(|result| result == FileResult::Replaced),
        count(|result| result == FileResult::Unchanged),
        count(|result| result == FileResult::Skipped),
        count(|result| result == FileResult::Ambiguous),
        count(|result| result == FileResult::Unmatched),
        plan.ignored(),
    ))?;
    Ok(if left == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn plan(settings: &Settings, storing: &Storing, max_bytes: u64, options: &AttachOptions<'_>) -> Result<Plan> {
    let dir = options.dir;
    let reading = |e| Error::io(format!("reading {}", dir.display()), e);
    let whole = dir.canonicalize().map_err(reading)?;
    let folder_name = whole.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let folder = Folder::read(&whole)?;
    folder.wait_until_settled();
    // Nothing is written into the data directory before a file is stored.
    let scratch = tempfile::tempdir().map_err(|e| Error::io("making a temporary folder", e))?;
    let files = FileStore::at(&StoreAddress::DataDirectory, &settings.files, scratch.path())?;
    let examination = Examination { scratch: &files, extractor: &storing.extractor, max_bytes };
    let bar = ProgressBar::new(0).with_style(bar_style());
    let plan = Plan::new(&storing.store, folder, &folder_name, &examination, options.replace, |all| {
        bar.set_length(all as u64);
        bar.inc(1);
    });
    bar.finish_and_clear();
    plan
}

fn store_all(plan: &mut Plan, storing: &Storing, max_bytes: u64) -> Result<()> {
    let to_store = plan.to_store();
    let bar = ProgressBar::new(to_store.len() as u64).with_style(bar_style());
    for n in to_store {
        plan.store(n, storing, max_bytes);
        bar.inc(1);
    }
    bar.finish_and_clear();
    plan.rows().iter().try_for_each(|row| print(row, ""))
}

/// A line about a file.
fn print(row: &AttachRow, before: &str) -> Result<()> {
    let AttachRow { file, result, reason, title, lang, candidates, .. } = row;
    let before = if ["attached", "replaced"].contains(result) { before } else { "" };
    let mut line = format!("{file}: {before}{result}");
    if !title.is_empty() {
        line += &format!(": {title} ({lang})");
    }
    if !reason.is_empty() {
        line += &format!(": {reason}");
    }
    if !candidates.is_empty() {
        line += &format!(": {candidates}");
    }
    // Names of files may hold what moves a terminal's cursor.
    output::line(line.replace(is_removed, "?"))
}

/// Writes the report, as the name of its file says.
fn write_report(path: &Path, rows: &[AttachRow]) -> Result<()> {
    let format = report_format(path).unwrap_or(TableFormat::Csv);
    let temporary = std::env::temp_dir();
    let file = attach_table(rows).into_file(format, &temporary)?;
    std::fs::write(path, file.content).map_err(|e| Error::io(format!("writing {}", path.display()), e))
}

/// The form that the name of a report's file says.
pub(super) fn report_format(path: &Path) -> Option<TableFormat> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    [TableFormat::Csv, TableFormat::Xlsx].into_iter().find(|format| format.extension() == extension)
}

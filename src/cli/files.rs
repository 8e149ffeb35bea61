//! `handout files`: attaches files, adopts links, withdraws and moves stored files.

use crate::cli::arguments::{FilesAction, report_format};
use crate::cli::output;
use crate::cli::output::bar_style;
use crate::domain::actor::Actor;
use crate::domain::files::adoption::{Adopter, NotStored};
use crate::domain::files::attach::{Examination, FileResult, Folder, Plan};
use crate::domain::files::transfer::{self, Moved};
use crate::domain::files::upload::Storing;
use crate::domain::files::withdrawal::withdraw;
use crate::domain::link_check::host_name;
use crate::files::{FileStore, wait_for};
use crate::import_export::file_tables::{AttachRow, attach_table};
use crate::import_export::table::{TableFormat, TableTarget};
use crate::model::entity_tag::Precondition;
use crate::model::error::{Error, Result};
use crate::model::files::{StoreAddress, is_removed};
use crate::model::text::count_with_noun;
use crate::settings::Settings;
use crate::store::Store;
use futures_util::{StreamExt, stream};
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use url::Url;

/// Hosts that are asked at once.
const MAX_HOSTS: usize = 8;

/// The citations that show a link.
type Links = BTreeMap<String, Vec<String>>;

/// What the command line says.
#[derive(Debug, Clone, Copy)]
struct AttachOptions<'o> {
    pub dir: &'o Path,
    pub dry_run: bool,
    pub replace: bool,
    pub report: Option<&'o Path>,
}

pub(super) fn run(settings: &Settings, action: &FilesAction) -> Result<ExitCode> {
    match action {
        FilesAction::Adopt { host, dry_run } => adopt(settings, host.as_deref(), *dry_run),
        FilesAction::Attach { dir, dry_run, replace, report } => {
            let options =
                AttachOptions { dir, dry_run: *dry_run, replace: *replace, report: report.as_deref() };
            attach(settings, options)
        }
        FilesAction::Move { to } => move_files(settings, to),
        FilesAction::Withdraw { digest, reason } => withdraw_one(settings, digest, reason),
    }
}

fn withdraw_one(settings: &Settings, digest: &str, reason: &str) -> Result<ExitCode> {
    let store = Arc::new(Store::open_present_to_write(&settings.data.dir)?);
    let files = FileStore::new(&settings.files, &settings.data.dir)?;
    let actor = Actor::command("files withdraw");
    match wait_for(withdraw(&store, &files, &actor, digest, reason))?? {
        None => output::line(format_args!("{digest} is withdrawn and deleted."))?,
        Some(detail) => output::line(format_args!("{detail}"))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn adopt(settings: &Settings, host: Option<&str>, dry_run: bool) -> Result<ExitCode> {
    let store = Arc::new(if dry_run {
        Store::open_to_read(&settings.data.dir)?
    } else {
        Store::open_present_to_write(&settings.data.dir)?
    });
    let mut hosts: BTreeMap<String, Links> = BTreeMap::new();
    for (url, citation) in store.read(|db| db.links_in_use())? {
        let name = host_name(&url);
        let authority = Url::parse(&url).map_or(String::new(), |url| url.authority().to_owned());
        let is_named = |host: &str| [&name, &authority].iter().any(|own| own.eq_ignore_ascii_case(host));
        if host.is_none_or(is_named) {
            hosts.entry(name).or_default().entry(url).or_default().push(citation);
        }
    }
    let count: u64 = hosts.values().map(|links| links.len() as u64).sum();
    if dry_run {
        for url in hosts.values().flat_map(Links::keys) {
            output::line(format_args!("{url}"))?;
        }
        output::line(format_args!("{} would be stored.", count_with_noun(count, "link", "links")))?;
        return Ok(ExitCode::SUCCESS);
    }
    let files = FileStore::new(&settings.files, &settings.data.dir)?;
    let public_url = settings.public_url(settings.server.listen);
    store.set_public_url(&public_url);
    let adopter = Adopter::new(Storing::new(store, files, settings), settings, &public_url)?;
    let stored = AtomicU64::new(0);
    let work = stream::iter(hosts.into_values()).for_each_concurrent(MAX_HOSTS, |links| async {
        for (url, citations) in links {
            let words = match adopt_one(&adopter, &url, &citations).await {
                Ok(Ok(())) => {
                    stored.fetch_add(1, Ordering::Relaxed);
                    "stored".to_owned()
                }
                Ok(Err(reason)) => format!("not stored: {reason}"),
                Err(error) => format!("not stored: {error}"),
            };
            // A closed pipe does not end the work.
            let _ = output::line(format_args!("{url}: {words}"));
        }
    });
    wait_for(work)?;
    let (stored, total) = (stored.into_inner(), count_with_noun(count, "link", "links"));
    output::line(format_args!("{stored} of {total} stored."))?;
    Ok(if stored == count { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Stores what a link serves, for all the citations that show it.
async fn adopt_one(
    adopter: &Adopter,
    url: &str,
    citations: &[String],
) -> Result<std::result::Result<(), String>> {
    let actor = Actor::command("files adopt");
    let file = match adopter.stored(url, &actor).await? {
        Ok(file) => file,
        Err(NotStored { reason, .. }) => return Ok(Err(reason)),
    };
    for citation in citations {
        match adopter.refer(citation, url, &file, &Precondition::Any, &actor).await {
            Ok(_) => {}
            Err(Error::Invalid(errors)) => {
                let reasons: Vec<String> = errors.into_iter().map(|error| error.message).collect();
                return Ok(Err(format!("{citation}: {}", reasons.join(" "))));
            }
            Err(other) => return Err(other),
        }
    }
    Ok(Ok(()))
}

/// Attaches the files of a folder to the versions that their names mean; exit code 1 if any was left.
fn attach(settings: &Settings, options: AttachOptions<'_>) -> Result<ExitCode> {
    let data_dir = &settings.data.dir;
    let store = Arc::new(if options.dry_run {
        Store::open_to_read(data_dir)?
    } else {
        Store::open_present_to_write(data_dir)?
    });
    let public_url = settings.public_url(settings.server.listen);
    store.set_public_url(&public_url);
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
    let file = attach_table(rows).into_file(TableTarget { format, temporary: &temporary })?;
    std::fs::write(path, file.content).map_err(|e| Error::io(format!("writing {}", path.display()), e))
}

/// Copies every stored file to another store; of the same store, takes it over.
fn move_files(settings: &Settings, to: &StoreAddress) -> Result<ExitCode> {
    let dir = &settings.data.dir;
    let store = Store::open_to_read(dir)?;
    let from = FileStore::new(&settings.files, dir)?;
    let target = FileStore::at(to, &settings.files, dir)?;
    let name = |address: &StoreAddress| match address {
        StoreAddress::DataDirectory => "the data directory".to_owned(),
        s3 => s3.to_string(),
    };
    if from.address() == to {
        wait_for(target.take_over())??;
        output::line(format_args!(
            "The files are in {} already, which belongs to this data directory now.",
            name(to)
        ))?;
        return Ok(ExitCode::SUCCESS);
    }
    let bar = ProgressBar::new(0).with_style(bar_style());
    let moved = transfer::move_files(&store, &from, &target, dir, |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let Moved { copied, present } = moved?;
    output::line(format_args!(
        "{} in {}: {copied} copied, {present} that were there; each was read again and is whole.",
        count_with_noun((copied + present) as u64, "stored file is", "stored files are"),
        name(to)
    ))?;
    output::line(format_args!(
        "Next: set files.store = \"{to}\" and restart the server. Nothing was deleted in {}; run this again before the \
         restart for files that are uploaded meanwhile.",
        name(from.address())
    ))?;
    Ok(ExitCode::SUCCESS)
}

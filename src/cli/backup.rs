//! `handout backup`.

use crate::cli::output;
use crate::domain::audit::{command_event, record_command};
use crate::domain::files::backup::{FilesBackup, refuse_store_folder};
use crate::files::FileStore;
use crate::model::audit::event::Action;
use crate::model::error::Result;
use crate::model::text::count_with_noun;
use crate::settings::Settings;
use crate::store::{Store, Target};
use std::path::Path;
use std::process::ExitCode;

/// Writes a consistent copy of the database, encrypted if the settings name a recipient, and the stored files that it names
/// to the folder `files`.
pub(super) fn run(settings: &Settings, file: &Path, files: Option<&Path>) -> Result<ExitCode> {
    let store = Store::open_to_read(&settings.data.dir)?;
    let target = Target::resolve(file, store.path());
    let is_stdout = matches!(target, Ok(Target::Stdout));
    let recipient = settings.backup.recipient.as_ref();
    let copy_database = || target.and_then(|target| store.back_up_to(target, file, recipient, || false));
    let backed_up = match files {
        None => copy_database().map(|()| None),
        Some(folder) => refuse_store_folder(folder, &settings.data.dir).and_then(|()| {
            let files = FileStore::new(&settings.files, &settings.data.dir)?;
            let data_dir = &settings.data.dir;
            let backup = FilesBackup { store: &store, files: &files, data_dir, folder, recipient };
            backup.run(copy_database, || false).map(Some)
        }),
    };
    drop(store);
    record_command(&settings.data.dir, &command_event("backup", Action::Backup, file, backed_up.is_ok()));
    let backed_up = backed_up?;
    if is_stdout {
        return Ok(ExitCode::SUCCESS);
    }
    let file = file.display();
    match recipient {
        Some(recipient) => {
            output::line(format_args!("The database was copied to {file}, encrypted for {recipient}."))?
        }
        None => output::line(format_args!("The database was copied to {file}."))?,
    }
    match (files, backed_up) {
        (Some(folder), Some(backed_up)) => output::line(format_args!(
            "{} of it are in {}; {} copied now.",
            count_with_noun(backed_up.named.len() as u64, "stored file", "stored files"),
            folder.display(),
            backed_up.copied
        ))?,
        _ => output::line("It holds no stored files; `--files DIR` copies them too.")?,
    }
    Ok(ExitCode::SUCCESS)
}

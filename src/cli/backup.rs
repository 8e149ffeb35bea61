//! `handout backup`.

use crate::cli::output;
use crate::domain::audit::recording::{command_event, record_command};
use crate::model::audit::action::Action;
use crate::model::error::Result;
use crate::settings::Settings;
use crate::store::{Store, Target};
use std::path::Path;
use std::process::ExitCode;

/// Writes a consistent copy of the database, encrypted if the settings name a recipient.
pub(super) fn run(settings: &Settings, file: &Path) -> Result<ExitCode> {
    let store = Store::open_to_read(&settings.data.dir)?;
    let target = Target::resolve(file, store.path());
    let is_stdout = matches!(target, Ok(Target::Stdout));
    let recipient = settings.backup.recipient.as_ref();
    let copied = target.and_then(|target| store.back_up_to(target, file, recipient, || false));
    drop(store);
    record_command(&settings.data.dir, &command_event("backup", Action::Backup, file, copied.is_ok()));
    copied?;
    if !is_stdout {
        let file = file.display();
        match recipient {
            Some(recipient) => {
                output::line(format_args!("The database was copied to {file}, encrypted for {recipient}."))?
            }
            None => output::line(format_args!("The database was copied to {file}."))?,
        }
    }
    Ok(ExitCode::SUCCESS)
}

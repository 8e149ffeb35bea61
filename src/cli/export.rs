//! `handout export`.

use crate::cli::output;
use crate::domain::actor::Actor;
use crate::domain::audit::{command_event, record_command};
use crate::domain::files::backup::refuse_store_folder;
use crate::domain::import_export::catalogue_export;
use crate::domain::packets::transfer;
use crate::files::FileStore;
use crate::model::audit::event::Action;
use crate::model::error::{Error, Result};
use crate::model::text::count_with_noun;
use crate::settings::Settings;
use crate::store::{Store, Target, write_whole};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

/// Writes every citation with its stored files, if a folder is given for them, or every packet; a file appears whole or not at all.
pub(super) fn run(settings: &Settings, file: &Path, packets: bool, files: Option<&Path>) -> Result<ExitCode> {
    let store = Store::open_to_read(&settings.data.dir)?;
    let doing = if file == Path::new("-") {
        "writing to standard output".to_owned()
    } else {
        format!("writing {}", file.display())
    };
    let export = |to: &mut dyn Write| {
        let (mut to, actor) = (BufWriter::new(to), Actor::command("export"));
        let data_dir = &settings.data.dir;
        let written = match files {
            _ if packets => transfer::export(&store, &actor, &mut to),
            None => catalogue_export::export(&store, &actor, &mut to),
            Some(folder) => refuse_store_folder(folder, data_dir).and_then(|()| {
                let files = FileStore::new(&settings.files, data_dir)?;
                catalogue_export::export_with_files(&store, &actor, &mut to, &files, data_dir, folder)
            }),
        };
        written.map_err(|e| e.with_context(&doing))
    };
    let [one, what] = if packets { ["packet", "packets"] } else { ["citation", "citations"] };
    let target = Target::resolve(file, store.path())?;
    let is_stdout = matches!(target, Target::Stdout);
    let written = match target {
        Target::Stdout => export(&mut std::io::stdout().lock()),
        Target::Stream(mut to) => export(&mut to),
        Target::File(end) => write_whole(&end, |fresh| {
            let mut to = File::create(fresh).map_err(|e| Error::io(doing.clone(), e))?;
            export(&mut to)
        }),
    };
    let event = command_event("export", Action::Export, file, written.is_ok());
    record_command(&settings.data.dir, &event.with_detail(what));
    let count = written?;
    if is_stdout {
        return Ok(ExitCode::SUCCESS);
    }
    output::line(format_args!("{} written to {}.", count_with_noun(count, one, what), file.display()))?;
    Ok(ExitCode::SUCCESS)
}

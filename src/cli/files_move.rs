//! `handout files move`.

use crate::cli::output;
use crate::cli::progress::bar_style;
use crate::domain::files::transfer::{Moved, move_files};
use crate::files::{FileStore, wait_for};
use crate::model::error::Result;
use crate::model::files::StoreAddress;
use crate::model::text::count_with_noun;
use crate::settings::Settings;
use crate::store::Store;
use indicatif::ProgressBar;
use std::process::ExitCode;

/// Copies every stored file to another store; of the same store, takes it over.
pub(super) fn run(settings: &Settings, to: &StoreAddress) -> Result<ExitCode> {
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
    let moved = move_files(&store, &from, &target, dir, |done, all| {
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

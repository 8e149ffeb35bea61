//! `handout import`: citations, or with a flag packets or the hospital's own terms.

mod catalogue;
mod citations;
mod errors;
mod mapping_file;
mod packets;
mod table;
mod terms;

use crate::cli::arguments::ImportArgs;
use crate::model::error::Result;
use crate::settings::Settings;
use std::process::ExitCode;

/// Imports what the arguments name.
pub(super) fn run(settings: &Settings, args: &ImportArgs) -> Result<ExitCode> {
    if args.terms {
        terms::run(settings, args)
    } else if args.packets {
        packets::run(settings, args)
    } else {
        citations::run(settings, args)
    }
}

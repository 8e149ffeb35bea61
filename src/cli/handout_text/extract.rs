//! `handout extract-text`: started by the server for one file; not for people.

use crate::cli::arguments::ExtractArgs;
use crate::handout_text::child::{self, Task};
use crate::model::error::{Error, Result};
use crate::model::handout_text::file::FileKind;
use std::process::ExitCode;

/// Reads a file on standard input and writes its text to standard output.
pub(in crate::cli) fn run(args: &ExtractArgs) -> Result<ExitCode> {
    let kind = match args.kind.as_str() {
        "probe" => None,
        name => Some(FileKind::from_name(name).ok_or_else(|| {
            Error::Settings(format!("expected probe or one of {}", FileKind::NAMES.join(", ")))
        })?),
    };
    child::run(&Task {
        kind,
        charset: args.charset.clone(),
        pdftotext: args.pdftotext.clone(),
        is_confined: args.confined,
    })?;
    Ok(ExitCode::SUCCESS)
}

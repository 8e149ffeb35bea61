//! `handout extract-text`: started by the server for one file; not for people.

use crate::cli::arguments::ExtractArgs;
use crate::handout_text::child::{self, Subject, Task};
use crate::model::error::{Error, Result};
use crate::model::handout_text::file::FileKind;
use std::process::ExitCode;

/// Reads a file on standard input and writes its text, or what else was requested, to standard output.
pub(in crate::cli) fn run(args: &ExtractArgs) -> Result<ExitCode> {
    let subject = Subject::from_name(&args.kind).ok_or_else(|| {
        Error::Settings(format!("expected probe, whole-pdf or one of {}", FileKind::NAMES.join(", ")))
    })?;
    child::run(&Task {
        subject,
        charset: args.charset.clone(),
        pdftotext: args.pdftotext.clone(),
        server: args.server,
        is_confined: args.confined,
    })?;
    Ok(ExitCode::SUCCESS)
}

//! What commands print: lines and progress bars. A reader that closes the pipe (`handout check
//!  head -1`) is not an error.

use crate::model::error::{Error, Result};
use crate::model::import::ImportState;
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Display;
use std::io::Write;

/// Prints a line to standard output. Returns an error if it cannot be written, except to a closed pipe.
pub(super) fn line(text: impl Display) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::io("writing to standard output", e))
        }
        _ => Ok(()),
    }
}

/// Prints a line about an error to standard error, as far as that is possible.
pub(super) fn error(text: impl Display) {
    // There is nowhere left to report it.
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// How progress looks; drawn on terminals only.
pub(super) fn bar_style() -> ProgressStyle {
    ProgressStyle::with_template("{bar:40} {pos} of {len} ({eta})")
        .unwrap_or_else(|_| ProgressStyle::default_bar())
}

pub(super) fn show_progress(bar: &ProgressBar, state: ImportState, records: u64, total: Option<u64>) {
    if let Some(total) = total
        && bar.length() != Some(total)
    {
        bar.set_style(bar_style());
        bar.set_length(total);
        bar.reset_eta();
    }
    if state == ImportState::Checking {
        bar.set_message("Checking");
    }
    bar.set_position(records);
}

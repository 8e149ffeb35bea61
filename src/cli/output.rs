//! What commands print. A reader that closes the pipe (`handout check | head -1`) is not an error.

use crate::model::error::{Error, Result};
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

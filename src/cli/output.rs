//! What commands print. Whoever reads it may go away (`handout check | head -1`): that is no fault of the command.

use crate::model::error::{Error, Result};
use std::fmt::Display;
use std::io::Write;

/// Prints a line to standard output. An error when it cannot be written, except that nobody reads it any more.
pub(super) fn line(text: impl Display) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Error::io("writing to standard output", e))
        }
        _ => Ok(()),
    }
}

/// Prints a line about a fault to standard error, as far as that is possible.
pub(super) fn error(text: impl Display) {
    // There is nobody left to report it to.
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

//! Makes one file equal to another by writing only the blocks that differ.

use crate::model::error::{Error, Result};
use std::fs::File;
use std::io::ErrorKind;
use std::os::unix::fs::FileExt;

/// Bytes compared and written at once.
const BLOCK_BYTES: usize = 64 << 10;
/// The bytes of the header for the journal mode: 1 is a rollback journal, 2 a write-ahead log; see
/// <https://www.sqlite.org/fileformat.html>, section 1.3.
const JOURNAL_MODE: std::ops::Range<usize> = 18..20;

/// Makes `to` equal to the first `length` bytes of the database file `from`, except for the journal mode: the copy is
/// opened without a write-ahead log. Returns how many bytes were written.
///
/// [`Error::Unavailable`] if `from` became shorter in the meantime.
pub(super) fn make_equal(from: &File, length: u64, to: &File) -> Result<u64> {
    let reading = |e: std::io::Error| match e.kind() {
        ErrorKind::UnexpectedEof => {
            Error::Unavailable("the database became shorter while it was read".into())
        }
        _ => Error::io("reading the database", e),
    };
    let writing = |e| Error::io("writing the private copy of the database", e);
    let present = to.metadata().map_err(writing)?.len();
    let (mut wanted, mut found) = (vec![0; BLOCK_BYTES], vec![0; BLOCK_BYTES]);
    let (mut at, mut written) = (0, 0);
    while at < length {
        let size = usize::try_from(length - at).unwrap_or(BLOCK_BYTES).min(BLOCK_BYTES);
        let wanted = &mut wanted[..size];
        from.read_exact_at(wanted, at).map_err(reading)?;
        if at == 0
            && let Some(mode) = wanted.get_mut(JOURNAL_MODE)
        {
            mode.fill(1);
        }
        let is_equal = at + size as u64 <= present && {
            let found = &mut found[..size];
            to.read_exact_at(found, at).map_err(writing)?;
            found == wanted
        };
        if !is_equal {
            to.write_all_at(wanted, at).map_err(writing)?;
            written += size as u64;
        }
        at += size as u64;
    }
    if present > length {
        to.set_len(length).map_err(writing)?;
    }
    Ok(written)
}

#[cfg(test)]
mod tests;

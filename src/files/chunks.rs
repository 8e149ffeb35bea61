//! Contents as they are read: piece by piece, however large they are.

use crate::model::error::{Error, Result};
use bytes::Bytes;
use futures_util::Stream;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::ops::Range;
use std::pin::Pin;
use tokio::sync::Semaphore;

/// What is read at once.
const CHUNK_BYTES: u64 = 32 << 10;

/// How many chunks are read at the same time: each reading thread keeps memory of its own.
static READS: Semaphore = Semaphore::const_new(4);

/// A content, or a range of it, piece by piece. It ends after an error.
pub type Chunks = Pin<Box<dyn Stream<Item = Result<Bytes>> + Send>>;

/// A range of a file in chunks.
pub(super) fn read_file(file: File, range: Range<u64>) -> Chunks {
    let state = (file, range, false);
    Box::pin(futures_util::stream::unfold(state, |(file, range, is_positioned)| async move {
        if range.is_empty() {
            return None;
        }
        let _permit = READS.acquire().await.ok()?;
        let read = tokio::task::spawn_blocking(move || {
            let chunk = read_chunk(&file, &range, is_positioned);
            (file, range, chunk)
        });
        match read.await {
            Ok((file, range, Ok(chunk))) => {
                let rest = range.start + chunk.len() as u64..range.end;
                Some((Ok(chunk), (file, rest, true)))
            }
            // The end of the range is given up with the error.
            Ok((file, range, Err(e))) => Some((Err(e), (file, range.end..range.end, true))),
            Err(_) => None,
        }
    }))
}

fn read_chunk(mut file: &File, range: &Range<u64>, is_positioned: bool) -> Result<Bytes> {
    let doing = "reading a stored file";
    if !is_positioned {
        file.seek(SeekFrom::Start(range.start)).map_err(|e| Error::io(doing, e))?;
    }
    let wanted = (range.end - range.start).min(CHUNK_BYTES);
    let mut chunk = Vec::with_capacity(wanted as usize);
    file.take(wanted).read_to_end(&mut chunk).map_err(|e| Error::io(doing, e))?;
    if (chunk.len() as u64) < wanted {
        return Err(Error::internal(doing, "it became shorter while it was read"));
    }
    Ok(Bytes::from(chunk))
}

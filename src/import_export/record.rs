//! A record of a file as it was read, and how large it may be.

use serde_json::Value;

/// Largest record, in bytes: beyond, it is bad, and the rest of the file is still read. Twice what the body of a request
/// may hold, so that every citation which can be saved can be exported and imported again.
pub const MAX_BYTES: usize = 2 << 20;

/// One record of a file, or why it cannot be read.
#[derive(Debug, Clone, PartialEq)]
pub struct RawRecord {
    /// Line it begins at, from 1.
    pub line: u64,
    /// How many bytes of the text it takes.
    pub bytes: usize,
    /// The citation's JSON.
    pub json: Result<Value, String>,
}

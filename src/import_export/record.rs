//! A record of a file as it was read, and how large it may be.

use serde_json::Value;

/// Largest record, in bytes: beyond, it is bad, and the rest of the file is still read. Twice what the body of a request
/// may hold, so that every citation which can be saved can be exported and imported again.
pub const MAX_BYTES: usize = 2 << 20;
/// Characters of a text that a message quotes.
const MAX_QUOTED: usize = 60;

/// The format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One JSON object a line.
    JsonLines,
    /// A header row and one citation a row.
    Csv,
}

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

/// The message for a record that is larger than [`MAX_BYTES`].
pub(super) fn too_large(what: &str) -> String {
    format!("the {what} is longer than {} MiB", MAX_BYTES >> 20)
}

/// The beginning of a text, for a message.
pub(super) fn quoted(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("'{}…'", &text[..end]),
        None => format!("'{text}'"),
    }
}

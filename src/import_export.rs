//! File formats: reads JSON Lines, writes JSON Lines, CSV and workbooks; contains no rules.

pub mod catalogue_table;
pub mod file_tables;
pub mod json_lines;
pub mod list_tables;
pub mod order_tables;
pub mod synonyms_csv;
pub mod table;
pub mod usage_tables;

use crate::import_export::json_lines::JsonRecords;
use std::io::{BufRead, Read};

/// Reads JSON Lines, gzip or not, record by record: memory holds one record, at most [`json_lines::MAX_BYTES`] of it, however
/// large the file is. More than `max_text` bytes of unpacked text are an error.
///
/// An error of this call or of the iterator concerns the whole file.
pub fn records<'r>(
    file: impl Read + 'r,
    max_text: u64,
) -> Result<JsonRecords<Box<dyn BufRead + 'r>>, String> {
    json_lines::plain(file, max_text).map(JsonRecords::new).map_err(|e| json_lines::unreadable(&e))
}

/// The text of a file, gzip or not, without a mark of UTF-8; reading more than `max_text` bytes of it is an error.
pub fn unpack<'r>(file: impl Read + 'r, max_text: u64) -> std::io::Result<Box<dyn BufRead + 'r>> {
    json_lines::plain(file, max_text)
}

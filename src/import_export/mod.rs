//! File formats: JSON Lines, CSV and workbooks. Reads and writes text; contains no rules.

pub mod accessibility_table;
pub mod apostrophes;
pub mod attach_table;
pub mod audit_table;
pub mod catalogue_table;
pub mod column;
pub mod csv_in;
pub mod import_report;
pub mod json_lines;
pub mod list_tables;
pub mod order_tables;
pub mod readability_table;
pub mod record;
pub mod search_table;
pub mod synonyms_csv;
pub mod table;
mod text;
pub mod usage_tables;
mod workbook;

use crate::import_export::csv_in::CsvRecords;
use crate::import_export::json_lines::JsonRecords;
use crate::import_export::record::{Format, RawRecord};
use std::io::{BufRead, Read};

/// The records of a file, one after the other; see [`records`].
pub enum Records<'r> {
    /// Of JSON Lines.
    Json(JsonRecords<Box<dyn BufRead + 'r>>),
    /// Of CSV.
    Csv(Box<CsvRecords<Box<dyn BufRead + 'r>>>),
}

/// Reads a file of `format`, gzip or not, record by record: memory holds one record, at most
/// [`record::MAX_BYTES`] of it, however large the file is. More than `max_text` bytes of unpacked text are an error.
///
/// An error of this call or of the iterator concerns the whole file.
pub fn records<'r>(file: impl Read + 'r, format: Format, max_text: u64) -> Result<Records<'r>, String> {
    let text = text::plain(file, max_text).map_err(|e| text::unreadable(&e))?;
    Ok(match format {
        Format::JsonLines => Records::Json(JsonRecords::new(text)),
        Format::Csv => Records::Csv(Box::new(CsvRecords::new(text)?)),
    })
}

/// The text of a file, gzip or not, without a mark of UTF-8; reading more than `max_text` bytes of it is an error.
pub fn unpacked<'r>(file: impl Read + 'r, max_text: u64) -> std::io::Result<Box<dyn BufRead + 'r>> {
    text::plain(file, max_text)
}

impl Iterator for Records<'_> {
    type Item = Result<RawRecord, String>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Records::Json(records) => records.next(),
            Records::Csv(records) => records.next(),
        }
    }
}

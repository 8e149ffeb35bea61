//! Tables that people keep in spreadsheet programs, as rows of cells: CSV and workbooks. Knows nothing of citations.

pub mod cells;
mod content;
mod csv_quotes;
pub mod csv_rows;
mod csv_table;
pub mod dates;
mod delimiter;
pub mod text;

use crate::model::error::Result;
use crate::table::cells::TableFile;
use crate::table::content::Content;

/// Reads a table. Its content decides what it is, never its name.
///
/// Every sheet is read: hidden ones, hidden rows and hidden columns too. [`crate::model::error::Error::Unreadable`]
/// describes what the file is and what to do.
pub fn read_table(bytes: &[u8]) -> Result<TableFile> {
    match content::detect(bytes)? {
        Content::Text(bytes) => csv_table::read(&bytes),
        Content::Xlsx => Err(content::unreadable("This is an Excel workbook. Save it as CSV UTF-8.")),
        Content::Ods => {
            Err(content::unreadable("This is an OpenDocument spreadsheet. Save it as CSV UTF-8."))
        }
    }
}

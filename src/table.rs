//! Tables that people keep in spreadsheet programs, as rows of cells: CSV and workbooks. Knows nothing of citations.

mod archive;
pub mod cells;
mod content;
pub mod csv_rows;
mod csv_table;
pub mod dates;
mod hyperlink;
mod number_format;
mod ods;
mod sheet_builder;
mod sheet_xml;
#[cfg(test)]
mod tests;
mod xlsx;

use crate::model::error::Result;
use crate::table::archive::{Archive, WorkbookKind};
use crate::table::cells::TableFile;
use crate::table::content::Content;

/// Reads a table. Its content decides what it is, never its name.
///
/// Every sheet is read: hidden ones, hidden rows and hidden columns too. [`crate::model::error::Error::Unreadable`]
/// describes what the file is and what to do.
pub fn read_table(bytes: &[u8]) -> Result<TableFile> {
    match content::detect(bytes)? {
        Content::Text(bytes) => csv_table::read(&bytes),
        Content::Zip(bytes) => {
            let mut archive = Archive::open(bytes)?;
            match archive.kind()? {
                WorkbookKind::Xlsx => xlsx::read(&mut archive, bytes),
                WorkbookKind::Ods => ods::read(&mut archive),
            }
        }
    }
}

//! Tables for spreadsheet programs: columns with types, and rows. They are written as CSV or as a workbook.

use crate::import_export::apostrophes::with_apostrophe;
use crate::import_export::column::{CellType, Column};
use crate::import_export::workbook::WorkbookWriter;
use crate::model::error::{Error, Result};
use std::io::Write;
use std::path::Path;

/// The form of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableFormat {
    /// Comma-separated values: UTF-8 with a byte order mark.
    Csv,
    /// A workbook of Excel.
    Xlsx,
}

impl TableFormat {
    /// What the parameter `format` and the file name call it.
    pub fn extension(self) -> &'static str {
        match self {
            TableFormat::Csv => "csv",
            TableFormat::Xlsx => "xlsx",
        }
    }

    /// Its media type.
    pub fn media_type(self) -> &'static str {
        match self {
            TableFormat::Csv => "text/csv; charset=utf-8",
            TableFormat::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }
}

/// A list as a table.
pub struct Table<'t> {
    /// The name of its file, without the extension.
    pub name: &'static str,
    columns: Vec<Column>,
    rows: Box<dyn Iterator<Item = Vec<String>> + 't>,
}

impl<'t> Table<'t> {
    pub(super) fn new(
        name: &'static str,
        columns: impl Into<Vec<Column>>,
        rows: impl Iterator<Item = Vec<String>> + 't,
    ) -> Table<'t> {
        Table { name, columns: columns.into(), rows: Box::new(rows) }
    }

    /// The whole file. A workbook's rows are in a temporary file in `temporary` until it is complete.
    pub fn into_file(self, format: TableFormat, temporary: &Path) -> Result<TableFile> {
        let mut content = Vec::new();
        let mut writer = TableWriter::new(format, self.columns, &mut content, temporary)?;
        for cells in self.rows {
            writer.write(&cells)?;
        }
        writer.finish()?;
        Ok(TableFile { name: self.name, format, content })
    }
}

/// A table as a file.
pub struct TableFile {
    /// Its name, without the extension.
    pub name: &'static str,
    /// Its form.
    pub format: TableFormat,
    /// Its bytes.
    pub content: Vec<u8>,
}

/// Writes a table row by row; memory holds one of them.
pub struct TableWriter<W: Write + Send> {
    columns: Vec<Column>,
    output: Output<W>,
}

enum Output<W> {
    Csv(W),
    Xlsx(Box<WorkbookWriter>, W),
}

impl<W: Write + Send> TableWriter<W> {
    /// Writes the header; see [`Table::into_file`].
    pub fn new(
        format: TableFormat,
        columns: impl Into<Vec<Column>>,
        mut to: W,
        temporary: &Path,
    ) -> Result<Self> {
        let columns = columns.into();
        let output = match format {
            TableFormat::Csv => {
                to.write_all(&csv_header(&columns)).map_err(writing)?;
                Output::Csv(to)
            }
            TableFormat::Xlsx => {
                Output::Xlsx(Box::new(WorkbookWriter::new(&columns, temporary).map_err(writing)?), to)
            }
        };
        Ok(TableWriter { columns, output })
    }

    /// Writes a row, one cell a column.
    pub fn write(&mut self, cells: &[String]) -> Result<()> {
        match &mut self.output {
            Output::Csv(to) => to.write_all(&csv_row(&self.columns, cells)),
            Output::Xlsx(workbook, _) => workbook.write(&self.columns, cells),
        }
        .map_err(writing)
    }

    /// Completes the file.
    pub fn finish(self) -> Result<()> {
        match self.output {
            Output::Csv(mut to) => to.flush(),
            Output::Xlsx(workbook, to) => workbook.finish(to),
        }
        .map_err(writing)
    }
}

fn writing(cause: std::io::Error) -> Error {
    Error::io("writing the table", cause)
}

/// The header row, after a byte order mark by which spreadsheets know UTF-8.
pub fn csv_header(columns: &[Column]) -> Vec<u8> {
    let mut bytes = b"\xef\xbb\xbf".to_vec();
    bytes.extend(line(columns.iter().map(|column| column.name)));
    bytes
}

/// A row. A text that a spreadsheet would take for a formula gets an apostrophe.
pub fn csv_row(columns: &[Column], cells: &[String]) -> Vec<u8> {
    let cells = columns.iter().zip(cells).map(|(column, cell)| match column.cells {
        CellType::Number => cell.into(),
        _ => with_apostrophe(cell),
    });
    line(cells.map(|cell| cell.into_owned()))
}

fn line(cells: impl Iterator<Item = impl AsRef<[u8]>>) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record(cells);
    writer.into_inner().unwrap_or_default()
}

/// A flag as a cell.
pub(super) fn yes_or_no(flag: bool) -> String {
    if flag { "Yes" } else { "No" }.to_owned()
}

/// A text as a cell.
pub(super) fn text(text: &Option<String>) -> String {
    text.clone().unwrap_or_default()
}

/// A value as a cell; empty when there is none.
pub(super) fn shown(value: Option<impl ToString>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

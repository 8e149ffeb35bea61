//! Tables for spreadsheet programs: columns with types, and rows. They are written as CSV, with an apostrophe before
//! what spreadsheets would run as a formula (contract section 5), or as a workbook; only this file uses
//! `rust_xlsxwriter`.

use crate::model::day::Day;
use crate::model::error::{Error, Result};
use crate::model::text::is_invisible;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use rust_xlsxwriter::{ExcelDateTime, Format, FormatAlign, Workbook, Worksheet, XlsxError};
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

/// Most characters of a cell, counted as Excel does: in UTF-16.
const MAX_CHARACTERS: usize = 32_767;
/// The end of a text that was too long.
const CUT: &str = "… (cut; see the CSV)";
/// Most rows of a sheet, the header included.
const MAX_ROWS: u32 = 1_048_576;
/// The width of every column, in characters.
const WIDTH: u16 = 22;
/// Integers beyond it are not exact in a workbook, whose numbers are floating-point.
const MAX_INTEGER: f64 = 9_007_199_254_740_992.0;

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

    /// The whole file.
    pub fn into_file(self, TableTarget { format, temporary }: TableTarget<'_>) -> Result<TableFile> {
        let mut content = Vec::new();
        let mut writer = TableWriter::new(format, self.columns, &mut content, temporary)?;
        for cells in self.rows {
            writer.write(&cells)?;
        }
        writer.finish()?;
        Ok(TableFile { name: self.name, format, content })
    }
}

/// How a table is written.
#[derive(Debug, Clone, Copy)]
pub struct TableTarget<'a> {
    pub format: TableFormat,
    /// The folder in which a workbook's rows are in a temporary file until it is complete.
    pub temporary: &'a Path,
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

enum Output<W> {
    Csv(W),
    Xlsx(Box<WorkbookWriter>, W),
}

/// What the cells of a column hold. CSV has them as they are; a workbook has values of this type. A cell that cannot be
/// read as its type is text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellType {
    Text,
    /// A number, shown with as many decimals as the cell has.
    Number,
    /// A day, with or without a time of day, which is not part of the value.
    Day,
    /// A moment in UTC, ISO 8601.
    Moment,
}

/// A column: its header and the type of its cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    pub(super) name: &'static str,
    pub(super) cells: CellType,
}

impl Column {
    pub(super) const fn text(name: &'static str) -> Column {
        Column { name, cells: CellType::Text }
    }

    pub(super) const fn number(name: &'static str) -> Column {
        Column { name, cells: CellType::Number }
    }

    pub(super) const fn day(name: &'static str) -> Column {
        Column { name, cells: CellType::Day }
    }

    pub(super) const fn moment(name: &'static str) -> Column {
        Column { name, cells: CellType::Moment }
    }
}

/// Writes a workbook. Its rows go to a temporary file; a table of more rows than a sheet may have continues on the next.
pub(super) struct WorkbookWriter {
    workbook: Workbook,
    sheet: usize,
    row: u32,
    max_rows: u32,
    formats: Formats,
}

impl WorkbookWriter {
    pub(super) fn new(columns: &[Column], temporary: &Path) -> io::Result<Self> {
        Self::with_rows(columns, temporary, MAX_ROWS)
    }

    fn with_rows(columns: &[Column], temporary: &Path, max_rows: u32) -> io::Result<Self> {
        let mut workbook = Workbook::new();
        workbook.set_tempdir(temporary).map_err(io_error)?;
        let top = || Format::new().set_align(FormatAlign::Top);
        let shown_as = |pattern: &str| top().set_num_format(pattern);
        let formats = Formats {
            header: top().set_bold(),
            text: shown_as("@"),
            day: shown_as("yyyy-mm-dd"),
            moment: shown_as("yyyy-mm-dd hh:mm:ss \"UTC\""),
            numbers: ["0", "0.0", "0.00"].map(shown_as),
        };
        let mut writer = WorkbookWriter { workbook, sheet: 0, row: 0, max_rows, formats };
        writer.add_sheet(columns).map_err(io_error)?;
        Ok(writer)
    }

    fn add_sheet(&mut self, columns: &[Column]) -> std::result::Result<(), XlsxError> {
        let sheet = self.workbook.add_worksheet_with_constant_memory()?;
        sheet.set_freeze_panes(1, 0)?;
        for (at, column) in (0..).zip(columns) {
            sheet.set_column_width(at, WIDTH)?;
            sheet.write_string_with_format(0, at, column.name, &self.formats.header)?;
        }
        self.row = 1;
        Ok(())
    }

    pub(super) fn write(&mut self, columns: &[Column], cells: &[String]) -> io::Result<()> {
        self.write_row(columns, cells).map_err(io_error)
    }

    fn write_row(&mut self, columns: &[Column], cells: &[String]) -> std::result::Result<(), XlsxError> {
        if self.row == self.max_rows {
            self.add_sheet(columns)?;
            self.sheet += 1;
        }
        let sheet = self.workbook.worksheet_from_index(self.sheet)?;
        for (at, (column, cell)) in (0..).zip(columns.iter().zip(cells)) {
            write_cell(sheet, (self.row, at), column.cells, cell, &self.formats)?;
        }
        self.row += 1;
        Ok(())
    }

    pub(super) fn finish(mut self, mut to: impl Write + Send) -> io::Result<()> {
        self.workbook.save_to_writer(&mut to).map_err(io_error)?;
        to.flush()
    }
}

struct Formats {
    header: Format,
    text: Format,
    day: Format,
    moment: Format,
    /// By the number of decimals.
    numbers: [Format; 3],
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

/// What a cell shows: nothing without a value, `Yes` or `No` for a flag.
pub(super) trait TableCell {
    fn cell(&self) -> String;
}

impl<T: TableCell + ?Sized> TableCell for &T {
    fn cell(&self) -> String {
        (**self).cell()
    }
}

impl<T: TableCell> TableCell for Option<T> {
    fn cell(&self) -> String {
        self.as_ref().map(TableCell::cell).unwrap_or_default()
    }
}

impl TableCell for bool {
    fn cell(&self) -> String {
        if *self { "Yes" } else { "No" }.to_owned()
    }
}

macro_rules! shown_as_they_are {
    ($($value:ty),*) => {$(impl TableCell for $value {
        fn cell(&self) -> String {
            self.to_string()
        }
    })*};
}

shown_as_they_are!(String, str, Day, u8, u32, u64, i64, usize);

/// The columns of a table with their cells of a row: a type of [`Column`], the header, and what has [`TableCell`].
macro_rules! columns {
    ($(#[$doc:meta])* $visible:vis const $columns:ident, fn $name:ident($($argument:ident: $type:ty),*)
        $({ $($before:tt)* })? [$($kind:ident $header:literal = $cell:expr),* $(,)?]) => {
        $(#[$doc])*
        $visible const $columns: &[$crate::import_export::table::Column] =
            &[$($crate::import_export::table::Column::$kind($header)),*];

        /// The cells of a row.
        $visible fn $name($($argument: $type),*) -> Vec<String> {
            $($($before)*)?
            vec![$($crate::import_export::table::TableCell::cell(&$cell)),*]
        }
    };
}
pub(super) use columns;

/// A list as a table: as `columns!`, for each of its rows.
macro_rules! table {
    ($file:expr, $rows:expr, |$row:pat_param| $({ $($before:tt)* })?
        [$($kind:ident $header:literal = $cell:expr),* $(,)?]) => {
        $crate::import_export::table::Table::new(
            $file,
            [$($crate::import_export::table::Column::$kind($header)),*],
            $rows.map(move |$row| {
                $($($before)*)?
                vec![$($crate::import_export::table::TableCell::cell(&$cell)),*]
            }),
        )
    };
}
pub(super) use table;

/// Spreadsheets run a cell that begins like a formula, some also one that begins with a full-width sign or with
/// characters nobody sees: an apostrophe makes it text. A cell that looks as if it had got one gets another, so that
/// [`without_apostrophe`] returns what there was.
pub fn with_apostrophe(cell: &str) -> Cow<'_, str> {
    if is_taken_for_formula(cell) { format!("'{cell}").into() } else { cell.into() }
}

/// A cell without the apostrophe that [`with_apostrophe`] put there.
pub(super) fn without_apostrophe(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| is_taken_for_formula(rest)).unwrap_or(cell)
}

fn is_taken_for_formula(cell: &str) -> bool {
    let before = |c: char| matches!(c, ' ' | '\'') || is_invisible(c);
    let signs = "=+-@\t\r\n＝＋－＠﹦﹢﹣﹫";
    cell.trim_start_matches(before).starts_with(|first| signs.contains(first))
}

/// Writes a cell as a value of its type; always as a value, never as a formula or a link.
fn write_cell(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    cells: CellType,
    cell: &str,
    formats: &Formats,
) -> std::result::Result<(), XlsxError> {
    if cell.is_empty() {
        return Ok(());
    }
    match cells {
        CellType::Text => {}
        CellType::Number => {
            if let Some(number) = number(cell) {
                let decimals = cell.split_once('.').map_or(0, |(_, decimals)| decimals.len());
                let format = &formats.numbers[decimals.min(formats.numbers.len() - 1)];
                return sheet.write_number_with_format(row, column, number, format).map(drop);
            }
        }
        CellType::Day => {
            if let Some(day) = Day::parse(cell).and_then(|day| excel_time(day.date().into())) {
                return sheet.write_datetime_with_format(row, column, &day, &formats.day).map(drop);
            }
        }
        CellType::Moment => {
            let moment = cell.parse::<Timestamp>().ok().map(|moment| TimeZone::UTC.to_datetime(moment));
            if let Some(moment) = moment.and_then(excel_time) {
                return sheet.write_datetime_with_format(row, column, &moment, &formats.moment).map(drop);
            }
        }
    }
    sheet.write_string_with_format(row, column, fit(&plain(cell)), &formats.text).map(drop)
}

fn number(cell: &str) -> Option<f64> {
    let is_plain = cell.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'.'));
    cell.parse::<f64>().ok().filter(|number| is_plain && number.abs() <= MAX_INTEGER)
}

/// `None` for what Excel's calendar does not have.
fn excel_time(time: DateTime) -> Option<ExcelDateTime> {
    let small = |part: i8| u8::try_from(part).ok();
    let year = u16::try_from(time.year()).ok()?;
    let day = ExcelDateTime::from_ymd(year, small(time.month())?, small(time.day())?).ok()?;
    let hour = small(time.hour())?.into();
    let milliseconds = u16::try_from(time.millisecond()).ok()?;
    day.and_hms_milli(hour, small(time.minute())?, small(time.second())?, milliseconds).ok()
}

/// A text with the line ends of spreadsheets and without characters that XML cannot hold.
fn plain(text: &str) -> Cow<'_, str> {
    let is_kept = |c: char| matches!(c, '\t' | '\n' | ' '..='\u{fffd}' | '\u{10000}'..);
    if text.chars().all(is_kept) {
        return text.into();
    }
    text.replace("\r\n", "\n").replace('\r', "\n").chars().filter(|c| is_kept(*c)).collect()
}

/// A text of at most [`MAX_CHARACTERS`].
fn fit(text: &str) -> Cow<'_, str> {
    // Most texts need no count: no character has fewer bytes than UTF-16 units.
    if text.len() <= MAX_CHARACTERS || text.encode_utf16().count() <= MAX_CHARACTERS {
        return text.into();
    }
    let mut room = MAX_CHARACTERS - CUT.encode_utf16().count();
    let kept = text.chars().take_while(|c| {
        let fits = c.len_utf16() <= room;
        room = room.saturating_sub(c.len_utf16());
        fits
    });
    kept.chain(CUT.chars()).collect()
}

fn io_error(error: XlsxError) -> io::Error {
    match error {
        XlsxError::IoError(error) => error,
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests;

//! The rows of a CSV text, each within bounds, with the line it begins at. Errors in the quotation marks are found
//! here, because the parser accepts them: what follows a missing closing quote becomes part of the cell, to the end of
//! the text.

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use std::io::BufRead;

/// Most bytes of a row: twice what the body of a request may hold, so that every citation which can be saved can be
/// exported and imported again.
const MAX_BYTES: usize = 2 << 20;
/// Most cells of a row: as many as a spreadsheet program has columns.
const MAX_CELLS: usize = 16_384;

/// Reads rows as RFC 4180 has them; empty lines are skipped. Memory holds one row, at most [`MAX_BYTES`] of it.
pub struct CsvRows<R> {
    text: R,
    parser: Reader,
    place: Place,
    delimiter: u8,
    row: Vec<u8>,
    ends: Vec<usize>,
}

impl<R: BufRead> CsvRows<R> {
    /// Cells separated by commas; the text begins at line 1.
    pub fn new(text: R) -> Self {
        CsvRows::with_delimiter(text, b',', 1)
    }

    /// Cells separated by `delimiter`; the text begins at line `line`.
    pub fn with_delimiter(text: R, delimiter: u8, line: u64) -> Self {
        CsvRows {
            text,
            parser: ReaderBuilder::new().delimiter(delimiter).build(),
            place: Place { line, after_return: false },
            delimiter,
            row: vec![0; 1 << 12],
            ends: vec![0; 64],
        }
    }

    /// The next row; `None` at the end of the text.
    pub fn read_row(&mut self) -> std::io::Result<Option<CsvRow<'_>>> {
        self.skip_line_ends()?;
        let line = self.place.line;
        let (mut written, mut cells) = (0, 0);
        let mut error = None;
        let mut quotes = QuoteCheck::new(self.delimiter);
        loop {
            let input = self.text.fill_buf()?;
            let (result, read, wrote, ended) =
                self.parser.read_record(input, &mut self.row[written..], &mut self.ends[cells..]);
            self.place.pass(&input[..read]);
            quotes.read(&input[..read]);
            self.text.consume(read);
            written += wrote;
            cells += ended;
            match result {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull if error.is_none() && self.row.len() < MAX_BYTES => {
                    let longer = (self.row.len() * 2).min(MAX_BYTES);
                    self.row.resize(longer, 0);
                }
                // The rest of an oversized row is read to its end and discarded.
                ReadRecordResult::OutputFull => {
                    error.get_or_insert_with(|| format!("the row is longer than {} MiB", MAX_BYTES >> 20));
                    (written, cells) = (0, 0);
                }
                ReadRecordResult::OutputEndsFull if error.is_none() && self.ends.len() < MAX_CELLS => {
                    let more = (self.ends.len() * 2).min(MAX_CELLS);
                    self.ends.resize(more, 0);
                }
                ReadRecordResult::OutputEndsFull => {
                    error.get_or_insert_with(|| format!("the row has more than {MAX_CELLS} cells"));
                    (written, cells) = (0, 0);
                }
                ReadRecordResult::Record => break,
                ReadRecordResult::End => return Ok(None),
            }
        }
        // A missing quote explains why a row is too long.
        let cells = match quotes.finish().or(error) {
            Some(error) => Err(error),
            None => split(&self.row[..written], &self.ends[..cells]),
        };
        Ok(Some(CsvRow { line, bytes: written, cells }))
    }

    /// Line ends before a row belong to the row before it, or are empty lines.
    fn skip_line_ends(&mut self) -> std::io::Result<()> {
        loop {
            let input = self.text.fill_buf()?;
            let ends = input.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
            let all = ends == input.len() && ends > 0;
            self.place.pass(&input[..ends]);
            self.text.consume(ends);
            if !all {
                return Ok(());
            }
        }
    }
}

/// A row: the line it begins at, and its cells or what is wrong with it.
pub struct CsvRow<'r> {
    pub line: u64,
    pub bytes: usize,
    pub cells: Result<Vec<&'r str>, String>,
}

/// The line that is being read, from 1. Lines end with LF, CR LF or CR, within cells too.
struct Place {
    line: u64,
    after_return: bool,
}

impl Place {
    fn pass(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.line += u64::from(*byte == b'\r' || *byte == b'\n' && !self.after_return);
            self.after_return = *byte == b'\r';
        }
    }
}

/// Follows the bytes of one row as RFC 4180 reads them.
pub(super) struct QuoteCheck {
    delimiter: u8,
    state: State,
    /// The cell that is being read, from 1.
    cell: usize,
    error: Option<String>,
}

impl QuoteCheck {
    /// At the start of a row.
    pub(super) fn new(delimiter: u8) -> QuoteCheck {
        QuoteCheck { delimiter, state: State::CellStart, cell: 1, error: None }
    }

    /// Reads bytes of the row, which may end within a cell.
    pub(super) fn read(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.state = match (self.state, byte) {
                (State::CellStart | State::AfterQuote, b'"') => State::Quoted,
                (State::Quoted, b'"') => State::AfterQuote,
                (State::Quoted, _) => State::Quoted,
                (_, byte) if *byte == self.delimiter => {
                    self.cell += 1;
                    State::CellStart
                }
                // The row ends here.
                (state, b'\r' | b'\n') => state,
                (State::AfterQuote, _) => {
                    self.error.get_or_insert_with(|| {
                        format!(
                            "text follows the closing quote of cell {}; a quote within a cell is written twice",
                            self.cell
                        )
                    });
                    State::Unquoted
                }
                (State::CellStart | State::Unquoted, _) => State::Unquoted,
            };
        }
    }

    /// What is wrong with the quotes of the row, which ends here.
    pub(super) fn finish(self) -> Option<String> {
        match self.state {
            State::Quoted => Some(self.error.unwrap_or_else(|| {
                format!(
                    "the quote at the start of cell {} is never closed: everything after it was read as this cell",
                    self.cell
                )
            })),
            _ => self.error,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    CellStart,
    Unquoted,
    Quoted,
    /// After a quote within a quoted cell: the closing one, or the first of a doubled one.
    AfterQuote,
}

fn split<'r>(row: &'r [u8], ends: &[usize]) -> Result<Vec<&'r str>, String> {
    let text = std::str::from_utf8(row).map_err(|_| "this is not UTF-8 text")?;
    let mut from = 0;
    let mut cells = Vec::with_capacity(ends.len());
    for end in ends {
        cells.push(text.get(from..*end).ok_or("this is not UTF-8 text")?);
        from = *end;
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::io::BufReader;

    fn read(text: &str, buffer: usize) -> Vec<(u64, Result<Vec<String>, String>)> {
        let mut rows = CsvRows::new(BufReader::with_capacity(buffer, text.as_bytes()));
        let mut all = Vec::new();
        while let Some(row) = rows.read_row().unwrap() {
            all.push((row.line, row.cells.map(|cells| cells.iter().map(|c| (*c).to_owned()).collect())));
        }
        all
    }

    #[test]
    fn lines_are_those_of_the_file_whatever_its_line_ends() {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["a,b", "", "c,\"d", "e\"", "f,g", ""].join(end);
            for buffer in [1, 2, 3, 64] {
                let lines: Vec<u64> = read(&text, buffer).iter().map(|(line, _)| *line).collect();
                assert_eq!(lines, [1, 3, 5], "{text:?} by {buffer}");
            }
            assert_eq!(read(&text, 64)[1].1, Ok(vec!["c".into(), format!("d{end}e")]));
        }
    }

    #[test]
    fn a_row_beyond_the_bounds_is_bad_and_the_next_one_is_read() {
        let text = format!("a,b\n{}\n{}\nc,d", "x".repeat(MAX_BYTES + 1), ",".repeat(3 * MAX_BYTES));
        let rows = read(&text, 1 << 16);
        assert_eq!(rows.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 2, 3, 4]);
        assert_eq!(rows[1].1, Err("the row is longer than 2 MiB".into()));
        assert_eq!(rows[2].1, Err("the row has more than 16384 cells".into()));
        assert_eq!(rows[3].1, Ok(vec!["c".into(), "d".into()]));
        assert_eq!(read(&",".repeat(16_383), 64)[0].1.as_ref().unwrap().len(), 16_384);
        assert_eq!(read("", 64), []);
    }

    #[test]
    fn a_misplaced_quote_is_an_error_of_its_row() {
        for buffer in [1, 2, 64] {
            let cells = |text: &str| read(text, buffer).pop().unwrap().1;
            for (row, cell) in [("c8,\"unclosed\nc9,x\n", 2), ("\"", 1), ("\"a\"\"\nb", 1)] {
                let error = cells(row).unwrap_err();
                assert!(error.starts_with(&format!("the quote at the start of cell {cell} is never closed")));
            }
            for row in ["c9,\"x\" y\n", "c9,\"x\"y,\"z\"\n", "c9,\"unclosed\nc10,\"x\"\n"] {
                let error = cells(row).unwrap_err();
                assert!(error.starts_with("text follows the closing quote of cell 2;"), "{row}: {error}");
            }
            for (row, expected) in [
                ("\"\",\"a\"\"b\"\n", ["", "a\"b"]),
                ("\"a\r\nb\",c\r\n", ["a\r\nb", "c"]),
                ("a \"b\",5\" tube", ["a \"b\"", "5\" tube"]),
            ] {
                assert_eq!(cells(row), Ok(expected.map(str::to_owned).to_vec()), "{row}");
            }
        }
        let long = format!("a,b\n\"{}", "x\n".repeat(MAX_BYTES));
        let rows = read(&long, 1 << 16);
        assert_eq!((rows.len(), rows[1].0), (2, 2));
        assert!(rows[1].1.as_ref().unwrap_err().contains("never closed"));
        assert_eq!(read("\"x\" y\nc,d", 64)[1], (2, Ok(vec!["c".into(), "d".into()])));
    }
}

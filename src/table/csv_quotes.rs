//! Errors in the quotation marks of a CSV row. The parser accepts them: what follows a missing closing quote
//! becomes part of the cell, to the end of the text.

/// Follows the bytes of one row as RFC 4180 reads them.
pub(super) struct QuoteCheck {
    delimiter: u8,
    state: State,
    /// The cell that is being read, from 1.
    cell: usize,
    error: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    CellStart,
    Unquoted,
    Quoted,
    /// After a quote within a quoted cell: the closing one, or the first of a doubled one.
    AfterQuote,
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

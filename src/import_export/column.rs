//! The columns of tables for spreadsheet programs.

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

//! The rows of a sheet of a workbook from its cells, within the limits of a table.

use crate::model::error::{Error, Result};
use crate::table::cells::{Cell, CellValue, MergedFrom, Sheet, SheetRow};
use crate::table::content::unreadable;
use std::collections::{BTreeMap, HashSet};

/// Most rows with content of a file.
pub(super) const MAX_ROWS: usize = 200_000;
/// Most cells with content of a workbook.
const MAX_CELLS: usize = 1_000_000;
/// Most bytes of text of a workbook, which may refer to one long text many times.
const MAX_TEXT: usize = 256 << 20;

pub(super) fn too_many_rows() -> Error {
    unreadable("The file has more than 200,000 rows. Split it into several files.")
}

pub(super) fn too_many_cells() -> Error {
    unreadable("The workbook has more than 1,000,000 cells with content. Split it into several files.")
}

/// What a workbook has used of its limits.
#[derive(Default)]
pub(super) struct Limits {
    rows: usize,
    cells: usize,
    text: usize,
}

impl Limits {
    pub(super) fn add_rows(&mut self, rows: usize) -> Result<()> {
        self.rows = self.rows.saturating_add(rows);
        if self.rows > MAX_ROWS { Err(too_many_rows()) } else { Ok(()) }
    }

    /// Whether there is room for so many rows more, before they are made.
    pub(super) fn check_rows(&self, rows: usize) -> Result<()> {
        if self.rows.saturating_add(rows) > MAX_ROWS { Err(too_many_rows()) } else { Ok(()) }
    }

    /// Whether there is room for so many cells more.
    pub(super) fn check_cells(&self, cells: usize) -> Result<()> {
        if self.cells.saturating_add(cells) > MAX_CELLS { Err(too_many_cells()) } else { Ok(()) }
    }

    pub(super) fn add_cells(&mut self, count: usize, value: &CellValue) -> Result<()> {
        self.cells = self.cells.saturating_add(count);
        if self.cells > MAX_CELLS {
            return Err(too_many_cells());
        }
        let bytes = match value {
            CellValue::Text(text) | CellValue::Bad(text) => text.len(),
            _ => 0,
        };
        self.text = self.text.saturating_add(bytes.saturating_mul(count));
        if self.text > MAX_TEXT {
            return Err(unreadable(
                "The workbook has more than 256 MiB of text. Split it into several files.",
            ));
        }
        Ok(())
    }
}

/// A merged cell: rows and columns from 0, both ends included.
#[derive(Debug, Clone, Copy)]
pub(super) struct Merged {
    pub(super) rows: (u32, u32),
    pub(super) columns: (u32, u32),
}

/// A sheet that is being read.
#[derive(Default)]
pub(super) struct SheetBuilder {
    rows: BTreeMap<u32, Vec<Cell>>,
    pub(super) merged: Vec<Merged>,
    pub(super) hidden_rows: HashSet<u32>,
    /// First and last column.
    hidden_columns: Vec<(u32, u32)>,
}

impl SheetBuilder {
    pub(super) fn hide_columns(&mut self, first: u32, last: u32) {
        // A sheet has no more columns.
        if self.hidden_columns.len() < 16_384 {
            self.hidden_columns.push((first, last));
        }
    }

    /// Adds a cell that holds something, at a row from 0; the last one of a place counts.
    pub(super) fn add(&mut self, row: u32, cell: Cell, limits: &mut Limits) -> Result<()> {
        limits.add_cells(1, &cell.value)?;
        let cells = match self.rows.entry(row) {
            std::collections::btree_map::Entry::Vacant(place) => {
                limits.add_rows(1)?;
                place.insert(Vec::new())
            }
            std::collections::btree_map::Entry::Occupied(place) => place.into_mut(),
        };
        put(cells, cell);
        Ok(())
    }

    pub(super) fn cell_mut(&mut self, row: u32, column: u32) -> Option<&mut Cell> {
        let cells = self.rows.get_mut(&row)?;
        let found = cells.binary_search_by_key(&column, |cell| cell.column).ok()?;
        cells.get_mut(found)
    }

    /// What a cell shows; empty where there is none.
    pub(super) fn text(&self, row: u32, column: u32) -> String {
        let cells = self.rows.get(&row).map(Vec::as_slice).unwrap_or_default();
        let found = cells.binary_search_by_key(&column, |cell| cell.column);
        found.map_or(String::new(), |found| cells[found].value.text())
    }

    pub(super) fn finish(mut self, name: String, is_hidden: bool, limits: &mut Limits) -> Result<Sheet> {
        self.fill_merged(limits)?;
        let columns: HashSet<u32> = self.rows.values().flatten().map(|cell| cell.column).collect();
        let is_column_hidden =
            |column: &u32| self.hidden_columns.iter().any(|(first, last)| (first..=last).contains(&column));
        let mut hidden_columns: Vec<u32> = columns.into_iter().filter(is_column_hidden).collect();
        hidden_columns.sort_unstable();
        let hidden_rows =
            self.rows.keys().filter(|row| self.hidden_rows.contains(row)).map(|row| row + 1).collect();
        let row = |(row, cells): (u32, Vec<Cell>)| SheetRow { number: row + 1, cells, problem: None };
        Ok(Sheet {
            name,
            is_hidden,
            rows: self.rows.into_iter().map(row).collect(),
            hidden_rows,
            hidden_columns,
        })
    }

    /// Gives the value of a merged cell to all of its places in rows that hold something of their own, as far as the
    /// sheet has columns.
    fn fill_merged(&mut self, limits: &mut Limits) -> Result<()> {
        let last_used =
            self.rows.values().filter_map(|cells| cells.last()).map(|cell| cell.column).max().unwrap_or(0);
        let merged = std::mem::take(&mut self.merged);
        for Merged { rows: (top, bottom), columns: (left, right) } in merged {
            let Some(origin) = self.cell_mut(top, left).cloned() else { continue };
            let right = right.min(last_used);
            for (row, cells) in self.rows.range_mut(top..=bottom.max(top)) {
                for column in left..=right.max(left) {
                    if (*row, column) == (top, left) {
                        continue;
                    }
                    limits.add_cells(1, &origin.value)?;
                    let from = if column == left { MergedFrom::Above } else { MergedFrom::Left };
                    if cells.binary_search_by_key(&column, |cell| cell.column).is_err() {
                        put(cells, Cell { column, merged: Some(from), ..origin.clone() });
                    }
                }
            }
        }
        Ok(())
    }
}

fn put(cells: &mut Vec<Cell>, cell: Cell) {
    if cells.last().is_none_or(|last| last.column < cell.column) {
        return cells.push(cell);
    }
    match cells.binary_search_by_key(&cell.column, |other| other.column) {
        Ok(found) => cells[found] = cell,
        Err(place) => cells.insert(place, cell),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn limits_include_their_ends() {
        let mut limits = Limits::default();
        assert!(limits.add_rows(200_000).is_ok() && limits.check_rows(1).is_err());
        assert!(limits.add_rows(1).unwrap_err().to_string().contains("200,000 rows"));
        assert!(
            limits.add_cells(1_000_000, &CellValue::Flag(true)).is_ok() && limits.check_cells(1).is_err()
        );
        assert!(
            limits.add_cells(1, &CellValue::Flag(true)).unwrap_err().to_string().contains("1,000,000 cells")
        );
        let mut limits = Limits::default();
        let long = CellValue::Text("x".repeat(1 << 20));
        assert!(limits.add_cells(256, &long).is_ok());
        assert!(limits.add_cells(1, &long).unwrap_err().to_string().contains("256 MiB"));
    }

    #[test]
    fn cells_may_come_in_any_order() {
        let mut limits = Limits::default();
        let mut builder = SheetBuilder::default();
        for (row, column, text) in [(5, 2, "f"), (1, 3, "b"), (1, 1, "a"), (1, 3, "c")] {
            let cell = Cell { column, value: CellValue::Text(text.into()), link: None, merged: None };
            builder.add(row, cell, &mut limits).unwrap();
        }
        let sheet = builder.finish("S".into(), false, &mut limits).unwrap();
        let texts: Vec<(u32, u32, String)> = sheet
            .rows
            .iter()
            .flat_map(|row| row.cells.iter().map(|cell| (row.number, cell.column, cell.value.text())))
            .collect();
        assert_eq!(texts, [(2, 1, "a".into()), (2, 3, "c".into()), (6, 2, "f".into())]);
    }
}

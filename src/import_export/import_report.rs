//! What was wrong with the cells of an imported table, as a file for a spreadsheet.

use crate::import_export::column::Column;
use crate::import_export::table::Table;
use crate::model::table_import::PreviewRow;

/// Every bad cell and every notice, in the order of the rows.
pub fn import_report(rows: &[PreviewRow]) -> Table<'_> {
    let cells = rows.iter().flat_map(|row| row.cells.iter().map(move |cell| (row, cell)));
    let lines = cells.map(|(row, cell)| {
        vec![
            row.row.to_string(),
            cell.cell.clone(),
            cell.field.clone(),
            cell.value.clone(),
            cell.message.clone(),
        ]
    });
    let columns = [
        Column::number("Row"),
        Column::text("Cell"),
        Column::text("Field"),
        Column::text("Value"),
        Column::text("Message"),
    ];
    Table::new("import", columns, lines)
}

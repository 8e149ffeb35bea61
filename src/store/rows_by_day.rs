//! Bounds what tables of daily counts grow by on one day.

use crate::model::error::Result;
use crate::store::database::ReadTx;
use crate::store::sqlite_error::doing;
use std::collections::HashMap;

/// How many rows a table with a column `day` has on each day, counted when a day is first asked about.
pub(in crate::store) struct RowsByDay<'t> {
    tx: &'t ReadTx<'t>,
    table: &'static str,
    rows: HashMap<String, u32>,
}

impl<'t> RowsByDay<'t> {
    pub fn new(tx: &'t ReadTx<'t>, table: &'static str) -> RowsByDay<'t> {
        RowsByDay { tx, table, rows: HashMap::new() }
    }

    /// Whether the day may have one more row, which then counts as added.
    pub fn add(&mut self, day: &str, max_rows: u32) -> Result<bool> {
        if !self.rows.contains_key(day) {
            let sql = format!("SELECT count(*) FROM {} WHERE day = ?1", self.table);
            let rows = self.tx.db.query_row(&sql, [day], |row| row.get(0));
            self.rows.insert(day.to_owned(), rows.map_err(doing("counting the rows of a day"))?);
        }
        let rows = self.rows.entry(day.to_owned()).or_default();
        let has_room = *rows < max_rows;
        *rows += u32::from(has_room);
        Ok(has_room)
    }
}

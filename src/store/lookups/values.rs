//! Lookup values: finding one, adding one, and the departments with their contacts.

use crate::model::category::{Category, normalize_value, value_key};
use crate::model::error::Result;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sqlite_error::doing;
use rusqlite::OptionalExtension;

impl ReadTx<'_> {
    /// Key and spelling of the value that equals `value`, ignoring case and blanks; `None` if there is none.
    pub fn lookup_value(&self, category: Category, value: &str) -> Result<Option<(i64, String)>> {
        self.db
            .prepare_cached("SELECT key, value FROM lookup_values WHERE category = ?1 AND value_key = ?2")
            .and_then(|mut one| {
                one.query_row((category as i64, value_key(value)), |row| Ok((row.get(0)?, row.get(1)?)))
                    .optional()
            })
            .map_err(doing("reading a lookup value"))
    }
}

impl WriteTx<'_> {
    /// Key of the value that equals `value`, ignoring case and blanks; added if there is none.
    pub fn lookup_value_key(&self, category: Category, value: &str) -> Result<i64> {
        if let Some((key, _)) = self.lookup_value(category, value)? {
            return Ok(key);
        }
        self.db
            .prepare_cached("INSERT INTO lookup_values (category, value, value_key) VALUES (?1, ?2, ?3)")
            .and_then(|mut insert| {
                insert.execute((category as i64, normalize_value(value), value_key(value)))
            })
            .map_err(doing("adding a lookup value"))?;
        Ok(self.db.last_insert_rowid())
    }
}

//! The change sequence: which citations changed, in which order. The search index follows it.

use crate::model::error::Result;
use crate::store::database::{ReadTx, WriteTx, latest_change};
pub(in crate::store) use crate::store::moment::now;
use crate::store::sqlite_error::doing;
use rusqlite::params;

/// Who makes a change, as the history shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Editor {
    /// Key of the user record; `None` for the command line.
    pub user: Option<i64>,
    /// As shown.
    pub name: String,
}

impl ReadTx<'_> {
    /// The number of the latest change; 0 before the first.
    pub fn latest_change(&self) -> Result<u64> {
        latest_change(self.db)
    }

    /// Keys of the citations whose latest change, or that of a text of theirs, lies after `number`, ascending; each once.
    pub fn changed_after(&self, number: u64) -> Result<Vec<i64>> {
        let what = "reading the change sequence";
        let mut rows = self
            .db
            .prepare_cached(
                "SELECT key FROM citations WHERE changed > ?1 \
                 UNION SELECT citation FROM text_changes WHERE changed > ?1 ORDER BY 1",
            )
            .map_err(doing(what))?;
        let keys = rows.query_map([number], |row| row.get(0)).map_err(doing(what))?;
        keys.collect::<rusqlite::Result<Vec<i64>>>().map_err(doing(what))
    }
}

impl WriteTx<'_> {
    /// The change number of this transaction; taken at the first call.
    pub fn change_number(&self) -> Result<u64> {
        if let Some(number) = self.change.get() {
            return Ok(number);
        }
        let what = "taking a change number";
        self.db
            .prepare_cached("INSERT INTO changes (at) VALUES (?1)")
            .and_then(|mut insert| insert.execute(params![now()]))
            .map_err(doing(what))?;
        let number = u64::try_from(self.db.last_insert_rowid()).unwrap_or(0);
        self.change.set(Some(number));
        Ok(number)
    }
}

//! Keeps packets in step with their departments, which are lookup values.

use crate::model::error::Result;
use crate::store::changes::Editor;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sqlite_error::doing;

const WHAT: &str = "changing the department of packets";

impl ReadTx<'_> {
    /// Keys of the packets, deleted ones included, of the department that is this lookup value.
    pub(in crate::store) fn packets_of_department(&self, value: i64) -> Result<Vec<i64>> {
        self.list(WHAT, "SELECT key FROM packets WHERE department = ?1 ORDER BY key", [value], |row| {
            row.get(0)
        })
    }

    /// How many packets that are not deleted have this lookup value as their department.
    pub(in crate::store) fn packet_count_of_department(&self, value: i64) -> Result<u64> {
        self.db
            .prepare_cached("SELECT count(*) FROM packets WHERE department = ?1 AND deleted = 0")
            .and_then(|mut count| count.query_row([value], |row| row.get(0)))
            .map_err(doing(WHAT))
    }
}

impl WriteTx<'_> {
    /// Marks the packets of a department that has another name now as changed, without a new version.
    pub(in crate::store) fn touch_packets_of_department(&self, value: i64) -> Result<()> {
        if self.packets_of_department(value)?.is_empty() {
            return Ok(());
        }
        let change = self.change_number()?;
        self.db
            .prepare_cached("UPDATE packets SET changed = ?2 WHERE department = ?1")
            .and_then(|mut update| update.execute((value, change)))
            .map_err(doing(WHAT))?;
        Ok(())
    }

    /// Moves the packets of a department to another one, or to none; their state before becomes an earlier version. Returns the
    /// ID of each and the number of its last change before.
    pub(in crate::store) fn move_packets_of_department(
        &self,
        old: i64,
        new: Option<i64>,
        editor: &Editor,
    ) -> Result<Vec<(String, u64)>> {
        let mut before = Vec::new();
        for present in self.packets(&self.packets_of_department(old)?)? {
            if !present.is_deleted {
                self.begin_packet_state(&present, editor)?;
                before.push((present.id, present.change));
            }
        }
        self.db
            .prepare_cached("UPDATE packets SET department = ?2 WHERE department = ?1")
            .and_then(|mut update| update.execute((old, new)))
            .map_err(doing(WHAT))?;
        Ok(before)
    }
}

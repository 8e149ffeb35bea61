//! Copies of the database, taken while it is used.

use crate::model::error::Result;
use crate::store::changes::now;
use crate::store::copying::copy_database;
use crate::store::data_dir::{remove_database, temporary};
use crate::store::fault::store_error;
use crate::store::handle::Store;
use crate::store::target::{Target, write_through, write_whole};
use rusqlite::Connection;
use std::io::Write;
use std::path::Path;

impl Store {
    /// Writes a copy of the database to `file`: one state, checked, whole or not at all. A file that is there is
    /// replaced; links are followed; a pipe or a device is written to. The database itself is refused.
    pub fn back_up(&self, file: &Path) -> Result<()> {
        self.back_up_to(Target::of(file, self.path())?, file, || false)
    }

    /// As [`Store::back_up`], to what `file` was found to be. Ends with [`crate::model::error::Error::Unavailable`] soon after `stopped`
    /// says so.
    pub fn back_up_to(&self, target: Target, file: &Path, stopped: impl Fn() -> bool) -> Result<()> {
        let doing = format!("backing up to {}", file.display());
        // Before the reading begins: everything up to here is in the copy.
        let made = now();
        let copy =
            |to: &Path| copy_database(&self.separate_reader()?, to, &doing, Some(&made), || !stopped());
        let stream = |to: &mut dyn Write| {
            // A database is written page by page, here and there; a pipe is not.
            let fresh = temporary(self.path(), ".copying");
            let copied = copy(&fresh).and_then(|()| write_through(&fresh, to, &doing));
            remove_database(&fresh);
            copied
        };
        match target {
            Target::File(end) => write_whole(&end, copy),
            Target::Stdout => stream(&mut std::io::stdout().lock()),
            Target::Stream(mut to) => stream(&mut to),
        }
        .map_err(|e| e.with_context(&doing))
    }
}

/// Takes from a sample catalogue what differs each time it is made: its instance and the times of its making.
pub fn finish_sample(file: &Path) -> Result<()> {
    let doing = format!("settling {}", file.display());
    let db = Connection::open(file).map_err(|e| store_error(&doing, e))?;
    let then = "2026-01-02T03:04:05.000Z";
    db.execute_batch(&format!(
        "UPDATE catalogue SET instance = 'sample', backup_made = NULL; UPDATE changes SET at = '{then}'; \
         UPDATE citations SET saved_at = '{then}'; UPDATE refinery_schema_history SET applied_on = '{then}'; \
         UPDATE freshness SET noted = '{then}'; VACUUM;"
    ))
    .map_err(|e| store_error(&doing, e))
}

//! The newest timestamp in the database: a copy is complete up to this time.

use crate::model::error::Result;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::moment::now;
use crate::store::sqlite_error::doing;
use jiff::Timestamp;
use rusqlite::{OptionalExtension, params};

const WHAT: &str = "reading when the database was last written";

impl ReadTx<'_> {
    /// When the latest change was saved, or the time that was recorded after it. The latest entry counts, not the highest
    /// time: a clock may have been set back.
    pub fn newest_time(&self) -> Result<Timestamp> {
        let text: Option<String> = self
            .db
            .prepare_cached(
                "SELECT coalesce((SELECT at FROM changes WHERE number > coalesce((SELECT after_change FROM freshness), 0) \
                 ORDER BY number DESC LIMIT 1), (SELECT noted FROM freshness))",
            )
            .and_then(|mut one| one.query_row([], |row| row.get(0)).optional())
            .map_err(doing(WHAT))?
            .flatten();
        // Without any timestamp it counts as infinitely old.
        Ok(text.and_then(|text| text.parse().ok()).unwrap_or(Timestamp::UNIX_EPOCH))
    }
}

impl WriteTx<'_> {
    /// Records the current time. It takes no change number, because nothing that anybody reads has changed.
    pub fn note_time(&self) -> Result<()> {
        self.db
            .execute(
                "INSERT INTO freshness (only_row, noted, after_change) \
                 VALUES (1, ?1, (SELECT coalesce(max(number), 0) FROM changes)) \
                 ON CONFLICT (only_row) DO UPDATE SET noted = excluded.noted, after_change = excluded.after_change",
                params![now()],
            )
            .map(drop)
            .map_err(doing("recording the time"))
    }
}

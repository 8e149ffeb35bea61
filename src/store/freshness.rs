//! What a database states about itself: its newest timestamp, its restorations, the numbers of its rows.

use crate::model::error::Result;
use crate::store::backup::contents::RowCounts;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sql::{doing, from_row, now};
use jiff::Timestamp;
use rusqlite::params;

impl ReadTx<'_> {
    /// When the latest change was saved, or the time that was recorded after it. The latest entry counts, not the highest
    /// time: a clock may have been set back.
    pub fn newest_time(&self) -> Result<Timestamp> {
        let text: Option<String> = self
            .optional_value(
                "SELECT coalesce((SELECT at FROM changes WHERE number > coalesce((SELECT after_change \
                 FROM freshness), 0) \
                 ORDER BY number DESC LIMIT 1), (SELECT noted FROM freshness))",
                [],
            )?
            .flatten();
        // Without any timestamp it counts as infinitely old.
        Ok(text.and_then(|text| text.parse().ok()).unwrap_or(Timestamp::UNIX_EPOCH))
    }

    /// The latest restoration that lost what was saved last before `end` (ISO 8601, UTC, milliseconds).
    pub fn restoration_over(&self, end: &str) -> Result<Option<Restoration>> {
        self.optional(
            "SELECT known_until, restored FROM restorations \
             WHERE coalesce(known_until, '') < ?1 AND restored >= ?1 ORDER BY number DESC LIMIT 1",
            [end],
            |row| from_row!(row => Restoration { known_until, restored }),
        )
    }

    /// How many rows there are of each subject.
    pub fn row_counts(&self) -> Result<RowCounts> {
        RowCounts::read(self.db).map_err(doing("counting"))
    }

    /// The moment up to which the latest restoration knows everything (ISO 8601, UTC); `None` when there was none, or the
    /// backup held no change at all.
    pub fn restored_until(&self) -> Result<Option<String>> {
        self.optional_value("SELECT known_until FROM restorations ORDER BY number DESC LIMIT 1", [])
            .map(Option::flatten)
    }
}

impl WriteTx<'_> {
    /// Records the current time. It takes no change number, because nothing that anybody reads has changed.
    pub fn record_time(&self) -> Result<()> {
        self.run(
            "INSERT INTO freshness (only_row, noted, after_change) \
             VALUES (1, ?1, (SELECT coalesce(max(number), 0) FROM changes)) \
             ON CONFLICT (only_row) DO UPDATE SET noted = excluded.noted, after_change = excluded.after_change",
            params![now()],
        )
    }
}

/// A copy that replaced the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restoration {
    /// ISO 8601, UTC: everything up to this moment is in the copy. `None` when it held no change at all.
    pub known_until: Option<String>,
    /// When it replaced the database; ISO 8601, UTC.
    pub restored: String,
}

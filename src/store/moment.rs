//! Timestamps as the database stores them.

use crate::model::clock;

/// This moment: ISO 8601, UTC, milliseconds.
pub(in crate::store) fn now() -> String {
    as_stored(clock::now())
}

/// A timestamp as the database stores it; the texts sort by time.
pub fn as_stored(moment: jiff::Timestamp) -> String {
    format!("{moment:.3}")
}

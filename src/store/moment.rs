//! Moments as the database keeps them.

use crate::model::clock;

/// This moment: ISO 8601, UTC, milliseconds.
pub(in crate::store) fn now() -> String {
    as_stored(clock::now())
}

/// A moment as the database keeps it; as texts they are in the order of time.
pub fn as_stored(moment: jiff::Timestamp) -> String {
    format!("{moment:.3}")
}

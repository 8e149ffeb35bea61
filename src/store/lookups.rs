//! Lookup values, their history, and what belongs to departments and languages.

pub(super) mod changes;
pub(super) mod value_history;
pub(super) mod values;

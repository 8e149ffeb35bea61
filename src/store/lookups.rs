//! Lookup values, their history, and what belongs to departments and languages.

pub(in crate::store) mod changes;
pub(in crate::store) mod value_history;
pub(in crate::store) mod values;

//! Tags of the states of citations, from their change numbers.

use crate::model::error::Result;
use crate::store::ReadTx;

/// The tag of a citation's present state.
pub(in crate::domain) fn tag(db: &ReadTx<'_>, key: i64) -> Result<String> {
    Ok(change_tag(db, db.citation_change(key)?))
}

/// The tag of a citation with this change number.
pub(in crate::domain) fn change_tag(db: &ReadTx<'_>, change: u64) -> String {
    let instance = db.instance();
    format!("{}-{change}", instance.get(..8).unwrap_or(instance))
}

//! Finds citations by item number.

use crate::model::error::Result;
use crate::store::database::ReadTx;
use crate::store::sqlite_error::doing;
use rusqlite::OptionalExtension;

impl ReadTx<'_> {
    /// The key of the citation with a language version of this item number, normalized; of several citations, one in use is
    /// preferred, then the older one.
    pub fn citation_with_item_number(&self, normalized: &str) -> Result<Option<i64>> {
        self.db
            .prepare_cached(
                "SELECT v.citation FROM language_versions v JOIN citations c ON c.key = v.citation \
                 WHERE v.item_number_key = ?1 ORDER BY c.obsolete, c.key LIMIT 1",
            )
            .and_then(|mut one| one.query_row([normalized], |row| row.get(0)).optional())
            .map_err(doing("finding an item number"))
    }
}

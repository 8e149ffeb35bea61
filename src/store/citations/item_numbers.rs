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

    /// Every citation by its key, ID and title, and whether it is obsolete, the older ones first.
    pub fn citation_names(&self) -> Result<Vec<(i64, String, String, bool)>> {
        self.list(
            "reading the titles",
            "SELECT key, id, title, obsolete FROM citations ORDER BY key",
            [],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
        )
    }

    /// Every item number as it is written, with the key of its citation.
    pub fn all_item_numbers(&self) -> Result<Vec<(String, i64)>> {
        self.list(
            "reading the item numbers",
            "SELECT item_number, citation FROM language_versions WHERE item_number IS NOT NULL ORDER BY citation",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    }
}

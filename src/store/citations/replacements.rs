//! Which citation replaces which.

use crate::model::error::Result;
use crate::store::database::ReadTx;
use crate::store::sqlite_error::doing;
use rusqlite::OptionalExtension;

/// What replacing a citation needs of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replaceable {
    /// Its key.
    pub key: i64,
    /// Its id.
    pub id: String,
    /// Whether it is obsolete.
    pub is_obsolete: bool,
    /// ID of the citation that replaces it; after an import it may not exist.
    pub replaced_by: Option<String>,
}

impl ReadTx<'_> {
    /// The citation with exactly this ID and its replacement; `None` if the citation does not exist.
    pub fn replaceable(&self, id: &str) -> Result<Option<Replaceable>> {
        self.db
            .prepare_cached("SELECT key, id, obsolete, replaced_by FROM citations WHERE id = ?1")
            .and_then(|mut one| {
                one.query_row([id], |row| {
                    Ok(Replaceable {
                        key: row.get(0)?,
                        id: row.get(1)?,
                        is_obsolete: row.get(2)?,
                        replaced_by: row.get(3)?,
                    })
                })
                .optional()
            })
            .map_err(doing("reading what replaces a citation"))
    }
}

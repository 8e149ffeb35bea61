//! Which citation replaces which.

use crate::model::error::Result;
use crate::store::database::ReadTx;
use crate::store::sqlite_error::doing;
use rusqlite::OptionalExtension;

/// A citation as far as replacing goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replaceable {
    /// Its key.
    pub key: i64,
    /// Its id.
    pub id: String,
    /// Whether it is no longer given out.
    pub is_obsolete: bool,
    /// Id of the citation that replaces it; an import may bring one that nobody has.
    pub replaced_by: Option<String>,
}

impl ReadTx<'_> {
    /// The citation with this very id and what replaces it; `None` if the citation does not exist.
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

//! Stored data of a person: favorites, cart, recent searches.

use crate::model::error::{Error, Result};
use crate::model::session::Session;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sqlite_error::doing;
use rusqlite::params;
use std::collections::HashSet;

impl ReadTx<'_> {
    /// Favorites and cart of a person.
    pub fn session(&self, user: i64) -> Result<Session> {
        let text: String = self
            .db
            .prepare_cached("SELECT session FROM users WHERE key = ?1")
            .and_then(|mut one| one.query_row([user], |row| row.get(0)))
            .map_err(doing("reading a session"))?;
        serde_json::from_str(&text).map_err(|e| Error::internal("reading a session", e))
    }

    /// Recent searches of a person, newest first.
    pub fn searches(&self, user: i64) -> Result<Vec<String>> {
        let text: String = self
            .db
            .prepare_cached("SELECT searches FROM users WHERE key = ?1")
            .and_then(|mut one| one.query_row([user], |row| row.get(0)))
            .map_err(doing("reading recent searches"))?;
        serde_json::from_str(&text).map_err(|e| Error::internal("reading recent searches", e))
    }

    /// Those of these ids that no citation has.
    pub fn unknown_citations<'i>(&self, ids: impl Iterator<Item = &'i str>) -> Result<HashSet<String>> {
        let mut unknown = HashSet::new();
        for id in ids {
            if self.citation_key(id)?.is_none() {
                unknown.insert(id.to_owned());
            }
        }
        Ok(unknown)
    }
}

impl WriteTx<'_> {
    /// Stores favorites and cart of a person.
    pub fn save_session(&self, user: i64, session: &Session) -> Result<()> {
        let text = serde_json::to_string(session).map_err(|e| Error::internal("writing a session", e))?;
        self.db
            .execute("UPDATE users SET session = ?2 WHERE key = ?1", params![user, text])
            .map_err(doing("saving a session"))?;
        Ok(())
    }

    /// Stores the recent searches of a person.
    pub fn save_searches(&self, user: i64, searches: &[String]) -> Result<()> {
        let text =
            serde_json::to_string(searches).map_err(|e| Error::internal("writing recent searches", e))?;
        self.db
            .execute("UPDATE users SET searches = ?2 WHERE key = ?1", params![user, text])
            .map_err(doing("saving recent searches"))?;
        Ok(())
    }
}

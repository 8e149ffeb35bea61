//! Translations that people asked for.

use crate::model::error::Result;
use crate::model::languages::tag::LanguageTag;
use crate::model::translation::TranslationRequest;
use crate::store::changes::{Editor, now};
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sqlite_error::doing;
use rusqlite::{OptionalExtension, Row, params};

const WHAT: &str = "reading the requests for translations";

/// A request with what is shown of its citation.
const REQUESTS: &str = "SELECT r.id, c.id, coalesce((SELECT readable_id FROM readable_ids i WHERE i.citation = c.key \
     ORDER BY given DESC LIMIT 1), c.id), c.title, r.tag, r.note, r.by_name, r.at, r.closed_at, r.closed_by \
     FROM translation_requests r JOIN citations c ON c.key = r.citation";

/// Which requests.
#[derive(Debug, Clone, Default)]
pub struct RequestFilter {
    /// Of this citation.
    pub citation: Option<i64>,
    /// Open ones or closed ones.
    pub is_open: Option<bool>,
}

impl ReadTx<'_> {
    /// Requests, newest first.
    pub fn translation_requests(&self, filter: &RequestFilter) -> Result<Vec<TranslationRequest>> {
        let sql = format!(
            "{REQUESTS} WHERE (?1 IS NULL OR r.citation = ?1) AND (?2 IS NULL OR (r.closed_at IS NULL) = ?2) \
             ORDER BY r.at DESC, r.key DESC"
        );
        let mut query = self.db.prepare_cached(&sql).map_err(doing(WHAT))?;
        let rows = query.query_map(params![filter.citation, filter.is_open], request).map_err(doing(WHAT))?;
        rows.collect::<rusqlite::Result<Vec<_>>>().map_err(doing(WHAT))
    }

    fn translation_request(&self, id: &str) -> Result<Option<TranslationRequest>> {
        self.db
            .prepare_cached(&format!("{REQUESTS} WHERE r.id = ?1"))
            .and_then(|mut one| one.query_row([id], request).optional())
            .map_err(doing(WHAT))
    }
}

fn request(row: &Row<'_>) -> rusqlite::Result<TranslationRequest> {
    Ok(TranslationRequest {
        id: row.get(0)?,
        citation: row.get(1)?,
        readable_id: row.get(2)?,
        title: row.get(3)?,
        lang: row.get(4)?,
        note: row.get(5)?,
        by: row.get(6)?,
        at: row.get(7)?,
        closed_at: row.get(8)?,
        closed_by: row.get(9)?,
    })
}

impl WriteTx<'_> {
    /// Records that a person requests a translation of a citation; returns whether the request is new. An open request
    /// stays; the note is added if it had none.
    pub fn request_translation(
        &self,
        id: &str,
        citation: i64,
        tag: &LanguageTag,
        note: Option<&str>,
        (user, name): (i64, &str),
    ) -> Result<(TranslationRequest, bool)> {
        let what = "storing a request for a translation";
        let present: Option<String> = self
            .db
            .query_row(
                "SELECT id FROM translation_requests WHERE citation = ?1 AND tag = ?2 AND by_user = ?3 \
                 AND closed_at IS NULL",
                params![citation, tag.as_str(), user],
                |row| row.get(0),
            )
            .optional()
            .map_err(doing(what))?;
        match &present {
            Some(present) => self.db.execute(
                "UPDATE translation_requests SET note = coalesce(note, ?2) WHERE id = ?1",
                params![present, note],
            ),
            None => self.db.execute(
                "INSERT INTO translation_requests (id, citation, tag, note, at, by_user, by_name) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![id, citation, tag.as_str(), note, now(), user, name],
            ),
        }
        .map_err(doing(what))?;
        let request = self.translation_request(present.as_deref().unwrap_or(id))?;
        let request =
            request.ok_or_else(|| crate::model::error::Error::internal(what, "it was not found"))?;
        Ok((request, present.is_none()))
    }

    /// Closes a request; a closed one is unchanged. Returns false when there is none with this id.
    pub fn close_translation_request(&self, id: &str, editor: &Editor) -> Result<bool> {
        let what = "closing a request for a translation";
        self.db
            .execute(
                "UPDATE translation_requests SET closed_at = ?2, closed_by = ?3 WHERE id = ?1 AND closed_at IS NULL",
                params![id, now(), editor.name],
            )
            .map_err(doing(what))?;
        Ok(self.translation_request(id)?.is_some())
    }
}

//! Missing translations and translation requests.

use crate::model::category::{Category, value_key};
use crate::model::day::Day;
use crate::model::error::{Error, Result};
use crate::model::keys::{CitationKey, UserKey, ValueKey};
use crate::model::languages::tag::LanguageTag;
use crate::model::translation::TranslationRequest;
use crate::store::changes::{Editor, now};
use crate::store::database::{ReadTx, WriteTx};
use crate::store::searches::RowsByDay;
use crate::store::sql::{from_row, insert, json};
use rusqlite::{Row, params};
use std::collections::HashMap;

/// A citation that is not obsolete, with the department that submitted it.
#[derive(Debug, Clone)]
pub struct TranslatedCitation {
    pub key: CitationKey,
    pub id: String,
    pub title: String,
    pub department: Option<String>,
}

/// Searches in a language in which a citation had no version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedTranslationSearch {
    /// The server's day, YYYY-MM-DD.
    pub day: String,
    /// Id of the citation.
    pub citation: String,
    /// The language.
    pub tag: String,
    /// How many.
    pub count: u32,
}

impl ReadTx<'_> {
    /// Every language value with its key.
    pub fn language_values(&self) -> Result<Vec<(ValueKey, String)>> {
        self.rows("SELECT key, value FROM lookup_values WHERE category = ?1", [Category::Languages as i64])
    }

    /// The citations that are not obsolete, of one department or of all.
    pub fn translated_citations(&self, department: Option<&str>) -> Result<Vec<TranslatedCitation>> {
        self.list(
            "SELECT c.key, c.id, c.title, d.value AS department FROM citations c \
             LEFT JOIN citation_values v ON v.citation = c.key AND v.category = ?1 \
             LEFT JOIN lookup_values d ON d.key = v.value \
             WHERE c.obsolete = 0 AND (?2 IS NULL OR d.value_key = ?2)",
            params![Category::Departments as i64, department.map(value_key)],
            |row| from_row!(row => TranslatedCitation { key, id, title, department }),
        )
    }

    /// How many citations that are not obsolete have no version in any of these languages.
    pub fn count_without(&self, languages: &[ValueKey]) -> Result<u64> {
        self.value(
            "SELECT count(*) FROM citations WHERE obsolete = 0 AND key NOT IN (\
             SELECT citation FROM language_versions WHERE language IN (SELECT value FROM json_each(?1)))",
            [json(languages)?],
        )
    }

    /// The language versions in these languages: citation and language.
    pub fn versions_in(&self, languages: &[ValueKey]) -> Result<Vec<(CitationKey, ValueKey)>> {
        self.rows(
            "SELECT DISTINCT citation, language FROM language_versions \
             WHERE language IN (SELECT value FROM json_each(?1))",
            [json(languages)?],
        )
    }

    /// The language versions of the citations for which somebody searched in another language, or requested a translation:
    /// citation and language.
    pub fn versions_of_asked_citations(&self) -> Result<Vec<(CitationKey, ValueKey)>> {
        self.rows(
            "SELECT DISTINCT citation, language FROM language_versions WHERE citation IN (\
             SELECT citation FROM translation_searches \
             UNION SELECT citation FROM translation_requests WHERE closed_at IS NULL)",
            [],
        )
    }

    /// The titles of the versions in these languages: citation, language and title.
    pub fn version_titles_in(&self, languages: &[ValueKey]) -> Result<Vec<(CitationKey, ValueKey, String)>> {
        self.rows(
            "SELECT citation, language, title FROM language_versions \
             WHERE title IS NOT NULL AND language IN (SELECT value FROM json_each(?1))",
            [json(languages)?],
        )
    }

    /// The latest revisions in these languages, by citation and language.
    pub fn revisions_in(&self, languages: &[ValueKey]) -> Result<HashMap<(CitationKey, ValueKey), Day>> {
        let rows: Vec<(CitationKey, ValueKey, Day)> = self.rows(
            "SELECT citation, language, max(day) FROM revision_dates \
             WHERE language IN (SELECT value FROM json_each(?1)) GROUP BY citation, language",
            [json(languages)?],
        )?;
        Ok(rows.into_iter().map(|(citation, language, day)| ((citation, language), day)).collect())
    }

    /// How many open requests there are, by citation and tag.
    pub fn open_request_counts(&self) -> Result<Vec<(CitationKey, String, u64)>> {
        self.rows(
            "SELECT citation, tag, count(*) FROM translation_requests WHERE closed_at IS NULL GROUP BY \
             citation, tag",
            [],
        )
    }

    /// How many searches were counted from day `from` to day `to`, both included, by citation and tag.
    pub fn translation_search_counts(&self, from: &str, to: &str) -> Result<Vec<(CitationKey, String, u64)>> {
        self.rows(
            "SELECT citation, tag, sum(count) FROM translation_searches WHERE day BETWEEN ?1 AND ?2 \
             GROUP BY citation, tag",
            [from, to],
        )
    }

    /// Requests, newest first.
    pub fn translation_requests(&self, filter: &RequestFilter) -> Result<Vec<TranslationRequest>> {
        let sql = format!(
            "{REQUESTS} WHERE (?1 IS NULL OR r.citation = ?1) AND (?2 IS NULL OR (r.closed_at IS NULL) = ?2) \
             ORDER BY r.at DESC, r.key DESC"
        );
        self.list(&sql, params![filter.citation, filter.is_open], request)
    }

    fn translation_request(&self, id: &str) -> Result<Option<TranslationRequest>> {
        self.optional(&format!("{REQUESTS} WHERE r.id = ?1"), [id], request)
    }
}

impl WriteTx<'_> {
    /// Adds these counts. What is new on a day that has `most_rows` already is dropped, and what is about a citation that
    /// is not there.
    pub fn add_translation_searches(
        &self,
        counted: &[CountedTranslationSearch],
        most_rows: u32,
    ) -> Result<()> {
        let mut rows = RowsByDay::new(self, "translation_searches");
        for CountedTranslationSearch { day, citation, tag, count } in counted {
            let row = params![day, citation, tag, count];
            let known = self.execute(
                "UPDATE translation_searches SET count = count + ?4 WHERE day = ?1 AND tag = ?3 \
                 AND citation = (SELECT key FROM citations WHERE id = ?2)",
                row,
            )?;
            if known == 0 && rows.add(day, most_rows)? {
                self.execute(
                    "INSERT INTO translation_searches (day, citation, tag, count) \
                     SELECT ?1, key, ?3, ?4 FROM citations WHERE id = ?2",
                    row,
                )?;
            }
        }
        Ok(())
    }

    /// Removes the counts outside of these days, both included. Returns how many rows that were.
    pub fn delete_translation_searches_outside(&self, from: &str, to: &str) -> Result<usize> {
        self.execute("DELETE FROM translation_searches WHERE day NOT BETWEEN ?1 AND ?2", [from, to])
    }

    /// Records that a person requests a translation of a citation; returns whether the request is new. An open request
    /// stays; the note is added if it had none.
    pub fn request_translation(
        &self,
        id: &str,
        citation: CitationKey,
        tag: &LanguageTag,
        note: Option<&str>,
        (user, name): (UserKey, &str),
    ) -> Result<(TranslationRequest, bool)> {
        let present: Option<String> = self.optional_value(
            "SELECT id FROM translation_requests WHERE citation = ?1 AND tag = ?2 AND by_user = ?3 \
             AND closed_at IS NULL",
            params![citation, tag.as_str(), user],
        )?;
        match &present {
            Some(present) => self.run(
                "UPDATE translation_requests SET note = coalesce(note, ?2) WHERE id = ?1",
                params![present, note],
            ),
            None => insert!(self.db, translation_requests {
                id, citation, tag = tag.as_str(), note, at = now(), by_user = user, by_name = name
            }),
        }?;
        let request = self.translation_request(present.as_deref().unwrap_or(id))?;
        let request =
            request.ok_or_else(|| Error::internal("requesting a translation", "it was not found"))?;
        Ok((request, present.is_none()))
    }

    /// Closes a request; a closed one is unchanged. Returns false when there is none with this id.
    pub fn close_translation_request(&self, id: &str, editor: &Editor) -> Result<bool> {
        self.execute(
            "UPDATE translation_requests SET closed_at = ?2, closed_by = ?3 WHERE id = ?1 AND closed_at IS \
             NULL",
            params![id, now(), editor.name],
        )?;
        Ok(self.translation_request(id)?.is_some())
    }
}

/// A request with what is shown of its citation.
const REQUESTS: &str = "SELECT r.id, c.id AS citation, coalesce((SELECT readable_id FROM readable_ids i WHERE i.citation = c.key \
                        ORDER BY given DESC LIMIT 1), c.id) AS readable_id, c.title, r.tag, r.note, r.by_name, r.at, r.closed_at, r.closed_by \
                        FROM translation_requests r JOIN citations c ON c.key = r.citation";

/// Which requests.
#[derive(Debug, Clone, Default)]
pub struct RequestFilter {
    /// Of this citation.
    pub citation: Option<CitationKey>,
    /// Open ones or closed ones.
    pub is_open: Option<bool>,
}

fn request(row: &Row<'_>) -> rusqlite::Result<TranslationRequest> {
    from_row!(row => TranslationRequest {
        id, citation, readable_id, title, lang = "tag", note, by = "by_name", at, closed_at, closed_by
    })
}

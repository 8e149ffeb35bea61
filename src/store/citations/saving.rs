//! Writes a citation: its rows, its values, and the earlier state that it replaces; reads earlier states for the history.
//! Readable IDs are in `addresses.rs`.

use crate::model::category::Category;
use crate::model::citations::citation::Citation;
use crate::model::citations::citation_fields::{CitationFields, citation_fields};
use crate::model::citations::codes::Code;
use crate::model::citations::field_content::Cell;
use crate::model::citations::item_number;
use crate::model::error::{Error, Result};
use crate::model::keys::CitationKey;
use crate::store::changes::{Editor, now};
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sql::{from_row, insert, json, json_column};
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{ToSql, params_from_iter};
use std::collections::HashSet;
use std::sync::LazyLock;

/// The outcome of a save.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saved {
    /// It is new.
    Added(CitationKey),
    /// It existed and has changed.
    Changed(CitationKey),
    /// It existed and is unchanged; nothing was written.
    Unchanged(CitationKey),
}

impl Saved {
    /// Key of the citation.
    pub fn key(self) -> CitationKey {
        match self {
            Saved::Added(key) | Saved::Changed(key) | Saved::Unchanged(key) => key,
        }
    }
}

impl WriteTx<'_> {
    /// Adds a citation, or replaces the one with its ID, storing the state before. Its readable IDs are left as they are.
    ///
    /// A conflict if it is new and its ID is the readable ID of another citation.
    pub fn put_citation(&self, citation: &Citation, editor: &Editor) -> Result<Saved> {
        self.put(citation, editor, |present| self.is_unchanged(citation, present))
    }

    /// [`WriteTx::put_citation`], but an existing citation gets a new version even if nothing has changed.
    pub fn put_new_version(&self, citation: &Citation, editor: &Editor) -> Result<Saved> {
        self.put(citation, editor, |_| Ok(false))
    }

    fn put(
        &self,
        citation: &Citation,
        editor: &Editor,
        is_unchanged: impl FnOnce(&Citation) -> Result<bool>,
    ) -> Result<Saved> {
        let present = match self.citation_key(&citation.id)? {
            Some(key) => Some((key, self.citation(key)?)),
            None => None,
        };
        if present.is_none() && self.readable_id_owner(&citation.id)?.is_some() {
            return Err(Error::Conflict(format!(
                "The id '{}' is the readable id of another citation.",
                citation.id
            )));
        }
        let saved = match &present {
            Some((key, present)) => {
                if is_unchanged(present)? {
                    Saved::Unchanged(*key)
                } else {
                    self.keep_version(*key, present)?;
                    self.clear_parts(*key)?;
                    self.put_row(Some(*key), citation, editor)?;
                    Saved::Changed(*key)
                }
            }
            None => Saved::Added(self.put_row(None, citation, editor)?),
        };
        if !matches!(saved, Saved::Unchanged(_)) {
            self.put_parts(saved.key(), citation)?;
        }
        Ok(saved)
    }

    fn put_row(&self, key: Option<CitationKey>, citation: &Citation, editor: &Editor) -> Result<CitationKey> {
        let change = self.change_number()?;
        let saved_at = now();
        let cells: Vec<Cell<'_>> =
            citation_fields().with_columns().map(|(field, _)| field.cell(citation)).collect::<Result<_>>()?;
        let cells: Vec<ToSqlOutput<'_>> = cells.iter().map(sql_value).collect();
        let fixed: [&dyn ToSql; FIXED] = [&key, &saved_at, &editor.user, &editor.name, &change];
        let values = fixed.into_iter().chain(cells.iter().map(|cell| cell as &dyn ToSql));
        self.execute(&UPSERT, params_from_iter(values))?;
        Ok(key.unwrap_or_else(|| CitationKey::new(self.db.last_insert_rowid())))
    }

    fn clear_parts(&self, key: CitationKey) -> Result<()> {
        for sql in [
            "DELETE FROM citation_values WHERE citation = ?1",
            "DELETE FROM language_versions WHERE citation = ?1",
            "DELETE FROM revision_dates WHERE citation = ?1",
            "DELETE FROM citation_codes WHERE citation = ?1",
        ] {
            self.execute(sql, [key])?;
        }
        Ok(())
    }

    fn put_parts(&self, key: CitationKey, c: &Citation) -> Result<()> {
        for category in Category::ALL.into_iter().filter(|c| *c != Category::Languages) {
            let mut seen = HashSet::new();
            for (position, value) in c.values(category).into_iter().enumerate() {
                let value = self.lookup_value_key(category, value)?;
                if seen.insert(value) {
                    insert!(self.db, citation_values {
                        citation = key, category = category as i64, position = position as i64, value
                    })?;
                }
            }
        }
        self.put_versions(key, c)?;
        for (position, date) in c.revision_dates.iter().enumerate() {
            let language = self.lookup_value_key(Category::Languages, &date.lang)?;
            insert!(self.db, revision_dates {
                citation = key, position = position as i64, language, day = date.revision_date.to_string()
            })?;
        }
        for (position, Code { system, code, display }) in c.codes.iter().enumerate() {
            insert!(self.db, citation_codes {
                citation = key, position = position as i64, system = system.name(), code, display
            })?;
        }
        Ok(())
    }

    fn put_versions(&self, key: CitationKey, c: &Citation) -> Result<()> {
        for (position, version) in c.languages.iter().enumerate() {
            let language = self.lookup_value_key(Category::Languages, &version.lang)?;
            let file =
                version.file.as_ref().map(|file| self.refer_to_file(key, language, file)).transpose()?;
            insert!(self.db, language_versions {
                citation = key, position = position as i64, language, item_number = version.item_number,
                item_number_key = version.item_number.as_deref().and_then(item_number::normalize),
                url = version.link(), pages = version.pages, file,
                file_name = version.file.as_ref().and_then(|file| file.name.as_deref()),
                title = version.title
            })?;
            if let Some(url) = version.link() {
                insert!(self.db, or ignore language_addresses { citation = key, url, language })?;
            }
        }
        Ok(())
    }

    /// Marks a citation as changed by this transaction, without a new version.
    pub fn touch(&self, key: CitationKey) -> Result<()> {
        let change = self.change_number()?;
        self.run("UPDATE citations SET changed = ?2 WHERE key = ?1", (key, change))
    }
}

/// Parameters of [`UPSERT`] before those of the fields: key, time, user, name and change number.
const FIXED: usize = 5;

/// Adds the row of a citation, or replaces the one with its key. An ID never changes.
static UPSERT: LazyLock<String> = LazyLock::new(|| upsert(citation_fields()));

fn upsert(fields: &CitationFields) -> String {
    let columns: Vec<&str> = fields.with_columns().map(|(_, column)| column).collect();
    let parameters: Vec<String> = (1..=columns.len()).map(|n| format!("?{}", FIXED + n)).collect();
    let replaced: String = columns
        .iter()
        .filter(|column| **column != "id")
        .map(|column| format!("{column} = excluded.{column}, "))
        .collect();
    format!(
        "INSERT INTO citations (key, version, saved_at, saved_by_user, saved_by_name, changed, {}) \
         VALUES (?1, 1, ?2, ?3, ?4, ?5, {}) ON CONFLICT (key) DO UPDATE SET {replaced}version = version + 1, \
         saved_at = excluded.saved_at, saved_by_user = excluded.saved_by_user, \
         saved_by_name = excluded.saved_by_name, changed = excluded.changed",
        columns.join(", "),
        parameters.join(", ")
    )
}

fn sql_value<'c>(cell: &'c Cell<'_>) -> ToSqlOutput<'c> {
    match cell {
        Cell::Null => ToSqlOutput::Borrowed(ValueRef::Null),
        Cell::Integer(number) => ToSqlOutput::Borrowed(ValueRef::Integer(*number)),
        Cell::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
    }
}

/// One state of a citation: who made it and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionEntry {
    /// From 1, in the order in which they were saved.
    pub version: u32,
    /// ISO 8601, UTC.
    pub saved_at: String,
    /// Who made it, as shown.
    pub saved_by: String,
}

/// One state of a citation as it stood at some moment.
#[derive(Debug, Clone, PartialEq)]
pub struct StateThen {
    /// As the JSON that it was stored as; `None` for the present one.
    pub kept: Option<serde_json::Value>,
    /// The time of the names of its values.
    pub names: NamesOf,
}

/// The time of the names in a state of a citation or of a packet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamesOf {
    /// Today's names: it is the present state.
    Today,
    /// From after the change of lookup values with this number.
    Change(i64),
    /// From this moment; ISO 8601, UTC.
    Moment(String),
}

impl ReadTx<'_> {
    /// The number of a citation's present state.
    pub fn present_version(&self, key: CitationKey) -> Result<u32> {
        self.value("SELECT version FROM citations WHERE key = ?1", [key])
    }

    /// Every state of a citation, the present one first.
    pub fn versions(&self, key: CitationKey) -> Result<Vec<VersionEntry>> {
        self.list(
            "SELECT version, saved_at, saved_by_name FROM citations WHERE key = ?1 \
             UNION ALL SELECT version, saved_at, saved_by_name FROM citation_versions WHERE citation = ?1 \
             ORDER BY version DESC",
            [key],
            |row| from_row!(row => VersionEntry { version, saved_at, saved_by = "saved_by_name" }),
        )
    }

    /// An earlier state as the JSON it was stored as; `None` if the version does not exist or is the present one.
    pub fn earlier_version(&self, key: CitationKey, version: u32) -> Result<Option<serde_json::Value>> {
        self.optional(
            "SELECT body FROM citation_versions WHERE citation = ?1 AND version = ?2",
            (key, version),
            |row| json_column(row, "body"),
        )
    }

    /// The last state of a citation before `end` (ISO 8601, UTC, milliseconds); `None` before its first.
    pub fn state_before(&self, key: CitationKey, end: &str) -> Result<Option<StateThen>> {
        if self.version_before("citations WHERE key = ?1", key, end)?.is_some() {
            return Ok(Some(StateThen { kept: None, names: NamesOf::Today }));
        }
        let Some(version) = self.version_before("citation_versions WHERE citation = ?1", key, end)? else {
            return Ok(None);
        };
        let names = self.names_of_version(key, version)?;
        Ok(Some(StateThen { kept: self.earlier_version(key, version)?, names }))
    }

    /// The time of the names in an earlier state of a citation, which exists.
    pub fn names_of_version(&self, key: CitationKey, version: u32) -> Result<NamesOf> {
        self.names_of_state(("citation_versions", "citation"), "citations", key, version)
    }

    /// The time of the names in an earlier state, which exists. `earlier` are the table of the earlier states and its column
    /// for the key of what has them, `present` is the table of the present states.
    pub(in crate::store) fn names_of_state(
        &self,
        earlier: (&str, &str),
        present: &str,
        key: impl ToSql,
        version: u32,
    ) -> Result<NamesOf> {
        let (earlier, owner) = earlier;
        let (names_after, replaced): (Option<i64>, String) = self.row(
            &format!(
                "SELECT names_after, coalesce((SELECT saved_at FROM {earlier} WHERE {owner} = ?1 \
                 AND version = ?2 + 1), (SELECT saved_at FROM {present} WHERE key = ?1)) \
                 FROM {earlier} WHERE {owner} = ?1 AND version = ?2"
            ),
            (key, version),
        )?;
        Ok(names_after.map_or(NamesOf::Moment(replaced), NamesOf::Change))
    }

    /// The latest version of this part of the history that was saved before `end`.
    fn version_before(&self, of: &str, key: CitationKey, end: &str) -> Result<Option<u32>> {
        self.value(&format!("SELECT max(version) FROM {of} AND saved_at < ?2"), (key, end))
    }

    /// When the first state of a citation was saved; ISO 8601, UTC.
    pub fn first_saved(&self, key: CitationKey) -> Result<String> {
        self.value(
            "SELECT coalesce((SELECT saved_at FROM citation_versions WHERE citation = ?1 \
             ORDER BY version LIMIT 1), \
             (SELECT saved_at FROM citations WHERE key = ?1))",
            [key],
        )
    }
}

impl WriteTx<'_> {
    /// Stores the present state of a citation as a version before a new one replaces it.
    pub(in crate::store) fn keep_version(&self, key: CitationKey, present: &Citation) -> Result<()> {
        let body = json(&present.as_stored())?;
        let names_after = self.latest_lookup_change()?;
        self.run(
            "INSERT INTO citation_versions (citation, version, saved_at, saved_by_user, saved_by_name, body, \
             names_after) \
             SELECT key, version, saved_at, saved_by_user, saved_by_name, ?2, ?3 FROM citations WHERE key = ?1",
            (key, body, names_after),
        )
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn every_column_is_written_and_every_one_but_the_id_replaced() {
        for (field, column) in citation_fields().with_columns() {
            let replaces = UPSERT.contains(&format!("{column} = excluded.{column}, "));
            assert!(UPSERT.split(" VALUES ").next().unwrap().contains(column), "{column}");
            assert_eq!(replaces, field.json != "id", "{column}");
        }
    }
}

//! Synonyms, switched-off terms and the hospital's own terms, with every change of them.

use crate::model::error::Result;
use crate::model::thesaurus::SynonymEntry;
use crate::store::changes::{Editor, now};
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sql::{from_row, insert, json, json_column};
use rusqlite::Row;

impl ReadTx<'_> {
    /// Another number after every change of a word; 0 before the first.
    pub fn words_version(&self) -> Result<u64> {
        self.value("SELECT coalesce(max(key), 0) FROM word_changes", [])
    }

    /// Every synonym, in the order they were added.
    pub fn synonyms(&self) -> Result<Vec<SynonymEntry>> {
        self.list(
            "SELECT id, terms, one_way, version, changed, by_name FROM synonyms ORDER BY key",
            [],
            synonym,
        )
    }

    /// The synonym with this id.
    pub fn synonym(&self, id: &str) -> Result<Option<SynonymEntry>> {
        self.optional(
            "SELECT id, terms, one_way, version, changed, by_name FROM synonyms WHERE id = ?1",
            [id],
            synonym,
        )
    }

    /// Switched-off terms: concept and term, folded.
    pub fn terms_off(&self) -> Result<Vec<(String, String)>> {
        self.rows("SELECT concept, term FROM terms_off", [])
    }

    /// The hospital's own table of terms, as it was imported.
    pub fn own_terms(&self) -> Result<Option<String>> {
        self.optional_value("SELECT body FROM own_terms", [])
    }
}

fn synonym(row: &Row<'_>) -> rusqlite::Result<SynonymEntry> {
    from_row!(row => SynonymEntry {
        id, terms: json_column(row, "terms")?, one_way, version, changed, by = "by_name"
    })
}

impl WriteTx<'_> {
    /// Adds a synonym, or replaces the one with this id.
    pub fn save_synonym(
        &self,
        id: &str,
        terms: &[String],
        one_way: bool,
        editor: &Editor,
    ) -> Result<SynonymEntry> {
        let before = self.synonym(id)?;
        let entry = SynonymEntry {
            id: id.to_owned(),
            terms: terms.to_vec(),
            one_way,
            version: before.as_ref().map_or(0, |before| before.version) + 1,
            changed: now(),
            by: editor.name.clone(),
        };
        insert!(self.db, or update synonyms {
            id, terms = json(&entry.terms)?, one_way, version = entry.version, changed = entry.changed,
            by_name = entry.by
        })?;
        self.record_word_change(
            "synonym",
            id,
            before.as_ref().map(json).transpose()?,
            Some(json(&entry)?),
            editor,
        )?;
        Ok(entry)
    }

    /// Deletes a synonym; `false` when there is none with this id.
    pub fn delete_synonym(&self, id: &str, editor: &Editor) -> Result<bool> {
        let Some(before) = self.synonym(id)? else { return Ok(false) };
        self.execute("DELETE FROM synonyms WHERE id = ?1", [id])?;
        self.record_word_change("synonym", id, Some(json(&before)?), None, editor)?;
        Ok(true)
    }

    /// Switches a term off or on; concept and term are given folded.
    pub fn switch_term(&self, concept: &str, term: &str, off: bool, editor: &Editor) -> Result<()> {
        let changed = if off {
            insert!(self.db, or ignore terms_off {
                concept, term, changed = now(), by_name = editor.name
            })?
        } else {
            self.execute("DELETE FROM terms_off WHERE concept = ?1 AND term = ?2", [concept, term])?
        };
        if changed > 0 {
            let state = |off: bool| Some(if off { "off" } else { "on" }.to_owned());
            self.record_word_change("term", &format!("{concept}: {term}"), state(!off), state(off), editor)?;
        }
        Ok(())
    }

    /// Replaces the hospital's own table of terms; `None` removes it.
    pub fn replace_own_terms(&self, body: Option<&str>, editor: &Editor) -> Result<()> {
        let before = self.own_terms()?;
        self.execute("DELETE FROM own_terms", [])?;
        if let Some(body) = body {
            insert!(self.db, own_terms { key = 1, body, changed = now(), by_name = editor.name })?;
        }
        self.record_word_change("own terms", "", before, body.map(str::to_owned), editor)
    }

    fn record_word_change(
        &self,
        subject: &str,
        name: &str,
        before: Option<String>,
        after: Option<String>,
        editor: &Editor,
    ) -> Result<()> {
        insert!(self.db, word_changes {
            at = now(), by_user = editor.user, by_name = editor.name, subject, name, before, after
        })
    }
}

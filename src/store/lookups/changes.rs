//! Renames, merges and deletions of lookup values, and what they would affect.

use crate::model::category::{Category, normalize_value, value_key};
use crate::model::error::{Error, Result};
use crate::model::job::{LookupImpact, LookupUpdate};
use crate::model::keys::{ChangeNumber, CitationKey, ValueKey};
use crate::store::changes::{Editor, now};
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sql::insert;
use rusqlite::params;

/// Citations that point to a lookup value, whatever its category.
const USERS: &str = "SELECT citation FROM citation_values WHERE value = ?1 \
                     UNION SELECT citation FROM language_versions WHERE language = ?1 \
                     UNION SELECT citation FROM revision_dates WHERE language = ?1";

impl ReadTx<'_> {
    /// What renaming `value` to `new_value`, or deleting it, would affect; `None` if the value does not exist.
    pub fn lookup_impact(
        &self,
        category: Category,
        value: &str,
        new_value: Option<&str>,
    ) -> Result<Option<LookupImpact>> {
        let Some((key, _)) = self.lookup_value(category, value)? else { return Ok(None) };
        let merges_into = match new_value {
            Some(new_value) => {
                self.lookup_value(category, new_value)?.filter(|(k, _)| *k != key).map(|(_, v)| v)
            }
            None => None,
        };
        let left_incomplete = if !category.field().is_required {
            0
        } else if category == Category::Languages {
            self.count(
                "SELECT count(DISTINCT v.citation) FROM language_versions v WHERE v.language = ?1 AND NOT EXISTS \
                 (SELECT 1 FROM language_versions o WHERE o.citation = v.citation AND o.language <> ?1)",
                key,
            )?
        } else {
            self.count(
                "SELECT count(*) FROM citation_values v WHERE v.value = ?1 AND NOT EXISTS \
                 (SELECT 1 FROM citation_values o WHERE o.citation = v.citation AND o.category = v.category \
                 AND o.value <> ?1)",
                key,
            )?
        };
        Ok(Some(LookupImpact {
            citations: self.count(&format!("SELECT count(*) FROM ({USERS})"), key)?,
            packets: self.packet_count_of_department(key)?,
            left_incomplete,
            merges_into,
            rule_ended: None,
            language_tag: None,
        }))
    }

    fn count(&self, sql: &str, key: ValueKey) -> Result<u64> {
        self.value(sql, [key])
    }
}

/// The ID of a citation or packet, and the number of its last change before this one.
pub(in crate::store) type StateBefore = (String, ChangeNumber);

/// What has a new version now.
#[derive(Debug, Default)]
pub struct NewVersions {
    pub citations: Vec<StateBefore>,
    pub packets: Vec<StateBefore>,
}

/// What a change of a lookup value did.
#[derive(Debug)]
pub struct UpdatedLookup {
    /// How many citations show it.
    pub citations: u64,
    /// What has a new version: nothing after a rename.
    pub new_versions: NewVersions,
}

impl WriteTx<'_> {
    /// Makes one change of lookup values in this transaction.
    ///
    /// A rename to an existing value merges the two. A deletion always succeeds; with a language, its language versions and
    /// revision dates are deleted. Before a merge or a deletion changes a citation, its current state is stored as an
    /// earlier version; a rename alone is only recorded in `lookup_history`.
    pub fn update_lookup(&self, update: &LookupUpdate, editor: &Editor) -> Result<UpdatedLookup> {
        let category = update.category;
        let Some((old, old_value)) = self.lookup_value(category, &update.old_value)? else {
            return Err(Error::NotFound(format!(
                "'{}' is not among the {} any more.",
                update.old_value,
                category.name().replace('_', " ")
            )));
        };
        let citations = self.users(old)?;
        let mut merged = false;
        let mut new_versions = NewVersions::default();
        match &update.new_value {
            Some(new_value) => match self.lookup_value(category, new_value)? {
                Some((new, _)) if new != old => {
                    new_versions = self.merge(category, old, new, &citations, update, editor)?;
                    merged = true;
                }
                _ => {
                    if category == Category::Languages {
                        self.keep_address_parts(old)?;
                        self.keep_language_tag(old, &old_value, &normalize_value(new_value), editor)?;
                    }
                    self.rename(old, &old_value, new_value, &citations, update)?;
                }
            },
            None => new_versions = self.delete(category, old, &citations, editor)?,
        }
        if let Some(new_value) = &update.new_value
            && category == Category::Languages
            && let Some((key, _)) = self.lookup_value(category, new_value)?
            && let Some((title, part)) = self.shared_file_address(key)?
        {
            return Err(Error::Conflict(format!(
                "'{title}' has stored files in both languages, which would get the same address ('{part}')."
            )));
        }
        insert!(self.db, lookup_history {
            at = now(), by_user = editor.user, by_name = editor.name, category = category as i64, old_value,
            new_value = update.new_value.as_deref().map(normalize_value), citations = citations.len(),
            merged
        })?;
        Ok(UpdatedLookup { citations: citations.len() as u64, new_versions })
    }

    fn users(&self, value: ValueKey) -> Result<Vec<CitationKey>> {
        self.values(&format!("{USERS} ORDER BY 1"), [value])
    }

    fn rename(
        &self,
        old: ValueKey,
        old_value: &str,
        new_value: &str,
        citations: &[CitationKey],
        update: &LookupUpdate,
    ) -> Result<()> {
        let new_value = normalize_value(new_value);
        if new_value != old_value {
            self.sql(
                "UPDATE lookup_values SET value = ?2, value_key = ?3 WHERE key = ?1",
                params![old, new_value, value_key(&new_value)],
            )?;
            for &citation in citations {
                self.touch(citation)?;
            }
            self.touch_packets_of_department(old)?;
        }
        if let Some(contact) = &update.contact {
            self.sql("UPDATE lookup_values SET contact = ?2 WHERE key = ?1", params![old, contact])?;
        }
        Ok(())
    }

    fn merge(
        &self,
        category: Category,
        old: ValueKey,
        new: ValueKey,
        citations: &[CitationKey],
        update: &LookupUpdate,
        editor: &Editor,
    ) -> Result<NewVersions> {
        let new_versions = NewVersions {
            citations: self.new_versions(citations, editor)?,
            packets: self.move_packets_of_department(old, Some(new), editor)?,
        };
        // Where a citation has both, the old one goes; elsewhere it becomes the new one, in its place.
        self.sql(
            "DELETE FROM citation_values WHERE value = ?1 AND category = ?3 AND EXISTS \
             (SELECT 1 FROM citation_values o WHERE o.citation = citation_values.citation AND o.category = ?3 \
             AND o.value = ?2)",
            params![old, new, category as i64],
        )?;
        self.sql("UPDATE citation_values SET value = ?2 WHERE value = ?1", params![old, new])?;
        self.sql("UPDATE language_versions SET language = ?2 WHERE language = ?1", params![old, new])?;
        self.sql("UPDATE revision_dates SET language = ?2 WHERE language = ?1", params![old, new])?;
        if category == Category::Languages {
            self.move_addresses(old, Some(new))?;
            self.move_files(old, Some(new))?;
        }
        match &update.contact {
            Some(contact) => {
                self.sql("UPDATE lookup_values SET contact = ?2 WHERE key = ?1", params![new, contact])?;
            }
            None => {
                self.sql(
                    "UPDATE lookup_values SET contact = coalesce(contact, \
                     (SELECT contact FROM lookup_values WHERE key = ?1)) WHERE key = ?2",
                    params![old, new],
                )?;
            }
        }
        self.sql("DELETE FROM lookup_values WHERE key = ?1", [old])?;
        Ok(new_versions)
    }

    fn delete(
        &self,
        category: Category,
        old: ValueKey,
        citations: &[CitationKey],
        editor: &Editor,
    ) -> Result<NewVersions> {
        let new_versions = NewVersions {
            citations: self.new_versions(citations, editor)?,
            packets: self.move_packets_of_department(old, None, editor)?,
        };
        if category == Category::Languages {
            self.move_addresses(old, None)?;
            self.move_files(old, None)?;
        }
        for sql in [
            "DELETE FROM citation_values WHERE value = ?1",
            "DELETE FROM language_versions WHERE language = ?1",
            "DELETE FROM revision_dates WHERE language = ?1",
            "DELETE FROM lookup_values WHERE key = ?1",
        ] {
            self.sql(sql, [old])?;
        }
        Ok(new_versions)
    }

    /// Stores the present state of these citations as versions and begins a new one of each.
    fn new_versions(&self, keys: &[CitationKey], editor: &Editor) -> Result<Vec<StateBefore>> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let change = self.change_number()?;
        let mut before = Vec::with_capacity(keys.len());
        for (citation, &key) in self.citations(keys).zip(keys) {
            let citation = citation?;
            self.keep_version(key, &citation)?;
            before.push((citation.id, self.citation_change(key)?));
            self.sql(
                "UPDATE citations SET version = version + 1, saved_at = ?2, saved_by_user = ?3, saved_by_name = ?4, \
                 changed = ?5 WHERE key = ?1",
                params![key, now(), editor.user, editor.name, change],
            )?;
        }
        Ok(before)
    }

    fn sql(&self, sql: &str, parameters: impl rusqlite::Params) -> Result<()> {
        self.run(sql, parameters)
    }
}

#[cfg(test)]
mod tests;

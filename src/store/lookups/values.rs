//! Lookup values, departments and language tags.

use crate::model::category::{Category, normalize_value, value_key};
use crate::model::error::{Error, Result};
use crate::model::job::Department;
use crate::model::keys::ValueKey;
use crate::model::languages::language::LanguageTags;
use crate::model::languages::tag::LanguageTag;
use crate::store::changes::{Editor, now};
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sql::{from_row, insert};
use rusqlite::params;

impl ReadTx<'_> {
    /// Key and spelling of the value that equals `value`, ignoring case and blanks; `None` if there is none.
    pub fn lookup_value(&self, category: Category, value: &str) -> Result<Option<(ValueKey, String)>> {
        self.optional_row(
            "SELECT key, value FROM lookup_values WHERE category = ?1 AND value_key = ?2",
            (category as i64, value_key(value)),
        )
    }

    /// Every department, sorted by name ignoring case; including those that citations added.
    pub fn departments(&self) -> Result<Vec<Department>> {
        let mut departments = self.list(
            "SELECT value, contact FROM lookup_values WHERE category = ?1",
            [Category::Departments as i64],
            |row| from_row!(row => Department { name = "value", frc_contact = "contact" }),
        )?;
        departments.sort_by_cached_key(|d| (d.name.to_lowercase(), d.name.clone()));
        Ok(departments)
    }

    /// Every tag that was set.
    pub fn language_tags(&self) -> Result<LanguageTags> {
        let version = self.value(
            "SELECT (SELECT coalesce(max(number), 0) FROM language_tag_history) \
             + (SELECT coalesce(max(number), 0) FROM lookup_history)",
            [],
        )?;
        let rows: Vec<(String, String)> = self.rows(
            "SELECT value, tag FROM lookup_values WHERE category = ?1 AND tag IS NOT NULL",
            [Category::Languages as i64],
        )?;
        // Only well-formed ones are ever written.
        let set = rows.into_iter().filter_map(|(value, tag)| Some((value, LanguageTag::parse(&tag).ok()?)));
        Ok(LanguageTags::new(set, version))
    }
}

impl WriteTx<'_> {
    /// Key of the value that equals `value`, ignoring case and blanks; added if there is none.
    pub fn lookup_value_key(&self, category: Category, value: &str) -> Result<ValueKey> {
        if let Some((key, _)) = self.lookup_value(category, value)? {
            return Ok(key);
        }
        insert!(self.db, lookup_values {
            category = category as i64, value = normalize_value(value), value_key = value_key(value)
        })?;
        Ok(ValueKey::new(self.db.last_insert_rowid()))
    }

    /// Adds a department; one of the same name, ignoring case and blanks, is a conflict.
    pub fn add_department(&self, name: &str, contact: Option<&str>) -> Result<()> {
        if let Some((_, known)) = self.lookup_value(Category::Departments, name)? {
            return Err(Error::Conflict(format!("There is a department '{known}' already.")));
        }
        self.run(
            "INSERT INTO lookup_values (category, value, value_key, contact) VALUES (?1, ?2, ?3, ?4)",
            params![Category::Departments as i64, normalize_value(name), value_key(name), contact],
        )
    }

    /// Sets the tag of a language value, or removes the one that was set (`None`). Returns the value as it is spelled;
    /// `None` if the language does not exist.
    pub fn set_language_tag(
        &self,
        value: &str,
        tag: Option<&LanguageTag>,
        editor: &Editor,
    ) -> Result<Option<String>> {
        let Some((key, value)) = self.lookup_value(Category::Languages, value)? else { return Ok(None) };
        let before: Option<String> =
            self.optional_value("SELECT tag FROM lookup_values WHERE key = ?1", [key])?.flatten();
        let tag = tag.map(LanguageTag::as_str);
        if before.as_deref() != tag {
            self.keep_address_parts(key)?;
            self.put_language_tag(key, &value, before.as_deref(), tag, editor)?;
            if let Some((title, part)) = self.shared_file_address(key)? {
                return Err(Error::invalid(
                    "tag",
                    format!("'{title}' has a stored file in another language with the tag '{part}'."),
                ));
            }
        }
        Ok(Some(value))
    }

    /// Sets the tag that a language has by its name, before a rename takes that name away.
    pub(in crate::store) fn keep_language_tag(
        &self,
        key: ValueKey,
        old_value: &str,
        new_value: &str,
        editor: &Editor,
    ) -> Result<()> {
        match self.language_tags()?.tag_after_rename(old_value, new_value) {
            Some(tag) => self.put_language_tag(key, new_value, None, Some(tag.as_str()), editor),
            None => Ok(()),
        }
    }

    fn put_language_tag(
        &self,
        key: ValueKey,
        value: &str,
        before: Option<&str>,
        tag: Option<&str>,
        editor: &Editor,
    ) -> Result<()> {
        self.execute("UPDATE lookup_values SET tag = ?2 WHERE key = ?1", params![key, tag])?;
        insert!(self.db, language_tag_history {
            at = now(), by_user = editor.user, by_name = editor.name, language = value, old_tag = before,
            new_tag = tag
        })
    }
}

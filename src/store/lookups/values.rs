//! Lookup values, departments and language tags.

use crate::model::category::{Category, normalize_value, value_key};
use crate::model::error::{Error, Result};
use crate::model::job::Department;
use crate::model::languages::language::LanguageTags;
use crate::model::languages::tag::LanguageTag;
use crate::store::changes::{Editor, now};
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sql::doing;
use rusqlite::params;

impl ReadTx<'_> {
    /// Key and spelling of the value that equals `value`, ignoring case and blanks; `None` if there is none.
    pub fn lookup_value(&self, category: Category, value: &str) -> Result<Option<(i64, String)>> {
        self.optional(
            "SELECT key, value FROM lookup_values WHERE category = ?1 AND value_key = ?2",
            (category as i64, value_key(value)),
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    }
}

impl WriteTx<'_> {
    /// Key of the value that equals `value`, ignoring case and blanks; added if there is none.
    pub fn lookup_value_key(&self, category: Category, value: &str) -> Result<i64> {
        if let Some((key, _)) = self.lookup_value(category, value)? {
            return Ok(key);
        }
        self.execute(
            "INSERT INTO lookup_values (category, value, value_key) VALUES (?1, ?2, ?3)",
            (category as i64, normalize_value(value), value_key(value)),
        )?;
        Ok(self.db.last_insert_rowid())
    }
}

impl ReadTx<'_> {
    /// Every department, sorted by name ignoring case; including those that citations added.
    pub fn departments(&self) -> Result<Vec<Department>> {
        let what = "reading the departments";
        let mut query = self
            .db
            .prepare_cached("SELECT value, contact FROM lookup_values WHERE category = ?1")
            .map_err(doing(what))?;
        let mut departments = query
            .query_map([Category::Departments as i64], |row| {
                Ok(Department { name: row.get(0)?, frc_contact: row.get(1)? })
            })
            .and_then(Iterator::collect::<rusqlite::Result<Vec<_>>>)
            .map_err(doing(what))?;
        departments.sort_by_cached_key(|d| (d.name.to_lowercase(), d.name.clone()));
        Ok(departments)
    }
}

impl WriteTx<'_> {
    /// Adds a department; one of the same name, ignoring case and blanks, is a conflict.
    pub fn add_department(&self, name: &str, contact: Option<&str>) -> Result<()> {
        if let Some((_, known)) = self.lookup_value(Category::Departments, name)? {
            return Err(Error::Conflict(format!("There is a department '{known}' already.")));
        }
        self.execute(
            "INSERT INTO lookup_values (category, value, value_key, contact) VALUES (?1, ?2, ?3, ?4)",
            params![Category::Departments as i64, normalize_value(name), value_key(name), contact],
        )?;
        Ok(())
    }
}

const WHAT: &str = "reading the tags of languages";

impl ReadTx<'_> {
    /// Every tag that was set.
    pub fn language_tags(&self) -> Result<LanguageTags> {
        let version = self.one(
            "SELECT (SELECT coalesce(max(number), 0) FROM language_tag_history) \
             + (SELECT coalesce(max(number), 0) FROM lookup_history)",
            [],
            |row| row.get(0),
        )?;
        let mut query = self
            .db
            .prepare_cached("SELECT value, tag FROM lookup_values WHERE category = ?1 AND tag IS NOT NULL")
            .map_err(doing(WHAT))?;
        let rows = query
            .query_map([Category::Languages as i64], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
            })
            .map_err(doing(WHAT))?;
        let mut set = Vec::new();
        for row in rows {
            let (value, tag) = row.map_err(doing(WHAT))?;
            // Only well-formed ones are ever written.
            if let Ok(tag) = LanguageTag::parse(&tag) {
                set.push((value, tag));
            }
        }
        Ok(LanguageTags::new(set, version))
    }
}

impl WriteTx<'_> {
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
            self.optional("SELECT tag FROM lookup_values WHERE key = ?1", [key], |row| row.get(0))?.flatten();
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
        key: i64,
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
        key: i64,
        value: &str,
        before: Option<&str>,
        tag: Option<&str>,
        editor: &Editor,
    ) -> Result<()> {
        self.execute("UPDATE lookup_values SET tag = ?2 WHERE key = ?1", params![key, tag])?;
        self.execute(
            "INSERT INTO language_tag_history (at, by_user, by_name, language, old_tag, new_tag) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![now(), editor.user, editor.name, value, before, tag],
        )?;
        Ok(())
    }
}

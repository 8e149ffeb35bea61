//! The tags that administrators set for language values.

use crate::model::category::Category;
use crate::model::error::{Error, Result};
use crate::model::languages::language::LanguageTags;
use crate::model::languages::tag::LanguageTag;
use crate::store::changes::{Editor, now};
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sqlite_error::doing;
use rusqlite::{OptionalExtension, params};

const WHAT: &str = "reading the tags of languages";

impl ReadTx<'_> {
    /// Every tag that was set.
    pub fn language_tags(&self) -> Result<LanguageTags> {
        let version = self
            .db
            .prepare_cached(
                "SELECT (SELECT coalesce(max(number), 0) FROM language_tag_history) \
                 + (SELECT coalesce(max(number), 0) FROM lookup_history)",
            )
            .and_then(|mut one| one.query_row([], |row| row.get(0)))
            .map_err(doing(WHAT))?;
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
        let what = "setting the tag of a language";
        let Some((key, value)) = self.lookup_value(Category::Languages, value)? else { return Ok(None) };
        let before: Option<String> = self
            .db
            .query_row("SELECT tag FROM lookup_values WHERE key = ?1", [key], |row| row.get(0))
            .optional()
            .map_err(doing(what))?
            .flatten();
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
        let what = "setting the tag of a language";
        self.db
            .execute("UPDATE lookup_values SET tag = ?2 WHERE key = ?1", params![key, tag])
            .map_err(doing(what))?;
        self.db
            .execute(
                "INSERT INTO language_tag_history (at, by_user, by_name, language, old_tag, new_tag) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![now(), editor.user, editor.name, value, before, tag],
            )
            .map_err(doing(what))?;
        Ok(())
    }
}

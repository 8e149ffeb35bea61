//! The addresses that printed QR codes lead to.

use crate::model::error::Result;
use crate::model::files::FileAddress;
use crate::model::page_urls::handout_digest;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sqlite_error::doing;
use crate::store::stored_files::NamedVersion;
use crate::store::stored_files::versions::URL_COLUMNS;
use rusqlite::OptionalExtension;

const WHAT: &str = "reading an address";

impl ReadTx<'_> {
    /// Whether `url` is, or once was, an address of a language version of this citation.
    pub fn is_address(&self, key: i64, url: &str) -> Result<bool> {
        if self.version_with_file_address(key, url)?.is_some() {
            return Ok(true);
        }
        self.db
            .prepare_cached(
                "SELECT EXISTS (SELECT 1 FROM language_versions WHERE citation = ?1 AND url = ?2) \
                 OR EXISTS (SELECT 1 FROM language_addresses WHERE citation = ?1 AND url = ?2)",
            )
            .and_then(|mut one| one.query_row((key, url), |row| row.get(0)))
            .map_err(doing(WHAT))
    }

    /// The address that a short QR code of this citation stands for: a current one, else a former one. `None` if there is
    /// none, or if two different ones have the digest.
    pub fn address_with_digest(&self, key: i64, digest: &str) -> Result<Option<String>> {
        let (files, former_files) = self.file_urls(key)?;
        for (sql, files) in [
            ("SELECT DISTINCT url FROM language_versions WHERE citation = ?1 AND url IS NOT NULL", files),
            ("SELECT DISTINCT url FROM language_addresses WHERE citation = ?1", former_files),
        ] {
            let mut urls: Vec<String> = self.list(WHAT, sql, [key], |row| row.get(0))?;
            urls.extend(files);
            let mut fitting = urls.into_iter().filter(|url| handout_digest(self.public_url, url) == digest);
            match (fitting.next(), fitting.next()) {
                (None, _) => {}
                (found, None) => return Ok(found),
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Where a QR code of this citation and address leads today: to the address itself while it is a current one, to the
    /// current address of its language if it once was one; `None` if it never was, or the language has none.
    pub fn current_address(&self, key: i64, url: &str) -> Result<Option<String>> {
        if self.is_current_address(key, url)? {
            return Ok(Some(url.to_owned()));
        }
        if let Some(version) = self.version_with_file_address(key, url)? {
            return self.language_address(key, version.language);
        }
        let language: Option<i64> = self
            .db
            .prepare_cached(
                "SELECT a.language FROM language_addresses a JOIN language_versions v \
                 ON v.citation = a.citation AND v.language = a.language \
                 WHERE a.citation = ?1 AND a.url = ?2 AND (v.url IS NOT NULL OR v.file IS NOT NULL) \
                 ORDER BY v.position LIMIT 1",
            )
            .and_then(|mut one| one.query_row((key, url), |row| row.get(0)).optional())
            .map_err(doing(WHAT))?;
        language.map_or(Ok(None), |language| self.language_address(key, language))
    }

    /// The present address of the first version of a citation in this language that has one.
    fn language_address(&self, key: i64, language: i64) -> Result<Option<String>> {
        let found = self.list(
            WHAT,
            &format!(
                "SELECT {URL_COLUMNS} FROM language_versions v JOIN citations c ON c.key = v.citation \
                 JOIN lookup_values l ON l.key = v.language WHERE v.citation = ?1 AND v.language = ?2 \
                 AND (v.url IS NOT NULL OR v.file IS NOT NULL) ORDER BY v.position LIMIT 1"
            ),
            (key, language),
            |row| self.version_url(row, 0),
        )?;
        Ok(found.into_iter().flatten().next())
    }

    /// The language version of a citation whose file is, or once was, at this address of ours, on whatever host.
    pub fn version_with_file_address(&self, key: i64, url: &str) -> Result<Option<NamedVersion>> {
        let Some(address) = FileAddress::parse(url) else { return Ok(None) };
        if self.find_key(&address.citation)? != Some(key) {
            return Ok(None);
        }
        Ok(self.named_versions(key, &address.part)?.into_iter().next())
    }

    /// The address of another citation in the language of which `url` is, or once was, an address of this citation; of
    /// several languages, the current one is preferred. `None` if it never was, or there is none.
    pub fn same_language_address(&self, key: i64, url: &str, other: i64) -> Result<Option<String>> {
        if let Some(version) = self.version_with_file_address(key, url)? {
            return self.language_address(other, version.language);
        }
        let language: Option<i64> = self
            .db
            .prepare_cached(
                "SELECT a.language FROM language_addresses a JOIN language_versions v \
                 ON v.citation = ?3 AND v.language = a.language \
                 WHERE a.citation = ?1 AND a.url = ?2 AND (v.url IS NOT NULL OR v.file IS NOT NULL) \
                 ORDER BY EXISTS (SELECT 1 FROM language_versions n WHERE n.citation = ?1 AND n.url = ?2 \
                 AND n.language = a.language) DESC, v.position LIMIT 1",
            )
            .and_then(|mut one| one.query_row((key, url, other), |row| row.get(0)).optional())
            .map_err(doing(WHAT))?;
        language.map_or(Ok(None), |language| self.language_address(other, language))
    }

    /// Whether `url` is currently the address of a language version of this citation.
    pub fn is_current_address(&self, key: i64, url: &str) -> Result<bool> {
        if let Some(version) = self.version_with_file_address(key, url)?
            && version.file.is_some()
        {
            let id = self.citation_id(key)?;
            return Ok(self.file_url(&id, &version.part) == url);
        }
        self.db
            .prepare_cached(
                "SELECT EXISTS (SELECT 1 FROM language_versions WHERE citation = ?1 AND url = ?2)",
            )
            .and_then(|mut one| one.query_row((key, url), |row| row.get(0)))
            .map_err(doing(WHAT))
    }
}

impl WriteTx<'_> {
    /// Moves every address, current or former, of the language `old`, which is about to be deleted, to the language `new`;
    /// without one, to a key that no language ever gets.
    ///
    /// SQLite gives the highest key out again once its row is deleted: an address that kept it would belong to the language
    /// that is added next.
    pub(in crate::store) fn move_addresses(&self, old: i64, new: Option<i64>) -> Result<()> {
        self.db
            .prepare_cached("UPDATE OR REPLACE language_addresses SET language = ?2 WHERE language = ?1")
            .and_then(|mut update| update.execute((old, new.unwrap_or(-old))))
            .map_err(doing("moving the addresses of a language"))?;
        Ok(())
    }
}

//! Finds citations by readable ID, item number and printed address, and assigns readable IDs. None is ever withdrawn or assigned
//! twice.

use crate::model::citations::item_number;
use crate::model::error::Result;
use crate::model::files::FileAddress;
use crate::model::keys::{CitationKey, ValueKey};
use crate::model::page_urls::handout_digest;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::stored_files::NamedVersion;
use crate::store::stored_files::versions::URL_COLUMNS;

impl ReadTx<'_> {
    /// Whether `url` is, or once was, an address of a language version of this citation.
    pub fn is_address(&self, key: CitationKey, url: &str) -> Result<bool> {
        if self.version_with_file_address(key, url)?.is_some() {
            return Ok(true);
        }
        self.value(
            "SELECT EXISTS (SELECT 1 FROM language_versions WHERE citation = ?1 AND url = ?2) \
             OR EXISTS (SELECT 1 FROM language_addresses WHERE citation = ?1 AND url = ?2)",
            (key, url),
        )
    }

    /// The address that a short QR code of this citation stands for: a current one, else a former one. `None` if there is
    /// none, or if two different ones have the digest.
    pub fn address_with_digest(&self, key: CitationKey, digest: &str) -> Result<Option<String>> {
        let (files, former_files) = self.file_urls(key)?;
        for (sql, files) in [
            ("SELECT DISTINCT url FROM language_versions WHERE citation = ?1 AND url IS NOT NULL", files),
            ("SELECT DISTINCT url FROM language_addresses WHERE citation = ?1", former_files),
        ] {
            let mut urls: Vec<String> = self.values(sql, [key])?;
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
    pub fn current_address(&self, key: CitationKey, url: &str) -> Result<Option<String>> {
        if self.is_current_address(key, url)? {
            return Ok(Some(url.to_owned()));
        }
        if let Some(version) = self.version_with_file_address(key, url)? {
            return self.language_address(key, version.language);
        }
        let language: Option<ValueKey> = self.optional_value(
            "SELECT a.language FROM language_addresses a JOIN language_versions v \
             ON v.citation = a.citation AND v.language = a.language \
             WHERE a.citation = ?1 AND a.url = ?2 AND (v.url IS NOT NULL OR v.file IS NOT NULL) \
             ORDER BY v.position LIMIT 1",
            (key, url),
        )?;
        language.map_or(Ok(None), |language| self.language_address(key, language))
    }

    /// The present address of the first version of a citation in this language that has one.
    fn language_address(&self, key: CitationKey, language: ValueKey) -> Result<Option<String>> {
        let found = self.list(
            &format!(
                "SELECT {URL_COLUMNS} FROM language_versions v JOIN citations c ON c.key = v.citation \
                 JOIN lookup_values l ON l.key = v.language WHERE v.citation = ?1 AND v.language = ?2 \
                 AND (v.url IS NOT NULL OR v.file IS NOT NULL) ORDER BY v.position LIMIT 1"
            ),
            (key, language),
            |row| self.version_url(row),
        )?;
        Ok(found.into_iter().flatten().next())
    }

    /// The language version of a citation whose file is, or once was, at this address of ours, on whatever host.
    pub fn version_with_file_address(&self, key: CitationKey, url: &str) -> Result<Option<NamedVersion>> {
        let Some(address) = FileAddress::parse(url) else { return Ok(None) };
        if self.find_key(&address.citation)? != Some(key) {
            return Ok(None);
        }
        Ok(self.named_versions(key, &address.part)?.into_iter().next())
    }

    /// The address of another citation in the language of which `url` is, or once was, an address of this citation; of
    /// several languages, the current one is preferred. `None` if it never was, or there is none.
    pub fn same_language_address(
        &self,
        key: CitationKey,
        url: &str,
        other: CitationKey,
    ) -> Result<Option<String>> {
        if let Some(version) = self.version_with_file_address(key, url)? {
            return self.language_address(other, version.language);
        }
        let language: Option<ValueKey> = self.optional_value(
            "SELECT a.language FROM language_addresses a JOIN language_versions v \
             ON v.citation = ?3 AND v.language = a.language \
             WHERE a.citation = ?1 AND a.url = ?2 AND (v.url IS NOT NULL OR v.file IS NOT NULL) \
             ORDER BY EXISTS (SELECT 1 FROM language_versions n WHERE n.citation = ?1 AND n.url = ?2 \
             AND n.language = a.language) DESC, v.position LIMIT 1",
            (key, url, other),
        )?;
        language.map_or(Ok(None), |language| self.language_address(other, language))
    }

    /// Whether `url` is currently the address of a language version of this citation.
    pub fn is_current_address(&self, key: CitationKey, url: &str) -> Result<bool> {
        if let Some(version) = self.version_with_file_address(key, url)?
            && version.file.is_some()
        {
            let id = self.citation_id(key)?;
            return Ok(self.file_url(&id, &version.part) == url);
        }
        self.value(
            "SELECT EXISTS (SELECT 1 FROM language_versions WHERE citation = ?1 AND url = ?2)",
            (key, url),
        )
    }

    /// Key of the citation that has, or once had, this readable id.
    pub fn readable_id_owner(&self, readable_id: &str) -> Result<Option<CitationKey>> {
        self.optional_value("SELECT citation FROM readable_ids WHERE readable_id = ?1", [readable_id])
    }

    /// The ID or readable ID of the only citation that has one which differs from `id` in case alone.
    pub fn citation_in_other_case(&self, id: &str) -> Result<Option<String>> {
        self.only_name_in_other_case(
            id,
            "SELECT id, key FROM citations WHERE id = ?1 COLLATE NOCASE \
             UNION ALL SELECT readable_id, citation FROM readable_ids \
             WHERE readable_id = ?1 COLLATE NOCASE OR readable_id = ?2",
        )
    }

    /// The name that `sql` finds for `name` (`?1`; in lower case `?2`), unless it finds names of several owners.
    pub(in crate::store) fn only_name_in_other_case(&self, name: &str, sql: &str) -> Result<Option<String>> {
        let names: Vec<(String, CitationKey)> = self.rows(sql, [name, &name.to_lowercase()])?;
        let Some((found, owner)) = names.first() else { return Ok(None) };
        Ok(names.iter().all(|(_, other)| other == owner).then(|| found.clone()))
    }

    /// The current readable id of a citation.
    pub fn current_readable_id(&self, key: CitationKey) -> Result<Option<String>> {
        self.optional_value(
            "SELECT readable_id FROM readable_ids WHERE citation = ?1 ORDER BY given DESC LIMIT 1",
            [key],
        )
    }

    /// The readable ids that a citation has or had.
    pub fn readable_ids_of(&self, key: CitationKey) -> Result<Vec<String>> {
        self.values("SELECT readable_id FROM readable_ids WHERE citation = ?1", [key])
    }

    /// Whether `readable_id` can be assigned to the citation `key`: no other citation has, or had, it as its readable ID, or
    /// has it as its ID.
    pub fn readable_id_is_free(&self, readable_id: &str, key: CitationKey) -> Result<bool> {
        let is_own = |owner: Option<CitationKey>| owner.is_none_or(|owner| owner == key);
        Ok(is_own(self.readable_id_owner(readable_id)?) && is_own(self.citation_key(readable_id)?))
    }

    /// The key of the citation with a language version of this item number, however it is typed; one that cannot be normalized,
    /// as it is written. Of several citations, one in use is preferred, then the older one.
    pub fn citation_with_item_number(&self, number: &str) -> Result<Option<CitationKey>> {
        let (normalized, condition) = match item_number::normalize(number) {
            Some(normalized) => (normalized, "v.item_number_key = ?1"),
            None => {
                let written = "v.item_number_key IS NULL AND v.item_number = ?1 COLLATE NOCASE";
                (number.trim().to_owned(), written)
            }
        };
        let sql = format!(
            "SELECT v.citation FROM language_versions v JOIN citations c ON c.key = v.citation \
             WHERE {condition} ORDER BY c.obsolete, c.key LIMIT 1"
        );
        self.optional_value(&sql, [normalized])
    }

    /// Every citation by its key, ID and title, and whether it is obsolete, the older ones first.
    pub fn citation_names(&self) -> Result<Vec<(CitationKey, String, String, bool)>> {
        self.rows("SELECT key, id, title, obsolete FROM citations ORDER BY key", [])
    }

    /// Every item number as it is written, with the key of its citation.
    pub fn all_item_numbers(&self) -> Result<Vec<(String, CitationKey)>> {
        self.rows(
            "SELECT item_number, citation FROM language_versions WHERE item_number IS NOT NULL ORDER BY \
             citation",
            [],
        )
    }
}

impl WriteTx<'_> {
    /// Moves every address, current or former, of the language `old`, which is about to be deleted, to the language `new`;
    /// without one, to a key that no language ever gets.
    ///
    /// SQLite gives the highest key out again once its row is deleted: an address that kept it would belong to the language
    /// that is added next.
    pub(in crate::store) fn move_addresses(&self, old: ValueKey, new: Option<ValueKey>) -> Result<()> {
        self.run(
            "UPDATE OR REPLACE language_addresses SET language = ?2 WHERE language = ?1",
            (old, new.unwrap_or(old.deleted())),
        )
    }

    /// Makes `readable_id`, which is free or this citation's own, the current one.
    pub fn assign_readable_id(&self, key: CitationKey, readable_id: &str) -> Result<()> {
        self.run(
            "INSERT INTO readable_ids (readable_id, citation, given) VALUES (?1, ?2, \
             (SELECT coalesce(max(given), 0) + 1 FROM readable_ids WHERE citation = ?2)) \
             ON CONFLICT (readable_id) DO UPDATE SET given = excluded.given",
            (readable_id, key),
        )
    }
}

//! The files of language versions, and the addresses that name them.

use crate::model::category::Category;
use crate::model::citations::citation::VersionFile;
use crate::model::error::{Error, Result};
use crate::model::files::Digest;
use crate::model::keys::{CitationKey, FileKey, ValueKey};
use crate::model::languages::language::tag_from_name;
use crate::model::page_urls;
use crate::store::changes::now;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sql::{from_row, insert};
use crate::store::stored_files::contents::{FILE_COLUMNS, version_file};
use rusqlite::{Row, params};
use std::collections::{HashMap, HashSet};

const STORING: &str = "storing the file of a citation";

/// The columns from which [`ReadTx::version_url`] makes the address of a version; `c` is `citations`, `l` the language's
/// lookup value, `v` `language_versions`.
pub(in crate::store) const URL_COLUMNS: &str =
    "c.id, l.value AS lang, l.tag, v.url, v.file IS NOT NULL AS has_file";

/// A language version of a citation, as the address of a file names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedVersion {
    /// Key of the language's lookup value; negative once that is deleted.
    pub language: ValueKey,
    /// The language value; empty once it is deleted.
    pub value: String,
    /// What names the language in addresses now.
    pub part: String,
    /// Whether the citation has it now.
    pub is_present: bool,
    /// Whether the requested address is the current one.
    pub is_current: bool,
    /// Its link.
    pub url: Option<String>,
    pub file: Option<VersionFile>,
}

/// What names a language in the addresses of files: the tag that was set, else the one of its name, else its value.
pub(in crate::store) fn address_part(value: &str, tag: Option<String>) -> String {
    tag.or_else(|| tag_from_name(value).map(|tag| tag.to_string())).unwrap_or_else(|| value.to_owned())
}

impl ReadTx<'_> {
    /// The address of a language version, from [`URL_COLUMNS`]: its link, or that of its file.
    pub(in crate::store) fn version_url(&self, row: &Row<'_>) -> rusqlite::Result<Option<String>> {
        if !row.get::<_, bool>("has_file")? {
            return row.get("url");
        }
        let (id, value): (String, String) = (row.get("id")?, row.get("lang")?);
        Ok(Some(page_urls::file(self.public_url, &id, &address_part(&value, row.get("tag")?))))
    }

    /// How the addresses of files of this server begin, without a slash at its end.
    pub fn file_url_base(&self) -> String {
        format!("{}/file", self.public_url)
    }

    /// The address of a file of this citation.
    pub fn file_url(&self, citation: &str, part: &str) -> String {
        page_urls::file(self.public_url, citation, part)
    }

    /// The address of one content of a version of this citation.
    pub fn file_content_url(&self, citation: &str, part: &str, digest: Digest) -> String {
        page_urls::file_content(self.public_url, citation, part, digest)
    }

    /// Citation and address part of a version that has or had this content.
    pub fn address_of_file(&self, digest: Digest) -> Result<Option<(String, String)>> {
        self.optional(
            "SELECT c.id, l.value, l.tag, (SELECT p.part FROM former_address_parts p \
             WHERE p.language = v.language) AS former_part \
             FROM stored_files f JOIN version_files v ON v.file = f.key \
             JOIN citations c ON c.key = v.citation \
             LEFT JOIN lookup_values l ON l.key = v.language \
             WHERE f.digest = ?1 ORDER BY l.key IS NULL LIMIT 1",
            [digest.to_string()],
            |row| {
                let part = match row.get::<_, Option<String>>("value")? {
                    Some(value) => address_part(&value, row.get("tag")?),
                    None => row.get::<_, Option<String>>("former_part")?.unwrap_or_default(),
                };
                Ok((row.get("id")?, part))
            },
        )
    }

    /// The language versions of a citation that `part` of an address names, the best one first: as the address is now, then
    /// by value or as it once was; of several one with a file, then one with a link. Versions that the citation no longer
    /// has are last.
    pub fn named_versions(&self, citation: CitationKey, part: &str) -> Result<Vec<NamedVersion>> {
        let wanted = part.to_lowercase();
        let former = self.former_languages(&wanted)?;
        let mut versions = self.version_candidates(citation)?;
        for version in &mut versions {
            version.is_current = version.part.to_lowercase() == wanted;
        }
        versions.retain(|version| {
            version.is_current || version.value.to_lowercase() == wanted || former.contains(&version.language)
        });
        // Stable: of equals the first.
        versions.sort_by_key(|version| {
            (!version.is_present, !version.is_current, version.file.is_none(), version.url.is_none())
        });
        Ok(versions)
    }

    /// The language versions that a citation has, in their order, then those that it had a file in.
    fn version_candidates(&self, citation: CitationKey) -> Result<Vec<NamedVersion>> {
        let mut versions = self.list(
            &format!(
                "SELECT v.language, l.value, l.tag, v.url, v.file_name, {FILE_COLUMNS} \
                 FROM language_versions v \
                 JOIN lookup_values l ON l.key = v.language LEFT JOIN stored_files f ON f.key = v.file \
                 WHERE v.citation = ?1 ORDER BY v.position"
            ),
            [citation],
            |row| {
                let value: String = row.get("value")?;
                let (part, file) = (address_part(&value, row.get("tag")?), version_file(row)?);
                from_row!(row => NamedVersion {
                    language, part: part, value: value, is_present: true, is_current: false, url, file: file,
                })
            },
        )?;
        let present: HashSet<ValueKey> = versions.iter().map(|version| version.language).collect();
        let former = self.rows::<(ValueKey, Option<String>, Option<String>)>(
            "SELECT DISTINCT v.language, l.value, l.tag FROM version_files v LEFT JOIN lookup_values l \
             ON l.key = v.language WHERE v.citation = ?1",
            [citation],
        )?;
        let former = former.into_iter().filter(|(language, ..)| !present.contains(language));
        versions.extend(former.map(|(language, value, tag)| {
            let value = value.unwrap_or_default();
            NamedVersion {
                language,
                part: address_part(&value, tag),
                value,
                is_present: false,
                is_current: false,
                url: None,
                file: None,
            }
        }));
        Ok(versions)
    }

    /// The addresses of the files of a citation as they are now, and those that versions with a file once had.
    pub(in crate::store) fn file_urls(&self, citation: CitationKey) -> Result<(Vec<String>, Vec<String>)> {
        let (id, versions) = (self.citation_id(citation)?, self.version_candidates(citation)?);
        let (now, before): (Vec<_>, Vec<_>) = versions.iter().partition(|version| version.file.is_some());
        let urls = |versions: Vec<&NamedVersion>| -> Vec<String> {
            versions.into_iter().map(|version| self.file_url(&id, &version.part)).collect()
        };
        let parts: Vec<String> = self.values(
            "SELECT DISTINCT p.part FROM former_address_parts p JOIN version_files v ON v.language = p.language \
             WHERE v.citation = ?1",
            [citation],
        )?;
        let mut former = urls(before.into_iter().filter(|version| !version.part.is_empty()).collect());
        former.extend(parts.into_iter().map(|part| self.file_url(&id, &part)));
        let now = urls(now);
        former.retain(|url| !now.contains(url));
        former.sort();
        former.dedup();
        Ok((now, former))
    }

    /// The languages that this part of an address once named, in lower case.
    fn former_languages(&self, part: &str) -> Result<HashSet<ValueKey>> {
        let languages = self.values("SELECT language FROM former_address_parts WHERE part = ?1", [part])?;
        Ok(languages.into_iter().collect())
    }

    /// Who stored the files that a citation has now, by their digests.
    pub fn uploaders(&self, citation: CitationKey) -> Result<HashMap<Digest, String>> {
        let rows: Vec<(Digest, String)> = self.rows(
            "SELECT f.digest, f.stored_by_name FROM language_versions v \
             JOIN stored_files f ON f.key = v.file \
             WHERE v.citation = ?1",
            [citation],
        )?;
        Ok(rows.into_iter().collect())
    }

    /// Whether a language version of a citation has or had this content.
    pub fn had_file(&self, citation: CitationKey, language: ValueKey, digest: Digest) -> Result<bool> {
        self.value(
            "SELECT EXISTS (SELECT 1 FROM version_files v JOIN stored_files f ON f.key = v.file \
             WHERE v.citation = ?1 AND v.language = ?2 AND f.digest = ?3)",
            params![citation, language, digest.to_string()],
        )
    }

    /// The copy of what this link served: digest and time of the last one fetched before `end` (ISO 8601, UTC).
    pub fn copy_before(&self, url: &str, end: &str) -> Result<Option<(Digest, String)>> {
        self.optional_row(
            "SELECT f.digest, c.fetched FROM link_copies c JOIN stored_files f ON f.key = c.file \
             WHERE c.url = ?1 AND c.fetched < ?2 ORDER BY c.fetched DESC LIMIT 1",
            (url, end),
        )
    }

    /// The digest of the last copy of what this link served.
    pub fn latest_copy(&self, url: &str) -> Result<Option<Digest>> {
        // After every time.
        Ok(self.copy_before(url, "9")?.map(|(digest, _)| digest))
    }

    /// Of a citation with two files at one address, in this language and another one, the title and the address part.
    pub(in crate::store) fn shared_file_address(
        &self,
        language: ValueKey,
    ) -> Result<Option<(String, String)>> {
        let rows: Vec<(CitationKey, String, String, Option<String>)> = self.rows(
            "SELECT c.key, c.title, l.value, l.tag FROM language_versions o \
             JOIN language_versions v ON v.citation = o.citation AND v.file IS NOT NULL \
             JOIN lookup_values l ON l.key = v.language JOIN citations c ON c.key = v.citation \
             WHERE o.language = ?1 AND o.file IS NOT NULL GROUP BY v.citation, v.position",
            [language],
        )?;
        let mut seen = HashSet::new();
        for (citation, title, value, tag) in rows {
            let part = address_part(&value, tag);
            if !seen.insert((citation, part.to_lowercase())) {
                return Ok(Some((title, part)));
            }
        }
        Ok(None)
    }
}

impl WriteTx<'_> {
    /// Records that a version of a citation has this content; returns the key of its row.
    pub(in crate::store) fn refer_to_file(
        &self,
        citation: CitationKey,
        language: ValueKey,
        file: &VersionFile,
    ) -> Result<FileKey> {
        let key: FileKey = self
            .optional_value(
                "UPDATE stored_files SET last_used = ?2 WHERE digest = ?1 AND deleting = 0 RETURNING key",
                (file.digest.to_string(), now()),
            )?
            .ok_or_else(|| Error::internal(STORING, format!("{} is not recorded", file.digest)))?;
        insert!(self.db, or ignore version_files { citation, language, file = key })?;
        Ok(key)
    }

    /// Records that this link served this content.
    pub fn add_copy(&self, url: &str, digest: Digest) -> Result<()> {
        self.run(
            "INSERT INTO link_copies (url, fetched, file) \
             SELECT ?1, ?2, key FROM stored_files WHERE digest = ?3 ON CONFLICT DO NOTHING",
            params![url, now(), digest.to_string()],
        )
    }

    /// Records what names a language in addresses before that changes: printed codes keep leading to its files.
    pub(in crate::store) fn keep_address_parts(&self, language: ValueKey) -> Result<()> {
        let found: Option<(String, Option<String>)> = self.optional_row(
            "SELECT value, tag FROM lookup_values WHERE key = ?1 AND category = ?2",
            (language, Category::Languages as i64),
        )?;
        let Some((value, tag)) = found else { return Ok(()) };
        for part in [address_part(&value, tag), value] {
            insert!(self.db, or ignore former_address_parts { part = part.to_lowercase(), language })?;
        }
        Ok(())
    }

    /// Moves the files and former address parts of the language `old`, which is about to be deleted, to the language `new`;
    /// without one, to a key that no language ever gets.
    pub(in crate::store) fn move_files(&self, old: ValueKey, new: Option<ValueKey>) -> Result<()> {
        self.keep_address_parts(old)?;
        for sql in [
            "UPDATE OR REPLACE version_files SET language = ?2 WHERE language = ?1",
            "UPDATE OR REPLACE former_address_parts SET language = ?2 WHERE language = ?1",
        ] {
            self.execute(sql, (old, new.unwrap_or(old.deleted())))?;
        }
        Ok(())
    }
}

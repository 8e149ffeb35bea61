//! What files can be attached to, and who put a file there.

use crate::model::category::same_value;
use crate::model::error::{Error, Result};
use crate::model::files::{AttachableCitation, AttachableVersion, Digest};
use crate::model::keys::CitationKey;
use crate::model::languages::language::tag_from_name;
use crate::model::languages::tag::LanguageTag;
use crate::store::changes::Editor;
use crate::store::database::ReadTx;
use crate::store::sql::{from_row, json_column};
use serde_json::Value;

/// Since when a version has its file, and who put it there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileOrigin {
    /// ISO 8601, UTC.
    pub since: String,
    pub by: Editor,
}

impl ReadTx<'_> {
    /// Every citation with its language versions, in the order of their keys.
    pub fn attachable_citations(&self) -> Result<Vec<AttachableCitation>> {
        let mut citations: Vec<AttachableCitation> = Vec::new();
        self.each(
            "SELECT c.id, c.title, c.obsolete, l.value AS lang, l.tag, v.item_number, v.title AS version_title, v.url, \
             f.digest FROM citations c \
             LEFT JOIN language_versions v ON v.citation = c.key LEFT JOIN lookup_values l ON l.key = v.language \
             LEFT JOIN stored_files f ON f.key = v.file ORDER BY c.key, v.position",
            [],
            |row| {
                let id: String = row.get("id")?;
                if citations.last().is_none_or(|last| last.id != id) {
                    citations.push(from_row!(row => AttachableCitation {
                        id: id, title, is_obsolete = "obsolete", versions: Vec::new()
                    })?);
                }
                let lang: Option<String> = row.get("lang")?;
                if let (Some(lang), Some(last)) = (lang, citations.last_mut()) {
                    let tag: Option<String> = row.get("tag")?;
                    let tag = tag.and_then(|tag| LanguageTag::parse(&tag).ok()).or_else(|| tag_from_name(&lang));
                    last.versions.push(from_row!(row => AttachableVersion {
                        tag: tag, lang: lang, item_number, title = "version_title", url, file = "digest"
                    })?);
                }
                Ok(true)
            },
        )?;
        Ok(citations)
    }

    /// Since when the version of this language has had this file without a break, and who put it there.
    pub fn file_origin(&self, citation: CitationKey, lang: &str, file: Digest) -> Result<FileOrigin> {
        let mut origin = None;
        self.each(
            "SELECT version, saved_at, saved_by_user, saved_by_name, NULL AS body FROM citations WHERE key = ?1 \
             UNION ALL SELECT version, saved_at, saved_by_user, saved_by_name, body FROM citation_versions \
             WHERE citation = ?1 ORDER BY version DESC",
            [citation],
            |row| {
                let is_present = row.get_ref("body")?.as_str_or_null()?.is_none();
                if !is_present && !has_file(&json_column(row, "body")?, lang, file) {
                    return Ok(false);
                }
                let by = from_row!(row => Editor { user = "saved_by_user", name = "saved_by_name" })?;
                origin = Some(from_row!(row => FileOrigin { since = "saved_at", by: by })?);
                Ok(true)
            },
        )?;
        origin.ok_or_else(|| Error::NotFound("No citation found.".into()))
    }
}

/// Whether a state of a citation has the file in this language, or in any where the language had another name then.
fn has_file(state: &Value, lang: &str, file: Digest) -> bool {
    let file = file.to_string();
    let versions = || state["languages"].as_array().into_iter().flatten();
    let is_named = |version: &&Value| version["lang"].as_str().is_some_and(|name| same_value(name, lang));
    match versions().find(is_named) {
        Some(version) => version["file"]["digest"] == *file,
        None => versions().any(|version| version["file"]["digest"] == *file),
    }
}

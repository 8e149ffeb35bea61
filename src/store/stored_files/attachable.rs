//! What files can be attached to, and who put a file there.

use crate::model::category::same_value;
use crate::model::error::{Error, Result};
use crate::model::files::{AttachableCitation, AttachableVersion, Digest};
use crate::model::languages::language::tag_from_name;
use crate::model::languages::tag::LanguageTag;
use crate::store::changes::Editor;
use crate::store::database::ReadTx;
use crate::store::named_files::digest;
use crate::store::sql::doing;
use serde_json::Value;

const ATTACHABLE: &str = "reading what files belong to";

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
        let mut query = self
            .db
            .prepare_cached(
                "SELECT c.id, c.title, c.obsolete, l.value, l.tag, v.item_number, v.title, v.url, f.digest FROM citations c \
                 LEFT JOIN language_versions v ON v.citation = c.key LEFT JOIN lookup_values l ON l.key = v.language \
                 LEFT JOIN stored_files f ON f.key = v.file ORDER BY c.key, v.position",
            )
            .map_err(doing(ATTACHABLE))?;
        let mut rows = query.query([]).map_err(doing(ATTACHABLE))?;
        let mut citations: Vec<AttachableCitation> = Vec::new();
        while let Some(row) = rows.next().map_err(doing(ATTACHABLE))? {
            let read = || -> rusqlite::Result<_> {
                let id: String = row.get(0)?;
                let lang: Option<String> = row.get(3)?;
                let version = match lang {
                    None => None,
                    Some(lang) => {
                        let tag: Option<String> = row.get(4)?;
                        let tag = tag.and_then(|tag| LanguageTag::parse(&tag).ok());
                        Some(AttachableVersion {
                            tag: tag.or_else(|| tag_from_name(&lang)),
                            lang,
                            item_number: row.get(5)?,
                            title: row.get(6)?,
                            url: row.get(7)?,
                            file: match row.get_ref(8)?.as_str_or_null()? {
                                Some(_) => Some(digest(row, 8)?),
                                None => None,
                            },
                        })
                    }
                };
                Ok((id, version))
            };
            let (id, version) = read().map_err(doing(ATTACHABLE))?;
            if citations.last().is_none_or(|last| last.id != id) {
                citations.push(AttachableCitation {
                    id,
                    title: row.get(1).map_err(doing(ATTACHABLE))?,
                    is_obsolete: row.get(2).map_err(doing(ATTACHABLE))?,
                    versions: Vec::new(),
                });
            }
            if let Some(last) = citations.last_mut() {
                last.versions.extend(version);
            }
        }
        Ok(citations)
    }

    /// Since when the version of this language has had this file without a break, and who put it there.
    pub fn file_origin(&self, citation: i64, lang: &str, file: Digest) -> Result<FileOrigin> {
        let mut states = self
            .db
            .prepare_cached(
                "SELECT version, saved_at, saved_by_user, saved_by_name, NULL FROM citations WHERE key = ?1 \
                 UNION ALL SELECT version, saved_at, saved_by_user, saved_by_name, body FROM citation_versions \
                 WHERE citation = ?1 ORDER BY version DESC",
            )
            .map_err(doing(ATTACHABLE))?;
        let mut rows = states.query([citation]).map_err(doing(ATTACHABLE))?;
        let mut origin = None;
        while let Some(row) = rows.next().map_err(doing(ATTACHABLE))? {
            let read = || -> rusqlite::Result<(FileOrigin, Option<String>)> {
                let by = Editor { user: row.get(2)?, name: row.get(3)? };
                Ok((FileOrigin { since: row.get(1)?, by }, row.get(4)?))
            };
            let (state, body) = read().map_err(doing(ATTACHABLE))?;
            if let Some(body) = body {
                let body = serde_json::from_str(&body).map_err(|e| Error::internal(ATTACHABLE, e))?;
                if !has_file(&body, lang, file) {
                    break;
                }
            }
            origin = Some(state);
        }
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

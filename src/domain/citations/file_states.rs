//! The files in earlier states of a citation, which are stored as digest and name alone: completes their JSON.

use crate::model::citations::citation::VersionFile;
use crate::model::error::{Error, Result};
use crate::model::files::{Digest, FileType};
use crate::model::languages::language::LanguageTags;
use crate::store::{ReadTx, StoredFileRow};
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;

/// Which addresses the files of a state get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::domain) enum FileUrls<'e> {
    /// The address of the version, where its present file is.
    Current,
    /// The address of the content; links get the copy that was fetched last before this moment (ISO 8601, UTC).
    OfDay(&'e str),
}

/// Completes states of one citation.
pub(in crate::domain) struct FilesOfStates<'a> {
    db: &'a ReadTx<'a>,
    citation: String,
    tags: LanguageTags,
    known: HashMap<Digest, Option<StoredFileRow>>,
}

/// A copy of what a link served on a day.
#[derive(Serialize)]
struct Copy {
    digest: Digest,
    #[serde(rename = "type")]
    file_type: FileType,
    size: u64,
    fetched: String,
}

impl<'a> FilesOfStates<'a> {
    pub fn new(db: &'a ReadTx<'a>, citation: i64) -> Result<FilesOfStates<'a>> {
        let (citation, tags) = (db.citation_id(citation)?, db.language_tags()?);
        Ok(FilesOfStates { db, citation, tags, known: HashMap::new() })
    }

    /// What names a language in addresses now, by the value that it has today.
    pub fn address_part(&self, today: &str) -> String {
        self.tags.address_part(today)
    }

    /// Completes the files of a state. `today` gives a language value of the state the name that it has today.
    pub fn complete(
        &mut self,
        state: &mut Value,
        today: impl Fn(&str) -> String,
        urls: FileUrls<'_>,
    ) -> Result<()> {
        let versions = state.get_mut("languages").and_then(Value::as_array_mut);
        for version in versions.into_iter().flatten() {
            let part = self.address_part(&today(version["lang"].as_str().unwrap_or_default()));
            let digest = version["file"]["digest"].as_str().and_then(Digest::parse);
            if let Some(digest) = digest {
                let Some(row) = self.row(digest)? else { continue };
                let file = VersionFile {
                    digest,
                    name: Some(version["file"]["name"].as_str().unwrap_or(row.name.as_str()).to_owned()),
                    details: Some(row.details()),
                    withdrawn: row.withdrawn,
                };
                version["file"] = as_json(&file)?;
                version["url"] = Value::String(match urls {
                    FileUrls::Current => self.db.file_url(&self.citation, &part),
                    FileUrls::OfDay(_) => self.db.file_content_url(&self.citation, &part, digest),
                });
            } else if let FileUrls::OfDay(end) = urls
                && let Some(url) = version["url"].as_str()
                && let Some((digest, fetched)) = self.db.copy_before(url, end)?
                && let Some(row) = self.row(digest)?
            {
                let copy = Copy { digest, file_type: row.file_type, size: row.size, fetched };
                version["copy"] = as_json(&copy)?;
            }
        }
        Ok(())
    }

    fn row(&mut self, digest: Digest) -> Result<Option<StoredFileRow>> {
        if let Some(known) = self.known.get(&digest) {
            return Ok(known.clone());
        }
        let row = self.db.stored_file(digest)?;
        self.known.insert(digest, row.clone());
        Ok(row)
    }
}

fn as_json(value: &impl Serialize) -> Result<Value> {
    serde_json::to_value(value).map_err(|e| Error::internal("writing a file as JSON", e))
}

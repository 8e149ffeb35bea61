//! Which stored files the versions of a citation refer to: completes what was sent when it is saved, or names what is
//! wrong; and completes the files in earlier states, which are stored as digest and name alone.

use crate::model::category::value_key;
use crate::model::citations::citation::{Citation, LanguageVersion, VersionFile, Withdrawal};
use crate::model::citations::field_content::MAX_PAGES;
use crate::model::error::{Error, FieldError, Result};
use crate::model::files::{Digest, FileAddress, FileName, FileType};
use crate::model::keys::CitationKey;
use crate::model::languages::language::LanguageTags;
use crate::store::{NewFile, ReadTx, StoredFileRow};
use serde::Serialize;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// Which withdrawn files a save may refer to, beside those that the version has already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Withdrawn {
    /// None.
    Refused,
    /// Those of an earlier state that is restored.
    Restored,
    /// Those that the record itself calls withdrawn: of an import.
    Imported,
}

/// A citation whose files are complete, and the withdrawn contents that are to be recorded with it.
pub(in crate::domain) struct Completed<'c> {
    pub citation: Cow<'c, Citation>,
    pub withdrawn: Vec<(NewFile, Withdrawal)>,
}

struct Completion<'a> {
    db: &'a ReadTx<'a>,
    present: Option<&'a Citation>,
    tags: LanguageTags,
    withdrawn: Withdrawn,
    errors: Vec<FieldError>,
    recorded: Vec<(NewFile, Withdrawal)>,
}

impl Completion<'_> {
    fn error(&mut self, n: usize, part: &str, message: impl Into<String>) {
        self.errors.push(FieldError::new(format!("languages[{n}].{part}"), message));
    }

    fn complete_version(&mut self, n: usize, version: &mut LanguageVersion, citation: &str) -> Result<()> {
        let part = self.tags.address_part(&version.lang);
        let before = self.present.and_then(|present| same_language(present, &version.lang));
        let before_file = before.and_then(|before| before.file.as_ref());
        let address = version.url.as_deref().and_then(FileAddress::parse);
        // On another host it may be a link to another installation.
        let is_ours = |url: &str| url.starts_with(&format!("{}/", self.db.file_url_base()));
        let is_own = match &address {
            Some(address) if address.citation == citation && address.digest.is_none() => {
                address.part.to_lowercase() == part.to_lowercase()
                    || self.named_formerly(citation, &address.part, &version.lang)?
            }
            _ => false,
        };
        match (&version.file, version.url.as_deref()) {
            (None, None) => return Ok(()),
            (None, Some(_)) if is_own && before_file.is_some() => {
                version.file = before_file.map(VersionFile::reference);
            }
            (None, Some(url)) if is_ours(url) => {
                self.error(
                    n,
                    "url",
                    "This address belongs to a stored file that this version does not have.",
                );
                return Ok(());
            }
            (None, Some(_)) => return Ok(()),
            (Some(_), Some(_)) if !is_own => {
                self.error(n, "url", "A version has a stored file or a link, not both.");
                return Ok(());
            }
            (Some(_), _) => {}
        }
        let Some(file) = version.file.take() else { return Ok(()) };
        let is_same = before_file.is_some_and(|before| before.digest == file.digest);
        let Some(row) = self.known_file(n, &file, is_same)? else { return Ok(()) };
        let given = file.name.as_deref().and_then(|name| FileName::parse(name, row.file_type));
        let name = match (given, before_file) {
            (Some((name, _)), _) => name.as_str().to_owned(),
            (None, Some(before)) if is_same && before.name.is_some() => {
                before.name.clone().unwrap_or_default()
            }
            (None, _) => row.name.as_str().to_owned(),
        };
        version.pages = pages_with(version.pages, row.pages, before.filter(|_| !is_same));
        version.url = Some(self.db.file_url(citation, &part));
        version.file = Some(VersionFile {
            digest: file.digest,
            name: Some(name),
            details: Some(row.details()),
            withdrawn: row.withdrawn,
        });
        Ok(())
    }

    /// Whether this part of an address names a language of the present citation by a former tag or name.
    fn named_formerly(&self, citation: &str, part: &str, lang: &str) -> Result<bool> {
        let Some(key) = self.db.citation_key(citation)? else { return Ok(false) };
        let versions = self.db.named_versions(key, part)?;
        Ok(versions.iter().any(|version| value_key(&version.value) == value_key(lang)))
    }

    /// The content that a version refers to; `None` with an error if it may not.
    fn known_file(&mut self, n: usize, file: &VersionFile, is_same: bool) -> Result<Option<StoredFileRow>> {
        let imported = file.withdrawn.as_ref().filter(|_| self.withdrawn == Withdrawn::Imported);
        match self.db.stored_file(file.digest)?.filter(|row| !row.is_deleting) {
            Some(row) => match &row.withdrawn {
                Some(why) if !is_same && self.withdrawn != Withdrawn::Restored && imported.is_none() => {
                    self.error(n, "file", why.message());
                    Ok(None)
                }
                _ => Ok(Some(row)),
            },
            None => {
                let Some(why) = imported else {
                    let name = file.name.as_deref().unwrap_or("The file");
                    self.error(n, "file", format!("{name} is not stored here. Please upload it again."));
                    return Ok(None);
                };
                let new = withdrawn_elsewhere(file);
                let row = StoredFileRow::withdrawn_elsewhere(&new, why.clone());
                self.recorded.push((new, why.clone()));
                Ok(Some(row))
            }
        }
    }
}

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

impl<'a> FilesOfStates<'a> {
    pub fn new(db: &'a ReadTx<'a>, citation: CitationKey) -> Result<FilesOfStates<'a>> {
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

/// A copy of what a link served on a day.
#[derive(Serialize)]
struct Copy {
    digest: Digest,
    #[serde(rename = "type")]
    file_type: FileType,
    size: u64,
    fetched: String,
}

/// The citation with everything that is known of its files, as [`ReadTx::citation`] reads it. An address of ours that was
/// sent back without its file keeps it.
///
/// # Errors
/// [`Error::Invalid`] names `languages[i].file` or `languages[i].url`.
pub(in crate::domain) fn complete<'c>(
    db: &ReadTx<'_>,
    citation: &'c Citation,
    withdrawn: Withdrawn,
) -> Result<Completed<'c>> {
    let names_file = |version: &LanguageVersion| {
        version.file.is_some() || version.url.as_deref().is_some_and(|url| FileAddress::parse(url).is_some())
    };
    if !citation.languages.iter().any(names_file) {
        return Ok(Completed { citation: Cow::Borrowed(citation), withdrawn: Vec::new() });
    }
    let present = match db.citation_key(&citation.id)? {
        Some(key) => Some(db.citation(key)?),
        None => None,
    };
    let mut completion = Completion {
        db,
        present: present.as_ref(),
        tags: db.language_tags()?,
        withdrawn,
        errors: Vec::new(),
        recorded: Vec::new(),
    };
    let mut completed = citation.clone();
    let mut addresses = HashSet::new();
    for (n, version) in completed.languages.iter_mut().enumerate() {
        completion.complete_version(n, version, &citation.id)?;
        let part = completion.tags.address_part(&version.lang);
        if version.file.is_some() && !addresses.insert(part.to_lowercase()) {
            let message = format!("Another version has a stored file at the same address ('{part}').");
            completion.error(n, "file", message);
        }
    }
    if completion.errors.is_empty() {
        Ok(Completed { citation: Cow::Owned(completed), withdrawn: completion.recorded })
    } else {
        Err(Error::Invalid(completion.errors))
    }
}

/// What is recorded of a content that was withdrawn where a record comes from; its type is that of its name.
fn withdrawn_elsewhere(file: &VersionFile) -> NewFile {
    let given = file.name.as_deref().unwrap_or("handout.pdf");
    let extension = given.rsplit('.').next().unwrap_or_default().to_lowercase();
    let named = |file_type: &FileType| file_type.extensions().contains(&extension.as_str());
    let file_type = FileType::ALL.into_iter().find(named).unwrap_or(FileType::Pdf);
    let name = FileName::parse(given, file_type).or_else(|| FileName::parse("handout", file_type));
    NewFile {
        digest: file.digest,
        file_type,
        size: 0,
        crc32: 0,
        name: name.map_or_else(|| FileName::from_stored("handout".into()), |(name, _)| name),
        pages: None,
        title: None,
    }
}

/// The version of a citation in this language.
fn same_language<'c>(citation: &'c Citation, lang: &str) -> Option<&'c LanguageVersion> {
    let key = value_key(lang);
    citation.languages.iter().find(|version| value_key(&version.lang) == key)
}

/// The pages of a version with a file of so many pages. Where nobody has set them, they are those of the file; `before` is
/// the version when its file is replaced.
fn pages_with(sent: Option<u32>, counted: Option<u32>, before: Option<&LanguageVersion>) -> Option<u32> {
    let counted = counted.filter(|pages| (1..=MAX_PAGES).contains(pages));
    let Some(pages) = sent else { return counted };
    let of_file_before = before.and_then(|before| before.file.as_ref()?.details.as_ref()?.pages);
    let is_of_file = of_file_before == Some(pages) && before.is_some_and(|before| before.pages == sent);
    if is_of_file { counted.or(sent) } else { sent }
}

fn as_json(value: &impl Serialize) -> Result<Value> {
    serde_json::to_value(value).map_err(|e| Error::internal("writing a file as JSON", e))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::citations::citation::FileDetails;
    use crate::model::files::Digest;

    fn version(pages: Option<u32>, of_file: Option<u32>) -> LanguageVersion {
        let details = FileDetails {
            media_type: FileType::Pdf,
            size: 1,
            pages: of_file,
            preview: true,
            stored: String::new(),
            by: None,
        };
        let digest = Digest::from_bytes([0; 32]);
        let file = VersionFile { digest, name: None, details: Some(details), withdrawn: None };
        LanguageVersion { lang: "English".into(), pages, file: Some(file), ..LanguageVersion::default() }
    }

    #[test]
    fn pages_follow_the_file_unless_a_person_has_set_others() {
        let check = |sent, counted, before: Option<(Option<u32>, Option<u32>)>, expected| {
            let before = before.map(|(pages, of_file)| version(pages, of_file));
            assert_eq!(pages_with(sent, counted, before.as_ref()), expected, "{sent:?} {counted:?}");
        };
        check(None, Some(3), None, Some(3));
        check(None, Some(2_001), None, None);
        check(Some(7), Some(3), None, Some(7));
        check(Some(2), Some(3), Some((Some(2), Some(2))), Some(3));
        check(Some(4), Some(3), Some((Some(4), Some(2))), Some(4));
        check(Some(5), Some(3), Some((Some(2), Some(2))), Some(5));
        check(Some(2), None, Some((Some(2), Some(2))), Some(2));
    }
}

//! What stands in the way of people who use assistive technology: files are checked, listed, and findings set aside.
//! Contract section 11.2.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::blocking::blocking;
use crate::domain::file_reader::FileReader;
use crate::link_check::FetchedFile;
use crate::model::accessibility::{
    AccessibilityEntry, AccessibilityPage, CheckState, CheckedPlace, FindingFilter, MAX_NOTE, VersionCheck,
    VersionFinding, counts,
};
use crate::model::accounts::Right;
use crate::model::audit::event::Action;
use crate::model::category::same_value;
use crate::model::clock;
use crate::model::error::{Error, Result};
use crate::model::files::{Digest, FileType};
use crate::model::handout_text::file::FileKind;
use crate::model::keys::CitationKey;
use crate::model::languages::language::requested_language;
use crate::model::languages::tag::LanguageTag;
use crate::model::list_part::ListPart;
use crate::model::pdf_check::{FindingKind, PdfCheck, PdfReading};
use crate::model::text::is_blank;
use crate::model::usage::Used;
use crate::search::fold;
use crate::settings::{LinkChecks, Settings};
use crate::store::{CheckedVersion, FileToCheck, ReadTx, Store, StoredFileRow, WriteTx};
use jiff::ToSpan;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::fs::File;
use std::sync::Arc;

/// How many months of usage order the list, the current one included.
const MONTHS: i64 = 12;

/// What people get to know of the check of a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedCheck {
    /// What was found, for the signed-in; `None` as long as nothing was checked.
    pub findings: Option<Vec<VersionFinding>>,
    /// Whether families are offered another format.
    pub other_format: bool,
}

/// Checks PDF files, one after the other, each in a process of its own.
pub struct PdfChecking {
    reader: FileReader,
}

impl PdfChecking {
    pub fn new(settings: &Settings) -> PdfChecking {
        PdfChecking { reader: FileReader::new(settings) }
    }

    /// Checks what a link has served; `None` if its digest is not known.
    pub async fn check_fetched(&self, fetched: &FetchedFile) -> Result<Option<FileCheck>> {
        let Some(digest) = fetched.marks.sha256.clone() else { return Ok(None) };
        let reason = match fetched.kind {
            Some(FileKind::Pdf) => {
                let content = fetched.reopen().map_err(|e| Error::io("opening a fetched file again", e))?;
                return self.check(digest, content).await.map(Some);
            }
            Some(FileKind::Html) => "a web page, not a file",
            Some(FileKind::Text) | None => "only PDF files are checked",
        };
        Ok(Some(FileCheck {
            digest,
            state: CheckState::Unchecked,
            reason: Some(reason.into()),
            check: PdfCheck::default(),
        }))
    }

    async fn check(&self, digest: String, content: File) -> Result<FileCheck> {
        let key = digest.clone();
        let reading = self
            .reader
            .read(move |extractor, is_cancelled| extractor.accessibility(content, &key, is_cancelled))
            .await?;
        let (state, reason, check) = match reading {
            PdfReading::Checked(check) => (CheckState::Checked, None, check),
            PdfReading::Unreadable(reason) => (CheckState::Unreadable, Some(reason), PdfCheck::default()),
        };
        Ok(FileCheck { digest, state, reason, check })
    }
}

/// The check of a content, to be stored.
#[derive(Debug, Clone)]
pub struct FileCheck {
    digest: String,
    state: CheckState,
    reason: Option<String>,
    check: PdfCheck,
}

impl FileCheck {
    /// Stores it.
    pub fn store(&self, db: &WriteTx<'_>) -> Result<()> {
        db.put_file_check(&self.digest, self.state, self.reason.as_deref(), &self.check)
    }
}

/// Checks the stored files.
pub struct StoredFileChecks {
    app: Arc<App>,
    checking: PdfChecking,
}

impl StoredFileChecks {
    pub fn new(app: Arc<App>) -> StoredFileChecks {
        StoredFileChecks { checking: PdfChecking::new(&app.settings), app }
    }

    /// Checks every stored file that was not checked by the current rules, one after the other.
    pub async fn check_due(&self) -> Result<()> {
        let app = self.app.clone();
        let due = blocking(move || app.store.read(|db| db.files_to_check())).await?;
        for file in due {
            match self.check(file).await {
                // It is reported where somebody opens it, and by `handout check`.
                Err(Error::Damaged(_)) => {}
                checked => checked?,
            }
        }
        Ok(())
    }

    async fn check(&self, file: FileToCheck) -> Result<()> {
        let content = self.app.files.open(file.digest, file.size).await?;
        let check = self.checking.check(file.digest.to_string(), content).await?;
        let app = self.app.clone();
        blocking(move || {
            app.store.write(|db| {
                // It may have been withdrawn or deleted in the meantime.
                let is_here = db.stored_file(file.digest)?.is_some_and(|row| row.is_available());
                if is_here { check.store(db) } else { Ok(()) }
            })
        })
        .await
    }
}

/// Which files to list.
#[derive(Debug, Clone)]
pub struct AccessibilityFilter {
    /// Only those with this finding.
    pub finding: FindingFilter,
    /// Only those of citations of this department.
    pub department: Option<String>,
    /// Only those of versions in this language: its value, tag, code or name.
    pub lang: Option<String>,
}

/// A version of the list.
struct ListedVersion {
    version: CheckedVersion,
    check: VersionCheck,
    tag: Option<LanguageTag>,
}

/// The checks of a citation's versions, by language and address.
pub fn citation_checks(
    db: &ReadTx<'_>,
    citation: CitationKey,
) -> Result<HashMap<(String, String), OfferedCheck>> {
    let versions = db.checked_versions(None, Some(citation))?;
    if versions.is_empty() {
        return Ok(HashMap::new());
    }
    let tags = db.language_tags()?;
    let offered = versions.into_iter().map(|version| {
        // Whether links are fetched only decides why there are no findings.
        let check = check_of(&version, tags.tag(&version.lang).as_ref(), true);
        let other_format = check.is_inaccessible() || is_picture(&version);
        (
            (version.lang, version.url),
            OfferedCheck { findings: check.checked.is_some().then_some(check.findings), other_format },
        )
    });
    Ok(offered.collect())
}

/// The check of a stored content, as that of a version in this language.
pub fn content_check(
    db: &ReadTx<'_>,
    row: &StoredFileRow,
    language: Option<&LanguageTag>,
) -> Result<VersionCheck> {
    let stored = db.file_check(&row.digest.to_string())?;
    Ok(VersionCheck::new(&CheckedPlace::Stored(row.file_type), stored.as_ref(), language, true))
}

/// The check of a version's file.
pub(super) fn check_of(
    version: &CheckedVersion,
    language: Option<&LanguageTag>,
    is_nightly: bool,
) -> VersionCheck {
    let place = match (version.file_type, &version.link) {
        (Some(file_type), _) => CheckedPlace::Stored(file_type),
        (None, None) => CheckedPlace::NeverAsked,
        (None, Some(link)) => CheckedPlace::Asked {
            has_file: version.digest.is_some(),
            // A page in place of a file is the one result without a reason.
            reason: if link.is_there { None } else { link.reason.as_deref() },
        },
    };
    VersionCheck::new(&place, version.check.as_ref(), language, is_nightly)
}

fn is_picture(version: &CheckedVersion) -> bool {
    match version.file_type {
        Some(file_type) => matches!(file_type, FileType::Png | FileType::Jpeg),
        None => {
            let path = version.url.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
            [".png", ".jpg", ".jpeg", ".gif"].iter().any(|extension| path.ends_with(extension))
        }
    }
}

/// Files, the most opened first.
pub fn list(
    app: &App,
    actor: &Actor,
    filter: &AccessibilityFilter,
    part: ListPart,
) -> Result<AccessibilityPage> {
    actor.require(Right::EditCitations)?;
    app.store.read(|db| page(app, db, filter, part))
}

/// How many files have failures: the number of the list with the finding `failures`.
pub fn inaccessible(app: &App, db: &ReadTx<'_>) -> Result<u64> {
    let filter = AccessibilityFilter { finding: FindingFilter::Failures, department: None, lang: None };
    let versions = versions(app, db, &filter)?;
    Ok(versions.iter().filter(|listed| filter.finding.takes(&listed.check)).count() as u64)
}

/// Every version that department and language ask for, whatever finding is requested.
fn versions(app: &App, db: &ReadTx<'_>, filter: &AccessibilityFilter) -> Result<Vec<ListedVersion>> {
    let tags = db.language_tags()?;
    let is_nightly = app.settings.links.check == LinkChecks::Nightly;
    let asked = filter.lang.as_deref().map(|lang| (lang, requested_language(lang)));
    let versions = db.checked_versions(filter.department.as_deref(), None)?.into_iter();
    let listed = versions.filter_map(|version| {
        let tag = tags.tag(&version.lang);
        let is_asked = asked.as_ref().is_none_or(|(value, asked)| {
            same_value(&version.lang, value)
                || tag.as_ref().zip(asked.as_ref()).is_some_and(|(tag, asked)| tag.closeness(asked).is_some())
        });
        is_asked.then(|| {
            let check = check_of(&version, tag.as_ref(), is_nightly);
            ListedVersion { version, check, tag }
        })
    });
    Ok(listed.collect())
}

fn page(
    app: &App,
    db: &ReadTx<'_>,
    filter: &AccessibilityFilter,
    part: ListPart,
) -> Result<AccessibilityPage> {
    let mut listed = versions(app, db, filter)?;
    let counts = counts(listed.iter().map(|listed| &listed.check));
    listed.retain(|listed| filter.finding.takes(&listed.check));
    let today = clock::today();
    let first = today.checked_sub((MONTHS - 1).months()).unwrap_or(today);
    let opens = db.opens_since(&first.to_string()[..7])?;
    let mut files: Vec<(u64, CheckedVersion, VersionCheck)> = listed
        .into_iter()
        .map(|ListedVersion { version, check, tag }| {
            let Used { citation, tag } = Used::new(version.key, tag);
            (opens.get(&(citation, tag)).copied().unwrap_or(0), version, check)
        })
        .collect();
    // Languages of a citation stay in their order: the sort is stable.
    files.sort_by_cached_key(|(opens, version, _)| {
        (Reverse(*opens), fold(&version.title), version.id.clone())
    });
    let found = files.len();
    let files = part
        .select(files)
        .map(|(opens, version, check)| {
            Ok(AccessibilityEntry {
                readable_id: db.current_readable_id(version.key)?.unwrap_or_else(|| version.id.clone()),
                opens,
                citation: version.id,
                title: version.title,
                department: version.department,
                lang: version.lang,
                item_number: version.item_number,
                url: version.url,
                digest: version.digest,
                state: check.state,
                reason: check.reason,
                findings: check.findings,
                checked: check.checked,
            })
        })
        .collect::<Result<Vec<AccessibilityEntry>>>()?;
    Ok(AccessibilityPage { counts, found, files })
}

/// Sets a finding aside, with the reason; an empty note takes that back.
///
/// # Errors
/// [`Error::NotFound`] for an unknown digest, [`Error::Invalid`] for an unknown finding or a long note.
pub fn set_aside(store: &Store, actor: &Actor, digest: &str, finding: &str, note: &str) -> Result<()> {
    actor.require(Right::EditCitations)?;
    let unknown = || Error::NotFound("No file with this digest is known here.".into());
    let digest = Digest::parse(digest).ok_or_else(unknown)?;
    let kind = FindingKind::from_name(finding).ok_or_else(|| {
        Error::invalid("finding", format!("Expected one of {}.", FindingKind::NAMES.join(", ")))
    })?;
    let note = note.trim();
    if note.chars().count() > MAX_NOTE {
        return Err(Error::invalid("note", format!("At most {MAX_NOTE} characters are allowed.")));
    }
    let note = Some(note).filter(|note| !is_blank(note));
    store.write(|db| {
        let text = digest.to_string();
        let stored = db.stored_file(digest)?.filter(|row| !row.is_deleting);
        if let Some(why) = stored.as_ref().and_then(|row| row.withdrawn.as_ref()) {
            return Err(Error::Gone(why.message()));
        }
        if stored.is_none() && db.file_check(&text)?.is_none() {
            return Err(unknown());
        }
        db.set_finding_aside(&text, kind, note, actor.editor())?;
        let event = actor.event(Action::FindingAside, text);
        db.append_audit(&event.with_detail(match note {
            Some(note) => format!("{}: {note}", kind.name()),
            None => format!("{}: no longer", kind.name()),
        }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::AskedLink;

    #[test]
    fn a_link_that_leads_to_a_page_says_so() {
        let version = |reason: Option<&str>| CheckedVersion {
            key: CitationKey::new(1),
            id: "fever".into(),
            title: "Fever".into(),
            department: None,
            lang: "English".into(),
            item_number: None,
            url: "https://files.example/fever.pdf".into(),
            file_type: None,
            link: Some(AskedLink { reason: reason.map(str::to_owned), is_there: false }),
            digest: None,
            check: None,
        };
        let reason = |of: Option<&str>| check_of(&version(of), None, true).reason;
        assert_eq!(reason(None).as_deref(), Some("a web page, not a file"));
        assert_eq!(reason(Some("status 404")).as_deref(), Some("the file was never fetched: status 404"));
    }
}

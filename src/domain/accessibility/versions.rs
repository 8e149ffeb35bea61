//! What is known of the accessibility of language versions.

use crate::model::accessibility::{CheckedPlace, VersionCheck, VersionFinding};
use crate::model::error::Result;
use crate::model::files::FileType;
use crate::model::languages::tag::LanguageTag;
use crate::store::{CheckedVersion, ReadTx, StoredFileRow};
use std::collections::HashMap;

/// What people get to know of the check of a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedCheck {
    /// What was found, for the signed-in; `None` as long as nothing was checked.
    pub findings: Option<Vec<VersionFinding>>,
    /// Whether families are offered another format.
    pub other_format: bool,
}

/// The checks of a citation's versions, by language and address.
pub fn citation_checks(db: &ReadTx<'_>, citation: i64) -> Result<HashMap<(String, String), OfferedCheck>> {
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
            reason: if link.is_there { None } else { Some(link.reason.as_deref().unwrap_or("no answer")) },
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

//! A citation: one catalogue entry in all its languages, with the stored files of its language versions (contract
//! section 11.1). How outside JSON becomes one is in `citation_fields.rs`.

use crate::model::accessibility::VersionFinding;
use crate::model::citations::codes::Code;
use crate::model::day::Day;
use crate::model::files::{Digest, FileType};
use serde::Serialize;
use utoipa::ToSchema;

/// Longest printing specs, in characters. A line of an order has the same bound, because it carries them.
pub const MAX_PRINTING_SPECS: usize = 10_000;

/// One catalogue entry (on screens also "resource"), in the JSON shape of spec section 3 and contract section 7.
///
/// Optional fields are `null` in JSON when they have no value; the six that came later (`folder`, `paperColors`,
/// `codes`, `replacedBy`, `reviewCycleMonths`, `accessibleFormats`) are left out then.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Citation {
    /// Stable id, never reused.
    pub id: String,
    /// The readable ids, the current one first, then older ones from newest to oldest.
    pub readable_ids: Vec<ReadableIdEntry>,
    /// Title; never empty.
    pub title: String,
    /// Authors, in the order given.
    pub authors: Vec<String>,
    /// Publisher.
    pub publisher: Option<Named>,
    /// Handout, Video, Web Page …
    pub material_format: Option<String>,
    /// Search words.
    pub keywords: Vec<String>,
    /// Subject heading.
    pub key_subject_heading: Option<String>,
    /// Where to obtain it; 'Copy Center' makes it orderable.
    pub where_to_obtain: Option<String>,
    /// Tags.
    pub tags: Vec<String>,
    /// Publication date.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub publish_date: Option<Day>,
    /// How it is printed.
    pub printing_specs: Option<String>,
    /// Retired; a state, not a deletion.
    pub obsolete: bool,
    /// The language versions, in the order given.
    pub languages: Vec<LanguageVersion>,
    /// When which language was revised; a language may have several.
    pub revision_dates: Vec<RevisionDate>,
    /// Abstract, plain text.
    #[serde(rename = "abstract")]
    pub abstract_text: Option<String>,
    /// Whom it is for.
    pub audience: Vec<String>,
    /// HE/CS reviewer.
    pub reviewed_by: Option<String>,
    /// Department that submitted it.
    pub dept_submitted_by: Option<Named>,
    /// PMAT/SAM: yes 1, no 0, not applicable -1.
    #[schema(value_type = Option<i8>)]
    pub assessment: Option<Assessment>,
    /// Family review: yes 1, no 0, not applicable -1.
    #[schema(value_type = Option<i8>)]
    pub fam_review: Option<Assessment>,
    /// Production specialist.
    pub production_specialist: Option<String>,
    /// Content reviewer.
    pub originator: Option<String>,
    /// Department review date.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub dept_review_date: Option<Day>,
    /// Notes of the education specialists.
    pub notes: Option<String>,
    /// Id in the system before this one.
    pub legacy_id: Option<String>,
    /// Folder of the copy center.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// Paper colors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub paper_colors: Vec<String>,
    /// Codes of clinical terminologies, at most 50, each once: ICD-10-CM, ICD-9-CM, SNOMED CT, RxNorm, LOINC. Health records
    /// find the citation by them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 50)]
    pub codes: Vec<Code>,
    /// Id of the citation that replaces this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaced_by: Option<String>,
    /// How many months a review is valid, where that differs from `review.cycle_months`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub review_cycle_months: Option<u32>,
    /// Accessible formats it exists in, such as large print.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accessible_formats: Vec<String>,
}

impl Citation {
    /// As versions and exports store it. The address of a stored file is made when it is given out.
    pub fn as_stored(&self) -> Citation {
        let mut stored = self.clone();
        for version in stored.languages.iter_mut().filter(|version| version.file.is_some()) {
            version.url = None;
            version.file = version.file.as_ref().map(VersionFile::reference);
        }
        stored
    }

    /// The current readable id; the id itself when there is none.
    pub fn address_id(&self) -> &str {
        self.readable_ids.first().map_or(self.id.as_str(), |r| r.id.as_str())
    }
}

/// An object that has only a name: `{"name": "Children's"}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Named {
    /// The name.
    pub name: String,
}

impl Named {
    /// An object with this name.
    pub fn new(name: impl Into<String>) -> Self {
        Named { name: name.into() }
    }
}

/// One readable id of a citation: `{"id": "asthma-action-plan"}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReadableIdEntry {
    /// The readable id.
    pub id: String,
}

/// One language of a citation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LanguageVersion {
    /// Name of the language, in English.
    pub lang: String,
    /// Item number.
    #[serde(rename = "ksbgNumber")]
    pub item_number: Option<String>,
    /// Address of the handout: a link, http or https, as it was given; with a stored file the file's address here.
    pub url: Option<String>,
    /// The stored file, instead of a link.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<VersionFile>,
    /// Pages of one printed piece; left out when nobody has said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 2000)]
    pub pages: Option<u32>,
    /// The title in this language, on one line; left out when the version is called as the citation is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 1, max_length = 300)]
    pub title: Option<String>,
    /// What is wrong with its file; only for the signed-in. No part of the version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub findings: Option<Vec<VersionFinding>>,
    /// Whether families are offered another format: its file shuts people out, or is a picture. No part of the version.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(value_type = Option<bool>)]
    pub other_format: bool,
}

impl LanguageVersion {
    /// The title by which people who read this language know the citation.
    pub fn title_or<'t>(&'t self, citation: &'t str) -> &'t str {
        self.title.as_deref().unwrap_or(citation)
    }

    /// The address on another server; `None` with a stored file.
    pub fn link(&self) -> Option<&str> {
        self.url.as_deref().filter(|_| self.file.is_none())
    }
}

/// One revision of one language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RevisionDate {
    /// Name of the language.
    pub lang: String,
    /// The day of the revision.
    #[schema(value_type = String, format = DateTime)]
    pub revision_date: Day,
}

/// Answer of a review: yes 1, no 0, not applicable -1 in JSON.
///
/// Source: spec section 9.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i8)]
pub enum Assessment {
    /// Reviewed and met.
    Yes = 1,
    /// Not met.
    No = 0,
    /// Does not apply.
    NotApplicable = -1,
}

impl Assessment {
    /// The answer of this number.
    pub fn from_number(number: i64) -> Option<Self> {
        match number {
            1 => Some(Assessment::Yes),
            0 => Some(Assessment::No),
            -1 => Some(Assessment::NotApplicable),
            _ => None,
        }
    }
}

impl Serialize for Assessment {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_i8(*self as i8)
    }
}

/// The stored file of a language version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct VersionFile {
    /// SHA-256 of the content, in 64 lower-case hexadecimal digits.
    #[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
    pub digest: Digest,
    /// Its name; in requests optional, and changed as that of an upload.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String)]
    pub name: Option<String>,
    /// What the server knows of the content; ignored in requests.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = FileDetails)]
    pub details: Option<FileDetails>,
    /// When and why the content was withdrawn; left out for all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawn: Option<Withdrawal>,
}

impl VersionFile {
    /// As versions and exports store it: what the server knows of the content is not part of the version.
    pub fn reference(&self) -> VersionFile {
        VersionFile { details: None, ..self.clone() }
    }

    /// Whether there is a preview of it.
    pub fn has_preview(&self) -> bool {
        self.details.as_ref().is_some_and(|details| details.preview)
    }

    /// Whether it was withdrawn.
    pub fn is_withdrawn(&self) -> bool {
        self.withdrawn.is_some()
    }
}

/// What is known of the content of a stored file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FileDetails {
    /// Media type.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    pub media_type: FileType,
    /// Length in bytes.
    pub size: u64,
    /// Pages of a PDF; null for other types and where they could not be counted.
    pub pages: Option<u32>,
    /// Whether there is a preview of the first page or of the image.
    pub preview: bool,
    /// When it was stored, ISO 8601, UTC.
    pub stored: String,
    /// Who stored it; only for signed-in people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
}

/// When and why the content of a file was withdrawn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Withdrawal {
    /// The reason, as the administrator gave it.
    pub reason: String,
    /// When, ISO 8601, UTC.
    pub at: String,
}

impl Withdrawal {
    /// What people read in place of the file.
    pub fn message(&self) -> String {
        format!("This file was withdrawn: {}", self.reason)
    }
}

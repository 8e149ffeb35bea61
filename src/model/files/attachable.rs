//! What names of files are matched with: citations by their titles and item numbers, and what their versions have.

use crate::model::files::digest::Digest;
use crate::model::languages::tag::LanguageTag;

/// A citation to which files can belong.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AttachableCitation {
    pub id: String,
    pub title: String,
    pub is_obsolete: bool,
    pub versions: Vec<AttachableVersion>,
}

/// A language version of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AttachableVersion {
    /// The language value.
    pub lang: String,
    /// Its tag, as far as it is known.
    pub tag: Option<LanguageTag>,
    pub item_number: Option<String>,
    pub title: Option<String>,
    /// The link to another server.
    pub url: Option<String>,
    pub file: Option<Digest>,
}

//! A citation with the texts of its handouts, as the search index contains them.

use crate::model::citations::citation::Citation;

/// The words before the snippet of a hit that needs its text: `highlights.abstract` begins with them.
pub const IN_THE_HANDOUT: &str = "In the handout: ";

/// The text of a language version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionText {
    /// The language value of the version.
    pub lang: String,
    /// The text, up to 200 KB.
    pub text: String,
}

/// A citation with the texts of its language versions.
#[derive(Debug, Clone)]
pub struct SearchableCitation {
    /// The citation.
    pub citation: Citation,
    /// One for each file that has a text, in the order of the versions.
    pub texts: Vec<VersionText>,
}

impl From<Citation> for SearchableCitation {
    /// A citation without texts.
    fn from(citation: Citation) -> SearchableCitation {
        SearchableCitation { citation, texts: Vec::new() }
    }
}

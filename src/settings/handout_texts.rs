//! The section of the text of handout files.

use serde::{Deserialize, Serialize};

/// `[handouts]`
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Handouts {
    /// Whether the text of the files that link checks fetch is read.
    pub text: HandoutTexts,
    /// The program that reads PDF files; empty for the built-in extractor, none to look in PATH.
    pub pdftotext: Option<String>,
}

/// When the text of handout files is read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HandoutTexts {
    /// Never.
    #[default]
    Off,
    /// With the link checks of each night.
    Nightly,
}

//! Problem reports as administrators see them.

use crate::model::error::{Error, Result};
use crate::model::variant_names::variant_names;
use serde::Serialize;
use utoipa::ToSchema;

/// Reports of one page.
pub const PAGE: usize = 50;

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportKind {
    /// The link does not work.
    Link,
    /// The handout is outdated.
    Outdated,
    /// Something in it is wrong, or it is another handout.
    Wrong,
    /// The translation is bad.
    Translation,
    /// It is hard to understand.
    Hard,
    /// The family needs it in another format.
    Format,
    /// Something else; the text describes it.
    Other,
}

variant_names!(ReportKind {
    Link = "link",
    Outdated = "outdated",
    Wrong = "wrong",
    Translation = "translation",
    Hard = "hard",
    Format = "format",
    Other = "other",
});

impl ReportKind {
    /// The kind in words, for mails and CSV.
    pub fn label(self) -> &'static str {
        match self {
            ReportKind::Link => "Link does not work",
            ReportKind::Outdated => "Outdated",
            ReportKind::Wrong => "Something is wrong",
            ReportKind::Translation => "Problem with the translation",
            ReportKind::Hard => "Hard to understand",
            ReportKind::Format => "Needed in another format",
            ReportKind::Other => "Something else",
        }
    }

    /// The same with the format that is needed.
    pub fn label_with(self, format: Option<WantedFormat>) -> String {
        match format {
            Some(format) => format!("{}: {}", self.label(), format.label()),
            None => self.label().to_owned(),
        }
    }

    /// Reads the parameter `kind`; `None` for all, when it is not given.
    pub fn read(text: &str) -> Result<Option<ReportKind>> {
        match (text, ReportKind::from_name(text)) {
            ("", _) => Ok(None),
            (_, Some(kind)) => Ok(Some(kind)),
            _ => Err(Error::Unreadable(format!("kind: expected one of {}.", ReportKind::NAMES.join(", ")))),
        }
    }
}

/// The format that a family asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum WantedFormat {
    /// Large print.
    LargePrint,
    /// Plain text, which programs read aloud.
    PlainText,
    /// Braille.
    Braille,
    /// Somebody reads it aloud.
    ReadAloud,
}

variant_names!(WantedFormat {
    LargePrint = "largePrint",
    PlainText = "plainText",
    Braille = "braille",
    ReadAloud = "readAloud",
});

impl WantedFormat {
    /// The format in words, for mails and CSV.
    pub fn label(self) -> &'static str {
        match self {
            WantedFormat::LargePrint => "large print",
            WantedFormat::PlainText => "plain text",
            WantedFormat::Braille => "braille",
            WantedFormat::ReadAloud => "read aloud",
        }
    }
}

/// Whether a report has been dealt with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReportState {
    /// Not yet.
    Open,
    /// It has.
    Closed,
}

variant_names!(ReportState { Open = "open", Closed = "closed" });

impl ReportState {
    /// Reads the parameter `state`; `None` for both, when it is not given.
    pub fn read(text: &str) -> Result<Option<ReportState>> {
        match (text, ReportState::from_name(text)) {
            ("", _) => Ok(None),
            (_, Some(state)) => Ok(Some(state)),
            _ => Err(Error::Unreadable("state: expected open or closed.".into())),
        }
    }
}

/// A report that was taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TakenReport {
    /// Its id.
    pub id: String,
    /// When, ISO 8601, UTC.
    pub at: String,
}

/// A problem report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Its id.
    pub id: String,
    /// Id of the citation; null when it is about a packet.
    pub citation: Option<String>,
    /// Id of the packet; null when it is about a citation.
    pub packet: Option<String>,
    /// Readable id of the citation or packet, or else the id of the citation or the code of the packet.
    pub readable_id: String,
    /// Title of the citation or packet.
    pub title: String,
    /// Department of the citation or packet.
    pub department: Option<String>,
    /// Whether the citation is obsolete, or the packet was deleted.
    pub obsolete: bool,
    /// Tag of the language version; null when none was named, or its language has no tag.
    pub lang: Option<String>,
    /// Its language, in English.
    pub language: Option<String>,
    /// What is wrong.
    pub kind: ReportKind,
    /// With the kind `format`: which one is needed; left out for all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<WantedFormat>,
    /// In their own words.
    pub text: Option<String>,
    /// Where a reply goes.
    pub email: Option<String>,
    /// Tag of the language of the screen, in which the reply is written.
    pub screen_language: String,
    /// When it was reported, ISO 8601, UTC.
    pub at: String,
    /// Whether it has been dealt with.
    pub state: ReportState,
    /// What was done, in order.
    pub events: Vec<ReportEvent>,
}

/// A change of state, a note, or both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReportEvent {
    /// The state from then on.
    pub state: ReportState,
    /// When, ISO 8601, UTC.
    pub at: String,
    /// By whom.
    pub by: String,
    /// The note.
    pub note: Option<String>,
    /// Whether the note was mailed as a reply.
    pub mailed: bool,
}

/// How many reports there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReportCounts {
    /// Not dealt with yet.
    pub open: u64,
    /// Dealt with.
    pub closed: u64,
}

/// A page of reports, newest first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportPage {
    /// Whatever the state asked for.
    pub counts: ReportCounts,
    /// How many there are on all pages.
    pub found: u64,
    /// Whether this server can mail a reply.
    pub mails_replies: bool,
    /// At most 50.
    pub reports: Vec<Report>,
}

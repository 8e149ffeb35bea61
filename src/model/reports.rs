//! Problems that people report with a citation or packet: as they are sent, and as administrators see them. Contract
//! section 10.5.

use crate::model::error::{Error, FieldError, Result};
use crate::model::text::is_blank;
use crate::model::text_bounds::parse_note;
use crate::model::variant_names::variant_names;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Longest text, in characters.
const MAX_TEXT: usize = 1_000;
/// Longest email address (RFC 5321, section 4.5.3.1).
const MAX_EMAIL: usize = 254;

variant_names! {
    /// What is wrong.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum ReportKind {
        /// The link does not work.
        Link = "link",
        /// The handout is outdated.
        Outdated = "outdated",
        /// Something in it is wrong, or it is another handout.
        Wrong = "wrong",
        /// The translation is bad.
        Translation = "translation",
        /// It is hard to understand.
        Hard = "hard",
        /// The family needs it in another format.
        Format = "format",
        /// Something else; the text describes it.
        Other = "other",
    }
}

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

    /// What screens and mails call it, with the format that is needed.
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

variant_names! {
    /// The format that a family asks for.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub enum WantedFormat {
        /// Large print.
        LargePrint = "largePrint",
        /// Plain text, which programs read aloud.
        PlainText = "plainText",
        /// Braille.
        Braille = "braille",
        /// Somebody reads it aloud.
        ReadAloud = "readAloud",
    }
}

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

variant_names! {
    /// Whether a report has been dealt with.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum ReportState {
        /// Not yet.
        Open = "open",
        /// It has.
        Closed = "closed",
    }
}

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
    /// Whatever the requested state.
    pub counts: ReportCounts,
    /// How many there are on all pages.
    pub found: u64,
    /// Whether this server can mail a reply.
    pub mails_replies: bool,
    /// At most 50.
    pub reports: Vec<Report>,
}

/// A problem with a citation or with a packet.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct NewReport {
    /// Id or readable id of the citation.
    pub citation: Option<String>,
    /// Id, readable id or code of the packet, instead of a citation.
    pub packet: Option<String>,
    /// Tag or value of the language of the version that it is about.
    pub lang: Option<String>,
    /// What is wrong: `link`, `outdated`, `wrong`, `translation`, `hard`, `format` or `other`.
    #[schema(value_type = ReportKind)]
    pub kind: Option<String>,
    /// Required for `format`: `largePrint`, `plainText`, `braille` or `readAloud`.
    #[schema(value_type = Option<WantedFormat>)]
    pub format: Option<String>,
    /// In their own words, up to 1,000 characters; required for `other`, and for `format` without an email address.
    pub text: Option<String>,
    /// Where a reply goes.
    pub email: Option<String>,
}

impl NewReport {
    /// The report, or every invalid field. `is_address` decides whether a text is an email address.
    pub fn check(&self, is_address: impl Fn(&str) -> bool) -> Result<CheckedReport> {
        let mut errors = Vec::new();
        let mut wrong = |field: &str, message: &str| errors.push(FieldError::new(field, message));
        let subject = match (given(&self.citation), given(&self.packet)) {
            (Some(citation), None) => Some(ReportSubject::Citation(citation)),
            (None, Some(packet)) => Some(ReportSubject::Packet(packet)),
            (None, None) => {
                wrong("citation", "This is required.");
                None
            }
            (Some(_), Some(_)) => {
                wrong("packet", "A report is about a citation or a packet, not both.");
                None
            }
        };
        let kind = given(&self.kind);
        match &kind {
            None => wrong("kind", "This is required."),
            Some(name) if ReportKind::from_name(name).is_none() => {
                wrong("kind", "Expected link, outdated, wrong, translation, hard, format or other.");
            }
            Some(_) => {}
        }
        let kind = kind.and_then(|name| ReportKind::from_name(&name));
        let is_format = kind == Some(ReportKind::Format);
        let format = given(&self.format).filter(|_| is_format);
        let format = format.and_then(|name| WantedFormat::from_name(&name));
        if is_format && format.is_none() {
            wrong("format", "Expected largePrint, plainText, braille or readAloud.");
        }
        let text = given(&self.text).map(|text| plain(&text)).filter(|text| !is_blank(text));
        if text.is_none() && kind == Some(ReportKind::Other) {
            wrong("text", "Please describe the problem.");
        }
        if is_format && text.is_none() && given(&self.email).is_none() {
            wrong("text", "Please say how we can reach you: an email address, or a text.");
        }
        if text.as_ref().is_some_and(|text| text.chars().count() > MAX_TEXT) {
            wrong("text", "At most 1,000 characters are allowed.");
        }
        let email = given(&self.email);
        if email.as_ref().is_some_and(|email| email.len() > MAX_EMAIL || !is_address(email)) {
            wrong("email", "Please enter an email address such as name@example.org.");
        }
        match (subject, kind) {
            (Some(subject), Some(kind)) if errors.is_empty() => {
                Ok(CheckedReport { subject, lang: given(&self.lang), kind, format, text, email })
            }
            _ => Err(Error::Invalid(errors)),
        }
    }
}

/// What a report is about, as it was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReportSubject {
    /// Id or readable id of a citation.
    Citation(String),
    /// Id, readable id or code of a packet.
    Packet(String),
}

/// A report whose fields are valid by themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedReport {
    /// What it is about.
    pub subject: ReportSubject,
    /// The language, as it was sent.
    pub lang: Option<String>,
    /// What is wrong.
    pub kind: ReportKind,
    /// With [`ReportKind::Format`].
    pub format: Option<WantedFormat>,
    /// Text without control characters and trimmed; `None` if empty.
    pub text: Option<String>,
    /// Where a reply goes.
    pub email: Option<String>,
}

/// A change of a report's state, a note, or both.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct ReportChange {
    /// `open` or `closed`.
    #[schema(value_type = ReportState)]
    pub state: String,
    /// A note, up to 2,000 characters; of a report that is closed, also the reply to the address that was given.
    #[serde(default)]
    pub note: Option<String>,
}

impl ReportChange {
    /// State and note, or the invalid field.
    pub fn check(&self) -> Result<(ReportState, Option<String>)> {
        let state = ReportState::from_name(&self.state);
        let state = state.ok_or_else(|| Error::invalid("state", "Expected open or closed."))?;
        Ok((state, parse_note(self.note.as_deref())?))
    }
}

/// The text, trimmed; `None` if blank.
fn given(text: &Option<String>) -> Option<String> {
    let text = text.as_deref().map(str::trim).filter(|text| !is_blank(text));
    text.map(str::to_owned)
}

/// The text with plain line breaks, and without other control characters.
fn plain(text: &str) -> String {
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    lines.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::{Value, json};

    fn check(sent: Value) -> Result<CheckedReport> {
        let sent: NewReport = serde_json::from_value(sent).unwrap();
        sent.check(|text| text.contains('@'))
    }

    #[test]
    fn a_report_needs_a_subject_and_a_kind() {
        let report =
            check(json!({"citation": " asthma ", "kind": "link", "text": " \u{200b} ", "email": ""}));
        let report = report.unwrap();
        assert_eq!(report.subject, ReportSubject::Citation("asthma".into()));
        assert_eq!((report.kind, report.text, report.email), (ReportKind::Link, None, None));
        let report =
            check(json!({"packet": "p", "kind": "other", "text": "a\r\nb\u{7}\u{0}c", "lang": "es"}));
        let report = report.unwrap();
        assert_eq!(report.text.as_deref(), Some("a\nbc"));
        assert_eq!(report.lang.as_deref(), Some("es"));
    }

    #[test]
    fn every_invalid_field_is_named() {
        let fields = |sent: Value| -> Vec<String> {
            let Err(Error::Invalid(errors)) = check(sent) else { return Vec::new() };
            errors.into_iter().map(|error| error.field).collect()
        };
        let long = "é".repeat(MAX_TEXT);
        assert_eq!(fields(json!({"citation": "a", "kind": "hard", "text": long})), [""; 0]);
        assert_eq!(
            fields(json!({"kind": "odd", "text": format!("{long}x"), "email": "nobody"})),
            ["citation", "kind", "text", "email"]
        );
        assert_eq!(fields(json!({"citation": "a", "packet": "b"})), ["packet", "kind"]);
        assert_eq!(fields(json!({"citation": "a", "kind": "other", "text": " "})), ["text"]);
        let far = format!("{}@example.org", "x".repeat(MAX_EMAIL));
        assert_eq!(fields(json!({"citation": "a", "kind": "link", "email": far})), ["email"]);
    }

    #[test]
    fn another_format_needs_a_format_and_a_way_to_answer() {
        let fields = |more: Value| -> Vec<String> {
            let mut sent = json!({"citation": "a", "kind": "format"});
            sent.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            let Err(Error::Invalid(errors)) = check(sent) else { return Vec::new() };
            errors.into_iter().map(|error| error.field).collect()
        };
        assert_eq!(fields(json!({"format": "largePrint", "email": "a@example.org"})), [""; 0]);
        assert_eq!(fields(json!({"format": "braille", "text": "By mail, please"})), [""; 0]);
        assert_eq!(fields(json!({"format": "braille"})), ["text"]);
        assert_eq!(fields(json!({"format": "cassette", "text": "x"})), ["format"]);
        assert_eq!(fields(json!({"text": "x"})), ["format"]);
        let other = check(json!({"citation": "a", "kind": "link", "format": "braille"})).unwrap();
        assert_eq!(other.format, None);
    }

    #[test]
    fn a_change_has_a_state() {
        let change = |state: &str| ReportChange { state: state.into(), note: Some(" done ".into()) }.check();
        assert_eq!(change("closed").unwrap(), (ReportState::Closed, Some("done".to_owned())));
        assert!(change("ended").is_err());
    }
}

//! Links of citations: what a check of an address came to, and what becomes of it over the nights. Contract section 9.4.

use crate::model::day::Day;
use crate::model::error::{Error, Result};
use crate::model::variant_names::variant_names;
use jiff::civil::DateTime;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A URL counts as gone or unreachable after this many nights in a row.
pub const NIGHTS: u32 = 3;
/// How many addresses may wait for 'Check now'.
pub const MAX_WAITING: u64 = 100;

variant_names! {
    /// The result of a check and the state of a link.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum LinkState {
        /// Not found (404, 410).
        Gone = "gone",
        /// No usable response.
        Unreachable = "unreachable",
        /// A page answers where a file was.
        Soft404 = "soft404",
        /// The file is not the one that was there after the last review.
        Changed = "changed",
        /// It answers at another address, for good.
        Moved = "moved",
        /// Access denied (401, 403).
        Blocked = "blocked",
        /// It was not asked; the reason says why.
        Unchecked = "unchecked",
        /// It answers.
        Ok = "ok",
    }
}

// Those that need care first: the order of the list.
impl LinkState {
    /// Its place in the list.
    pub fn rank(self) -> usize {
        LinkState::ALL.iter().position(|state| *state == self).unwrap_or(LinkState::ALL.len())
    }

    /// Whether readers who follow the link don't get the handout.
    pub fn is_broken(self) -> bool {
        matches!(self, LinkState::Gone | LinkState::Soft404 | LinkState::Unreachable)
    }

    /// Of an address whose file may have changed since the last review of the citation that shows it.
    pub fn with_change(self, is_changed: bool) -> LinkState {
        match self {
            LinkState::Ok | LinkState::Moved if is_changed => LinkState::Changed,
            other => other,
        }
    }

    /// Whether this state needs several nights in a row.
    fn needs_nights(self) -> bool {
        matches!(self, LinkState::Gone | LinkState::Unreachable)
    }
}

/// The state of a URL, and the nights that led to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UrlState {
    /// Never [`LinkState::Changed`]: that depends on the citation.
    pub state: LinkState,
    /// On how many nights in a row it was gone or unreachable.
    pub bad_nights: u32,
    /// The last night on which it was checked.
    pub night: Option<Day>,
}

impl UrlState {
    /// Of an address that was never asked.
    pub const NEW: UrlState = UrlState { state: LinkState::Unchecked, bad_nights: 0, night: None };

    /// After a check in this night; `None` for a requested check outside of the night.
    ///
    /// The state follows the result at once, but gone and unreachable are believed on the third night in a row: nights on
    /// which the address was not checked neither count nor end the row. Either of the two continues the other's row.
    pub fn after(self, result: LinkState, night: Option<Day>) -> UrlState {
        let counts = night.is_some() && night != self.night;
        let bad_nights =
            if result.needs_nights() { self.bad_nights.saturating_add(u32::from(counts)) } else { 0 };
        let is_believed = !result.needs_nights() || bad_nights >= NIGHTS;
        let state = if is_believed { result } else { self.state };
        UrlState { state, bad_nights, night: night.or(self.night) }
    }
}

/// The night that it is at this moment: the day on which it began, at `hour`. It lasts until the next one.
pub fn night_at(now: DateTime, hour: u8) -> Day {
    let day = now.date();
    let begun = u8::try_from(now.hour()).unwrap_or(0) >= hour;
    Day::from(if begun { day } else { day.yesterday().unwrap_or(day) })
}

/// The last night that was begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Night {
    /// The day on which the night began.
    pub day: Day,
    /// Whether every address was checked.
    pub finished: bool,
}

/// What to do about the night at this moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NightAction {
    /// Nothing; it is over, or the hour is not yet come.
    Wait,
    /// This night begins.
    Begin(Day),
    /// This night was begun and continues.
    Resume(Day),
}

/// Decides that. A night begins at the hour or, when no server ran then, later on the same day; it continues past midnight.
pub fn night_action(now: DateTime, hour: u8, last: Option<Night>) -> NightAction {
    let night = night_at(now, hour);
    match last {
        Some(last) if last.day == night && !last.finished => NightAction::Resume(night),
        Some(last) if last.day == night => NightAction::Wait,
        _ if now.date() == night.date() => NightAction::Begin(night),
        _ => NightAction::Wait,
    }
}

/// Metadata of the file at a URL, which shows whether it must be read again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileMarks {
    /// Its ETag.
    pub etag: Option<String>,
    /// Its Last-Modified.
    pub last_modified: Option<String>,
    /// Its Content-Length.
    pub length: Option<u64>,
    /// SHA-256 of what it held when it was last read, in hexadecimal.
    pub sha256: Option<String>,
}

impl FileMarks {
    /// Whether the file with these marks, as its server says today, must be read to know what it holds. One whose server
    /// gives none of the three is read every time.
    pub fn must_be_read(&self, today: &FileMarks) -> bool {
        let marks = |of: &FileMarks| (of.etag.clone(), of.last_modified.clone(), of.length);
        self.sha256.is_none() || marks(self) != marks(today) || marks(today) == (None, None, None)
    }
}

/// The result of checking a URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Never [`LinkState::Changed`].
    pub result: LinkState,
    /// Why, in a few words; for [`LinkState::Moved`] the new address.
    pub reason: Option<String>,
    /// When a file answered: its marks. Without a digest where nothing new could be read.
    pub file: Option<FileMarks>,
}

/// Whether the path of an address ends like the name of a document, which no page has.
pub fn names_a_document(path: &str) -> bool {
    const ENDINGS: [&str; 12] =
        ["pdf", "doc", "docx", "ppt", "pptx", "xls", "xlsx", "rtf", "odt", "epub", "mp3", "mp4"];
    let name = path.rsplit('/').next().unwrap_or_default();
    name.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.iter().any(|e| ending.eq_ignore_ascii_case(e)))
}

/// A link in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkEntry {
    /// Id of the citation.
    pub citation: String,
    /// Its readable id, or the id when it has none.
    pub readable_id: String,
    /// Its title.
    pub title: String,
    /// Its department.
    pub department: Option<String>,
    /// Name of the language, in English.
    pub lang: String,
    /// The address.
    pub url: String,
    /// Its state: gone and unreachable only after three nights in a row.
    pub state: LinkState,
    /// The result of the last check.
    pub result: LinkState,
    /// Why, in a few words; for `moved` the new address.
    pub reason: Option<String>,
    /// When it was last checked.
    #[schema(format = DateTime)]
    pub checked: Option<String>,
    /// On how many nights in a row it was gone or unreachable.
    pub nights: u32,
    /// Whether somebody requested a check that is still to come.
    pub waiting: bool,
}

/// How many links are in which state, of the requested department.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct LinkCounts {
    /// They answer.
    pub ok: u64,
    /// At another address.
    pub moved: u64,
    /// Access denied.
    pub blocked: u64,
    /// Not there.
    pub gone: u64,
    /// A page where a file was.
    pub soft404: u64,
    /// No answer.
    pub unreachable: u64,
    /// Another file.
    pub changed: u64,
    /// Not asked.
    pub unchecked: u64,
}

impl LinkCounts {
    /// Counts one more.
    pub fn add(&mut self, state: LinkState) {
        *match state {
            LinkState::Ok => &mut self.ok,
            LinkState::Moved => &mut self.moved,
            LinkState::Blocked => &mut self.blocked,
            LinkState::Gone => &mut self.gone,
            LinkState::Soft404 => &mut self.soft404,
            LinkState::Unreachable => &mut self.unreachable,
            LinkState::Changed => &mut self.changed,
            LinkState::Unchecked => &mut self.unchecked,
        } += 1;
    }
}

/// The states that a list shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum StateFilter {
    /// All of them.
    #[default]
    All,
    /// Gone, soft404 and unreachable.
    Broken,
    /// This one.
    Only(LinkState),
}

impl StateFilter {
    /// Reads the parameter `state`.
    pub fn read(text: &str) -> Result<StateFilter> {
        match text {
            "" => Ok(StateFilter::All),
            "broken" => Ok(StateFilter::Broken),
            name => LinkState::from_name(name).map(StateFilter::Only).ok_or_else(|| {
                let known: Vec<&str> = LinkState::ALL.iter().map(|state| state.name()).collect();
                Error::Unreadable(format!("state: expected broken or one of {}.", known.join(", ")))
            }),
        }
    }

    /// Whether this state is requested.
    pub fn takes(self, state: LinkState) -> bool {
        match self {
            StateFilter::All => true,
            StateFilter::Broken => state.is_broken(),
            StateFilter::Only(only) => state == only,
        }
    }
}

/// A page of links, those that need care first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LinkPage {
    /// Whatever the requested state.
    pub counts: LinkCounts,
    /// How many there are on all pages.
    pub found: usize,
    /// At most 50.
    pub links: Vec<LinkEntry>,
    /// Whether links are checked every night.
    pub nightly: bool,
}

/// A link to check now.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkRequest {
    /// Id or readable id of the citation.
    pub citation: String,
    /// A present address of it.
    pub url: String,
}

/// A link of a citation that is broken or has changed, for those who are signed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LinkMark {
    /// The address.
    pub url: String,
    /// Where it stands: `gone`, `soft404`, `unreachable` or `changed`.
    pub state: LinkState,
    /// When it was last checked.
    #[schema(format = DateTime)]
    pub checked: Option<String>,
}

#[cfg(test)]
mod tests;

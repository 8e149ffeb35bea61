//! Link checks of handout URLs: their states, requested checks, and the current night.

use crate::model::category::{Category, value_key};
use crate::model::day::Day;
use crate::model::error::{Error, Result};
use crate::model::keys::CitationKey;
use crate::model::link_check::link::{FileMarks, LinkMark, LinkState, Night, UrlState};
use crate::store::changes::now;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sql::{from_row, from_text, insert, json};
use rusqlite::{Row, params};

/// A link of a citation that is not obsolete.
#[derive(Debug, Clone)]
pub struct LinkRow {
    /// Key of the citation.
    pub key: CitationKey,
    pub id: String,
    pub title: String,
    pub department: Option<String>,
    /// Name of the language.
    pub lang: String,
    /// The address.
    pub url: String,
    /// What was found; `None` when it was never checked.
    pub known: Option<KnownState>,
    /// Whether a check was requested.
    pub waiting: bool,
}

/// The state of a URL for one citation.
#[derive(Debug, Clone)]
pub struct KnownState {
    pub state: LinkState,
    /// The result of the last check.
    pub result: LinkState,
    /// Why.
    pub reason: Option<String>,
    /// When that was.
    pub checked: String,
    /// Nights in a row on which it was gone or unreachable.
    pub bad_nights: u32,
}

/// The stored state of a URL before it is checked again.
#[derive(Debug, Clone)]
pub struct KnownLink {
    /// Its state.
    pub url_state: UrlState,
    /// The file that was there; `None` when none ever was.
    pub file: Option<FileMarks>,
}

/// What is stored of a check.
#[derive(Debug, Clone)]
pub struct LinkUpdate<'a> {
    pub result: LinkState,
    /// Why.
    pub reason: Option<&'a str>,
    /// The state of the address now.
    pub url_state: UrlState,
    /// The file that is or once was there.
    pub file: Option<&'a FileMarks>,
}

/// Whether the file of `l` differs from the one after the last review of `c`.
const IS_CHANGED: &str = "EXISTS (SELECT 1 FROM link_baselines b WHERE b.citation = c.key AND b.url = l.url \
                          AND b.reviewed = coalesce(c.dept_review_date, '') AND b.sha256 <> l.sha256) AS is_changed";

impl ReadTx<'_> {
    /// Every link of a citation in use, with the id of the citation: by URL.
    pub fn links_in_use(&self) -> Result<Vec<(String, String)>> {
        self.rows(
            "SELECT DISTINCT v.url, c.id FROM language_versions v JOIN citations c ON c.key = v.citation \
             WHERE v.url IS NOT NULL AND c.obsolete = 0 ORDER BY v.url, c.key",
            [],
        )
    }

    /// Every link of the citations that are not obsolete, of one department or of all; of one citation when its key is given.
    pub fn link_rows(&self, department: Option<&str>, citation: Option<CitationKey>) -> Result<Vec<LinkRow>> {
        // In the query itself, so that one citation is found by its key.
        let which = if citation.is_some() { "v.citation = ?3" } else { "?3 IS NULL" };
        self.list(
            &format!(
                "SELECT c.key, c.id, c.title, d.value AS department, n.value AS lang, v.url, \
                 r.key IS NOT NULL AS waiting, l.state, l.result, {IS_CHANGED}, l.reason, l.checked, l.bad_nights \
                 FROM language_versions v JOIN citations c ON c.key = v.citation \
                 JOIN lookup_values n ON n.key = v.language \
                 LEFT JOIN citation_values cv ON cv.citation = c.key AND cv.category = ?1 \
                 LEFT JOIN lookup_values d ON d.key = cv.value \
                 LEFT JOIN links l ON l.url = v.url LEFT JOIN link_requests r ON r.url = v.url \
                 WHERE v.url IS NOT NULL AND c.obsolete = 0 AND (?2 IS NULL OR d.value_key = ?2) \
                 AND {which} \
                 ORDER BY v.citation, v.position"
            ),
            params![Category::Departments as i64, department.map(value_key), citation],
            |row| {
                from_row!(row => LinkRow {
                    key, id, title, department, lang, url, waiting, known: known_state(row)?
                })
            },
        )
    }

    /// How many of all these links are broken. Reads only those.
    pub fn broken_links(&self) -> Result<u64> {
        let broken: Vec<&str> =
            LinkState::ALL.into_iter().filter(|state| state.is_broken()).map(LinkState::name).collect();
        let states = json(&broken)?;
        self.value(
            "SELECT count(*) FROM links l JOIN language_versions v ON v.url = l.url \
             JOIN citations c ON c.key = v.citation \
             WHERE l.state IN (SELECT value FROM json_each(?1)) AND c.obsolete = 0",
            [states],
        )
    }

    /// The links of a citation that are broken, or lead to another file than at the last review.
    pub fn link_marks(&self, citation: CitationKey) -> Result<Vec<LinkMark>> {
        let marks: Vec<LinkMark> = self.list(
            &format!(
                "SELECT DISTINCT l.state, l.result, {IS_CHANGED}, l.reason, l.checked, l.bad_nights, \
                 l.url \
                 FROM language_versions v JOIN citations c ON c.key = v.citation \
                 JOIN links l ON l.url = v.url \
                 WHERE v.citation = ?1"
            ),
            [citation],
            |row| {
                let known = known_state(row)?;
                let (state, checked) =
                    known.map_or((LinkState::Unchecked, None), |known| (known.state, Some(known.checked)));
                from_row!(row => LinkMark { url, state: state, checked: checked })
            },
        )?;
        let is_marked = |state: LinkState| state.is_broken() || state == LinkState::Changed;
        Ok(marks.into_iter().filter(|mark| is_marked(mark.state)).collect())
    }

    /// Whether a citation that is not obsolete shows this address.
    pub fn is_link(&self, url: &str) -> Result<bool> {
        self.value(
            "SELECT EXISTS (SELECT 1 FROM language_versions v JOIN citations c ON c.key = v.citation \
             WHERE v.url = ?1 AND c.obsolete = 0)",
            [url],
        )
    }

    /// Every address of a citation that is not obsolete and that was not checked in this night, each once.
    pub fn links_due(&self, night: Day) -> Result<Vec<String>> {
        self.values(
            "SELECT DISTINCT v.url FROM language_versions v JOIN citations c ON c.key = v.citation \
             LEFT JOIN links l ON l.url = v.url \
             WHERE v.url IS NOT NULL AND c.obsolete = 0 AND l.night IS NOT ?1 ORDER BY v.url",
            [night.to_string()],
        )
    }

    /// What is stored about an address.
    pub fn known_link(&self, url: &str) -> Result<Option<KnownLink>> {
        self.optional(
            "SELECT state, bad_nights, night, is_file, etag, last_modified, length, sha256 FROM links \
             WHERE url = ?1",
            [url],
            |row| {
                let file = from_row!(row => FileMarks { etag, last_modified, length, sha256 })?;
                let url_state = from_row!(row => UrlState { state, bad_nights, night })?;
                Ok(KnownLink { url_state, file: row.get::<_, bool>("is_file")?.then_some(file) })
            },
        )
    }

    /// The last night that was started.
    pub fn link_night(&self) -> Result<Option<Night>> {
        let row: Option<(String, bool)> = self.optional_row("SELECT day, finished FROM link_night", [])?;
        Ok(row.and_then(|(day, finished)| Some(Night { day: Day::parse(&day)?, finished })))
    }

    /// The addresses with requested checks, the first requested one first.
    pub fn link_requests(&self) -> Result<Vec<String>> {
        self.values("SELECT url FROM link_requests ORDER BY key", [])
    }
}

impl WriteTx<'_> {
    /// Starts a night, continues it, or ends it. On a start, data about addresses that no citation shows any more is
    /// deleted.
    pub fn set_link_night(&self, night: Night) -> Result<()> {
        if !night.finished {
            self.execute(
                "DELETE FROM links WHERE NOT EXISTS \
                 (SELECT 1 FROM language_versions v WHERE v.url = links.url)",
                [],
            )?;
        }
        insert!(self.db, or update link_night {
            only_row = 1, day = night.day.to_string(), finished = night.finished
        })
    }

    /// Requests a check of a URL; repeated requests count once until it is done. Refused with [`Error::TooMany`] when `most` wait.
    pub fn add_link_request(&self, url: &str, most: u64) -> Result<()> {
        let waiting: u64 = self.value("SELECT count(*) FROM link_requests WHERE url <> ?1", [url])?;
        if waiting >= most {
            let message = format!("{most} links wait to be checked already. Please try again in a minute.");
            return Err(Error::TooMany { message, retry_after_s: 60 });
        }
        self.run("INSERT INTO link_requests (url) VALUES (?1) ON CONFLICT DO NOTHING", [url])
    }

    /// Records that no check of this address is requested any more.
    pub fn end_link_request(&self, url: &str) -> Result<()> {
        self.run("DELETE FROM link_requests WHERE url = ?1", [url])
    }

    /// Stores the result of a check. Citations without a baseline since their last review get the present file as theirs.
    pub fn put_link(&self, url: &str, update: &LinkUpdate<'_>) -> Result<()> {
        let file = update.file.cloned().unwrap_or_default();
        insert!(self.db, or update links {
            url, result = update.result.name(), reason = update.reason,
            state = update.url_state.state.name(), bad_nights = update.url_state.bad_nights,
            night = update.url_state.night.map(|night| night.to_string()), checked = now(),
            is_file = update.file.is_some(), etag = file.etag, last_modified = file.last_modified,
            length = file.length, sha256 = file.sha256
        })
    }

    /// Records the file of an address as the one after the last review, for citations that have none yet.
    pub fn add_link_baselines(&self, url: &str, sha256: &str) -> Result<()> {
        self.run(
            "INSERT INTO link_baselines (citation, url, reviewed, sha256) \
             SELECT DISTINCT c.key, ?1, coalesce(c.dept_review_date, ''), ?2 \
             FROM language_versions v JOIN citations c ON c.key = v.citation WHERE v.url = ?1 \
             ON CONFLICT DO NOTHING",
            (url, sha256),
        )
    }

    /// After a review on this day: the next check of its addresses finds the files that count.
    pub fn forget_link_baselines(&self, citation: CitationKey, reviewed: Day) -> Result<()> {
        self.run(
            "DELETE FROM link_baselines WHERE citation = ?1 AND reviewed = ?2",
            params![citation, reviewed.to_string()],
        )
    }
}

/// What is known of a link; `None` when there is no row.
fn known_state(row: &Row<'_>) -> rusqlite::Result<Option<KnownState>> {
    let Some(state) = row.get::<_, Option<LinkState>>("state")? else { return Ok(None) };
    let (is_changed, result): (bool, LinkState) = (row.get("is_changed")?, row.get("result")?);
    from_row!(row => KnownState {
        state: state.with_change(is_changed), result: result.with_change(is_changed), reason, checked, bad_nights
    })
    .map(Some)
}

from_text!(LinkState, LinkState::from_name);

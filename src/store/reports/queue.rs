//! Reads problem reports.

use crate::model::category::{Category, value_key};
use crate::model::error::{Error, Result};
use crate::model::reports::{Report, ReportCounts, ReportEvent, ReportKind, ReportState, WantedFormat};
use crate::store::database::ReadTx;
use crate::store::sqlite_error::doing;
use rusqlite::{OptionalExtension, Row, params};

const WHAT: &str = "reading the reports";

/// A report with what is shown of its citation or packet. Its parameter 1 is the category of departments.
const REPORTS: &str = "SELECT r.key, r.id, c.id, p.id, \
     coalesce((SELECT readable_id FROM readable_ids i WHERE i.citation = c.key ORDER BY given DESC LIMIT 1), c.id, \
     iif(p.published, (SELECT readable_id FROM packet_readable_ids i WHERE i.packet = p.key ORDER BY given DESC LIMIT 1), \
     NULL), p.code), coalesce(c.title, p.title), d.value, coalesce(c.obsolete, p.deleted), \
     r.tag, r.language, iif(r.format IS NULL, r.kind, 'format'), r.text, r.email, r.screen_language, r.at, r.closed_at, \
     coalesce(p.published AND NOT p.deleted, 1), r.format ";

const FROM: &str = "FROM reports r LEFT JOIN citations c ON c.key = r.citation \
     LEFT JOIN packets p ON p.key = r.packet \
     LEFT JOIN citation_values v ON v.citation = c.key AND v.category = ?1 \
     LEFT JOIN lookup_values d ON d.key = coalesce(v.value, p.department) ";

const OF_FILTER: &str = "WHERE (?2 IS NULL OR iif(r.format IS NULL, r.kind, 'format') = ?2) AND (?3 IS NULL OR d.value_key = ?3) \
     AND (?4 IS NULL OR r.citation = ?4) ";

/// Which reports.
#[derive(Debug, Clone, Default)]
pub struct ReportFilter {
    /// Only in this state.
    pub state: Option<ReportState>,
    /// Only of this kind.
    pub kind: Option<ReportKind>,
    /// Only of this department.
    pub department: Option<String>,
    /// Only about the citation with this key.
    pub citation: Option<i64>,
}

/// A report with its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportRow {
    /// Its key.
    pub key: i64,
    /// Whether anyone may know the URL of its page: not that of a personal packet, which contains the code.
    pub has_public_page: bool,
    /// The report.
    pub report: Report,
}

/// An open report that no mail has listed yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReportRow {
    /// Its key.
    pub key: i64,
    /// Title of the citation or packet.
    pub title: String,
    /// Its department.
    pub department: Option<String>,
    /// The language version.
    pub language: Option<String>,
    /// What is wrong.
    pub kind: ReportKind,
    /// The format that is needed.
    pub format: Option<WantedFormat>,
}

impl ReadTx<'_> {
    /// Reports, newest first; a page of them from `start` on.
    pub fn reports(&self, filter: &ReportFilter, start: usize, limit: usize) -> Result<Vec<ReportRow>> {
        let rows: Vec<ReportRow> = self.list(
            WHAT,
            &format!(
                "{REPORTS}{FROM}{OF_FILTER} AND (?5 IS NULL OR (r.closed_at IS NULL) = ?5) \
                 ORDER BY r.key DESC LIMIT ?7 OFFSET ?6"
            ),
            params![
                Category::Departments as i64,
                filter.kind.map(ReportKind::name),
                filter.department.as_deref().map(value_key),
                filter.citation,
                filter.state.map(|state| state == ReportState::Open),
                i64::try_from(start).unwrap_or(i64::MAX),
                i64::try_from(limit).unwrap_or(i64::MAX)
            ],
            report_row,
        )?;
        rows.into_iter().map(|row| self.with_events(row)).collect()
    }

    /// The number of reports in each state, whatever state the filter has.
    pub fn report_counts(&self, filter: &ReportFilter) -> Result<ReportCounts> {
        let sql = format!("SELECT count(*), coalesce(sum(r.closed_at IS NULL), 0) {FROM}{OF_FILTER}");
        let values = params![
            Category::Departments as i64,
            filter.kind.map(ReportKind::name),
            filter.department.as_deref().map(value_key),
            filter.citation
        ];
        let (all, open): (u64, u64) = self
            .db
            .prepare_cached(&sql)
            .and_then(|mut count| count.query_row(values, |row| Ok((row.get(0)?, row.get(1)?))))
            .map_err(doing(WHAT))?;
        Ok(ReportCounts { open, closed: all - open })
    }

    /// The report with this id.
    pub fn report(&self, id: &str) -> Result<ReportRow> {
        let found = self
            .db
            .prepare_cached(&format!("{REPORTS}{FROM} WHERE r.id = ?2"))
            .and_then(|mut one| {
                let departments = Category::Departments as i64;
                one.query_row(params![departments, id], report_row).optional()
            })
            .map_err(doing(WHAT))?;
        self.with_events(found.ok_or_else(|| Error::NotFound("The report was not found.".into()))?)
    }

    fn with_events(&self, mut row: ReportRow) -> Result<ReportRow> {
        row.report.events = self.list(
            WHAT,
            "SELECT state, at, by_name, note, mailed FROM report_events WHERE report = ?1 ORDER BY number",
            [row.key],
            |row| {
                let state: String = row.get(0)?;
                Ok(ReportEvent {
                    state: ReportState::from_name(&state).unwrap_or(ReportState::Open),
                    at: row.get(1)?,
                    by: row.get(2)?,
                    note: row.get(3)?,
                    mailed: row.get(4)?,
                })
            },
        )?;
        Ok(row)
    }

    /// The open reports that no mail has listed yet, oldest first.
    pub fn new_reports(&self) -> Result<Vec<NewReportRow>> {
        self.list(
            WHAT,
            &format!(
                "SELECT r.key, coalesce(c.title, p.title), d.value, r.language, \
                 iif(r.format IS NULL, r.kind, 'format'), r.format {FROM} \
                 WHERE r.closed_at IS NULL AND r.notified = 0 ORDER BY r.key"
            ),
            [Category::Departments as i64],
            |row| {
                Ok(NewReportRow {
                    key: row.get(0)?,
                    title: row.get(1)?,
                    department: row.get(2)?,
                    language: row.get(3)?,
                    kind: kind(&row.get::<_, String>(4)?),
                    format: format(row, 5)?,
                })
            },
        )
    }
}

/// The kind with this name; a constraint admits no other.
fn kind(name: &str) -> ReportKind {
    ReportKind::from_name(name).unwrap_or(ReportKind::Other)
}

fn format(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<WantedFormat>> {
    let name = row.get_ref(column)?.as_str_or_null()?;
    Ok(name.and_then(WantedFormat::from_name))
}

fn report_row(row: &Row<'_>) -> rusqlite::Result<ReportRow> {
    let closed_at: Option<String> = row.get(15)?;
    let report = Report {
        id: row.get(1)?,
        citation: row.get(2)?,
        packet: row.get(3)?,
        readable_id: row.get(4)?,
        title: row.get(5)?,
        department: row.get(6)?,
        obsolete: row.get(7)?,
        lang: row.get(8)?,
        language: row.get(9)?,
        kind: kind(&row.get::<_, String>(10)?),
        format: format(row, 17)?,
        text: row.get(11)?,
        email: row.get(12)?,
        screen_language: row.get(13)?,
        at: row.get(14)?,
        state: if closed_at.is_some() { ReportState::Closed } else { ReportState::Open },
        events: Vec::new(),
    };
    Ok(ReportRow { key: row.get(0)?, has_public_page: row.get(16)?, report })
}

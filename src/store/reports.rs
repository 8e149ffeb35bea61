//! Problem reports and the mails about them.

use crate::model::category::{Category, value_key};
use crate::model::clock::UnixTime;
use crate::model::error::{Error, Result};
use crate::model::keys::{CitationKey, MailKey, PacketKey, ReportKey};
use crate::model::list_part::ListPart;
use crate::model::reports::{
    Report, ReportCounts, ReportEvent, ReportKind, ReportState, TakenReport, WantedFormat,
};
use crate::store::changes::{Editor, now};
use crate::store::database::{ReadTx, WriteTx};
use crate::store::outbox::{NewTextMail, TextMail, text_mail};
use crate::store::sql::{from_row, from_text, insert, row_count};
use jiff::civil::Date;
use rusqlite::{Row, params};

/// A report to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReport<'r> {
    /// Key of the citation, or of the packet.
    pub citation: Option<CitationKey>,
    /// Key of the packet, or of the citation.
    pub packet: Option<PacketKey>,
    /// Language tag of the version.
    pub tag: Option<String>,
    /// Language of the version.
    pub language: Option<String>,
    /// What is wrong.
    pub kind: ReportKind,
    /// The format that is needed.
    pub format: Option<WantedFormat>,
    /// In their own words.
    pub text: Option<&'r str>,
    /// Where a reply goes.
    pub email: Option<&'r str>,
    /// Tag of the language of the screen.
    pub screen_language: &'r str,
}

impl ReadTx<'_> {
    /// How many reports are open.
    pub fn open_reports(&self) -> Result<u64> {
        self.value("SELECT count(*) FROM reports WHERE closed_at IS NULL", [])
    }

    /// Reports, newest first.
    pub fn reports(&self, filter: &ReportFilter, part: ListPart) -> Result<Vec<ReportRow>> {
        let rows: Vec<ReportRow> = self.list(
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
                row_count(part.start),
                row_count(part.most)
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
        let (all, open): (u64, u64) = self.row(&sql, values)?;
        Ok(ReportCounts { open, closed: all - open })
    }

    /// The report with this id.
    pub fn report(&self, id: &str) -> Result<ReportRow> {
        let sql = format!("{REPORTS}{FROM} WHERE r.id = ?2");
        let found = self.optional(&sql, params![Category::Departments as i64, id], report_row)?;
        self.with_events(found.ok_or_else(|| Error::NotFound("The report was not found.".into()))?)
    }

    fn with_events(&self, mut row: ReportRow) -> Result<ReportRow> {
        row.report.events = self.list(
            "SELECT state, at, by_name, note, mailed FROM report_events WHERE report = ?1 ORDER BY number",
            [row.key],
            |row| from_row!(row => ReportEvent { state, at, by = "by_name", note, mailed }),
        )?;
        Ok(row)
    }

    /// The open reports that no mail has listed yet, oldest first.
    pub fn new_reports(&self) -> Result<Vec<NewReportRow>> {
        self.list(
            &format!(
                "SELECT r.key, coalesce(c.title, p.title) AS title, d.value AS department, r.language, \
                 iif(r.format IS NULL, r.kind, 'format') AS kind, r.format {FROM} \
                 WHERE r.closed_at IS NULL AND r.notified = 0 ORDER BY r.key"
            ),
            [Category::Departments as i64],
            |row| from_row!(row => NewReportRow { key, title, department, language, kind, format }),
        )
    }

    /// The mail about reports with this key of the outbox; `None` when it is another mail.
    pub(super) fn report_mail(&self, mail: MailKey) -> Result<Option<TextMail>> {
        self.optional(
            "SELECT written, message, name, address, subject, text FROM report_mails WHERE mail = ?1",
            [mail],
            text_mail,
        )
    }

    /// Whether new reports were collected on this day.
    pub fn is_report_digest_written(&self, day: Date) -> Result<bool> {
        self.value("SELECT EXISTS (SELECT 1 FROM report_digests WHERE day = ?1)", [day.to_string()])
    }
}

impl WriteTx<'_> {
    /// Stores a report under this id.
    pub fn add_report(&self, id: &str, report: &NewReport<'_>) -> Result<TakenReport> {
        let at = now();
        insert!(self.db, reports {
            id, citation = report.citation, packet = report.packet, tag = report.tag,
            language = report.language,
            // The column is older than the kind.
            kind = report.format.map_or(report.kind, |_| ReportKind::Other).name(),
            text = report.text, email = report.email, screen_language = report.screen_language, at,
            format = report.format.map(WantedFormat::name)
        })?;
        Ok(TakenReport { id: id.to_owned(), at })
    }

    /// Records a state of a report (its key), and a note, mailed or not.
    pub fn change_report(
        &self,
        report: ReportKey,
        state: ReportState,
        note: Option<&str>,
        is_mailed: bool,
        editor: &Editor,
    ) -> Result<()> {
        let at = now();
        let closed_at = (state == ReportState::Closed).then_some(&at);
        self.execute(
            // A note on a report that is closed does not prolong how long it is stored.
            "UPDATE reports SET closed_at = iif(?2 IS NULL, NULL, coalesce(closed_at, ?2)) WHERE key = ?1",
            params![report, closed_at],
        )?;
        self.run(
            "INSERT INTO report_events (report, number, state, at, by_user, by_name, note, mailed) \
             SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4, ?5, ?6, ?7 FROM report_events WHERE report = ?1",
            params![report, state.name(), at, editor.user, editor.name, note, is_mailed],
        )
    }

    /// Deletes the reports that were closed before this moment (ISO 8601, UTC), with the mails about them. Returns how
    /// many they were.
    pub fn delete_closed_reports(&self, before: &str) -> Result<usize> {
        let old = "(SELECT key FROM reports WHERE closed_at < ?1)";
        for sql in [
            format!(
                "UPDATE outbox SET dropped = coalesce(dropped, ?1), last_error = NULL WHERE mailed IS NULL \
                 AND key IN (SELECT mail FROM report_mails WHERE report IN {old})"
            ),
            format!("DELETE FROM report_mails WHERE report IN {old}"),
            format!("DELETE FROM report_events WHERE report IN {old}"),
        ] {
            self.execute(&sql, [before])?;
        }
        self.execute("DELETE FROM reports WHERE closed_at < ?1", [before])
    }

    /// Records that new reports are collected on this day; `false` if they were before.
    pub fn begin_report_digest(&self, day: Date) -> Result<bool> {
        // Earlier days are not needed any more.
        self.execute("DELETE FROM report_digests WHERE day < ?1", [day.to_string()])?;
        insert!(self.db, or ignore report_digests { day = day.to_string(), written = now() })
            .map(|added| added > 0)
    }

    /// Records that a mail lists this report.
    pub fn report_notified(&self, report: ReportKey) -> Result<()> {
        self.run("UPDATE reports SET notified = 1 WHERE key = ?1", [report])
    }

    /// A mail to be sent: the reply to a report (its key), or a list of new ones.
    pub fn add_report_mail(
        &self,
        report: Option<ReportKey>,
        mail: &NewTextMail,
        written: UnixTime,
    ) -> Result<()> {
        let kind = if report.is_some() { "reply" } else { "reports" };
        self.execute("INSERT INTO outbox (kind) VALUES (?1)", [kind])?;
        insert!(self.db, report_mails {
            mail = self.db.last_insert_rowid(), report, message = mail.message, written, name = mail.name,
            address = mail.address, subject = mail.subject, text = mail.text
        })
    }

    /// Deletes the text and address of a mail about reports that was sent or dropped.
    pub(super) fn forget_report_mail(&self, mail: MailKey) -> Result<()> {
        let forgotten = self.execute("DELETE FROM report_mails WHERE mail = ?1", [mail])?;
        if forgotten > 0 {
            // The error of a mail server may contain the address.
            self.execute("UPDATE outbox SET last_error = NULL WHERE key = ?1", [mail])?;
        }
        Ok(())
    }
}

/// A report with what is shown of its citation or packet. Its parameter 1 is the category of departments.
const REPORTS: &str = "SELECT r.key, r.id, c.id AS citation, p.id AS packet, \
                       coalesce((SELECT readable_id FROM readable_ids i WHERE i.citation = c.key ORDER BY given DESC LIMIT 1), c.id, \
                       iif(p.published, (SELECT readable_id FROM packet_readable_ids i WHERE i.packet = p.key ORDER BY given DESC LIMIT 1), \
                       NULL), p.code) AS readable_id, coalesce(c.title, p.title) AS title, d.value AS department, \
                       coalesce(c.obsolete, p.deleted) AS obsolete, \
                       r.tag, r.language, iif(r.format IS NULL, r.kind, 'format') AS kind, r.text, r.email, r.screen_language, r.at, r.closed_at, \
                       coalesce(p.published AND NOT p.deleted, 1) AS has_public_page, r.format ";

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
    pub citation: Option<CitationKey>,
}

/// A report with its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportRow {
    pub key: ReportKey,
    /// Whether anyone may know the URL of its page: not that of a personal packet, which contains the code.
    pub has_public_page: bool,
    pub report: Report,
}

/// An open report that no mail has listed yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReportRow {
    pub key: ReportKey,
    /// Title of the citation or packet.
    pub title: String,
    pub department: Option<String>,
    /// The language version.
    pub language: Option<String>,
    /// What is wrong.
    pub kind: ReportKind,
    /// The format that is needed.
    pub format: Option<WantedFormat>,
}

from_text!(ReportKind, ReportKind::from_name);
from_text!(ReportState, ReportState::from_name);
from_text!(WantedFormat, WantedFormat::from_name);

fn report_row(row: &Row<'_>) -> rusqlite::Result<ReportRow> {
    let is_closed = row.get::<_, Option<String>>("closed_at")?.is_some();
    let report = from_row!(row => Report {
        id, citation, packet, readable_id, title, department, obsolete, lang = "tag", language, kind, format, text, email,
        screen_language, at, state: if is_closed { ReportState::Closed } else { ReportState::Open }, events: Vec::new()
    })?;
    from_row!(row => ReportRow { key, has_public_page, report: report })
}

//! Adds reports, changes their state, and deletes old ones.

use crate::model::error::Result;
use crate::model::reports::{ReportKind, ReportState, TakenReport, WantedFormat};
use crate::store::changes::{Editor, now};
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sqlite_error::doing;
use rusqlite::params;

/// A report to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReport<'r> {
    /// Key of the citation, or of the packet.
    pub citation: Option<i64>,
    /// Key of the packet, or of the citation.
    pub packet: Option<i64>,
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
        self.db
            .prepare_cached("SELECT count(*) FROM reports WHERE closed_at IS NULL")
            .and_then(|mut count| count.query_row([], |row| row.get(0)))
            .map_err(doing("counting reports"))
    }
}

impl WriteTx<'_> {
    /// Stores a report under this id.
    pub fn add_report(&self, id: &str, report: &NewReport<'_>) -> Result<TakenReport> {
        let at = now();
        self.db
            .execute(
                "INSERT INTO reports (id, citation, packet, tag, language, kind, text, email, screen_language, at, format) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
                params![
                    id,
                    report.citation,
                    report.packet,
                    report.tag,
                    report.language,
                    // The column is older than the kind.
                    report.format.map_or(report.kind, |_| ReportKind::Other).name(),
                    report.text,
                    report.email,
                    report.screen_language,
                    at,
                    report.format.map(WantedFormat::name)
                ],
            )
            .map_err(doing("storing a report"))?;
        Ok(TakenReport { id: id.to_owned(), at })
    }

    /// Records a state of a report (its key), and a note, mailed or not.
    pub fn change_report(
        &self,
        report: i64,
        state: ReportState,
        note: Option<&str>,
        is_mailed: bool,
        editor: &Editor,
    ) -> Result<()> {
        let what = "changing a report";
        let at = now();
        let closed_at = (state == ReportState::Closed).then_some(&at);
        self.db
            .execute(
                // A note on a report that is closed does not prolong how long it is stored.
                "UPDATE reports SET closed_at = iif(?2 IS NULL, NULL, coalesce(closed_at, ?2)) WHERE key = ?1",
                params![report, closed_at],
            )
            .map_err(doing(what))?;
        self.db
            .execute(
                "INSERT INTO report_events (report, number, state, at, by_user, by_name, note, mailed) \
                 SELECT ?1, coalesce(max(number), 0) + 1, ?2, ?3, ?4, ?5, ?6, ?7 FROM report_events WHERE report = ?1",
                params![report, state.name(), at, editor.user, editor.name, note, is_mailed],
            )
            .map_err(doing(what))?;
        Ok(())
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
            self.db.execute(&sql, [before]).map_err(doing("deleting old reports"))?;
        }
        self.db
            .execute("DELETE FROM reports WHERE closed_at < ?1", [before])
            .map_err(doing("deleting old reports"))
    }
}

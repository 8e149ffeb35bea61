//! Mails about reports in the outbox, and the days on which new reports were collected.

use crate::model::error::Result;
use crate::store::changes::now;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::outbox::{NewTextMail, TextMail, text_mail};
use crate::store::sqlite_error::doing;
use jiff::civil::Date;
use rusqlite::{OptionalExtension, params};

const WRITING: &str = "writing a mail about reports";

impl ReadTx<'_> {
    /// The mail about reports with this key of the outbox; `None` when it is another mail.
    pub(in crate::store) fn report_mail(&self, mail: i64) -> Result<Option<TextMail>> {
        self.db
            .prepare_cached(
                "SELECT written, message, name, address, subject, text FROM report_mails WHERE mail = ?1",
            )
            .and_then(|mut one| one.query_row([mail], text_mail).optional())
            .map_err(doing("reading a mail about reports"))
    }

    /// Whether new reports were collected on this day.
    pub fn is_report_digest_written(&self, day: Date) -> Result<bool> {
        self.db
            .query_row(
                "SELECT EXISTS (SELECT 1 FROM report_digests WHERE day = ?1)",
                [day.to_string()],
                |row| row.get(0),
            )
            .map_err(doing("reading when new reports were looked for"))
    }
}

impl WriteTx<'_> {
    /// Records that new reports are collected on this day; `false` if they were before.
    pub fn begin_report_digest(&self, day: Date) -> Result<bool> {
        // Earlier days are not needed any more.
        self.db
            .execute("DELETE FROM report_digests WHERE day < ?1", [day.to_string()])
            .and_then(|_| {
                self.db.execute(
                    "INSERT INTO report_digests (day, written) VALUES (?1, ?2) ON CONFLICT (day) DO NOTHING",
                    params![day.to_string(), now()],
                )
            })
            .map(|added| added > 0)
            .map_err(doing(WRITING))
    }

    /// Records that a mail lists this report.
    pub fn report_notified(&self, report: i64) -> Result<()> {
        self.db
            .execute("UPDATE reports SET notified = 1 WHERE key = ?1", [report])
            .map_err(doing(WRITING))?;
        Ok(())
    }

    /// A mail to be sent: the reply to a report (its key), or a list of new ones. `written` is in seconds since 1970.
    pub fn add_report_mail(&self, report: Option<i64>, mail: &NewTextMail, written: i64) -> Result<()> {
        let kind = if report.is_some() { "reply" } else { "reports" };
        self.db
            .execute("INSERT INTO outbox (kind) VALUES (?1)", [kind])
            .and_then(|_| {
                self.db.execute(
                    "INSERT INTO report_mails (mail, report, message, written, name, address, subject, text) \
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                    params![
                        self.db.last_insert_rowid(),
                        report,
                        mail.message,
                        written,
                        mail.name,
                        mail.address,
                        mail.subject,
                        mail.text
                    ],
                )
            })
            .map_err(doing(WRITING))?;
        Ok(())
    }

    /// Deletes the text and address of a mail about reports that was sent or dropped.
    pub(in crate::store) fn forget_report_mail(&self, mail: i64) -> Result<()> {
        let forgotten =
            self.db.execute("DELETE FROM report_mails WHERE mail = ?1", [mail]).map_err(doing(WRITING))?;
        if forgotten > 0 {
            // The error of a mail server may contain the address.
            self.db
                .execute("UPDATE outbox SET last_error = NULL WHERE key = ?1", [mail])
                .map_err(doing(WRITING))?;
        }
        Ok(())
    }
}

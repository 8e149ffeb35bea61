//! The digest of reviews: when it was turned on, which ones were written, and their mails.

use crate::model::error::Result;
use crate::model::reviews::DigestFrequency;
use crate::store::changes::now;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::outbox::{NewTextMail, TextMail, text_mail};
use crate::store::sqlite_error::doing;
use jiff::civil::Date;
use rusqlite::{OptionalExtension, params};

const WHAT: &str = "reading the digests";
const WRITING: &str = "writing a digest";

impl ReadTx<'_> {
    /// Which digest is on, and the second since 1970 up to which none is sent.
    pub fn digest_schedule(&self) -> Result<Option<(String, i64)>> {
        self.db
            .query_row("SELECT frequency, since FROM digest_schedule", [], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .optional()
            .map_err(doing(WHAT))
    }

    /// Whether the digest of this day was written.
    pub fn is_digest_written(&self, day: Date) -> Result<bool> {
        self.db
            .query_row("SELECT EXISTS (SELECT 1 FROM digest_runs WHERE day = ?1)", [day.to_string()], |row| {
                row.get(0)
            })
            .map_err(doing(WHAT))
    }

    /// The digest with this key of the outbox.
    pub(in crate::store) fn digest_mail(&self, mail: i64) -> Result<TextMail> {
        self.db
            .prepare_cached(
                "SELECT written, message, name, address, subject, text FROM digest_mails WHERE mail = ?1",
            )
            .and_then(|mut one| one.query_row([mail], text_mail))
            .map_err(doing(WHAT))
    }
}

impl WriteTx<'_> {
    /// Records which digest is on, and up to when (seconds since 1970) none is sent. If it is off, waiting mails are
    /// dropped.
    pub fn set_digest_schedule(&self, frequency: DigestFrequency, since: i64) -> Result<()> {
        let noting = "recording that the digest was turned on or off";
        if frequency == DigestFrequency::Off {
            self.drop_waiting_digests()?;
            self.db.execute("DELETE FROM digest_schedule", []).map_err(doing(noting))?;
            return Ok(());
        }
        self.db
            .execute(
                "INSERT INTO digest_schedule (key, frequency, since) VALUES (1, ?1, ?2) \
                 ON CONFLICT (key) DO UPDATE SET frequency = excluded.frequency, since = excluded.since",
                params![frequency.name(), since],
            )
            .map_err(doing(noting))?;
        Ok(())
    }

    /// Records that the digest of this day is written; `false` if it was before. Waiting mails of earlier ones are dropped:
    /// this one has the current state.
    pub fn begin_digest(&self, day: Date) -> Result<bool> {
        let added = self
            .db
            .execute(
                "INSERT INTO digest_runs (day, written) VALUES (?1, ?2) ON CONFLICT (day) DO NOTHING",
                params![day.to_string(), now()],
            )
            .map_err(doing(WRITING))?;
        if added == 0 {
            return Ok(false);
        }
        // Their texts are long, and nobody reads them any more.
        self.db
            .execute(
                "DELETE FROM digest_mails WHERE mail IN (SELECT key FROM outbox WHERE kind = 'digest' \
                 AND (mailed IS NOT NULL OR dropped IS NOT NULL))",
                [],
            )
            .map_err(doing(WRITING))?;
        self.drop_waiting_digests()?;
        Ok(true)
    }

    /// A mail of the digest. `written` is in seconds since 1970.
    pub fn add_digest_mail(&self, mail: &NewTextMail, written: i64) -> Result<()> {
        self.db
            .execute("INSERT INTO outbox (kind) VALUES ('digest')", [])
            .and_then(|_| {
                self.db.execute(
                    "INSERT INTO digest_mails (mail, message, written, name, address, subject, text) \
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                    params![
                        self.db.last_insert_rowid(),
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

    fn drop_waiting_digests(&self) -> Result<()> {
        self.db
            .execute(
                "UPDATE outbox SET dropped = ?1 WHERE kind = 'digest' AND mailed IS NULL AND dropped IS NULL",
                [now()],
            )
            .map_err(doing("dropping digests that still wait"))?;
        Ok(())
    }
}

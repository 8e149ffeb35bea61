//! Reviews of citations: the list by due date, and the digests that were mailed.

use crate::model::category::{Category, value_key};
use crate::model::clock::UnixTime;
use crate::model::day::Day;
use crate::model::error::Result;
use crate::model::keys::{ChangeNumber, CitationKey, MailKey};
use crate::model::reviews::{DigestFrequency, ReviewLanguage};
use crate::store::changes::now;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::outbox::{NewTextMail, TextMail, text_mail};
use crate::store::sql::{from_row, insert, json};
use crate::store::stored_files::versions::URL_COLUMNS;
use jiff::civil::Date;
use rusqlite::params;
use std::collections::HashMap;

/// What reviews need of a citation that is not obsolete.
#[derive(Debug, Clone)]
pub struct ReviewRow {
    pub key: CitationKey,
    pub id: String,
    pub title: String,
    /// The department that submitted it.
    pub department: Option<String>,
    /// Who reviews it.
    pub reviewer: Option<String>,
    /// When it was last reviewed.
    pub reviewed: Option<Day>,
    /// Its own cycle.
    pub cycle_months: Option<u32>,
    /// Its change number.
    pub change: ChangeNumber,
}

/// Citations that are not obsolete and whose next reviews are due on the same day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewDay {
    /// When they were last reviewed.
    pub reviewed: Option<Day>,
    /// Their own cycle.
    pub cycle_months: Option<u32>,
    /// How many they are.
    pub citations: u64,
}

impl ReadTx<'_> {
    /// The citations that are not obsolete, of one department or of all.
    pub fn review_rows(&self, department: Option<&str>) -> Result<Vec<ReviewRow>> {
        self.list(
            "SELECT c.key, c.id, c.title, d.value AS department, c.reviewed_by, c.dept_review_date, c.review_cycle_months, \
             c.changed FROM citations c \
             LEFT JOIN citation_values v ON v.citation = c.key AND v.category = ?1 \
             LEFT JOIN lookup_values d ON d.key = v.value \
             WHERE c.obsolete = 0 AND (?2 IS NULL OR d.value_key = ?2)",
            params![Category::Departments as i64, department.map(value_key)],
            |row| {
                from_row!(row => ReviewRow {
                    key, id, title, department, reviewer = "reviewed_by", reviewed = "dept_review_date",
                    cycle_months = "review_cycle_months", change = "changed"
                })
            },
        )
    }

    /// The days of the last reviews.
    pub fn review_days(&self) -> Result<Vec<ReviewDay>> {
        self.list(
            "SELECT dept_review_date AS reviewed, review_cycle_months AS cycle_months, count(*) AS citations \
             FROM citations WHERE obsolete = 0 GROUP BY 1, 2",
            [],
            |row| from_row!(row => ReviewDay { reviewed, cycle_months, citations }),
        )
    }

    /// The languages of these citations with their files, in their order, by the keys of the citations.
    pub fn review_languages(
        &self,
        citations: &[CitationKey],
    ) -> Result<HashMap<CitationKey, Vec<ReviewLanguage>>> {
        let rows: Vec<(CitationKey, ReviewLanguage)> = self.list(
            &format!(
                "SELECT v.citation, {URL_COLUMNS} FROM language_versions v JOIN lookup_values l \
                 ON l.key = v.language JOIN citations c ON c.key = v.citation \
                 WHERE v.citation IN (SELECT value FROM json_each(?1)) ORDER BY v.citation, v.position"
            ),
            [json(citations)?],
            |row| {
                let language = from_row!(row => ReviewLanguage { lang, url: self.version_url(row)? })?;
                Ok((row.get("citation")?, language))
            },
        )?;
        let mut languages: HashMap<CitationKey, Vec<ReviewLanguage>> = HashMap::new();
        for (citation, language) in rows {
            languages.entry(citation).or_default().push(language);
        }
        Ok(languages)
    }

    /// The first item number of each of these citations that has one, by the keys of the citations.
    pub fn first_item_numbers(&self, citations: &[CitationKey]) -> Result<HashMap<CitationKey, String>> {
        let rows: Vec<(CitationKey, String)> = self.rows(
            "SELECT citation, item_number FROM language_versions \
             WHERE citation IN (SELECT value FROM json_each(?1)) AND item_number IS NOT NULL \
             ORDER BY citation, position DESC",
            [json(citations)?],
        )?;
        // Of rows with the same key the last one stays: the first version.
        Ok(rows.into_iter().collect())
    }

    /// Notes on the reviews of a citation, by the versions that they made.
    pub fn review_notes(&self, citation: CitationKey) -> Result<HashMap<u32, String>> {
        let rows = self.rows(
            "SELECT version, group_concat(note, char(10) ORDER BY key) FROM review_notes WHERE citation = ?1 \
             GROUP BY version",
            [citation],
        )?;
        Ok(rows.into_iter().collect())
    }

    /// Which digest is on, and up to when none is sent.
    pub fn digest_schedule(&self) -> Result<Option<(String, UnixTime)>> {
        self.optional_row("SELECT frequency, since FROM digest_schedule", [])
    }

    /// Whether the digest of this day was written.
    pub fn is_digest_written(&self, day: Date) -> Result<bool> {
        self.value("SELECT EXISTS (SELECT 1 FROM digest_runs WHERE day = ?1)", [day.to_string()])
    }

    /// The digest with this key of the outbox.
    pub(super) fn digest_mail(&self, mail: MailKey) -> Result<TextMail> {
        self.one(
            "SELECT written, message, name, address, subject, text FROM digest_mails WHERE mail = ?1",
            [mail],
            text_mail,
        )
    }
}

impl WriteTx<'_> {
    /// Adds a note to the current version of a citation.
    pub fn add_review_note(&self, citation: CitationKey, note: &str) -> Result<()> {
        self.run(
            "INSERT INTO review_notes (citation, version, note) SELECT key, version, ?2 FROM citations \
             WHERE key = ?1",
            params![citation, note],
        )
    }

    /// Records which digest is on, and up to when none is sent. If it is off, waiting mails are
    /// dropped.
    pub fn set_digest_schedule(&self, frequency: DigestFrequency, since: UnixTime) -> Result<()> {
        if frequency == DigestFrequency::Off {
            self.drop_waiting_digests()?;
            self.execute("DELETE FROM digest_schedule", [])?;
            return Ok(());
        }
        insert!(self.db, or update digest_schedule { key = 1, frequency = frequency.name(), since })
    }

    /// Records that the digest of this day is written; `false` if it was before. Waiting mails of earlier ones are dropped:
    /// this one has the current state.
    pub fn begin_digest(&self, day: Date) -> Result<bool> {
        let added = insert!(self.db, or ignore digest_runs { day = day.to_string(), written = now() })?;
        if added == 0 {
            return Ok(false);
        }
        // Their texts are long, and nobody reads them any more.
        self.execute(
            "DELETE FROM digest_mails WHERE mail IN (SELECT key FROM outbox WHERE kind = 'digest' \
             AND (mailed IS NOT NULL OR dropped IS NOT NULL))",
            [],
        )?;
        self.drop_waiting_digests()?;
        Ok(true)
    }

    /// A mail of the digest.
    pub fn add_digest_mail(&self, mail: &NewTextMail, written: UnixTime) -> Result<()> {
        self.execute("INSERT INTO outbox (kind) VALUES ('digest')", [])?;
        insert!(self.db, digest_mails {
            mail = self.db.last_insert_rowid(), message = mail.message, written, name = mail.name,
            address = mail.address, subject = mail.subject, text = mail.text
        })
    }

    fn drop_waiting_digests(&self) -> Result<()> {
        self.run(
            "UPDATE outbox SET dropped = ?1 WHERE kind = 'digest' AND mailed IS NULL AND dropped IS NULL",
            [now()],
        )
    }
}

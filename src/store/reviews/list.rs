//! What the list of reviews needs of each citation, and the notes on reviews.

use crate::model::category::{Category, value_key};
use crate::model::day::Day;
use crate::model::error::Result;
use crate::model::reviews::ReviewLanguage;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sqlite_error::doing;
use crate::store::stored_files::versions::URL_COLUMNS;
use rusqlite::params;
use std::collections::HashMap;

/// What reviews need of a citation that is not obsolete.
#[derive(Debug, Clone)]
pub struct ReviewRow {
    /// Its key.
    pub key: i64,
    /// Its id.
    pub id: String,
    /// Its title.
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
    pub change: u64,
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

const WHAT: &str = "reading the reviews";

impl ReadTx<'_> {
    /// The citations that are not obsolete, of one department or of all.
    pub fn review_rows(&self, department: Option<&str>) -> Result<Vec<ReviewRow>> {
        self.list(
            WHAT,
            "SELECT c.key, c.id, c.title, d.value, c.reviewed_by, c.dept_review_date, c.review_cycle_months, \
             c.changed FROM citations c \
             LEFT JOIN citation_values v ON v.citation = c.key AND v.category = ?1 \
             LEFT JOIN lookup_values d ON d.key = v.value \
             WHERE c.obsolete = 0 AND (?2 IS NULL OR d.value_key = ?2)",
            params![Category::Departments as i64, department.map(value_key)],
            |row| {
                Ok(ReviewRow {
                    key: row.get(0)?,
                    id: row.get(1)?,
                    title: row.get(2)?,
                    department: row.get(3)?,
                    reviewer: row.get(4)?,
                    reviewed: row.get_ref(5)?.as_str_or_null()?.and_then(Day::parse),
                    cycle_months: row.get(6)?,
                    change: row.get(7)?,
                })
            },
        )
    }

    /// The days of the last reviews.
    pub fn review_days(&self) -> Result<Vec<ReviewDay>> {
        self.list(
            WHAT,
            "SELECT dept_review_date, review_cycle_months, count(*) FROM citations WHERE obsolete = 0 GROUP BY 1, 2",
            [],
            |row| {
                let reviewed = row.get_ref(0)?.as_str_or_null()?.and_then(Day::parse);
                Ok(ReviewDay { reviewed, cycle_months: row.get(1)?, citations: row.get(2)? })
            },
        )
    }

    /// The languages of these citations with their files, in their order, by the keys of the citations.
    pub fn review_languages(&self, citations: &[i64]) -> Result<HashMap<i64, Vec<ReviewLanguage>>> {
        // A list of numbers can always be written.
        let keys = serde_json::to_string(citations).unwrap_or_default();
        let rows: Vec<(i64, ReviewLanguage)> = self.list(
            WHAT,
            &format!(
                "SELECT v.citation, {URL_COLUMNS} FROM language_versions v JOIN lookup_values l \
                 ON l.key = v.language JOIN citations c ON c.key = v.citation \
                 WHERE v.citation IN (SELECT value FROM json_each(?1)) ORDER BY v.citation, v.position"
            ),
            [keys],
            |row| Ok((row.get(0)?, ReviewLanguage { lang: row.get(2)?, url: self.version_url(row, 1)? })),
        )?;
        let mut languages: HashMap<i64, Vec<ReviewLanguage>> = HashMap::new();
        for (citation, language) in rows {
            languages.entry(citation).or_default().push(language);
        }
        Ok(languages)
    }

    /// The first item number of each of these citations that has one, by the keys of the citations.
    pub fn first_item_numbers(&self, citations: &[i64]) -> Result<HashMap<i64, String>> {
        // A list of numbers can always be written.
        let keys = serde_json::to_string(citations).unwrap_or_default();
        let rows: Vec<(i64, String)> = self.list(
            WHAT,
            "SELECT citation, item_number FROM language_versions \
             WHERE citation IN (SELECT value FROM json_each(?1)) AND item_number IS NOT NULL \
             ORDER BY citation, position DESC",
            [keys],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        // Of rows with the same key the last one stays: the first version.
        Ok(rows.into_iter().collect())
    }

    /// Notes on the reviews of a citation, by the versions that they made.
    pub fn review_notes(&self, citation: i64) -> Result<HashMap<u32, String>> {
        let rows = self.list(
            WHAT,
            "SELECT version, group_concat(note, char(10) ORDER BY key) FROM review_notes WHERE citation = ?1 \
             GROUP BY version",
            [citation],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        Ok(rows.into_iter().collect())
    }
}

impl WriteTx<'_> {
    /// Adds a note to the current version of a citation.
    pub fn add_review_note(&self, citation: i64, note: &str) -> Result<()> {
        self.db
            .execute(
                "INSERT INTO review_notes (citation, version, note) SELECT key, version, ?2 FROM citations \
                 WHERE key = ?1",
                params![citation, note],
            )
            .map_err(doing("storing the note on a review"))?;
        Ok(())
    }
}

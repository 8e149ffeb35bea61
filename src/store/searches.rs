//! What was searched for: counts of texts, and codes without a handout.

use crate::model::citations::codes::CodeSystem;
use crate::model::error::Result;
use crate::model::list_part::ListPart;
use crate::model::search::insight::{MIN_SHOWN_COUNT, SearchedText, UnansweredCode};
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sql::{from_row, row_count};
use rusqlite::params;
use std::collections::HashMap;

/// Searches for one text on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedSearch {
    /// The server's day, YYYY-MM-DD.
    pub day: String,
    /// The text, folded.
    pub q: String,
    /// How many.
    pub count: u32,
    /// Of these, searches that found nothing, or only citations with some of the words.
    pub missed: u32,
    /// Of these, searches that found nothing.
    pub without_result: u32,
}

/// Which of the counts of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchCount {
    /// Every search.
    All,
    /// Those that found nothing, or only citations with some of the words.
    Missed,
}

impl SearchCount {
    fn column(self) -> &'static str {
        match self {
            SearchCount::All => "count",
            SearchCount::Missed => "missed",
        }
    }
}

impl ReadTx<'_> {
    /// Searches from day `from` to day `to`, both included: all of them, and those without a result.
    pub fn search_totals(&self, from: &str, to: &str) -> Result<(u64, u64)> {
        self.row(
            "SELECT coalesce(sum(count), 0), coalesce(sum(without_result), 0) FROM searches \
             WHERE day BETWEEN ?1 AND ?2",
            [from, to],
        )
    }

    /// How many texts [`ReadTx::searched_texts`] has, and how many more there are that are too rare to be shown.
    pub fn searched_text_count(&self, which: SearchCount, (from, to): (&str, &str)) -> Result<(u64, u64)> {
        let column = which.column();
        self.row(
            &format!(
                "SELECT coalesce(sum(total >= ?3), 0), coalesce(sum(total BETWEEN 1 AND ?3 - 1), 0) FROM \
                 (SELECT sum({column}) AS total FROM searches WHERE day BETWEEN ?1 AND ?2 GROUP BY q)"
            ),
            params![from, to, MIN_SHOWN_COUNT],
        )
    }

    /// The texts searched for from day `from` to day `to`, often enough to be shown, the most frequent first.
    pub fn searched_texts(
        &self,
        which: SearchCount,
        (from, to): (&str, &str),
        part: ListPart,
    ) -> Result<Vec<SearchedText>> {
        let column = which.column();
        self.list(
            &format!(
                "SELECT q, sum({column}) AS total, max(day) AS last_day FROM searches \
                 WHERE day BETWEEN ?1 AND ?2 AND {column} > 0 GROUP BY q HAVING total >= ?3 \
                 ORDER BY total DESC, q LIMIT ?5 OFFSET ?4"
            ),
            params![from, to, MIN_SHOWN_COUNT, row_count(part.start), row_count(part.most)],
            |row| from_row!(row => SearchedText { q, count = "total", last_day, language: None }),
        )
    }

    /// The number of codes in [`ReadTx::unanswered_codes`], and how often they were requested.
    pub fn unanswered_code_count(&self, (from, to): (&str, &str)) -> Result<(u64, u64)> {
        let sql =
            format!("SELECT count(DISTINCT system || code), coalesce(sum(count), 0) FROM {STILL_UNANSWERED}");
        self.row(&sql, [from, to])
    }

    /// The codes that no citation answered from day `from` to day `to`, the most frequent first. A code that a citation in
    /// use has by now is left out.
    pub fn unanswered_codes(&self, (from, to): (&str, &str), part: ListPart) -> Result<Vec<UnansweredCode>> {
        let sql = format!(
            "SELECT system, code, sum(count) AS total, max(day) AS last_day FROM {STILL_UNANSWERED} GROUP BY system, code \
             ORDER BY total DESC, system, code LIMIT ?4 OFFSET ?3"
        );
        self.list(
            &sql,
            params![from, to, row_count(part.start), row_count(part.most)],
            |row| from_row!(row => UnansweredCode { system, code, count = "total", last_day }),
        )
    }
}

impl WriteTx<'_> {
    /// Adds these counts. A text that is new on a day which has `most_texts` already is dropped.
    pub fn add_searches(&self, counted: &[CountedSearch], most_texts: u32) -> Result<()> {
        let mut rows = RowsByDay::new(self, "searches");
        for CountedSearch { day, q, count, missed, without_result } in counted {
            let row = params![day, q, count, missed, without_result];
            let known = self.execute(
                "UPDATE searches SET count = count + ?3, missed = missed + ?4, without_result = without_result + ?5 \
                 WHERE day = ?1 AND q = ?2",
                row,
            )?;
            if known == 0 && rows.add(day, most_texts)? {
                let insert = "INSERT INTO searches (day, q, count, missed, without_result) VALUES (?1, ?2, ?3, ?4, ?5)";
                self.execute(insert, row)?;
            }
        }
        Ok(())
    }

    /// Removes what was searched for outside of these days, both included. Returns how many rows that were.
    pub fn delete_searches_outside(&self, from: &str, to: &str) -> Result<usize> {
        self.execute("DELETE FROM searches WHERE day NOT BETWEEN ?1 AND ?2", [from, to])
    }

    /// Adds these counts. A code that is new on a day which has `max_codes` already is dropped.
    pub fn add_unanswered_codes(&self, counted: &[CountedCode], max_codes: u32) -> Result<()> {
        let mut rows = RowsByDay::new(self, "unanswered_codes");
        for CountedCode { day, system, code, count } in counted {
            let row = params![day, system.name(), code, count];
            let add =
                "UPDATE unanswered_codes SET count = count + ?4 WHERE day = ?1 AND system = ?2 AND code = ?3";
            let insert = "INSERT INTO unanswered_codes (day, system, code, count) VALUES (?1, ?2, ?3, ?4)";
            let write = |sql| self.execute(sql, row);
            if write(add)? == 0 && rows.add(day, max_codes)? {
                write(insert)?;
            }
        }
        Ok(())
    }

    /// Deletes the counts outside of these days, both included.
    pub fn delete_unanswered_codes_outside(&self, from: &str, to: &str) -> Result<()> {
        self.run("DELETE FROM unanswered_codes WHERE day NOT BETWEEN ?1 AND ?2", [from, to])
    }
}

/// Requests for one code on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedCode {
    /// The server's day, YYYY-MM-DD.
    pub day: String,
    /// The terminology.
    pub system: CodeSystem,
    /// As [`CodeSystem::normalize`] returns it.
    pub code: String,
    /// How many.
    pub count: u32,
}

/// Codes from day ?1 to day ?2, without those that a citation in use has by now.
const STILL_UNANSWERED: &str = "unanswered_codes u WHERE day BETWEEN ?1 AND ?2 AND NOT EXISTS \
                                (SELECT 1 FROM citation_codes s JOIN citations c ON c.key = s.citation \
                                WHERE s.system = u.system AND s.code = u.code AND NOT c.obsolete)";

/// How many rows a table with a column `day` has on each day, counted when a day is first asked about.
pub(super) struct RowsByDay<'t> {
    tx: &'t ReadTx<'t>,
    table: &'static str,
    rows: HashMap<String, u32>,
}

impl<'t> RowsByDay<'t> {
    pub fn new(tx: &'t ReadTx<'t>, table: &'static str) -> RowsByDay<'t> {
        RowsByDay { tx, table, rows: HashMap::new() }
    }

    /// Whether the day may have one more row, which then counts as added.
    pub fn add(&mut self, day: &str, max_rows: u32) -> Result<bool> {
        if !self.rows.contains_key(day) {
            let sql = format!("SELECT count(*) FROM {} WHERE day = ?1", self.table);
            self.rows.insert(day.to_owned(), self.tx.value(&sql, [day])?);
        }
        let rows = self.rows.entry(day.to_owned()).or_default();
        let has_room = *rows < max_rows;
        *rows += u32::from(has_room);
        Ok(has_room)
    }
}

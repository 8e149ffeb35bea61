//! Texts that were searched for, with counts by day.

use crate::model::error::Result;
use crate::model::search::insight::{MIN_SHOWN_COUNT, SearchedText};
use crate::store::database::{ReadTx, WriteTx};
use crate::store::rows_by_day::RowsByDay;
use crate::store::sqlite_error::doing;
use rusqlite::params;

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

const WHAT: &str = "reading what was searched for";

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
        self.db
            .query_row(
                "SELECT coalesce(sum(count), 0), coalesce(sum(without_result), 0) FROM searches \
                 WHERE day BETWEEN ?1 AND ?2",
                [from, to],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .map_err(doing(WHAT))
    }

    /// How many texts [`ReadTx::searched_texts`] has, and how many more there are that are too rare to be shown.
    pub fn searched_text_count(&self, which: SearchCount, (from, to): (&str, &str)) -> Result<(u64, u64)> {
        let column = which.column();
        self.db
            .query_row(
                &format!(
                    "SELECT coalesce(sum(total >= ?3), 0), coalesce(sum(total BETWEEN 1 AND ?3 - 1), 0) FROM \
                     (SELECT sum({column}) AS total FROM searches WHERE day BETWEEN ?1 AND ?2 GROUP BY q)"
                ),
                params![from, to, MIN_SHOWN_COUNT],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .map_err(doing(WHAT))
    }

    /// The texts searched for from day `from` to day `to`, often enough to be shown, the most frequent first.
    pub fn searched_texts(
        &self,
        which: SearchCount,
        (from, to): (&str, &str),
        start: u32,
        most: u32,
    ) -> Result<Vec<SearchedText>> {
        let column = which.column();
        let mut query = self
            .db
            .prepare_cached(&format!(
                "SELECT q, sum({column}) AS total, max(day) FROM searches \
                 WHERE day BETWEEN ?1 AND ?2 AND {column} > 0 GROUP BY q HAVING total >= ?3 \
                 ORDER BY total DESC, q LIMIT ?5 OFFSET ?4"
            ))
            .map_err(doing(WHAT))?;
        let rows = query
            .query_map(params![from, to, MIN_SHOWN_COUNT, start, most], |row| {
                Ok(SearchedText { q: row.get(0)?, count: row.get(1)?, last_day: row.get(2)?, language: None })
            })
            .map_err(doing(WHAT))?;
        rows.collect::<rusqlite::Result<Vec<_>>>().map_err(doing(WHAT))
    }
}

impl WriteTx<'_> {
    /// Adds these counts. A text that is new on a day which has `most_texts` already is dropped.
    pub fn add_searches(&self, counted: &[CountedSearch], most_texts: u32) -> Result<()> {
        let what = "writing what was searched for";
        let mut add = self
            .db
            .prepare_cached(
                "UPDATE searches SET count = count + ?3, missed = missed + ?4, without_result = without_result + ?5 \
                 WHERE day = ?1 AND q = ?2",
            )
            .map_err(doing(what))?;
        let mut insert = self
            .db
            .prepare_cached(
                "INSERT INTO searches (day, q, count, missed, without_result) VALUES (?1, ?2, ?3, ?4, ?5)",
            )
            .map_err(doing(what))?;
        let mut rows = RowsByDay::new(self, "searches");
        for one in counted {
            let known = add
                .execute(params![one.day, one.q, one.count, one.missed, one.without_result])
                .map_err(doing(what))?;
            if known == 0 && rows.add(&one.day, most_texts)? {
                insert
                    .execute(params![one.day, one.q, one.count, one.missed, one.without_result])
                    .map_err(doing(what))?;
            }
        }
        Ok(())
    }

    /// Removes what was searched for outside of these days, both included. Returns how many rows that were.
    pub fn delete_searches_outside(&self, from: &str, to: &str) -> Result<usize> {
        self.db
            .execute("DELETE FROM searches WHERE day NOT BETWEEN ?1 AND ?2", [from, to])
            .map_err(doing("removing what was searched for"))
    }
}

//! Codes that health records asked for and no citation answered, with counts by day.

use crate::model::citations::codes::CodeSystem;
use crate::model::error::Result;
use crate::model::search::insight::UnansweredCode;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::rows_by_day::RowsByDay;
use crate::store::sqlite_error::doing;
use rusqlite::params;

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

const WHAT: &str = "reading the codes without a handout";
/// Codes from day ?1 to day ?2, without those that a citation in use has by now.
const STILL_UNANSWERED: &str = "unanswered_codes u WHERE day BETWEEN ?1 AND ?2 AND NOT EXISTS \
     (SELECT 1 FROM citation_codes s JOIN citations c ON c.key = s.citation \
     WHERE s.system = u.system AND s.code = u.code AND NOT c.obsolete)";

impl ReadTx<'_> {
    /// The number of codes in [`ReadTx::unanswered_codes`], and how often they were requested.
    pub fn unanswered_code_count(&self, (from, to): (&str, &str)) -> Result<(u64, u64)> {
        let sql =
            format!("SELECT count(DISTINCT system || code), coalesce(sum(count), 0) FROM {STILL_UNANSWERED}");
        self.db
            .prepare_cached(&sql)
            .and_then(|mut one| one.query_row([from, to], |row| Ok((row.get(0)?, row.get(1)?))))
            .map_err(doing(WHAT))
    }

    /// The codes that no citation answered from day `from` to day `to`, the most frequent first. A code that a citation in
    /// use has by now is left out.
    pub fn unanswered_codes(
        &self,
        (from, to): (&str, &str),
        start: u32,
        limit: u32,
    ) -> Result<Vec<UnansweredCode>> {
        let sql = format!(
            "SELECT system, code, sum(count) AS total, max(day) FROM {STILL_UNANSWERED} GROUP BY system, code \
             ORDER BY total DESC, system, code LIMIT ?4 OFFSET ?3"
        );
        let rows = self.list(WHAT, &sql, params![from, to, start, limit], |row| {
            let system = CodeSystem::from_name(row.get_ref(0)?.as_str()?);
            let (code, count, last_day) = (row.get(1)?, row.get(2)?, row.get(3)?);
            Ok(system.map(|system| UnansweredCode { system, code, count, last_day }))
        })?;
        Ok(rows.into_iter().flatten().collect())
    }
}

impl WriteTx<'_> {
    /// Adds these counts. A code that is new on a day which has `max_codes` already is dropped.
    pub fn add_unanswered_codes(&self, counted: &[CountedCode], max_codes: u32) -> Result<()> {
        let what = "writing the codes without a handout";
        let mut rows = RowsByDay::new(self, "unanswered_codes");
        for CountedCode { day, system, code, count } in counted {
            let row = params![day, system.name(), code, count];
            let add =
                "UPDATE unanswered_codes SET count = count + ?4 WHERE day = ?1 AND system = ?2 AND code = ?3";
            let insert = "INSERT INTO unanswered_codes (day, system, code, count) VALUES (?1, ?2, ?3, ?4)";
            let write =
                |sql| self.db.prepare_cached(sql).and_then(|mut sql| sql.execute(row)).map_err(doing(what));
            if write(add)? == 0 && rows.add(day, max_codes)? {
                write(insert)?;
            }
        }
        Ok(())
    }

    /// Deletes the counts outside of these days, both included.
    pub fn delete_unanswered_codes_outside(&self, from: &str, to: &str) -> Result<()> {
        self.db
            .execute("DELETE FROM unanswered_codes WHERE day NOT BETWEEN ?1 AND ?2", [from, to])
            .map_err(doing("deleting codes without a handout"))?;
        Ok(())
    }
}

//! Adds usage counts, and removes old ones. The sums by month change in the transaction that changes the days.

use crate::model::error::Result;
use crate::model::usage::UsageCounts;
use crate::model::usage::month_name;
use crate::store::database::WriteTx;
use crate::store::sqlite_error::doing;
use jiff::civil::Date;
use rusqlite::{CachedStatement, ToSql, params};
use std::collections::BTreeMap;

/// Uses of a citation in a language on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedUsage {
    /// The server's day.
    pub day: Date,
    /// Key of the citation.
    pub citation: i64,
    /// Language tag.
    pub tag: String,
    /// How often it was used.
    pub counts: UsageCounts,
}

const WHAT: &str = "writing usage counts";
const REMOVING: &str = "removing usage counts";

/// Adds the counts when the row is there already.
const ADD: &str = "DO UPDATE SET views = views + excluded.views, opens = opens + excluded.opens, \
     scans = scans + excluded.scans, pieces = pieces + excluded.pieces";

/// The sums of a table.
const SUMS: &str = "sum(views), sum(opens), sum(scans), sum(pieces)";

impl WriteTx<'_> {
    /// Adds these counts.
    pub fn add_usage(&self, counted: &[CountedUsage]) -> Result<()> {
        let days = "usage_days (day, citation, tag, views, opens, scans, pieces) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (day, citation, tag)";
        let months = "usage_months (month, citation, tag, views, opens, scans, pieces) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (citation, month, tag)";
        let citations = "usage_citation_months (month, citation, views, opens, scans, pieces) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (citation, month)";
        let languages = "usage_language_months (month, tag, views, opens, scans, pieces) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (month, tag)";
        let (mut of_citations, mut of_languages) = (BTreeMap::new(), BTreeMap::new());
        // Rows of one table after another, in the order of their keys, so that most of them are on a page that was just used.
        let mut counted: Vec<&CountedUsage> = counted.iter().collect();
        counted.sort_unstable_by_key(|one| (one.day, one.citation));
        let (mut add_day, mut add_month) = (self.adding(days)?, self.adding(months)?);
        for CountedUsage { day, citation, tag, counts } in counted {
            let (day, month) = (day.to_string(), month_name(*day));
            let UsageCounts { view, open, scan, order } = counts;
            add_day
                .execute(params![day, citation, tag, view, open, scan, order])
                .and_then(|_| add_month.execute(params![month, citation, tag, view, open, scan, order]))
                .map_err(doing(WHAT))?;
            *of_languages.entry((month.clone(), tag)).or_insert_with(UsageCounts::default) += *counts;
            *of_citations.entry((month, citation)).or_insert_with(UsageCounts::default) += *counts;
        }
        self.add_sums(citations, of_citations)?;
        self.add_sums(languages, of_languages)
    }

    /// Adds to the sums of a table, by month and something else.
    fn add_sums<K: ToSql>(&self, table: &str, sums: BTreeMap<(String, K), UsageCounts>) -> Result<()> {
        let mut add = self.adding(table)?;
        for ((month, key), UsageCounts { view, open, scan, order }) in sums {
            add.execute(params![month, key, view, open, scan, order]).map_err(doing(WHAT))?;
        }
        Ok(())
    }

    fn adding(&self, table: &str) -> Result<CachedStatement<'_>> {
        self.db.prepare_cached(&format!("INSERT INTO {table} {ADD}")).map_err(doing(WHAT))
    }

    /// Removes the counts outside of these days, both included. Returns how many rows of days that were.
    pub fn delete_usage_outside(&self, from: Date, to: Date) -> Result<usize> {
        let (from, to) = (from.to_string(), to.to_string());
        let removed = self
            .db
            .execute("DELETE FROM usage_days WHERE day NOT BETWEEN ?1 AND ?2", [&from, &to])
            .map_err(doing(REMOVING))?;
        if removed == 0 {
            return Ok(0);
        }
        // Months at the ends of the period have lost some of their days.
        for table in ["usage_months", "usage_citation_months", "usage_language_months"] {
            self.db
                .execute(
                    &format!("DELETE FROM {table} WHERE month <= ?1 OR month >= ?2"),
                    [month(&from), month(&to)],
                )
                .map_err(doing(REMOVING))?;
        }
        self.sum_up(month(&from))?;
        if month(&from) != month(&to) {
            self.sum_up(month(&to))?;
        }
        Ok(removed)
    }

    /// Writes the sums of a month that has none.
    fn sum_up(&self, month: &str) -> Result<()> {
        let days = "FROM usage_days WHERE substr(day, 1, 7) = ?1 AND day BETWEEN ?1 AND ?1 || '-99'";
        for (columns, key) in [
            ("usage_months (citation, month, tag", "citation, ?1, tag"),
            ("usage_citation_months (citation, month", "citation, ?1"),
            ("usage_language_months (month, tag", "?1, tag"),
        ] {
            let grouped = key.replace("?1, ", "").replace(", ?1", "");
            self.db
                .execute(
                    &format!(
                        "INSERT INTO {columns}, views, opens, scans, pieces) SELECT {key}, {SUMS} {days} \
                         GROUP BY {grouped}"
                    ),
                    [month],
                )
                .map_err(doing(REMOVING))?;
        }
        Ok(())
    }
}

/// The month of a day, both as texts.
fn month(day: &str) -> &str {
    day.get(..7).unwrap_or(day)
}

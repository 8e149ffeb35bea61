//! Adds usage counts, and removes old ones. The sums by month change in the transaction that changes the days.

use crate::model::error::Result;
use crate::model::usage::counts::UsageCounts;
use crate::store::database::WriteTx;
use crate::store::sqlite_error::doing;
use jiff::civil::Date;
use rusqlite::params;

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
        let mut tables = [
            "usage_days (day, citation, tag, views, opens, scans, pieces) \
             VALUES (?1, ?2, ?3, ?5, ?6, ?7, ?8) ON CONFLICT (day, citation, tag)",
            "usage_months (citation, month, tag, views, opens, scans, pieces) \
             VALUES (?2, ?4, ?3, ?5, ?6, ?7, ?8) ON CONFLICT (citation, month, tag)",
            "usage_citation_months (citation, month, views, opens, scans, pieces) \
             VALUES (?2, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (citation, month)",
            "usage_language_months (month, tag, views, opens, scans, pieces) \
             VALUES (?4, ?3, ?5, ?6, ?7, ?8) ON CONFLICT (month, tag)",
        ]
        .into_iter()
        .map(|table| self.db.prepare_cached(&format!("INSERT INTO {table} {ADD}")).map_err(doing(WHAT)))
        .collect::<Result<Vec<_>>>()?;
        for one in counted {
            let day = one.day.to_string();
            let UsageCounts { view, open, scan, order } = one.counts;
            for table in &mut tables {
                // Every statement has its own selection of the parameters.
                table
                    .execute(params![day, one.citation, one.tag, month(&day), view, open, scan, order])
                    .map_err(doing(WHAT))?;
            }
        }
        Ok(())
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

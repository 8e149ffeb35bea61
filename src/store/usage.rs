//! Usage counts by day, with their sums by month.

use crate::model::category::{Category, value_key};
use crate::model::error::Result;
use crate::model::keys::{ChangeNumber, CitationKey};
use crate::model::usage::{UsageCounts, month_name};
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sql::from_row;
use jiff::ToSpan;
use jiff::civil::Date;
use rusqlite::types::FromSql;
use rusqlite::{Row, ToSql, params};
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// Uses of a citation in a language on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedUsage {
    /// The server's day.
    pub day: Date,
    /// Key of the citation.
    pub citation: CitationKey,
    /// Language tag.
    pub tag: String,
    /// How often it was used.
    pub counts: UsageCounts,
}

/// Adds the counts when the row is there already.
const ADD: &str = "DO UPDATE SET views = views + excluded.views, opens = opens + excluded.opens, \
                   scans = scans + excluded.scans, pieces = pieces + excluded.pieces";

fn adding(table: &str) -> String {
    format!("INSERT INTO {table} {ADD}")
}

/// The sums of a table.
const SUMS: &str = "sum(views) AS views, sum(opens) AS opens, sum(scans) AS scans, sum(pieces) AS pieces";

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
        let (add_day, add_month) = (adding(days), adding(months));
        for CountedUsage { day, citation, tag, counts } in counted {
            let (day, month) = (day.to_string(), month_name(*day));
            let UsageCounts { view, open, scan, order } = counts;
            self.execute(&add_day, params![day, citation, tag, view, open, scan, order])?;
            self.execute(&add_month, params![month, citation, tag, view, open, scan, order])?;
            *of_languages.entry((month.clone(), tag)).or_insert_with(UsageCounts::default) += *counts;
            *of_citations.entry((month, citation)).or_insert_with(UsageCounts::default) += *counts;
        }
        self.add_sums(citations, of_citations)?;
        self.add_sums(languages, of_languages)
    }

    /// Adds to the sums of a table, by month and something else.
    fn add_sums<K: ToSql>(&self, table: &str, sums: BTreeMap<(String, K), UsageCounts>) -> Result<()> {
        let add = adding(table);
        for ((month, key), UsageCounts { view, open, scan, order }) in sums {
            self.execute(&add, params![month, key, view, open, scan, order])?;
        }
        Ok(())
    }

    /// Removes the counts outside of these days, both included. Returns how many rows of days that were.
    pub fn delete_usage_outside(&self, from: Date, to: Date) -> Result<usize> {
        let (from, to) = (from.to_string(), to.to_string());
        let removed = self.execute("DELETE FROM usage_days WHERE day NOT BETWEEN ?1 AND ?2", [&from, &to])?;
        if removed == 0 {
            return Ok(0);
        }
        // Months at the ends of the period have lost some of their days.
        for table in ["usage_months", "usage_citation_months", "usage_language_months"] {
            self.execute(
                &format!("DELETE FROM {table} WHERE month <= ?1 OR month >= ?2"),
                [month_of(&from), month_of(&to)],
            )?;
        }
        self.sum_up(month_of(&from))?;
        if month_of(&from) != month_of(&to) {
            self.sum_up(month_of(&to))?;
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
            self.execute(
                &format!(
                    "INSERT INTO {columns}, views, opens, scans, pieces) SELECT {key}, {SUMS} {days} \
                     GROUP BY {grouped}"
                ),
                [month],
            )?;
        }
        Ok(())
    }
}

/// The month of a day, both as texts.
fn month_of(day: &str) -> &str {
    day.get(..7).unwrap_or(day)
}

/// Days of a month up to which reading them is cheaper than reading the others.
const HALF_MONTH: i8 = 15;

/// A citation with what is listed beside its counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsedCitationRow {
    pub key: CitationKey,
    pub id: String,
    pub title: String,
    /// The department that submitted it.
    pub department: Option<String>,
    /// Whether it is obsolete.
    pub is_obsolete: bool,
    /// Its change number.
    pub change: ChangeNumber,
}

/// A period in the form in which it is read: whole months, days that are added, and days that are subtracted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UsagePeriod {
    /// First and last month.
    months: Option<(String, String)>,
    /// Days outside of these months.
    added: Vec<(String, String)>,
    /// Days of these months that are not in the period.
    removed: Vec<(String, String)>,
}

impl UsagePeriod {
    /// The days from `from` to `to`, both included. `to` is not before `from`.
    pub fn new(from: Date, to: Date) -> UsagePeriod {
        let days = |from: Date, to: Date| (from.to_string(), to.to_string());
        let mut period = UsagePeriod::default();
        if from.first_of_month() == to.first_of_month() && !(from.day() == 1 && to == to.last_of_month()) {
            period.added.push(days(from, to));
            return period;
        }
        let mut first = from.first_of_month();
        if from.day() > HALF_MONTH {
            period.added.push(days(from, from.last_of_month()));
            first = first.saturating_add(1.month());
        } else if from.day() > 1 {
            period.removed.push(days(from.first_of_month(), from.saturating_sub(1.day())));
        }
        let mut last = to.first_of_month();
        if to.day() <= HALF_MONTH {
            period.added.push(days(to.first_of_month(), to));
            last = last.saturating_sub(1.month());
        } else if to < to.last_of_month() {
            period.removed.push(days(to.saturating_add(1.day()), to.last_of_month()));
        }
        if first <= last {
            period.months = Some((month(first), month(last)));
        }
        period
    }
}

fn month(day: Date) -> String {
    day.strftime("%Y-%m").to_string()
}

/// Restricts a query to a department; its parameters 3 and 4 are the category and the department.
const OF_DEPARTMENT: &str = "AND citation IN (SELECT v.citation FROM citation_values v \
                             JOIN lookup_values d ON d.key = v.value WHERE v.category = ?3 AND d.value_key = ?4)";

impl ReadTx<'_> {
    /// The counts of each citation with any, by its key.
    pub fn usage_by_citation(
        &self,
        period: &UsagePeriod,
        department: Option<&str>,
    ) -> Result<HashMap<CitationKey, UsageCounts>> {
        self.usage_sums(period, department, "citation", "usage_citation_months", "citation")
    }

    /// The counts of each language tag with any.
    pub fn usage_by_language(
        &self,
        period: &UsagePeriod,
        department: Option<&str>,
    ) -> Result<HashMap<String, UsageCounts>> {
        let months = if department.is_some() { "usage_months" } else { "usage_language_months" };
        self.usage_sums(period, department, "tag", months, "tag")
    }

    /// The counts of each month with any, such as `2026-11`.
    pub fn usage_by_month(
        &self,
        period: &UsagePeriod,
        department: Option<&str>,
    ) -> Result<HashMap<String, UsageCounts>> {
        let months = if department.is_some() { "usage_citation_months" } else { "usage_language_months" };
        self.usage_sums(period, department, "month", months, "substr(day, 1, 7)")
    }

    fn usage_sums<K: FromSql + Eq + Hash>(
        &self,
        period: &UsagePeriod,
        department: Option<&str>,
        month_key: &str,
        month_table: &str,
        day_key: &str,
    ) -> Result<HashMap<K, UsageCounts>> {
        let only = if department.is_some() { OF_DEPARTMENT } else { "" };
        let department = department.map(value_key);
        let sql = |key: &str, table: &str, column: &str| {
            format!(
                "SELECT {key} AS key, {SUMS} FROM {table} \
                 WHERE {column} BETWEEN ?1 AND ?2 {only} GROUP BY 1"
            )
        };
        let read = |sql: &str, (from, to): &(String, String)| -> Result<Vec<(K, UsageCounts)>> {
            let category = Category::Departments as i64;
            let mut values: Vec<&dyn ToSql> = vec![from, to];
            if let Some(department) = &department {
                values.extend([&category as &dyn ToSql, department]);
            }
            self.list(sql, values.as_slice(), |row| Ok((row.get("key")?, counts(row)?)))
        };
        let mut sums: HashMap<K, UsageCounts> = HashMap::new();
        if let Some(months) = &period.months {
            sums.extend(read(&sql(month_key, month_table, "month"), months)?);
        }
        let of_days = sql(day_key, "usage_days", "day");
        for days in &period.added {
            for (key, counts) in read(&of_days, days)? {
                *sums.entry(key).or_default() += counts;
            }
        }
        for days in &period.removed {
            for (key, counts) in read(&of_days, days)? {
                *sums.entry(key).or_default() -= counts;
            }
        }
        sums.retain(|_, counts| !counts.is_empty());
        Ok(sums)
    }

    /// The counts of one citation by month and language, from month `from` on.
    pub fn usage_of_citation(
        &self,
        citation: CitationKey,
        from: &str,
    ) -> Result<Vec<(String, String, UsageCounts)>> {
        self.list(
            "SELECT month, tag, views, opens, scans, pieces FROM usage_months WHERE citation = ?1 AND month \
             >= ?2",
            params![citation, from],
            |row| Ok((row.get("month")?, row.get("tag")?, counts(row)?)),
        )
    }

    /// Every citation, of one department or of all.
    pub fn used_citations(&self, department: Option<&str>) -> Result<Vec<UsedCitationRow>> {
        self.list(
            "SELECT c.key, c.id, c.title, d.value AS department, c.obsolete, c.changed FROM citations c \
             LEFT JOIN citation_values v ON v.citation = c.key AND v.category = ?1 \
             LEFT JOIN lookup_values d ON d.key = v.value WHERE ?2 IS NULL OR d.value_key = ?2",
            params![Category::Departments as i64, department.map(value_key)],
            |row| {
                from_row!(row => UsedCitationRow {
                    key, id, title, department, is_obsolete = "obsolete", change = "changed"
                })
            },
        )
    }

    /// The languages of a citation's versions, as their values.
    pub fn citation_languages(&self, citation: CitationKey) -> Result<Vec<String>> {
        self.values(
            "SELECT l.value FROM language_versions v JOIN lookup_values l ON l.key = v.language \
             WHERE v.citation = ?1 ORDER BY v.position",
            [citation],
        )
    }

    /// The language in which `url` is, or once was, an address of this citation; one that it is in now goes before.
    pub fn language_of_address(&self, citation: CitationKey, url: &str) -> Result<Option<String>> {
        if let Some(version) = self.version_with_file_address(citation, url)? {
            return Ok(Some(version.value).filter(|value| !value.is_empty()));
        }
        let found = self.values(
            "SELECT l.value FROM language_addresses a JOIN lookup_values l ON l.key = a.language \
             WHERE a.citation = ?1 AND a.url = ?2 \
             ORDER BY EXISTS (SELECT 1 FROM language_versions n WHERE n.citation = ?1 AND n.url = ?2 \
             AND n.language = a.language) DESC LIMIT 1",
            params![citation, url],
        )?;
        Ok(found.into_iter().next())
    }
}

fn counts(row: &Row<'_>) -> rusqlite::Result<UsageCounts> {
    from_row!(row => UsageCounts { view = "views", open = "opens", scan = "scans", order = "pieces" })
}

#[cfg(test)]
mod tests;

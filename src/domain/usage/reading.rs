//! Reads usage counts: sums of a period, citations that nobody uses, the last months of one citation.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::citations::editing::existing_key;
use crate::domain::citations::tags::change_tag;
use crate::domain::usage::language_names::LanguageNames;
use crate::domain::usage::wanted::wanted;
use crate::model::accounts::Right;
use crate::model::clock;
use crate::model::entity_tag::quoted_tag;
use crate::model::error::Result;
use crate::model::usage::UsageCounts;
use crate::model::usage::{CitationUsage, LanguageUsage, MONTHS, PAGE, UsageReport, UsageRow, UsedMonth};
use crate::model::usage::{UsageBy, UsageFilter, first_of_months, month_name};
use crate::search::fold;
use crate::store::{ReadTx, UsagePeriod, UsedCitationRow};
use jiff::ToSpan;
use jiff::civil::Date;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// The usage of a period, a page of its rows from `start` on.
pub fn usage(app: &App, actor: &Actor, filter: &UsageFilter, start: usize) -> Result<UsageReport> {
    actor.require(Right::SeeInsight)?;
    report(app, filter, start, PAGE)
}

/// The same with every row.
pub fn whole_usage(app: &App, actor: &Actor, filter: &UsageFilter) -> Result<UsageReport> {
    actor.require(Right::SeeInsight)?;
    report(app, filter, 0, usize::MAX)
}

fn report(app: &App, filter: &UsageFilter, start: usize, limit: usize) -> Result<UsageReport> {
    let today = clock::today();
    // Future days have no counts, and whole months are read faster.
    let to = if filter.to >= today { filter.to.last_of_month() } else { filter.to };
    let period = UsagePeriod::new(filter.from, to);
    app.store.read(|db| {
        let mut rows = match filter.by {
            UsageBy::Citation => by_citation(db, filter, &period)?,
            UsageBy::Language => by_language(db, filter, &period)?,
            UsageBy::Department => by_department(db, filter, &period)?,
            UsageBy::Month => by_month(db, filter, &period)?,
        };
        let mut totals = UsageCounts::default();
        rows.iter().for_each(|row| totals += row.row.counts);
        let found = rows.len();
        rows = rows.into_iter().skip(start).take(limit).collect();
        let wanted = match filter.by {
            UsageBy::Language => Some(wanted(&app.settings, db, filter.department.as_deref())?),
            _ => None,
        };
        Ok(UsageReport {
            from: filter.from.to_string(),
            to: filter.to.to_string(),
            days: app.settings.usage.days,
            found,
            totals,
            rows: rows.into_iter().map(|row| row.shown(db)).collect::<Result<_>>()?,
            wanted,
        })
    })
}

/// A row before its page is cut out; more about a citation is read for the rows of the page alone.
struct Sum {
    row: UsageRow,
    citation: Option<UsedCitationRow>,
}

impl Sum {
    fn new(key: String, title: String, counts: UsageCounts) -> Sum {
        Sum { row: UsageRow::new(key, title, counts), citation: None }
    }

    fn shown(self, db: &ReadTx<'_>) -> Result<UsageRow> {
        let Sum { mut row, citation } = self;
        if let Some(citation) = citation {
            row.readable_id = Some(db.current_readable_id(citation.key)?.unwrap_or(citation.id));
            row.department = citation.department;
            row.obsolete = Some(citation.is_obsolete);
            row.etag = Some(quoted_tag(change_tag(db, citation.change)));
        }
        Ok(row)
    }
}

fn by_citation(db: &ReadTx<'_>, filter: &UsageFilter, period: &UsagePeriod) -> Result<Vec<Sum>> {
    let department = filter.department.as_deref();
    let mut counts = db.usage_by_citation(period, department)?;
    let mut sums = Vec::new();
    for citation in db.used_citations(department)? {
        let counts = counts.remove(&citation.key).unwrap_or_default();
        let is_listed = match filter.is_unused {
            true => !citation.is_obsolete && counts.used() == 0,
            false => !counts.is_empty(),
        };
        if is_listed {
            let sum = Sum::new(citation.id.clone(), citation.title.clone(), counts);
            sums.push(Sum { citation: Some(citation), ..sum });
        }
    }
    if filter.is_unused {
        sums.sort_by_cached_key(|sum| (sum.row.counts.view, fold(&sum.row.title), sum.row.key.clone()));
    } else {
        most_used_first(&mut sums);
    }
    Ok(sums)
}

fn most_used_first(sums: &mut [Sum]) {
    sums.sort_by_cached_key(|Sum { row, .. }| {
        (Reverse(row.counts.used()), Reverse(row.counts.view), fold(&row.title), row.key.clone())
    });
}

fn by_language(db: &ReadTx<'_>, filter: &UsageFilter, period: &UsagePeriod) -> Result<Vec<Sum>> {
    let names = LanguageNames::new(db)?;
    let counts = db.usage_by_language(period, filter.department.as_deref())?;
    let mut sums: Vec<Sum> =
        counts.into_iter().map(|(tag, counts)| Sum::new(tag.clone(), names.name(&tag), counts)).collect();
    most_used_first(&mut sums);
    Ok(sums)
}

fn by_department(db: &ReadTx<'_>, filter: &UsageFilter, period: &UsagePeriod) -> Result<Vec<Sum>> {
    let department = filter.department.as_deref();
    let mut counts = db.usage_by_citation(period, department)?;
    let mut departments: HashMap<String, UsageCounts> = HashMap::new();
    for citation in db.used_citations(department)? {
        if let Some(counts) = counts.remove(&citation.key) {
            *departments.entry(citation.department.unwrap_or_default()).or_default() += counts;
        }
    }
    let mut sums: Vec<Sum> =
        departments.into_iter().map(|(name, counts)| Sum::new(name.clone(), name, counts)).collect();
    most_used_first(&mut sums);
    Ok(sums)
}

/// Every month of the period, those without counts included.
fn by_month(db: &ReadTx<'_>, filter: &UsageFilter, period: &UsagePeriod) -> Result<Vec<Sum>> {
    let mut counts = db.usage_by_month(period, filter.department.as_deref())?;
    let last = month_name(filter.to);
    let mut months: Vec<Sum> = Vec::new();
    let mut month = filter.from.first_of_month();
    while month <= filter.to {
        let name = month_name(month);
        let is_last = name == last;
        let counted = counts.remove(&name).unwrap_or_default();
        months.push(Sum::new(name.clone(), name, counted));
        if is_last {
            break;
        }
        month = month.saturating_add(1.month());
    }
    Ok(months)
}

/// The last months of one citation, by ID or readable ID; for anybody who is signed in.
pub fn citation_usage(app: &App, id: &str) -> Result<CitationUsage> {
    let first = first_of_months(clock::today());
    let months = months_from(first);
    app.store.read(|db| {
        let names = LanguageNames::new(db)?;
        let mut totals = UsageCounts::default();
        let mut by_month: HashMap<String, UsageCounts> = HashMap::new();
        let mut by_language: BTreeMap<String, UsageCounts> = BTreeMap::new();
        for (month, tag, counts) in db.usage_of_citation(existing_key(db, id)?, &month_name(first))? {
            totals += counts;
            *by_month.entry(month).or_default() += counts;
            *by_language.entry(tag).or_default() += counts;
        }
        let language =
            |(tag, counts): (String, UsageCounts)| LanguageUsage { name: names.name(&tag), tag, counts };
        let mut languages: Vec<LanguageUsage> = by_language.into_iter().map(language).collect();
        languages.sort_by_key(|language| Reverse((language.counts.used(), language.counts.view)));
        let month = |month: String| UsedMonth { counts: by_month.remove(&month).unwrap_or_default(), month };
        Ok(CitationUsage {
            days: app.settings.usage.days,
            totals,
            months: months.into_iter().map(month).collect(),
            languages,
        })
    })
}

fn months_from(first: Date) -> Vec<String> {
    (0..MONTHS).map(|n| month_name(first.saturating_add(i64::from(n).months()))).collect()
}

//! Uses of citations: counted anonymously, written, and read as sums of a period. Robots are distinguished from people by
//! the COUNTER list, a copy of which is in `assets/robots.tsv`. Contract section 10.5.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::citations::editing::existing_key;
use crate::domain::citations::saving::entity_tag_of_change;
use crate::domain::insight::stored_days;
use crate::model::accounts::Right;
use crate::model::category::value_key;
use crate::model::clock;
use crate::model::entity_tag::quoted_tag;
use crate::model::error::{Error, FieldError, Result};
use crate::model::keys::{CitationKey, ValueKey};
use crate::model::languages::language::{LanguageTags, requested_language};
use crate::model::languages::tag::{LanguageTag, NO_LANGUAGE};
use crate::model::list_part::ListPart;
use crate::model::session::OrderItem;
use crate::model::usage::{
    CitationUsage, LanguageUsage, MAX_WANTED, MONTHS, UsageBy, UsageCounts, UsageFilter, UsageKind,
    UsageReport, UsageRow, Used, UsedMonth, WantedLanguage, first_of_months, month_name,
};
use crate::search::fold;
use crate::settings::Settings;
use crate::store::{CountedUsage, ReadTx, Store, UsagePeriod, UsedCitationRow, WriteTx};
use jiff::ToSpan;
use jiff::civil::Date;
use regex::{RegexSet, RegexSetBuilder};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::net::IpAddr;
use std::sync::LazyLock;

/// Patterns of user agents, each with the day of its last change.
const LIST: &str = include_str!("../../assets/robots.tsv");
/// `None` if the list were unreadable, which a test rules out.
static ROBOTS: LazyLock<Option<RegexSet>> =
    LazyLock::new(|| RegexSetBuilder::new(patterns()).case_insensitive(true).build().ok());
/// The entry of uses whose language is unknown.
const NOT_KNOWN: &str = "Not known";

/// Whose use it is; never stored. Only a hash of it with a random key is in memory, for a minute.
#[derive(Debug, Clone)]
pub struct Client {
    /// Address, or network of an IPv6 address.
    pub address: Option<IpAddr>,
    /// The User-Agent header; empty without one.
    pub agent: Vec<u8>,
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
            row.etag = Some(quoted_tag(entity_tag_of_change(db, citation.change)));
        }
        Ok(row)
    }
}

/// English names of languages: the values of the catalogue, otherwise the languages' own names.
pub(super) struct LanguageNames(HashMap<String, String>);

impl LanguageNames {
    pub fn new(db: &ReadTx<'_>) -> Result<LanguageNames> {
        let tags: LanguageTags = db.language_tags()?;
        let mut names = HashMap::from([(NO_LANGUAGE.to_owned(), NOT_KNOWN.to_owned())]);
        for (_, value) in db.language_values()? {
            if let Some(tag) = tags.tag(&value) {
                names.entry(String::from(tag)).or_insert(value);
            }
        }
        Ok(LanguageNames(names))
    }

    pub fn name(&self, tag: &str) -> String {
        let own_name = || LanguageTag::parse(tag).ok().and_then(|tag| tag.own_name().map(str::to_owned));
        self.0.get(tag).cloned().or_else(own_name).unwrap_or_else(|| tag.to_owned())
    }
}

/// Which languages are still missing: since the request a version may have been added, or the citation retired.
struct Gaps {
    in_use: HashSet<CitationKey>,
    /// The languages of the citations that were requested in another one.
    versions: HashMap<CitationKey, Vec<LanguageTag>>,
}

impl Gaps {
    fn new(db: &ReadTx<'_>, department: Option<&str>) -> Result<Gaps> {
        let in_use = db.translated_citations(department)?.into_iter().map(|citation| citation.key).collect();
        let tags = db.language_tags()?;
        let languages: HashMap<ValueKey, LanguageTag> = db
            .language_values()?
            .into_iter()
            .filter_map(|(key, value)| Some((key, tags.tag(&value)?)))
            .collect();
        let mut versions: HashMap<CitationKey, Vec<LanguageTag>> = HashMap::new();
        for (citation, language) in db.versions_of_asked_citations()? {
            versions.entry(citation).or_default().extend(languages.get(&language).cloned());
        }
        Ok(Gaps { in_use, versions })
    }

    fn is_missing(&self, citation: CitationKey, tag: &str) -> bool {
        let suits = |reader: &LanguageTag| {
            let versions = self.versions.get(&citation).map_or(&[][..], Vec::as_slice);
            versions.iter().any(|version| version.closeness(reader).is_some())
        };
        self.in_use.contains(&citation) && !LanguageTag::parse(tag).is_ok_and(|reader| suits(&reader))
    }
}

/// Counts a use, unless the settings turn counting off. A replica counts nothing: it cannot write.
pub fn record_use(app: &App, client: &Client, (citation, tag): (CitationKey, &str), kind: UsageKind) {
    if is_counting(app) {
        app.unstored.usage.record((client.address, &client.agent), (citation, tag), kind, is_robot);
    }
}

/// Whether uses are counted by this server.
pub fn is_counting(app: &App) -> bool {
    app.settings.usage.days > 0 && app.store.replica().is_none()
}

/// The language version whose file is opened: the citation by ID or readable ID, the language by tag or value.
///
/// # Errors
/// [`Error::Invalid`] names `citation`, `lang` or `kind`.
pub fn opened_version(app: &App, citation: &str, lang: &str, kind: &str) -> Result<Used> {
    let mut errors = Vec::new();
    let used = app.store.read(|db| {
        let citation = match existing_key(db, citation) {
            Ok(key) => key,
            Err(Error::NotFound(message)) => {
                errors.push(FieldError::new("citation", message));
                return Ok(None);
            }
            Err(other) => return Err(other),
        };
        let tag = version_in(db, citation, lang)?.map(|(tag, _)| tag);
        if tag.is_none() {
            errors.push(FieldError::new("lang", "This citation has no version in this language."));
        }
        Ok(tag.map(|tag| Used::new(citation, tag)))
    })?;
    if kind != "open" {
        errors.push(FieldError::new("kind", "Expected 'open'."));
    }
    match used {
        Some(used) if errors.is_empty() => Ok(used),
        _ => Err(Error::Invalid(errors)),
    }
}

/// Tag and value of the language version of a citation that suits a reader of this language best, of equals the first. The
/// language is given by its tag or its value in any case.
pub(super) fn version_in(
    db: &ReadTx<'_>,
    citation: CitationKey,
    lang: &str,
) -> Result<Option<(Option<LanguageTag>, String)>> {
    let (tags, requested) = (db.language_tags()?, requested_language(lang));
    let with_tag = |value: String| (tags.tag(&value), value);
    let versions: Vec<_> = db.citation_languages(citation)?.into_iter().map(with_tag).collect();
    let closeness = |(tag, _): &&(Option<LanguageTag>, String)| tag.as_ref()?.closeness(requested.as_ref()?);
    let by_tag = versions.iter().rev().max_by_key(closeness).filter(|version| closeness(version).is_some());
    let by_value = || versions.iter().find(|(_, value)| value_key(value) == value_key(lang));
    Ok(by_tag.or_else(by_value).cloned())
}

/// Counts the pieces of a new order, in its transaction.
pub(super) fn add_order(app: &App, db: &WriteTx<'_>, lines: &[OrderItem]) -> Result<()> {
    if !is_counting(app) {
        return Ok(());
    }
    let (day, tags): (_, LanguageTags) = (clock::today(), db.language_tags()?);
    let mut counted = Vec::new();
    for line in lines {
        let Some(citation) = db.citation_key(&line.id)? else { continue };
        let counts = UsageCounts::pieces(u64::try_from(line.quantity).unwrap_or(0));
        let Used { citation, tag } = Used::new(citation, tags.tag(&line.lang));
        counted.push(CountedUsage { day, citation, tag, counts });
    }
    db.add_usage(&counted)
}

/// Writes the counts in memory. On an error they stay there for the next call.
pub fn write_counts(app: &App) -> Result<()> {
    let counted = app.unstored.usage.take();
    if counted.is_empty() {
        return Ok(());
    }
    app.store.write(|db| db.add_usage(&counted)).inspect_err(|_| app.unstored.usage.restore(counted))
}

/// Deletes counts older than `usage.days`, and those of future days, left by a clock that was ahead.
pub fn remove_old_counts(app: &App) -> Result<()> {
    let today = clock::today();
    let from = today.saturating_sub((i64::from(app.settings.usage.days) - 1).days());
    let removed = app.store.write(|db| db.delete_usage_outside(from, today))?;
    if removed > 0 {
        tracing::info!(removed, "usage counts were removed because of their age");
    }
    Ok(())
}

fn patterns() -> impl Iterator<Item = &'static str> {
    LIST.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split('\t').next())
}

/// Whether a request with this User-Agent comes from a robot. One without a User-Agent does.
pub(super) fn is_robot(agent: &[u8]) -> bool {
    let agent = String::from_utf8_lossy(agent);
    ROBOTS.as_ref().is_none_or(|robots| robots.is_match(agent.trim()))
}

/// The use that the scan of a QR code with the address `url`, printed for one citation, counts as: of the citation that it
/// leads to, in the language of the address.
pub fn use_of_scan(store: &Store, printed: CitationKey, url: &str, leads_to: CitationKey) -> Result<Used> {
    store.read(|db| {
        let value = db.language_of_address(printed, url)?;
        let tag = match value {
            Some(value) => db.language_tags()?.tag(&value),
            None => None,
        };
        Ok(Used::new(leads_to, tag))
    })
}

/// The usage of a period.
pub fn usage(app: &App, actor: &Actor, filter: &UsageFilter, part: ListPart) -> Result<UsageReport> {
    actor.require(Right::SeeInsight)?;
    let today = clock::today();
    // Future days have no counts, and whole months are read faster.
    let to = if filter.to >= today { filter.to.last_of_month() } else { filter.to };
    let period = UsagePeriod::new(filter.from, to);
    app.store.read(|db| {
        let rows = match filter.by {
            UsageBy::Citation => by_citation(db, filter, &period)?,
            UsageBy::Language => by_language(db, filter, &period)?,
            UsageBy::Department => by_department(db, filter, &period)?,
            UsageBy::Month => by_month(db, filter, &period)?,
        };
        let mut totals = UsageCounts::default();
        rows.iter().for_each(|row| totals += row.row.counts);
        let found = rows.len();
        let wanted = match filter.by {
            UsageBy::Language => Some(wanted_languages(&app.settings, db, filter.department.as_deref())?),
            _ => None,
        };
        Ok(UsageReport {
            from: filter.from.to_string(),
            to: filter.to.to_string(),
            days: app.settings.usage.days,
            found,
            totals,
            rows: part.select(rows).map(|row| row.shown(db)).collect::<Result<_>>()?,
            wanted,
        })
    })
}

fn by_citation(db: &ReadTx<'_>, filter: &UsageFilter, period: &UsagePeriod) -> Result<Vec<Sum>> {
    let department = filter.department.as_deref();
    let mut counts = db.usage_by_citation(period, department)?;
    let mut sums = Vec::new();
    for citation in db.used_citations(department)? {
        let counts = counts.remove(&citation.key).unwrap_or_default();
        let is_listed =
            if filter.is_unused { !citation.is_obsolete && counts.used() == 0 } else { !counts.is_empty() };
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

/// The languages without versions in which people searched for and requested citations in use, of one department or of all;
/// most wanted first.
pub(super) fn wanted_languages(
    settings: &Settings,
    db: &ReadTx<'_>,
    department: Option<&str>,
) -> Result<Vec<WantedLanguage>> {
    let (from, to) = stored_days(settings);
    let gaps = Gaps::new(db, department)?;
    let mut languages: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    for (citation, tag, count) in db.translation_search_counts(&from, &to)? {
        if gaps.is_missing(citation, &tag) {
            languages.entry(tag).or_default().0 += count;
        }
    }
    for (citation, tag, count) in db.open_request_counts()? {
        if gaps.is_missing(citation, &tag) {
            languages.entry(tag).or_default().1 += count;
        }
    }
    let names = LanguageNames::new(db)?;
    let wanted = |(tag, (searches, requests)): (String, (u64, u64))| WantedLanguage {
        name: names.name(&tag),
        tag,
        searches,
        requests,
    };
    let mut wanted: Vec<WantedLanguage> = languages.into_iter().map(wanted).collect();
    wanted.sort_by_key(|language| Reverse((language.searches, language.requests)));
    wanted.truncate(MAX_WANTED);
    Ok(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_can_be_read() {
        assert_eq!(ROBOTS.as_ref().map(RegexSet::len), Some(327));
    }

    #[test]
    fn robots_are_distinguished_from_browsers() {
        let check = |agent: &str, expected: bool| assert_eq!(is_robot(agent.as_bytes()), expected, "{agent}");
        check("", true);
        check("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", true);
        check("Mozilla/5.0 (compatible; ClaudeBot/1.0)", true);
        check("curl/8.5.0", true);
        check("python-requests/2.32", true);
        check("PYTHON-REQUESTS/2.32", true);
        check("Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0.0.0 Safari/537.36", true);
        check("Mozilla/5.0", true);
        check("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", false);
        check(
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
             Version/18.6 Mobile/15E148 Safari/604.1",
            false,
        );
        check(
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 \
             Safari/537.36 Edg/140.0.0.0",
            false,
        );
        assert!(!is_robot(b"Mozilla/5.0 (\xe9; rv:140.0) Gecko/20100101 Firefox/140.0"));
    }
}

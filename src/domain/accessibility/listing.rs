//! Lists the files of versions in use by what was found in them.

use crate::domain::accessibility::versions::check_of;
use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::model::accessibility::{
    AccessibilityEntry, AccessibilityPage, FindingFilter, PAGE, VersionCheck, counts,
};
use crate::model::accounts::Right;
use crate::model::category::same_value;
use crate::model::clock;
use crate::model::error::Result;
use crate::model::languages::language::requested_language;
use crate::model::languages::tag::LanguageTag;
use crate::model::usage::Used;
use crate::search::fold;
use crate::settings::LinkChecks;
use crate::store::{CheckedVersion, ReadTx};
use jiff::ToSpan;
use std::cmp::Reverse;

/// How many months of usage order the list, the current one included.
const MONTHS: i64 = 12;

/// Which files to list.
#[derive(Debug, Clone)]
pub struct AccessibilityFilter {
    /// Only those with this finding.
    pub finding: FindingFilter,
    /// Only those of citations of this department.
    pub department: Option<String>,
    /// Only those of versions in this language: its value, tag, code or name.
    pub lang: Option<String>,
}

/// Files from `start` on, the most opened first.
pub fn list(
    app: &App,
    actor: &Actor,
    filter: &AccessibilityFilter,
    start: usize,
) -> Result<AccessibilityPage> {
    actor.require(Right::EditCitations)?;
    app.store.read(|db| page(app, db, filter, start, PAGE))
}

/// All of them.
pub fn all(app: &App, actor: &Actor, filter: &AccessibilityFilter) -> Result<AccessibilityPage> {
    actor.require(Right::EditCitations)?;
    app.store.read(|db| page(app, db, filter, 0, usize::MAX))
}

/// How many files have failures: the number of the list with the finding `failures`.
pub fn inaccessible(app: &App, db: &ReadTx<'_>) -> Result<u64> {
    let filter = AccessibilityFilter { finding: FindingFilter::Failures, department: None, lang: None };
    let versions = versions(app, db, &filter)?;
    Ok(versions.iter().filter(|listed| filter.finding.takes(&listed.check)).count() as u64)
}

/// A version of the list.
struct ListedVersion {
    version: CheckedVersion,
    check: VersionCheck,
    tag: Option<LanguageTag>,
}

/// Every version that department and language ask for, whatever finding is asked for.
fn versions(app: &App, db: &ReadTx<'_>, filter: &AccessibilityFilter) -> Result<Vec<ListedVersion>> {
    let tags = db.language_tags()?;
    let is_nightly = app.settings.links.check == LinkChecks::Nightly;
    let asked = filter.lang.as_deref().map(|lang| (lang, requested_language(lang)));
    let versions = db.checked_versions(filter.department.as_deref(), None)?.into_iter();
    let listed = versions.filter_map(|version| {
        let tag = tags.tag(&version.lang);
        let is_asked = asked.as_ref().is_none_or(|(value, asked)| {
            same_value(&version.lang, value)
                || tag.as_ref().zip(asked.as_ref()).is_some_and(|(tag, asked)| tag.closeness(asked).is_some())
        });
        is_asked.then(|| {
            let check = check_of(&version, tag.as_ref(), is_nightly);
            ListedVersion { version, check, tag }
        })
    });
    Ok(listed.collect())
}

fn page(
    app: &App,
    db: &ReadTx<'_>,
    filter: &AccessibilityFilter,
    start: usize,
    most: usize,
) -> Result<AccessibilityPage> {
    let mut listed = versions(app, db, filter)?;
    let counts = counts(listed.iter().map(|listed| &listed.check));
    listed.retain(|listed| filter.finding.takes(&listed.check));
    let today = clock::today();
    let first = today.checked_sub((MONTHS - 1).months()).unwrap_or(today);
    let opens = db.opens_since(&first.to_string()[..7])?;
    let mut files: Vec<(u64, CheckedVersion, VersionCheck)> = listed
        .into_iter()
        .map(|ListedVersion { version, check, tag }| {
            let Used { citation, tag } = Used::new(version.key, tag);
            (opens.get(&(citation, tag)).copied().unwrap_or(0), version, check)
        })
        .collect();
    // Languages of a citation stay in their order: the sort is stable.
    files.sort_by_cached_key(|(opens, version, _)| {
        (Reverse(*opens), fold(&version.title), version.id.clone())
    });
    let found = files.len();
    let files = files
        .into_iter()
        .skip(start)
        .take(most)
        .map(|(opens, version, check)| {
            Ok(AccessibilityEntry {
                readable_id: db.current_readable_id(version.key)?.unwrap_or_else(|| version.id.clone()),
                opens,
                citation: version.id,
                title: version.title,
                department: version.department,
                lang: version.lang,
                item_number: version.item_number,
                url: version.url,
                digest: version.digest,
                state: check.state,
                reason: check.reason,
                findings: check.findings,
                checked: check.checked,
            })
        })
        .collect::<Result<Vec<AccessibilityEntry>>>()?;
    Ok(AccessibilityPage { counts, found, files })
}

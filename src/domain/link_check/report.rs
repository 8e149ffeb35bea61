//! Lists broken links of handouts, and requests checks. The checks themselves: `checking.rs`. Contract section 9.4.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::citations::editing;
use crate::model::accounts::Right;
use crate::model::audit::event::Action;
use crate::model::error::{Error, FieldError, Result};
use crate::model::link_check::link::{
    LinkCounts, LinkEntry, LinkMark, LinkPage, LinkRequest, LinkState, MAX_WAITING, PAGE, StateFilter,
};
use crate::search::fold;
use crate::settings::{LinkChecks, Settings};
use crate::store::{LinkRow, ReadTx, Store};

/// Which links to list.
#[derive(Debug, Clone, Default)]
pub struct LinkFilter {
    /// Only those of citations of this department.
    pub department: Option<String>,
    /// Only those of this citation, by its id or readable id.
    pub citation: Option<String>,
    /// Only those in these states.
    pub state: StateFilter,
}

/// Links from `start` on, broken ones first. Obsolete citations are left out; an unknown one that is asked for is
/// [`Error::NotFound`].
pub fn links(app: &App, actor: &Actor, filter: &LinkFilter, start: usize) -> Result<LinkPage> {
    actor.require(Right::EditCitations)?;
    app.store.read(|db| page(&app.settings, db, filter, start, PAGE))
}

/// All of them.
pub fn all_links(app: &App, actor: &Actor, filter: &LinkFilter) -> Result<LinkPage> {
    actor.require(Right::EditCitations)?;
    app.store.read(|db| page(&app.settings, db, filter, 0, usize::MAX))
}

/// How many links are broken: the number of the list with the state `broken`.
pub fn broken_links(db: &ReadTx<'_>) -> Result<u64> {
    db.broken_links()
}

fn link_state(row: &LinkRow) -> LinkState {
    row.known.as_ref().map_or(LinkState::Unchecked, |known| known.state)
}

fn counts(rows: &[LinkRow]) -> LinkCounts {
    let mut counts = LinkCounts::default();
    rows.iter().for_each(|row| counts.add(link_state(row)));
    counts
}

fn page(
    settings: &Settings,
    db: &ReadTx<'_>,
    filter: &LinkFilter,
    start: usize,
    most: usize,
) -> Result<LinkPage> {
    let citation = filter.citation.as_deref().map(|id| editing::existing_key(db, id)).transpose()?;
    let mut rows = db.link_rows(filter.department.as_deref(), citation)?;
    let counts = counts(&rows);
    rows.retain(|row| filter.state.takes(link_state(row)));
    // Languages of a citation stay in their order: the sort is stable.
    rows.sort_by_cached_key(|row| (link_state(row).rank(), fold(&row.title), row.id.clone()));
    let found = rows.len();
    let links = rows
        .into_iter()
        .skip(start)
        .take(most)
        .map(|row| entry(db, row))
        .collect::<Result<Vec<LinkEntry>>>()?;
    let nightly = settings.links.check == LinkChecks::Nightly;
    Ok(LinkPage { counts, found, links, nightly })
}

fn entry(db: &ReadTx<'_>, row: LinkRow) -> Result<LinkEntry> {
    let state = link_state(&row);
    let known = row.known;
    Ok(LinkEntry {
        readable_id: db.current_readable_id(row.key)?.unwrap_or_else(|| row.id.clone()),
        citation: row.id,
        title: row.title,
        department: row.department,
        lang: row.lang,
        url: row.url,
        state,
        result: known.as_ref().map_or(LinkState::Unchecked, |known| known.result),
        nights: known.as_ref().map_or(0, |known| known.bad_nights),
        reason: match &known {
            Some(known) => known.reason.clone(),
            None => Some("not checked yet".to_owned()),
        },
        checked: known.map(|known| known.checked),
        waiting: row.waiting,
    })
}

/// Requests a check of a citation's URL now, whether or not nightly checks are on; durable on return.
pub fn request_check(app: &App, request: &LinkRequest, actor: &Actor) -> Result<()> {
    actor.require(Right::EditCitations)?;
    app.store.write(|db| {
        let key = match editing::existing_key(db, &request.citation) {
            Err(Error::NotFound(message)) => return Err(Error::invalid("citation", message)),
            other => other?,
        };
        // Stored files are not checked.
        let is_file =
            db.version_with_file_address(key, &request.url)?.is_some_and(|version| version.file.is_some());
        if is_file || !db.is_current_address(key, &request.url)? {
            let error = FieldError::new("url", "This is not an address of the citation.");
            return Err(Error::Invalid(vec![error]));
        }
        let citation = db.citation(key)?;
        if citation.obsolete {
            return Err(Error::invalid("citation", "Links of obsolete citations are not checked."));
        }
        db.add_link_request(&request.url, MAX_WAITING)?;
        let event = actor.event(Action::LinkCheck, format!("citation/{}", citation.id));
        db.append_audit(&event.with_detail(&*request.url))
    })?;
    app.background.link_requested.notify_one();
    Ok(())
}

/// The links of a citation that are broken or have changed, for the signed-in person.
pub fn marks(store: &Store, id: &str) -> Result<Vec<LinkMark>> {
    store.read(|db| {
        let key = editing::existing_key(db, id)?;
        db.link_marks(key)
    })
}

//! Checks of handout URLs: which are due in a night or were requested, what is stored about each, and the list of
//! broken links. Contract section 9.4.

use crate::domain::accessibility::{FileCheck, PdfChecking};
use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::blocking::blocking;
use crate::domain::citations::editing;
use crate::domain::files::adoption::CopyKeeping;
use crate::domain::handout_text::{self, TextExtraction, TextUpdate};
use crate::link_check::{Checker, Limits, TextWanted};
use crate::model::accounts::Right;
use crate::model::audit::event::Action;
use crate::model::clock;
use crate::model::day::Day;
use crate::model::error::{Error, FieldError, Result};
use crate::model::link_check::address::AllowedHosts;
use crate::model::link_check::link::{
    Checked, FileMarks, LinkCounts, LinkEntry, LinkMark, LinkPage, LinkRequest, LinkState, MAX_WAITING,
    Night, NightAction, StateFilter, UrlState, night_action, night_at,
};
use crate::model::list_part::ListPart;
use crate::search::fold;
use crate::settings::{LinkChecks, Settings};
use crate::store::{KnownLink, LinkRow, LinkUpdate, ReadTx, Store, WriteTx};
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::sync::OnceCell;
use url::Url;

/// Checks URLs and stores the results.
pub struct LinkChecker {
    app: Arc<App>,
    /// Reads the texts of what is fetched, if the settings ask for them.
    texts: Option<TextExtraction>,
    /// Keeps copies of what is fetched, if the settings ask for them.
    copies: Option<CopyKeeping>,
    /// Checks what is fetched for what assistive technology needs.
    accessibility: PdfChecking,
    /// Created for the first check: loading the machine's certificate authorities takes time and memory.
    checker: OnceCell<Checker>,
}

impl LinkChecker {
    /// Configured by the settings.
    pub fn new(app: Arc<App>) -> LinkChecker {
        // Without nightly checks only the texts of stored files are read.
        let is_nightly = app.settings.links.check == LinkChecks::Nightly;
        let texts = is_nightly.then(|| TextExtraction::new(app.clone())).flatten();
        LinkChecker {
            texts,
            copies: CopyKeeping::from_app(&app),
            accessibility: PdfChecking::new(&app.settings),
            app,
            checker: OnceCell::new(),
        }
    }

    async fn checker(&self) -> Result<&Checker> {
        let make = || {
            let app = self.app.clone();
            blocking(move || {
                let allowed = AllowedHosts::new(&app.settings.links.allow_hosts);
                Checker::new(
                    &app.public_url,
                    app.settings.hospital.email.as_deref(),
                    allowed,
                    Limits::default(),
                )
            })
        };
        self.checker.get_or_try_init(make).await
    }

    /// Starts the night when its hour has come, or resumes the current one; `None` if nothing is due.
    pub async fn plan(&self) -> Result<Option<NightPlan>> {
        let app = self.app.clone();
        blocking(move || {
            let last = app.store.read(|db| db.link_night())?;
            let night = match night_action(clock::local().datetime(), app.settings.links.hour, last) {
                NightAction::Wait => return Ok(None),
                NightAction::Resume(night) => night,
                NightAction::Begin(night) => {
                    app.store.write(|db| {
                        db.set_link_night(Night { day: night, finished: false })?;
                        db.delete_unused_checks()?;
                        db.delete_unused_texts()
                    })?;
                    night
                }
            };
            let due = app.store.read(|db| db.links_due(night))?;
            Ok(Some(NightPlan { night, hosts: by_host(due) }))
        })
        .await
    }

    /// Records that every address of this night was checked. Returns `false` if some were not.
    pub async fn finish(&self, night: Day) -> Result<bool> {
        let app = self.app.clone();
        blocking(move || {
            let is_done = app.store.read(|db| Ok(db.links_due(night)?.is_empty()))?;
            if is_done {
                app.store.write(|db| db.set_link_night(Night { day: night, finished: true }))?;
            }
            Ok(is_done)
        })
        .await
    }

    /// Whether this night is still the current one.
    pub fn is_night(&self, night: Day) -> bool {
        night_at(clock::local().datetime(), self.app.settings.links.hour) == night
    }

    /// The addresses with requested checks.
    pub async fn requested_urls(&self) -> Result<Vec<String>> {
        let app = self.app.clone();
        blocking(move || app.store.read(|db| db.link_requests())).await
    }

    /// Checks an address as part of a night, or on request (`None`), and stores the result in one transaction. Skips one
    /// that no citation shows any more, and one that this night has counted already.
    pub async fn check(&self, url: &str, night: Option<Day>) -> Result<()> {
        let (app, address) = (self.app.clone(), url.to_owned());
        let (is_shown, known) =
            blocking(move || app.store.read(|db| Ok((db.is_link(&address)?, db.known_link(&address)?))))
                .await?;
        let counted = night.is_some() && known.as_ref().is_some_and(|known| known.url_state.night == night);
        let (checked, text, file_check) = if is_shown && !counted {
            let last = known.and_then(|known| known.file);
            let Answered { checked, text, file_check } =
                self.ask(url, last.as_ref(), night.is_none()).await?;
            (Some(checked), text, file_check)
        } else {
            (None, None, None)
        };
        let (app, address) = (self.app.clone(), url.to_owned());
        blocking(move || {
            app.store.write(|db| {
                if let Some(checked) = &checked {
                    // Another check may have finished in the meantime.
                    let known = db.known_link(&address)?;
                    keep(db, &address, checked, known, night)?;
                }
                if let Some(text) = &text {
                    handout_text::store_text(db, &address, text)?;
                }
                if let Some(file_check) = &file_check {
                    file_check.store(db)?;
                }
                if night.is_none() { db.end_link_request(&address) } else { Ok(()) }
            })
        })
        .await
    }

    /// Checks an address, and extracts the text of its file if that is wanted. A text that cannot be extracted because of
    /// this machine is tried again at the next check. `is_requested`: the check is not part of a night.
    async fn ask(&self, url: &str, last: Option<&FileMarks>, is_requested: bool) -> Result<Answered> {
        let checker = self.checker().await?;
        let known = match &self.texts {
            Some(texts) => Some(texts.known(url, is_requested).await?),
            None => None,
        };
        let is_first_copy = match &self.copies {
            Some(copies) => !copies.has_copy(url).await?,
            None => false,
        };
        let wanted = match (&known, &self.copies) {
            _ if is_first_copy || self.is_to_be_checked(last).await? => TextWanted::default(),
            (Some(known), _) => known.wanted(),
            (None, Some(_)) => TextWanted { known: last.cloned(), ..TextWanted::default() },
            (None, None) => TextWanted::only_for_digest(),
        };
        let (checked, mut fetched) = checker.check_and_fetch(url, last, &wanted).await;
        if let (Some(copies), Some(fetched)) = (&self.copies, &mut fetched)
            && let Err(e) = copies.keep(url, fetched).await
        {
            tracing::error!(cause = %e, "a copy of a handout could not be stored; trying again when it changes");
        }
        let file_check = match &fetched {
            Some(fetched) => self.accessibility.check_fetched(fetched).await.unwrap_or_else(|e| {
                tracing::error!(cause = %e, "the accessibility of a handout could not be checked; trying again at the next check");
                None
            }),
            None => None,
        };
        let text = match (fetched, &self.texts, known) {
            (Some(fetched), Some(texts), Some(known)) => texts.read(fetched, &known).await.map(Some).unwrap_or_else(|e| {
                tracing::error!(cause = %e, "the text of a handout could not be read; trying again at the next check");
                None
            }),
            _ => None,
        };
        Ok(Answered { checked, text, file_check })
    }

    /// Whether the file that was last there was not checked by the current rules.
    async fn is_to_be_checked(&self, last: Option<&FileMarks>) -> Result<bool> {
        let Some(digest) = last.and_then(|last| last.sha256.clone()) else { return Ok(false) };
        let app = self.app.clone();
        Ok(!blocking(move || app.store.read(|db| db.is_checked_now(&digest))).await?)
    }
}

/// What asking an address came to.
struct Answered {
    checked: Checked,
    text: Option<TextUpdate>,
    file_check: Option<FileCheck>,
}

/// The addresses of a night that are still to be checked.
#[derive(Debug)]
pub struct NightPlan {
    /// The day on which the night began.
    pub night: Day,
    /// The addresses, a list for each host.
    pub hosts: Vec<Vec<String>>,
}

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

fn keep(
    db: &WriteTx<'_>,
    url: &str,
    checked: &Checked,
    known: Option<KnownLink>,
    night: Option<Day>,
) -> Result<()> {
    let (url_state, before) = known.map_or((UrlState::NEW, None), |known| (known.url_state, known.file));
    let digest_before = before.as_ref().and_then(|file| file.sha256.clone());
    let file = match &checked.file {
        // The file was not fetched again, because it is unchanged.
        Some(today) if today.sha256.is_none() => {
            let mut today = today.clone();
            today.sha256 = digest_before;
            Some(today)
        }
        Some(today) => Some(today.clone()),
        None => before,
    };
    let url_state = url_state.after(checked.result, night);
    let update = LinkUpdate {
        result: checked.result,
        reason: checked.reason.as_deref(),
        url_state,
        file: file.as_ref(),
    };
    db.put_link(url, &update)?;
    match file.as_ref().and_then(|file| file.sha256.as_deref()) {
        Some(digest) if checked.file.is_some() => db.add_link_baselines(url, digest),
        _ => Ok(()),
    }
}

/// The host of an address; empty for an invalid one.
pub fn host_name(address: &str) -> String {
    Url::parse(address).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default()
}

/// The addresses by their hosts. Invalid ones have none, and form one group.
fn by_host(addresses: Vec<String>) -> Vec<Vec<String>> {
    let mut hosts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for address in addresses {
        hosts.entry(host_name(&address)).or_default().push(address);
    }
    hosts.into_values().collect()
}

/// Links, broken ones first. Obsolete citations are left out; an unknown one that is asked for is
/// [`Error::NotFound`].
pub fn links(app: &App, actor: &Actor, filter: &LinkFilter, part: ListPart) -> Result<LinkPage> {
    actor.require(Right::EditCitations)?;
    app.store.read(|db| page(&app.settings, db, filter, part))
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

fn page(settings: &Settings, db: &ReadTx<'_>, filter: &LinkFilter, part: ListPart) -> Result<LinkPage> {
    let citation = filter.citation.as_deref().map(|id| editing::existing_key(db, id)).transpose()?;
    let mut rows = db.link_rows(filter.department.as_deref(), citation)?;
    let counts = counts(&rows);
    rows.retain(|row| filter.state.takes(link_state(row)));
    // Languages of a citation stay in their order: the sort is stable.
    rows.sort_by_cached_key(|row| (link_state(row).rank(), fold(&row.title), row.id.clone()));
    let found = rows.len();
    let links = part.select(rows).map(|row| entry(db, row)).collect::<Result<Vec<LinkEntry>>>()?;
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
pub fn link_marks(store: &Store, id: &str) -> Result<Vec<LinkMark>> {
    store.read(|db| {
        let key = editing::existing_key(db, id)?;
        db.link_marks(key)
    })
}

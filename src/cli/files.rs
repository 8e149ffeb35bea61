//! `handout files`: attaches files, adopts links, withdraws and moves stored files.

use crate::cli::arguments::FilesAction;
use crate::cli::files_attach::{self, AttachOptions};
use crate::cli::files_move;
use crate::cli::output;
use crate::domain::actor::Actor;
use crate::domain::files::adoption::{Adopter, NotStored};
use crate::domain::files::upload::Storing;
use crate::domain::files::withdrawal::withdraw;
use crate::domain::link_check::host_name;
use crate::files::{FileStore, wait_for};
use crate::model::entity_tag::Precondition;
use crate::model::error::{Error, Result};
use crate::model::text::count_with_noun;
use crate::settings::Settings;
use crate::store::Store;
use futures_util::{StreamExt, stream};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use url::Url;

/// Hosts that are asked at once.
const MAX_HOSTS: usize = 8;

pub(super) fn run(settings: &Settings, action: &FilesAction) -> Result<ExitCode> {
    match action {
        FilesAction::Adopt { host, dry_run } => adopt(settings, host.as_deref(), *dry_run),
        FilesAction::Attach { dir, dry_run, replace, report } => {
            let options =
                AttachOptions { dir, dry_run: *dry_run, replace: *replace, report: report.as_deref() };
            files_attach::run(settings, options)
        }
        FilesAction::Move { to } => files_move::run(settings, to),
        FilesAction::Withdraw { digest, reason } => withdraw_one(settings, digest, reason),
    }
}

fn withdraw_one(settings: &Settings, digest: &str, reason: &str) -> Result<ExitCode> {
    let store = Arc::new(Store::open_present_to_write(&settings.data.dir)?);
    let files = FileStore::new(&settings.files, &settings.data.dir)?;
    let actor = Actor::command("files withdraw");
    match wait_for(withdraw(&store, &files, &actor, digest, reason))?? {
        None => output::line(format_args!("{digest} is withdrawn and deleted."))?,
        Some(detail) => output::line(format_args!("{detail}"))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The citations that show a link.
type Links = BTreeMap<String, Vec<String>>;

fn adopt(settings: &Settings, host: Option<&str>, dry_run: bool) -> Result<ExitCode> {
    let store = Arc::new(match dry_run {
        true => Store::open_to_read(&settings.data.dir)?,
        false => Store::open_present_to_write(&settings.data.dir)?,
    });
    let mut hosts: BTreeMap<String, Links> = BTreeMap::new();
    for (url, citation) in store.read(|db| db.links_in_use())? {
        let name = host_name(&url);
        let authority = Url::parse(&url).map_or(String::new(), |url| url.authority().to_owned());
        let is_named = |host: &str| [&name, &authority].iter().any(|own| own.eq_ignore_ascii_case(host));
        if host.is_none_or(is_named) {
            hosts.entry(name).or_default().entry(url).or_default().push(citation);
        }
    }
    let count: u64 = hosts.values().map(|links| links.len() as u64).sum();
    if dry_run {
        for url in hosts.values().flat_map(Links::keys) {
            output::line(format_args!("{url}"))?;
        }
        output::line(format_args!("{} would be stored.", count_with_noun(count, "link", "links")))?;
        return Ok(ExitCode::SUCCESS);
    }
    let files = FileStore::new(&settings.files, &settings.data.dir)?;
    let public_url = settings.server.public_url.as_ref().map_or("", |url| url.as_str().trim_end_matches('/'));
    store.set_public_url(public_url);
    let adopter = Adopter::new(Storing::new(store, files, settings), settings, public_url)?;
    let stored = AtomicU64::new(0);
    let work = stream::iter(hosts.into_values()).for_each_concurrent(MAX_HOSTS, |links| async {
        for (url, citations) in links {
            let words = match adopt_one(&adopter, &url, &citations).await {
                Ok(Ok(())) => {
                    stored.fetch_add(1, Ordering::Relaxed);
                    "stored".to_owned()
                }
                Ok(Err(reason)) => format!("not stored: {reason}"),
                Err(error) => format!("not stored: {error}"),
            };
            // A closed pipe does not end the work.
            let _ = output::line(format_args!("{url}: {words}"));
        }
    });
    wait_for(work)?;
    let (stored, total) = (stored.into_inner(), count_with_noun(count, "link", "links"));
    output::line(format_args!("{stored} of {total} stored."))?;
    Ok(if stored == count { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Stores what a link serves, for all the citations that show it.
async fn adopt_one(
    adopter: &Adopter,
    url: &str,
    citations: &[String],
) -> Result<std::result::Result<(), String>> {
    let actor = Actor::command("files adopt");
    let file = match adopter.stored(url, &actor).await? {
        Ok(file) => file,
        Err(NotStored { reason, .. }) => return Ok(Err(reason)),
    };
    for citation in citations {
        match adopter.refer(citation, url, &file, &Precondition::Any, &actor).await {
            Ok(_) => {}
            Err(Error::Invalid(errors)) => {
                let reasons: Vec<String> = errors.into_iter().map(|error| error.message).collect();
                return Ok(Err(format!("{citation}: {}", reasons.join(" "))));
            }
            Err(other) => return Err(other),
        }
    }
    Ok(Ok(()))
}

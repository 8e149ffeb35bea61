//! `handout promote`: a replica's data directory becomes a primary's, unless a primary can still be reached.

use crate::cli::output::{self, bar_style};
use crate::domain::audit::command_event;
use crate::domain::indexing;
use crate::files::{FileStore, wait_for};
use crate::model::audit::event::Action;
use crate::model::error::{Error, Result};
use crate::model::files::NamedFile;
use crate::model::text::count_with_noun;
use crate::settings::Settings;
use crate::store::{DataLock, Promotion, ServerLock, SkippedNumbers, Store};
use indicatif::ProgressBar;
use std::net::TcpStream;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use url::Url;

/// How long one address may take to accept a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
/// A primary that is restarting accepts no connections for a moment.
const MAX_ATTEMPTS: u32 = 3;
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// Makes the file that the replica followed, or `file`, the database of this data directory.
///
/// Refuses while the primary can be reached, unless `force` is given.
pub(super) fn run(settings: &Settings, file: Option<&Path>, force: bool) -> Result<ExitCode> {
    let Some(source) = file.or(settings.replica.database.as_deref()) else {
        return Err(Error::Settings(
            "replica.database is not set; set it, or name the file that `litestream restore` made".into(),
        ));
    };
    let dir = &settings.data.dir;
    let _server = ServerLock::take(dir)?;
    let lock = DataLock::exclusive(dir)?;
    if !force {
        refuse_while_reachable(settings)?;
    }
    let bar = ProgressBar::new(0).with_style(bar_style());
    let event = command_event("promote", Action::Promote, source, true);
    let promotion = Promotion::prepare(source, dir, &event, &lock, |done, total| {
        bar.set_length(total);
        bar.set_position(done);
    })?;
    bar.finish_and_clear();
    let files = FileStore::new(&settings.files, dir)?;
    check_files(&files, &promotion, force)?;
    let promoted = promotion.place()?;
    output::line(format_args!(
        "Promoted {} with {}.",
        source.display(),
        count_with_noun(promoted.citations, "citation", "citations")
    ))?;
    if let Some(moment) = promoted.known_until {
        output::line(format_args!(
            "It holds everything up to {moment}; what the primary saved after that is lost."
        ))?;
    }
    // Nothing else may delete in the store from now on.
    let taken_over = wait_for(files.take_over())?;
    let store = Store::open_restored(dir, lock)?;
    build_index(settings, &store, promoted.citations)?;
    output::line("The search index was built.")?;
    print_skipped_numbers(promoted.left_out)?;
    if let Err(e) = taken_over {
        output::line(format_args!(
            "The store of files could not be taken over ({e}); run `handout files move --to {}` later.",
            files.address()
        ))?;
    }
    print_next_steps(settings)?;
    Ok(ExitCode::SUCCESS)
}

/// Refuses while files of versions are missing here, unless `force` is given; names them, and the copies of links that are.
fn check_files(files: &FileStore, promotion: &Promotion, force: bool) -> Result<()> {
    let is_here = |NamedFile { digest, size, .. }: &NamedFile| {
        wait_for(files.size_or_unknown(*digest))
            .is_ok_and(|found| found.is_ok_and(|found| found == Some(*size)))
    };
    let list = |missing: &[&NamedFile]| {
        let names: Vec<String> = missing.iter().map(|file| file.to_string()).collect();
        names.join("; ")
    };
    let missing: Vec<&NamedFile> = promotion.files.iter().filter(|file| !is_here(file)).collect();
    let is_copy = |file: &&NamedFile| !promotion.files.iter().any(|needed| needed.digest == file.digest);
    let copies: Vec<&NamedFile> =
        promotion.all_files.iter().filter(is_copy).filter(|file| !is_here(file)).collect();
    if !missing.is_empty() && !force {
        return Err(Error::Conflict(format!(
            "{} not on this server; nothing was changed. Copy them from the old server or a backup, or add --force to \
             promote without them: {}",
            count_with_noun(missing.len() as u64, "stored file is", "stored files are"),
            list(&missing)
        )));
    }
    for (what, files) in [("Stored files", missing), ("Copies of links and files of orders", copies)] {
        if !files.is_empty() {
            output::line(format_args!("{what} that are not on this server: {}", list(&files)))?;
        }
    }
    Ok(())
}

fn refuse_while_reachable(settings: &Settings) -> Result<()> {
    let Some(primary) = &settings.replica.primary_url else {
        return Err(Error::Settings(
            "replica.primary_url is not set, so nobody can tell whether the primary still runs; set it, or add --force \
             when you are sure that it does not"
                .into(),
        ));
    };
    if is_reachable(primary) {
        return Err(Error::Conflict(format!(
            "something still answers at {primary} (replica.primary_url); nothing was changed. Two primaries would each save \
             what the other never sees: stop that one first. Add --force only when you know that it is off and \
             something else, such as a proxy, answers in its place"
        )));
    }
    output::line(format_args!(
        "Nothing answers at {primary}. Make sure that the primary there is not started again."
    ))
}

fn build_index(settings: &Settings, store: &Store, citations: u64) -> Result<()> {
    let bar = ProgressBar::new(citations).with_style(bar_style());
    indexing::rebuild(settings, store, |done| bar.set_position(done))?;
    bar.finish_and_clear();
    Ok(())
}

fn print_skipped_numbers(left_out: SkippedNumbers) -> Result<()> {
    let SkippedNumbers { year, first, last } = left_out;
    output::line(format_args!(
        "Order numbers continue after {year:02}-{last:06}: those from {year:02}-{first:06} on may have been given by the \
         primary in its last moments."
    ))
}

fn print_next_steps(settings: &Settings) -> Result<()> {
    output::line(if settings.replica.enabled {
        "Next: set replica.enabled = false in the settings, then start the server with `handout serve`."
    } else {
        "Next: start the server with `handout serve`."
    })
}

/// Whether anything accepts a connection at this address, within some seconds.
///
/// No request is sent: a server that hangs, or whose certificate is out of date, may still write.
pub(super) fn is_reachable(url: &Url) -> bool {
    (0..MAX_ATTEMPTS).any(|tried| {
        if tried > 0 {
            std::thread::sleep(RETRY_INTERVAL);
        }
        accepts(url)
    })
}

fn accepts(url: &Url) -> bool {
    // Nobody can reach a primary whose name does not resolve.
    let addresses = url.socket_addrs(|| None).unwrap_or_default();
    addresses.iter().any(|address| TcpStream::connect_timeout(address, CONNECT_TIMEOUT).is_ok())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::net::TcpListener;

    fn url(listener: &TcpListener) -> Url {
        format!("http://{}/", listener.local_addr().unwrap()).parse().unwrap()
    }

    #[test]
    fn whatever_accepts_a_connection_counts() {
        // A listener that never answers.
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        assert!(is_reachable(&url(&listener)));
        let gone = url(&listener);
        drop(listener);
        assert!(!is_reachable(&gone));
    }

    #[test]
    fn one_that_comes_back_at_once_counts() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, primary) = (listener.local_addr().unwrap(), url(&listener));
        drop(listener);
        let restarted = std::thread::spawn(move || {
            std::thread::sleep(RETRY_INTERVAL / 2);
            TcpListener::bind(address).unwrap()
        });
        assert!(is_reachable(&primary));
        restarted.join().unwrap();
    }

    #[test]
    fn a_name_that_leads_nowhere_does_not() {
        assert!(!is_reachable(&"https://primary.invalid".parse().unwrap()));
    }
}

//! `handout check`: one line for each thing that can be wrong.

use crate::domain::outbox;
use crate::identity::Identity;
use crate::mail::Mailer;
use crate::model::error::{Error, Result};
use crate::search::Index;
use crate::settings::Settings;
use crate::store::{FILE_NAME, Store};
use std::process::ExitCode;

/// Checks what the settings name; exit code 1 when something is wrong.
pub(super) fn run(settings: Settings) -> Result<ExitCode> {
    let mut wrong = false;
    let mut tell = |what: &str, found: Result<String, String>| {
        wrong |= found.is_err();
        match found {
            Ok(message) => println!("{what:<18} ok     {message}"),
            Err(message) => println!("{what:<18} WRONG  {message}"),
        }
    };
    tell("settings", Ok("read and understood".into()));
    let dir = &settings.data.dir;
    let file = dir.join(FILE_NAME);
    if file.exists() {
        match Store::open(dir) {
            Err(e) => tell("database", Err(e.to_string())),
            Ok(store) => {
                let whole = store.look_for_damage().map_err(|e| e.to_string());
                let count = store.read(|db| db.citation_count()).unwrap_or(0);
                tell("database", whole.map(|()| format!("{} holds {count} citations", file.display())));
                let versions = store.schema_version().map_err(|e| e.to_string());
                tell(
                    "migrations",
                    versions.and_then(|(has, knows)| {
                        if has == knows {
                            Ok(format!("schema {has}"))
                        } else {
                            Err(format!("schema {has} of {knows}"))
                        }
                    }),
                );
                tell("search index", index(&settings, &store));
                tell("order mails", order_mails(&store));
            }
        }
    } else {
        tell("database", Ok(format!("there is none yet at {}; the first start makes it", file.display())));
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|e| Error::io("starting", e))?;
    runtime.block_on(async {
        match Identity::of(&settings, "http://localhost") {
            Err(e) => tell("identity provider", Err(e.to_string())),
            Ok(None) => tell("identity provider", Ok("not configured: nobody can sign in".into())),
            Ok(Some(identity)) => {
                let found = identity.probe().await.map_err(|fault| fault.to_string());
                tell("identity provider", found.map(|()| format!("{} answers", identity.issuer())));
            }
        }
        match Mailer::of(&settings.orders) {
            Err(e) => tell("mail server", Err(e.to_string())),
            Ok(None) => {
                tell("mail server", Ok("not configured: orders are kept and listed, not mailed".into()))
            }
            Ok(Some(mailer)) => tell("mail server", mailer.probe().await.map(|()| "answers".into())),
        }
    });
    match &settings.backup.dir {
        None => tell("backups", Ok("not configured".into())),
        Some(dir) if dir.is_dir() => tell("backups", Ok(format!("go to {}", dir.display()))),
        Some(dir) => tell("backups", Err(format!("{} is no folder", dir.display()))),
    }
    Ok(ExitCode::from(u8::from(wrong)))
}

fn index(settings: &Settings, store: &Store) -> Result<String, String> {
    let message = |e: Error| e.to_string();
    let latest = store.read(|db| db.latest_change()).map_err(message)?;
    match Index::probe(&settings.data.dir.join("index"), store.instance()) {
        Ok(applied) if applied == latest => Ok(format!("holds every change up to {latest}")),
        Ok(applied) => {
            Ok(format!("holds changes up to {applied} of {latest}; the server catches up by itself"))
        }
        Err(why) => Ok(format!("is built anew at the next start, because {why}")),
    }
}

fn order_mails(store: &Store) -> Result<String, String> {
    let waiting = outbox::mails_waiting(store).map_err(|e| e.to_string())?;
    let mut faults = Vec::new();
    if waiting.without_outcome > 0 {
        faults.push(format!(
            "{} may have been sent, but the outcome is not recorded; see the server's log. A server that is started \
             now sends them again, with the same Message-ID",
            waiting.without_outcome
        ));
    }
    if waiting.too_late > 0 {
        faults.push(format!(
            "{} would wait longer than any pause, because the clock was ahead; check the machine's time. A running \
             server sends them within a minute",
            waiting.too_late
        ));
    }
    let count = match (waiting.count, waiting.last_fault) {
        (0, _) => return Ok("none waits".into()),
        (n, None) => format!("{n} wait to be sent"),
        (n, Some(fault)) => format!("{n} wait to be sent; the last attempt failed: {fault}"),
    };
    if faults.is_empty() { Ok(count) } else { Err(format!("{count}; of these {}", faults.join("; "))) }
}

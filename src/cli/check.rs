//! `handout check`: one line for each thing that is checked.

use crate::cli::arguments::FilesRead;
use crate::cli::{check_files, output};
use crate::domain::files::backup::latest_backup_failure;
use crate::domain::freshness::{age_seconds_since, spoken};
use crate::domain::{audit, outbox};
use crate::identity::{Identity, ProviderReport};
use crate::mail::{Mailer, Verdict, read_address};
use crate::model::backup::{is_recent, scheduled_day};
use crate::model::clock;
use crate::model::error::{Error, Result};
use crate::model::keys::ChangeNumber;
use crate::model::text::count_with_noun;
use crate::search::Index;
use crate::settings::{Audit, Settings};
use crate::store::{FILE_NAME, Store, check_followed_file, inspect, refuse_primary_folder, stored_state};
use crate::web::Certificate;
use jiff::Timestamp;
use rustix::fs::{Access, access};
use std::io::ErrorKind;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// The lines printed so far.
#[derive(Default)]
struct Lines {
    is_wrong: bool,
    /// Why a line could not be printed.
    error: Option<Error>,
}

impl Lines {
    fn add(&mut self, what: &str, found: Result<String, String>) {
        self.is_wrong |= found.is_err();
        let (state, message) = match &found {
            Ok(message) => ("ok   ", message),
            Err(message) => ("WRONG", message),
        };
        // SQLite describes damage in several lines.
        let message = message.lines().collect::<Vec<_>>().join(" ");
        let printed = output::line(format_args!("{what:<18} {state}  {message}"));
        self.error = self.error.take().or(printed.err());
    }
}

/// Checks everything that the settings refer to; exit code 1 on a failed check, 2 on an invalid setting.
pub(super) fn run(settings: Settings, read: FilesRead) -> Result<ExitCode> {
    let mut lines = Lines::default();
    lines.add("settings", Ok("read and understood".into()));
    let certificate = Certificate::from_settings(&settings.server);
    let is_misset = certificate.is_err();
    lines.add("certificate", certificate.map_err(|e| e.to_string()).and_then(validity));
    if settings.replica.enabled {
        replica(&settings, &mut lines);
        for (what, found) in check_files::replica_lines(&settings) {
            lines.add(what, found);
        }
        return ended(lines, is_misset);
    }
    database(&settings, &mut lines);
    for (what, found) in check_files::stored_file_lines(&settings, read) {
        lines.add(what, found);
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|e| Error::io("starting", e))?;
    runtime.block_on(async {
        identity_provider(&settings, &mut lines).await;
        mail_server(&settings, &mut lines).await;
    });
    for (what, found) in check_files::handout_text_lines(&settings) {
        lines.add(what, found);
    }
    lines.add("backups", backups(&settings));
    ended(lines, is_misset)
}

/// Checks whether the provider answers, and which of the scopes and claims that are used it lists.
async fn identity_provider(settings: &Settings, lines: &mut Lines) {
    let what = "identity provider";
    let identity = match Identity::new(settings, "http://localhost") {
        Err(e) => return lines.add(what, Err(e.to_string())),
        Ok(None) => return lines.add(what, Ok("not configured: nobody can sign in".into())),
        Ok(Some(identity)) => identity,
    };
    match identity.probe().await {
        Err(e) => lines.add(what, Err(e.to_string())),
        Ok(report) => {
            lines.add(what, Ok(format!("{} answers", identity.issuer())));
            lines.add("sign-in scopes", Ok(scopes(&report, identity.groups_claim())));
            lines.add("sign-in claims", Ok(claims(&report, identity.groups_claim())));
        }
    }
}

/// The scopes that are requested, and what follows from those that are not.
fn scopes(report: &ProviderReport, groups_claim: &str) -> String {
    let asked: Vec<&str> = std::iter::once("openid").chain(report.scopes.iter().copied()).collect();
    let mut text = format!("asked for: {}", asked.join(", "));
    if report.missing_scopes.is_empty() {
        return text;
    }
    text += &format!(
        "; notice: the provider does not list {} (scopes_supported), so that is not asked for",
        report.missing_scopes.join(", ")
    );
    for scope in &report.missing_scopes {
        text += &match *scope {
            "groups" => format!(
                ". Rights by group need a provider that sends '{groups_claim}' (identity.groups_claim) without this scope, \
                 or another claim such as app roles; `handout admin grant` gives rights to a person"
            ),
            "email" => {
                ". Without an email address `handout admin grant` finds nobody, and orderers get no mail"
                    .into()
            }
            _ => ". Names may be missing".to_owned(),
        };
    }
    text
}

/// The claims that the provider does not list, and what follows where it does not send them.
fn claims(report: &ProviderReport, groups_claim: &str) -> String {
    if report.missing_claims.is_empty() {
        return "the provider's list lacks none that is used".into();
    }
    let missing = report.missing_claims.join(", ");
    let mut text = format!(
        "notice: the provider does not list {missing} (claims_supported); it may send them all the same"
    );
    for claim in &report.missing_claims {
        match claim.as_str() {
            "email_verified" => {
                text +=
                    ". Without email_verified no address counts as verified, and `handout admin grant` waits";
            }
            claim if claim == groups_claim => {
                text += &format!(". Without {claim} nobody has rights by group")
            }
            _ => {}
        }
    }
    text
}

/// Checks whether the mail server accepts mails to the copy center and to the hospital.
async fn mail_server(settings: &Settings, lines: &mut Lines) {
    let what = "mail server";
    let mailer = match Mailer::from_settings(settings) {
        Err(e) => return lines.add(what, Err(e.to_string())),
        Ok(None) => {
            return lines.add(what, Ok("not configured: orders are stored and listed, not mailed".into()));
        }
        Ok(Some(mailer)) => mailer,
    };
    let hospital = settings.hospital.email.as_deref();
    let hospital_address = hospital.and_then(read_address);
    if hospital.is_some() && hospital_address.is_none() {
        lines.add("mail to hospital", Err("hospital.email is not an email address".into()));
    }
    let hello = settings.smtp_hello();
    let verdicts = match mailer.probe(hospital_address.as_ref()).await {
        Ok(verdicts) => verdicts,
        Err(Verdict::Refused(why)) => return lines.add(what, Err(format!("{why} (greeted as {hello})"))),
        Err(Verdict::Later(why)) => return lines.add(what, Ok(format!("notice: not now: {why}"))),
        Err(Verdict::Accepted) => Vec::new(),
    };
    lines.add(what, Ok(format!("answers; it is greeted as {hello} (orders.smtp_hello)")));
    let copy_center = settings.orders.copy_center_email.as_deref().unwrap_or_default();
    let recipients = [("mail to orders", copy_center), ("mail to hospital", hospital.unwrap_or_default())];
    for ((what, address), verdict) in recipients.into_iter().zip(verdicts) {
        lines.add(
            what,
            match verdict {
                Verdict::Accepted => Ok(format!("{address} is accepted")),
                Verdict::Later(why) => Ok(format!("notice: {address} is not accepted now: {why}")),
                Verdict::Refused(why) => Err(format!("{address} is refused: {why}")),
            },
        );
    }
}

fn ended(lines: Lines, is_misset: bool) -> Result<ExitCode> {
    match lines.error {
        Some(error) => Err(error),
        // An invalid certificate counts as an invalid setting, as when the server starts.
        None => Ok(ExitCode::from(if is_misset { 2 } else { u8::from(lines.is_wrong) })),
    }
}

fn backups(settings: &Settings) -> Result<String, String> {
    let (data_dir, settings) = (&settings.data.dir, &settings.backup);
    let encrypted = match &settings.recipient {
        Some(recipient) => format!("encrypted for {recipient}"),
        None => "not encrypted".into(),
    };
    match &settings.dir {
        None => Ok(format!("not scheduled; those made by hand are {encrypted}")),
        Some(dir) => {
            if let Some(failure) = latest_backup_failure(data_dir) {
                return Err(format!("the latest one failed at {failure}"));
            }
            newest_backup(dir).map(|newest| format!("go to {}, {encrypted}; {newest}", dir.display()))
        }
    }
}

/// The day of the newest scheduled backup in the directory; an error if it is not recent.
fn newest_backup(dir: &Path) -> Result<String, String> {
    let none = || "the first one has not been made yet".to_owned();
    let entries = match std::fs::read_dir(dir) {
        Ok(entries) => entries,
        // The first backup makes it.
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(none()),
        Err(e) => return Err(format!("{} cannot be read: {e}", dir.display())),
    };
    writable(dir)?;
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let today = clock::today();
    // A wrong clock may have made one with a later day.
    match names.filter_map(|name| scheduled_day(&name)).filter(|day| *day <= today).max() {
        None => Ok(none()),
        Some(day) if is_recent(day, today) => Ok(format!("the newest is of {day}")),
        Some(day) => Err(format!("the newest in {} is of {day}; see the server's log", dir.display())),
    }
}

fn validity(certificate: Option<Arc<Certificate>>) -> Result<String, String> {
    match certificate {
        Some(certificate) => {
            let validity = certificate.check_validity(clock::now())?;
            Ok(format!("certificate and key fit together; {validity}"))
        }
        None => Ok("not configured: HTTP, or HTTPS by a proxy".into()),
    }
}

/// An error unless this user may write the file or folder.
fn writable(path: &Path) -> Result<(), String> {
    access(path, Access::READ_OK | Access::WRITE_OK)
        .map_err(|e| format!("{} cannot be written: {}", path.display(), std::io::Error::from(e)))
}

/// Checks the database, its index, and pending mails and jobs. Changes nothing: the server may run another version.
fn database(settings: &Settings, lines: &mut Lines) {
    let dir = &settings.data.dir;
    let file = dir.join(FILE_NAME);
    let (has, knows) = match inspect(dir) {
        Ok(versions) => versions,
        Err(Error::NotFound(_)) => {
            let none = format!("there is none yet at {}; the first start makes it", file.display());
            return lines.add("database", Ok(none));
        }
        Err(e) => return lines.add("database", Err(e.to_string())),
    };
    if has != knows {
        lines.add("database", Ok(format!("{} is sound", file.display())));
        let advice = if has < knows {
            "the server migrates it when it starts with this version"
        } else {
            "it comes from a newer version"
        };
        return lines.add(
            "migrations",
            Err(format!("the database has schema {has}, this program needs schema {knows}: {advice}")),
        );
    }
    let store = match Store::open_to_read(dir) {
        Ok(store) => store,
        Err(e) => return lines.add("database", Err(e.to_string())),
    };
    let count = store.read(|db| db.citation_count()).map_err(|e| e.to_string());
    let count = writable(dir).and_then(|()| writable(&file)).and(count);
    lines.add(
        "database",
        count.map(|count| {
            format!("{} holds {}", file.display(), count_with_noun(count, "citation", "citations"))
        }),
    );
    lines.add("migrations", Ok(format!("schema {has}")));
    let latest = store.read(|db| db.latest_change()).map_err(|e| e.to_string());
    let index = latest.and_then(|latest| index(settings, &store.instance(), latest));
    lines.add("search index", index);
    let written_at = store.read(|db| db.newest_time()).map_err(|e| e.to_string());
    lines.add("freshness", written_at.map(|time| format!("the database was last written {}", ago(time))));
    lines.add("mails", mails(&store));
    lines.add("audit trail", audit(&store));
    lines.add("audit delivery", audit_delivery(&settings.audit, &store));
}

/// Verifies the chain of the audit trail.
fn audit(store: &Store) -> Result<String, String> {
    match audit::verify(store).map_err(|e| e.to_string())? {
        Ok(rows) => Ok(format!("the chain of {} is whole", count_with_noun(rows, "row", "rows"))),
        Err(broken) => Err(format!("row {} is broken: {}", broken.number, broken.reason)),
    }
}

/// How many rows wait for each sink, and whether the directory of the file exists.
fn audit_delivery(settings: &Audit, store: &Store) -> Result<String, String> {
    if let Some(file) = &settings.file
        && !std::path::absolute(file).is_ok_and(|path| path.parent().is_some_and(Path::is_dir))
    {
        return Err(format!("the directory of {} (audit.file) does not exist", file.display()));
    }
    let mut sinks = Vec::new();
    for (sink, target) in audit::delivery_targets(settings) {
        let lag = audit::delivery_lag(store, &target).map_err(|e| e.to_string())?;
        sinks.push(match lag.rows {
            0 => format!("audit.{sink} has every row"),
            rows => {
                let rows = count_with_noun(rows, "row waits", "rows wait");
                format!("{rows} for audit.{sink}, the oldest for {}", spoken(lag.seconds))
            }
        });
    }
    if sinks.is_empty() {
        Ok("not configured: the audit trail is in the database only".into())
    } else {
        Ok(sinks.join("; "))
    }
}

fn ago(moment: Timestamp) -> String {
    format!("{} ago", spoken(age_seconds_since(moment)))
}

/// Checks a replica: the file that it follows, and the copy that it serves. Nobody can sign in there, and it
/// sends no mails and makes no backups.
fn replica(settings: &Settings, lines: &mut Lines) {
    let dir = &settings.data.dir;
    let replica = &settings.replica;
    let file = replica.database.clone().unwrap_or_default();
    lines.add(
        "replica",
        match check_followed_file(&file) {
            Ok(()) => Ok(format!("{} is whole", file.display())),
            // A file that is being written is complete in a moment; its age shows when it is not.
            Err(Error::Unavailable(why)) => Ok(format!("{}: {why}", file.display())),
            Err(e) => Err(format!("{}: {e}", file.display())),
        },
    );
    let kept = refuse_primary_folder(dir).and_then(|()| stored_state(dir));
    let kept = match kept {
        Ok(Some(kept)) => kept,
        Ok(None) => {
            return lines.add("database", Err(format!("no whole state of it is in {} yet", dir.display())));
        }
        Err(e) => return lines.add("database", Err(format!("the copy in {}: {e}", dir.display()))),
    };
    lines.add(
        "database",
        Ok(format!(
            "the copy in {} holds {}",
            dir.display(),
            count_with_noun(kept.citations, "citation", "citations")
        )),
    );
    let age = format!("the state that is served was written {}", ago(kept.as_of));
    lines.add(
        "freshness",
        if age_seconds_since(kept.as_of) > u64::from(replica.max_age_seconds) {
            Err(format!("{age}; replica.max_age_seconds is {}", replica.max_age_seconds))
        } else {
            Ok(age)
        },
    );
    lines.add("search index", index(settings, &kept.instance, kept.latest_change));
    let primary = replica.primary_url.as_ref().map(ToString::to_string).unwrap_or_default();
    lines.add("primary", Ok(format!("changes and sign-in are at {}", primary.trim_end_matches('/'))));
}

fn index(settings: &Settings, instance: &str, latest: ChangeNumber) -> Result<String, String> {
    let dir = settings.data.dir.join("index");
    if dir.exists() {
        writable(&dir)?;
    }
    match Index::probe(&dir, instance) {
        Ok(applied) if applied == latest.row() => Ok(format!("holds every change up to {latest}")),
        Ok(applied) => {
            Ok(format!("holds changes up to {applied} of {latest}; the server catches up by itself"))
        }
        Err(why) => Ok(format!("is rebuilt at the next start, because {why}")),
    }
}

fn were(count: u64) -> String {
    count_with_noun(count, "was", "were")
}

fn mails(store: &Store) -> Result<String, String> {
    let waiting = outbox::mails_waiting(store).map_err(|e| e.to_string())?;
    let mut errors = Vec::new();
    if waiting.without_outcome > 0 {
        errors.push(format!(
            "{} may have been sent, but the outcome is not recorded; see the server's log. A server that is started \
             now sends them again, with the same Message-ID",
            waiting.without_outcome
        ));
    }
    if waiting.too_late > 0 {
        errors.push(format!(
            "{} would be tried too late, because the clock was ahead; check the machine's time. A running server sends \
             them within a minute",
            waiting.too_late
        ));
    }
    if waiting.refused > 0 {
        let answer = waiting.refusal.unwrap_or_default();
        errors.push(format!("{} refused by the mail server: {answer}", were(waiting.refused)));
    }
    if waiting.day_old > 0 {
        let error = waiting.last_error.clone().unwrap_or_else(|| "no attempt was made".into());
        errors.push(format!("{} written more than a day ago: {error}", were(waiting.day_old)));
    }
    if waiting.count == 0 {
        return Ok("none waits".into());
    }
    let mut count = format!("{} to be sent", count_with_noun(waiting.count, "mail waits", "mails wait"));
    if let Some(error) = waiting.last_error {
        count += &format!("; the last attempt failed: {error}");
    }
    if errors.is_empty() { Ok(count) } else { Err(format!("{count}; of these {}", errors.join("; "))) }
}

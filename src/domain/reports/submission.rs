//! Takes problem reports from anybody.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::packets::reading;
use crate::domain::usage::version_in;
use crate::mail::read_address;
use crate::model::audit::event::Action;
use crate::model::audit::event::AuditSource;
use crate::model::error::{Error, Result};
use crate::model::languages::tag::LanguageTag;
use crate::model::reports::TakenReport;
use crate::model::reports::{CheckedReport, NewReport as SentReport, ReportSubject};
use crate::model::text::count_with_noun;
use crate::store::{NewReport, ReadTx};
use std::net::IpAddr;

/// Maximum number of open reports.
const MAX_OPEN: u64 = 500;
/// When to retry while there are too many, in seconds.
const FULL_RETRY_AFTER_S: u64 = 3_600;

/// Who reports, as far as it matters.
#[derive(Debug)]
pub struct Reporter<'r> {
    /// Address, or network of an IPv6 address; never stored.
    pub address: Option<IpAddr>,
    /// Who is signed in; `None` for a visitor.
    pub actor: Option<&'r Actor>,
    /// Tag of the language of the screen.
    pub screen_language: &'r str,
}

/// Stores a report; durable on return.
///
/// # Errors
/// [`Error::Invalid`] names every invalid field; [`Error::TooMany`] after five reports of a client within an hour, or while
/// five hundred are open.
pub fn submit(app: &App, reporter: &Reporter<'_>, sent: &SentReport) -> Result<TakenReport> {
    let report = sent.check(is_plain_address)?;
    let subject = app.store.read(|db| subject(db, reporter.actor, &report))?;
    if let Err(retry_after_s) = app.report_limit.take(reporter.address) {
        let minutes = count_with_noun(retry_after_s.div_ceil(60), "minute", "minutes");
        let message = format!(
            "Several problems were reported from here within an hour. Thank you. Please try again in {minutes}."
        );
        return Err(Error::TooMany { message, retry_after_s });
    }
    let id = uuid::Uuid::now_v7().to_string();
    app.store
        .write(|db| {
            if db.open_reports()? >= MAX_OPEN {
                return Err(Error::TooMany {
                    message:
                        "Many reports are waiting to be read. Please try again later, or call the clinic."
                            .into(),
                    retry_after_s: FULL_RETRY_AFTER_S,
                });
            }
            let report = NewReport { screen_language: reporter.screen_language, ..subject };
            let taken = db.add_report(&id, &report)?;
            // Reports are anonymous: neither the address nor the person is recorded.
            let anybody = AuditSource { role: "any".into(), ..AuditSource::default() };
            db.append_audit(&anybody.event(Action::ReportSubmit, format!("report/{id}")))?;
            Ok(taken)
        })
        .inspect_err(|_| app.report_limit.take_back(reporter.address))
}

/// Forgets the clients that reported more than an hour ago.
pub fn forget_old_reporters(app: &App) {
    app.report_limit.forget_old();
}

/// Whether a text is one email address without a name.
fn is_plain_address(text: &str) -> bool {
    read_address(text).is_some_and(|read| read.name.is_none() && read.address == text)
}

/// Finds what a report is about, with the language version.
fn subject<'r>(db: &ReadTx<'_>, actor: Option<&Actor>, report: &'r CheckedReport) -> Result<NewReport<'r>> {
    let mut new = NewReport {
        citation: None,
        packet: None,
        tag: None,
        language: None,
        kind: report.kind,
        format: report.format,
        text: report.text.as_deref(),
        email: report.email.as_deref(),
        screen_language: "",
    };
    match &report.subject {
        ReportSubject::Citation(id) => {
            let citation = db.find_key(id)?;
            let citation = citation.ok_or_else(|| Error::invalid("citation", "No citation found."))?;
            new.citation = Some(citation);
            if let Some(lang) = &report.lang {
                let (tag, language) = version_in(db, citation, lang)?.ok_or_else(|| {
                    Error::invalid("lang", "This citation has no version in this language.")
                })?;
                (new.tag, new.language) = (tag.map(String::from), Some(language));
            }
        }
        ReportSubject::Packet(text) => {
            new.packet = Some(match reading::open(db, text, actor) {
                Ok(opened) => opened.row.key,
                Err(Error::NotFound(message) | Error::Gone(message)) => {
                    return Err(Error::invalid("packet", message));
                }
                Err(other) => return Err(other),
            });
            if let Some(lang) = &report.lang {
                (new.tag, new.language) = any_language(db, lang)?;
            }
        }
    }
    Ok(new)
}

/// Tag and name of a language that a packet is read in: one of the catalogue, or any that is registered.
fn any_language(db: &ReadTx<'_>, lang: &str) -> Result<(Option<String>, Option<String>)> {
    let tags = db.language_tags()?;
    let requested = LanguageTag::parse(lang).ok().filter(|tag| tag.unknown_part().is_none());
    for (_, value) in db.language_values()? {
        let tag = tags.tag(&value);
        if value.eq_ignore_ascii_case(lang) || (tag.is_some() && tag == requested) {
            return Ok((tag.map(String::from), Some(value)));
        }
    }
    let tag =
        requested.ok_or_else(|| Error::invalid("lang", "Expected a language tag, such as so or zh-Hans."))?;
    let name = tag.own_name().unwrap_or(tag.as_str()).to_owned();
    Ok((Some(tag.into()), Some(name)))
}

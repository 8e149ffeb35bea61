//! The administrators' list of problem reports: reads it, closes and reopens reports, deletes old ones.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::mail::ReplyTexts;
use crate::model::accounts::Right;
use crate::model::audit::event::Action;
use crate::model::clock;
use crate::model::error::Result;
use crate::model::keys::CitationKey;
use crate::model::list_part::ListPart;
use crate::model::page_urls;
use crate::model::reports::ReportChange;
use crate::model::reports::{Report, ReportKind, ReportPage, ReportState};
use crate::store::{NewTextMail, ReportFilter, ReportRow, as_stored};
use jiff::SignedDuration;

/// Which reports to list.
#[derive(Debug, Clone, Default)]
pub struct ReportQuery {
    /// Only in this state.
    pub state: Option<ReportState>,
    /// Only of this kind.
    pub kind: Option<ReportKind>,
    /// Only of this department.
    pub department: Option<String>,
    /// Only about this citation, by id or readable id.
    pub citation: Option<String>,
}

/// Reports, newest first.
pub fn reports(app: &App, actor: &Actor, query: &ReportQuery, part: ListPart) -> Result<ReportPage> {
    actor.require(Right::EditCitations)?;
    app.store.read(|db| {
        let citation = match query.citation.as_deref().map(|id| db.find_key(id)).transpose()? {
            // No citation has this key.
            Some(None) => Some(CitationKey::new(0)),
            known => known.flatten(),
        };
        let (state, kind, department) = (query.state, query.kind, query.department.clone());
        let filter = ReportFilter { state, kind, department, citation };
        let counts = db.report_counts(&filter)?;
        let found = match state {
            Some(ReportState::Open) => counts.open,
            Some(ReportState::Closed) => counts.closed,
            None => counts.open + counts.closed,
        };
        let reports = db.reports(&filter, part)?;
        let mails_replies = app.mail.sends_orders();
        let reports = reports.into_iter().map(|row| row.report).collect();
        Ok(ReportPage { counts, found, mails_replies, reports })
    })
}

/// Closes or reopens a report, or adds a note to it; durable on return, with the mail that replies to it. Neither another
/// state nor a note changes nothing.
pub fn change(app: &App, actor: &Actor, id: &str, change: &ReportChange) -> Result<Report> {
    actor.require(Right::EditCitations)?;
    let (state, note) = change.check()?;
    let changed = app.store.write(|db| {
        let row = db.report(id)?;
        if row.report.state == state && note.is_none() {
            return Ok(row.report);
        }
        let reply = note.as_deref().and_then(|note| reply(app, &row, state, note));
        db.change_report(row.key, state, note.as_deref(), reply.is_some(), actor.editor())?;
        let event = actor.event(Action::ReportChange, format!("report/{id}"));
        db.append_audit(&event.with_detail(state.name()))?;
        if let Some(reply) = &reply {
            db.add_report_mail(Some(row.key), reply, clock::seconds())?;
        }
        Ok(db.report(id)?.report)
    })?;
    app.mail.added.notify_one();
    Ok(changed)
}

/// The mail with the note, where there is an address to send it to. It has no link to a packet that is not public: the
/// packet may have been public when the person reported it.
fn reply(app: &App, row: &ReportRow, state: ReportState, note: &str) -> Option<NewTextMail> {
    let report = &row.report;
    let address = report.email.clone().filter(|_| state == ReportState::Closed && app.mail.sends_orders())?;
    let page = match report.packet {
        Some(_) => page_urls::packet(&app.public_url, &report.readable_id, None),
        None => page_urls::citation(&app.public_url, &report.readable_id),
    };
    let texts = ReplyTexts {
        screen_language: &report.screen_language,
        title: &report.title,
        page: row.has_public_page.then_some(page.as_str()),
        note,
        days: app.settings.reports.days,
    };
    Some(NewTextMail {
        message: format!("reply.{}", uuid::Uuid::now_v7()),
        name: None,
        address,
        subject: texts.subject(),
        text: texts.text(),
    })
}

/// Deletes the reports that were closed more than `reports.days` ago, with the email addresses in them.
pub fn remove_old(app: &App) -> Result<()> {
    let kept = SignedDuration::from_hours(i64::from(app.settings.reports.days) * 24);
    let before = as_stored(clock::now() - kept);
    let removed = app.store.write(|db| db.delete_closed_reports(&before))?;
    if removed > 0 {
        tracing::info!(removed, "problem reports were deleted because of their age");
    }
    Ok(())
}

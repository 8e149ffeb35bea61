//! The daily mail about new reports to the contacts of departments.
//!
//! A report is listed once: the mails of a day are written in the transaction that records the day and marks the reports.

use crate::domain::app::App;
use crate::mail::{Address, ReportEntry, ReportListTexts, ReportSection, read_address};
use crate::model::accounts::comparable;
use crate::model::category::value_key;
use crate::model::error::Result;
use crate::store::{NewReportRow, NewTextMail, ReadTx};
use jiff::Zoned;
use jiff::civil::Date;
use std::collections::{BTreeMap, HashMap};

/// Hour of the server's day from which the mail of that day is written.
const HOUR: i8 = 7;

/// The mails of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenMails {
    pub day: Date,
    /// The number of mails.
    pub mails: usize,
}

/// Writes the mails of the day of `now`, the moment on the server's clock, if there are new reports and none were written
/// on this day. `None` when there is nothing to write.
pub fn write_due(app: &App, now: &Zoned) -> Result<Option<WrittenMails>> {
    let day = now.date();
    if !app.settings.reports.notify || !app.mail.sends_orders() || now.hour() < HOUR {
        return Ok(None);
    }
    let is_due =
        app.store.read(|db| Ok(!db.is_report_digest_written(day)? && !db.new_reports()?.is_empty()))?;
    if !is_due {
        return Ok(None);
    }
    let written = app.store.write(|db| {
        if !db.begin_report_digest(day)? {
            return Ok(None);
        }
        let new = db.new_reports()?;
        for report in &new {
            db.report_notified(report.key)?;
        }
        let mails = mails(app, db, day, new)?;
        mails.iter().try_for_each(|mail| db.add_report_mail(None, mail, now.timestamp().into()))?;
        Ok(Some(WrittenMails { day, mails: mails.len() }))
    })?;
    app.mail.added.notify_one();
    Ok(written)
}

/// The mails about these reports, one to each address: the contact of the department if that is an email address, otherwise
/// the hospital.
fn mails(app: &App, db: &ReadTx<'_>, day: Date, reports: Vec<NewReportRow>) -> Result<Vec<NewTextMail>> {
    let address = |contact: Option<String>| read_address(&contact?);
    let contacts: HashMap<String, Address> = db
        .departments()?
        .into_iter()
        .filter_map(|department| Some((value_key(&department.name), address(department.frc_contact)?)))
        .collect();
    let hospital = address(app.settings.hospital.email.clone());
    let mut receivers: BTreeMap<String, (Address, BTreeMap<String, ReportSection>)> = BTreeMap::new();
    let mut without_address = 0;
    for report in reports {
        let contact = report.department.as_deref().and_then(|name| contacts.get(&value_key(name)));
        let Some(to) = contact.or(hospital.as_ref()) else {
            without_address += 1;
            continue;
        };
        let receiver = receivers.entry(comparable(&to.address));
        let (_, sections) = receiver.or_insert_with(|| (to.clone(), BTreeMap::new()));
        let section = sections.entry(report.department.as_deref().map(value_key).unwrap_or_default());
        let new = || ReportSection { department: report.department.clone(), entries: Vec::new() };
        section.or_insert_with(new).entries.push(ReportEntry {
            title: report.title,
            language: report.language,
            kind: report.kind,
            format: report.format,
        });
    }
    if without_address > 0 {
        tracing::warn!(
            reports = without_address,
            "new reports are mailed to nobody: hospital.email is not set"
        );
    }
    let mail = |(to, sections): (Address, BTreeMap<String, ReportSection>)| {
        let sections: Vec<ReportSection> = sections.into_values().collect();
        let texts = ReportListTexts { public_url: &app.public_url, sections: &sections };
        NewTextMail {
            message: format!("reports.{day}.{}", uuid::Uuid::now_v7()),
            name: to.name,
            address: to.address,
            subject: texts.subject(),
            text: texts.text(),
        }
    };
    Ok(receivers.into_values().map(mail).collect())
}

#[cfg(test)]
mod tests;

//! The digest of reviews: mails to the contacts of departments about what is overdue and due. Contract section 9.4.
//!
//! A digest belongs to its day. Its mails are written to the outbox in the transaction that records this day, so that each
//! is written once, however often the server restarts and its clock is set. Of several that were due while the server was
//! off, only the latest is written.

use crate::domain::app::App;
use crate::domain::reviews::{ReviewedCitation, reviewed_citations};
use crate::mail::{Address, DigestEntry, DigestSection, DigestTexts, OutgoingMail, Recipient, read_address};
use crate::model::accounts::comparable;
use crate::model::category::value_key;
use crate::model::clock::UnixTime;
use crate::model::day::Day;
use crate::model::error::Result;
use crate::model::keys::CitationKey;
use crate::model::reviews::DigestFrequency;
use crate::model::reviews::ReviewState;
use crate::search::fold;
use crate::settings::Settings;
use crate::store::{NewTextMail, ReadTx, Store};
use jiff::civil::Date;
use jiff::{Span, Zoned};
use std::collections::{BTreeMap, HashMap};

/// Maximum number of handouts listed in a mail; the rest are counted.
const MAX_LISTED: usize = 200;

/// A digest that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenDigest {
    /// The day on which it was due.
    pub day: Date,
    /// How many mails it has; none when nothing is to be reviewed.
    pub mails: usize,
}

/// A recipient with the handouts of the mail.
struct Receiver {
    to: Address,
    handouts: Vec<Handout>,
}

/// A handout to review.
struct Handout {
    citation: ReviewedCitation,
    /// The contact of its department is an email address.
    has_contact: bool,
}

/// Writes the digest that is due at `now`, the moment on the server's clock, unless it was written before.
pub fn write_due(app: &App, now: &Zoned) -> Result<Option<WrittenDigest>> {
    let frequency = app.settings.review.digest;
    let seconds = now.timestamp().into();
    let Some(since) = on_since(&app.store, frequency, seconds)? else { return Ok(None) };
    let Some(due) = frequency.latest_due(now).filter(|due| UnixTime::from(due.at) > since) else {
        return Ok(None);
    };
    if app.store.read(|db| db.is_digest_written(due.day))? {
        return Ok(None);
    }
    let written = app.store.write(|db| {
        if !db.begin_digest(due.day)? {
            return Ok(None);
        }
        let mails = mails(app, db, due.day, Day::from(now.date()))?;
        mails.iter().try_for_each(|mail| db.add_digest_mail(mail, seconds))?;
        Ok(Some(WrittenDigest { day: due.day, mails: mails.len() }))
    })?;
    app.mail.added.notify_one();
    Ok(written)
}

/// When this digest was turned on; `None` if it is off. Digests that were due by then are not sent.
///
/// If the clock is behind that moment, it was ahead when the digest was turned on: it counts as turned on just now.
fn on_since(store: &Store, frequency: DigestFrequency, now: UnixTime) -> Result<Option<UnixTime>> {
    match store.read(|db| db.digest_schedule())? {
        None if frequency == DigestFrequency::Off => Ok(None),
        Some((name, since)) if name == frequency.name() && since <= now => Ok(Some(since)),
        _ => {
            store.write(|db| db.set_digest_schedule(frequency, now))?;
            Ok((frequency != DigestFrequency::Off).then_some(now))
        }
    }
}

/// The mails of a digest as of the day `today`, one to each address.
fn mails(app: &App, db: &ReadTx<'_>, day: Date, today: Day) -> Result<Vec<NewTextMail>> {
    let mut found = reviewed_citations(app, db, None, today)?;
    found.retain(|one| matches!(one.state, ReviewState::Overdue | ReviewState::Due));
    found.sort_by_cached_key(|one| (one.due_on, fold(&one.row.title), one.row.id.clone()));
    let warned = Span::new().try_days(app.settings.review.warn_days);
    let due_by = warned.and_then(|days| today.date().checked_add(days)).unwrap_or(Date::MAX);
    let mut mails = Vec::new();
    for receiver in receivers(&app.settings, db, found)? {
        let sections = sections(db, receiver.handouts)?;
        let texts = DigestTexts {
            public_url: &app.public_url,
            frequency: app.settings.review.digest,
            due_by: due_by.into(),
            sections: &sections,
        };
        mails.push(NewTextMail {
            message: format!("digest.{day}.{}", uuid::Uuid::now_v7()),
            name: receiver.to.name,
            address: receiver.to.address,
            subject: texts.subject(),
            text: texts.text(),
        });
    }
    Ok(mails)
}

/// The recipient for each handout: the contact of its department if that is an email address, otherwise the hospital.
fn receivers(settings: &Settings, db: &ReadTx<'_>, found: Vec<ReviewedCitation>) -> Result<Vec<Receiver>> {
    let address = |contact: Option<String>| read_address(&contact?);
    let contacts: HashMap<String, Address> = db
        .departments()?
        .into_iter()
        .filter_map(|department| Some((value_key(&department.name), address(department.frc_contact)?)))
        .collect();
    let hospital = address(settings.hospital.email.clone());
    let mut receivers: BTreeMap<String, Receiver> = BTreeMap::new();
    let mut without_address = 0;
    for citation in found {
        let contact = citation.row.department.as_deref().and_then(|name| contacts.get(&value_key(name)));
        let Some(to) = contact.or(hospital.as_ref()) else {
            without_address += 1;
            continue;
        };
        let handout = Handout { has_contact: contact.is_some(), citation };
        let new = || Receiver { to: to.clone(), handouts: Vec::new() };
        receivers.entry(comparable(&to.address)).or_insert_with(new).handouts.push(handout);
    }
    if without_address > 0 {
        tracing::warn!(
            handouts = without_address,
            "the digest leaves out handouts: hospital.email is not set"
        );
    }
    Ok(receivers.into_values().collect())
}

/// The handouts of a mail by department, the first ones listed.
fn sections(db: &ReadTx<'_>, handouts: Vec<Handout>) -> Result<Vec<DigestSection>> {
    let keys: Vec<CitationKey> = handouts.iter().take(MAX_LISTED).map(|one| one.citation.row.key).collect();
    let mut numbers = db.first_item_numbers(&keys)?;
    // By name; those without a department come last.
    let mut sections: BTreeMap<(bool, String, String), DigestSection> = BTreeMap::new();
    for (n, Handout { citation: ReviewedCitation { row, state, due_on }, has_contact }) in
        handouts.into_iter().enumerate()
    {
        let name = row.department.as_deref().unwrap_or_default();
        let section = sections.entry((name.is_empty(), fold(name), value_key(name))).or_insert_with(|| {
            DigestSection { department: row.department.clone(), has_contact, ..DigestSection::default() }
        });
        let is_overdue = state == ReviewState::Overdue;
        *if is_overdue { &mut section.overdue } else { &mut section.due } += 1;
        if n < MAX_LISTED {
            let id = db.current_readable_id(row.key)?.unwrap_or(row.id);
            section.entries.push(DigestEntry {
                title: row.title,
                label: numbers.remove(&row.key).unwrap_or_else(|| id.clone()),
                id,
                reviewed: row.reviewed,
                due_on,
                is_overdue,
            });
        }
    }
    Ok(sections.into_values().collect())
}

/// The mail as it is sent. Replies go to the hospital.
pub(super) fn compose(settings: &Settings, mail: &NewTextMail) -> OutgoingMail {
    let hospital = settings.hospital.email.as_deref().and_then(read_address);
    OutgoingMail {
        order: None,
        message: mail.message.clone(),
        to: Recipient::Person(Address { name: mail.name.clone(), address: mail.address.clone() }),
        copy_to: None,
        reply_to: hospital.map(Recipient::Person),
        subject: mail.subject.clone(),
        text: mail.text.clone(),
        html: None,
    }
}

#[cfg(test)]
mod tests;

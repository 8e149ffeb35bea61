//! Packets as JSON Lines: all of them written, or read, checked and saved. Works beside a running server.

use crate::domain::actor::Actor;
use crate::domain::packets::editing::{
    assign_readable_id, entity_tag, is_unchanged, new_code, record_write, save,
};
use crate::domain::packets::reading;
use crate::import_export::{json_lines, records};
use crate::model::accounts::Right;
use crate::model::accounts::comparable;
use crate::model::audit::event::Action;
use crate::model::category::Category;
use crate::model::error::{Error, Result};
use crate::model::json_shape::{ShapeError, from_json};
use crate::model::keys::{CitationKey, ValueKey};
use crate::model::packets::draft::PacketImportReport;
use crate::model::packets::draft::{CheckedRecord, PacketRecord};
use crate::model::thesaurus::LineMessage;
use crate::store::{FoundPacket, PacketFields, PacketRow, ReadTx, Store, WriteTx};
use std::io::{Read, Write};

/// Writes every packet that is not deleted, in the order in which they were made; returns how many.
pub fn export(store: &Store, actor: &Actor, to: &mut impl Write) -> Result<u64> {
    actor.require(Right::ManagePackets)?;
    let mut count = 0;
    store.read(|db| {
        for key in db.packet_keys()? {
            let row = db.packet(key)?;
            let contents = db.packet_contents(&row)?;
            let record = PacketRecord::new(
                row.id,
                row.code,
                db.packet_readable_ids(key)?,
                contents,
                db.packet_owner_address(key)?,
            );
            json_lines::write_record(to, &record).map_err(|e| Error::io("writing the export", e))?;
            count += 1;
        }
        Ok(())
    })?;
    to.flush().map_err(|e| Error::io("writing the export", e))?;
    Ok(count)
}

/// Adds or replaces the packets of a file in one transaction, unless a line has an error or it is a dry run.
///
/// A line with a known ID replaces that packet, whose code stays; its owner too, once that person has signed in. A running server notices the changes.
pub fn import(store: &Store, file: impl Read, dry_run: bool, actor: &Actor) -> Result<PacketImportReport> {
    actor.require(Right::ManagePackets)?;
    let mut report = PacketImportReport::default();
    let lines = checked_lines(file, &mut report)?;
    store.read(|db| lines.iter().try_for_each(|(line, record)| preview(db, *line, record, &mut report)))?;
    if dry_run || !report.errors.is_empty() {
        report.errors.sort_by_key(|error| error.line);
        return Ok(report);
    }
    let mut written =
        PacketImportReport { total: report.total, written: true, ..PacketImportReport::default() };
    store.write(|db| {
        lines.iter().try_for_each(|(line, record)| put(db, *line, record, actor, &mut written))?;
        let detail =
            format!("{} added, {} changed, {} unchanged", written.added, written.changed, written.unchanged);
        db.append_audit(&actor.event(Action::Import, "packets").with_detail(detail))
    })?;
    Ok(written)
}

/// The lines whose own values are valid; errors of the others go into the report.
fn checked_lines(file: impl Read, report: &mut PacketImportReport) -> Result<Vec<(u64, CheckedRecord)>> {
    let mut lines = Vec::new();
    for record in records(file, u64::MAX).map_err(Error::Unreadable)? {
        let record = record.map_err(Error::Unreadable)?;
        report.total += 1;
        let parsed = record.json.map_err(|message| vec![message]).and_then(|json| {
            let parsed = from_json::<PacketRecord>(json).map_err(|errors| {
                let errors: Vec<String> = errors.iter().map(ShapeError::to_string).collect();
                vec![format!("this is not a packet: {}", errors.join(" "))]
            });
            parsed?.check()
        });
        match parsed {
            Ok(checked) => lines.push((record.line, checked)),
            Err(errors) => report.errors.push(LineMessage { line: record.line, message: errors.join("; ") }),
        }
    }
    Ok(lines)
}

/// What saving a record means in the present state of the database.
struct Planned {
    present: Option<PacketRow>,
    items: Vec<(CitationKey, Option<String>)>,
}

/// What a record would be saved as, or why it cannot be.
fn plan(db: &ReadTx<'_>, record: &CheckedRecord) -> Result<std::result::Result<Planned, String>> {
    let present = match record.id.as_deref().map(|id| db.find_packet(id)).transpose()?.flatten() {
        None => None,
        Some(FoundPacket::Named(key) | FoundPacket::Moved(key, _) | FoundPacket::Coded(key)) => {
            Some(db.packet(key)?)
        }
    };
    if present.as_ref().is_some_and(|row| record.id.as_ref() != Some(&row.id)) {
        return Ok(Err("id: Another packet has this as its readable ID or code.".into()));
    }
    if present.as_ref().is_some_and(|row| row.is_deleted) {
        return Ok(Err("id: The packet with this ID was deleted.".into()));
    }
    let code =
        record.code.as_ref().filter(|code| present.as_ref().is_none_or(|row| row.code != code.as_str()));
    if let Some(code) = code
        && db.is_packet_code(code)?
    {
        return Ok(Err("code: Another packet has this code.".into()));
    }
    // An exported packet can be imported again, even if a citation has become obsolete in the meantime.
    Ok(match reading::check(db, &record.draft.items, |_| true)? {
        Ok(items) => Ok(Planned { present, items }),
        Err(errors) => {
            let messages: Vec<String> =
                errors.iter().map(|error| format!("{}: {}", error.field, error.message)).collect();
            Err(messages.join("; "))
        }
    })
}

fn fields(
    record: &CheckedRecord,
    department: Option<ValueKey>,
    items: Vec<(CitationKey, Option<String>)>,
) -> PacketFields {
    PacketFields {
        title: record.draft.title.clone(),
        description: record.draft.description.clone(),
        department,
        is_published: record.draft.published,
        items,
    }
}

/// The address that a packet waits for once a record is saved, if it does not yet. Nobody takes the place of an owner.
fn new_owner<'r>(
    db: &ReadTx<'_>,
    present: Option<&PacketRow>,
    record: &'r CheckedRecord,
) -> Result<Option<&'r str>> {
    let Some(owner) = record.owner.as_deref() else { return Ok(None) };
    let Some(present) = present else { return Ok(Some(owner)) };
    let waits_for = db.packet_owner_address(present.key)?;
    let is_known = waits_for.is_some_and(|known| comparable(&known) == comparable(owner));
    Ok((present.owner.is_none() && !is_known).then_some(owner))
}

/// Counts what saving a record would do, without writing.
fn preview(
    db: &ReadTx<'_>,
    line: u64,
    record: &CheckedRecord,
    report: &mut PacketImportReport,
) -> Result<()> {
    let planned = match plan(db, record)? {
        Ok(planned) => planned,
        Err(message) => {
            report.errors.push(LineMessage { line, message });
            return Ok(());
        }
    };
    let Some(present) = &planned.present else {
        report.added += 1;
        return Ok(());
    };
    let department = record.draft.department.as_deref();
    let known = department.map(|name| db.lookup_value(Category::Departments, name)).transpose()?.flatten();
    let is_new_department = department.is_some() && known.is_none();
    let fields = fields(record, known.map(|(key, _)| key), planned.items);
    let is_same = !is_new_department && is_unchanged(db, present, &fields)?;
    if is_same && new_owner(db, Some(present), record)?.is_none() {
        report.unchanged += 1
    } else {
        report.changed += 1
    }
    Ok(())
}

/// Saves a record.
fn put(
    db: &WriteTx<'_>,
    line: u64,
    record: &CheckedRecord,
    actor: &Actor,
    report: &mut PacketImportReport,
) -> Result<()> {
    let planned = plan(db, record)?.map_err(|message| Error::Conflict(format!("line {line}: {message}")))?;
    let department = record.draft.department.as_deref();
    let department = department.map(|name| db.lookup_value_key(Category::Departments, name)).transpose()?;
    let fields = fields(record, department, planned.items);
    let owner = new_owner(db, planned.present.as_ref(), record)?;
    let mut added = None;
    let key = match planned.present {
        Some(present) if owner.is_none() && is_unchanged(db, &present, &fields)? => {
            report.unchanged += 1;
            return Ok(());
        }
        Some(present) => {
            report.changed += 1;
            save(db, &present, &fields, None, actor, Action::PacketChange)?;
            present.key
        }
        None => {
            report.added += 1;
            let id = record.id.clone().unwrap_or_else(|| uuid::Uuid::now_v7().to_string());
            let code = record.code.clone().map_or_else(|| new_code(db), Ok)?;
            let key = db.add_packet(&id, &code, None, &fields, actor.editor())?;
            added = Some(id);
            key
        }
    };
    if let Some(owner) = owner {
        db.set_waiting_owner(key, owner)?;
    }
    if fields.is_published {
        db.keep_packet_readable_ids(key, &record.readable_ids)?;
    }
    assign_readable_id(db, key, &fields)?;
    if let Some(id) = added {
        let after = entity_tag(db, db.packet(key)?, None, actor)?;
        record_write(db, actor, Action::PacketAdd, &id, ["", &after])?;
    }
    Ok(())
}

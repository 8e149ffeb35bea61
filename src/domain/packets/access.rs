//! Finds the packet that a caller names, and refuses it if the caller may not see it.

use crate::domain::actor::Actor;
use crate::model::accounts::Right;
use crate::model::error::{Error, Result};
use crate::model::packets::access::{AccessBy, Relation};
use crate::store::{FoundPacket, PacketRow, ReadTx};

/// A packet that the caller may see.
pub(in crate::domain) struct Opened {
    /// The packet.
    pub row: PacketRow,
    /// The caller's relation to it.
    pub relation: Relation,
    /// The current readable ID, if an older one was used.
    pub moved_to: Option<String>,
}

/// The caller's relation to a packet; `None` is a visitor.
pub(in crate::domain) fn relation(row: &PacketRow, caller: Option<&Actor>) -> Relation {
    let person = caller.and_then(|actor| actor.editor().user);
    Relation {
        is_owner: person.is_some() && person == row.owner,
        is_manager: caller.is_some_and(|actor| actor.may(Right::ManagePackets)),
        is_published: row.is_published,
    }
}

/// Opens a packet by ID, readable ID or code.
///
/// [`Error::NotFound`] also for a packet that the caller may not see, [`Error::Gone`] for a deleted one.
pub(in crate::domain) fn open(db: &ReadTx<'_>, text: &str, caller: Option<&Actor>) -> Result<Opened> {
    let (key, access, moved_to) = match db.find_packet(text)? {
        None => return Err(unknown()),
        Some(FoundPacket::Named(key)) => (key, AccessBy::Name, None),
        Some(FoundPacket::Moved(key, to)) => (key, AccessBy::Name, Some(to)),
        Some(FoundPacket::Coded(key)) => (key, AccessBy::Code, None),
    };
    let row = db.packet(key)?;
    let relation = relation(&row, caller);
    if !relation.may_read(access) {
        return Err(unknown());
    }
    if row.is_deleted {
        return Err(Error::Gone("This packet was deleted.".into()));
    }
    Ok(Opened { row, relation, moved_to })
}

/// Opens a packet that the caller wants to change.
pub(in crate::domain) fn open_to_change(db: &ReadTx<'_>, text: &str, actor: &Actor) -> Result<Opened> {
    let opened = open(db, text, Some(actor))?;
    if opened.relation.may_change() {
        return Ok(opened);
    }
    Err(Error::NotAllowed(if opened.row.is_published {
        "Only administrators may change a department packet.".into()
    } else {
        "Only its owner and administrators may change this packet.".into()
    }))
}

fn unknown() -> Error {
    Error::NotFound("No packet found.".into())
}

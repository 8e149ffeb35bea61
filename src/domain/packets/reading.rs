//! Opens packets, as their owner, administrators and the public see them.

use crate::domain::actor::Actor;
use crate::domain::citations::saving::entity_tag_of_change;
use crate::domain::packets::access::{Opened, open};
use crate::domain::packets::items::selected_items;
use crate::model::error::Result;
use crate::model::languages::tag::LanguageTag;
use crate::model::packets::access::Relation;
use crate::model::packets::languages::KnownLanguages;
use crate::model::packets::packet::{
    Packet, PacketHead, PacketItem, public_items, public_languages, selected_items as as_selected,
};
use crate::model::page_urls::Found;
use crate::store::{PacketRow, ReadTx, Store};

/// A packet as one caller sees it, with the tag of its state.
#[derive(Debug, Clone)]
pub struct CurrentPacket {
    /// The packet.
    pub packet: Packet,
    /// Changes with everything that is saved with the packet; an entity tag without its quotes. What is shown also
    /// depends on the caller and on the citations.
    pub state: String,
}

/// Opens a packet by ID, readable ID or code, with the versions in the preferred language `lang`; `None` is a visitor.
///
/// Not found when the caller may not see it; gone when it was deleted.
pub fn packet(
    store: &Store,
    text: &str,
    lang: Option<&LanguageTag>,
    caller: Option<&Actor>,
) -> Result<Found<Box<CurrentPacket>>> {
    store.read(|db| {
        let Opened { row, relation, moved_to } = open(db, text, caller)?;
        match moved_to {
            Some(to) => Ok(Found::Moved(to)),
            None => Ok(Found::Here(Box::new(shown(db, row, relation, lang)?))),
        }
    })
}

/// The address of a packet's page: by its readable ID when it is published, else by its code.
pub fn packet_page(store: &Store, text: &str, caller: Option<&Actor>) -> Result<(String, String)> {
    store.read(|db| {
        let row = open(db, text, caller)?.row;
        let name = row.readable_id.filter(|_| row.is_published).unwrap_or(row.code);
        Ok((name, row.title))
    })
}

/// A packet as the caller with this relation to it sees it.
pub(super) fn shown(
    db: &ReadTx<'_>,
    row: PacketRow,
    relation: Relation,
    lang: Option<&LanguageTag>,
) -> Result<CurrentPacket> {
    let languages = KnownLanguages::new(db.language_tags()?);
    let items = selected_items(db, row.key, &languages)?;
    let is_responsible = relation.may_see_history();
    let counted = public_languages(&items, &languages);
    let obsolete = items.iter().filter(|item| item.selected.obsolete).count();
    let shown = if is_responsible { as_selected(&items) } else { public_items(&items) };
    let in_language = |item: PacketItem| PacketItem {
        shown: item.shown.in_language(lang),
        replacement: item.replacement.map(|citation| citation.in_language(lang)),
        ..item
    };
    let state = entity_tag_of_change(db, row.change);
    let packet = Packet {
        updated: row.saved_at.clone(),
        head: head(row, is_responsible),
        owned: relation.is_owner,
        editable: relation.may_change(),
        needs_look: is_responsible.then(|| u32::try_from(obsolete).unwrap_or(u32::MAX)),
        items: shown.into_iter().map(in_language).collect(),
        languages: counted,
    };
    Ok(CurrentPacket { packet, state })
}

/// The fields of a packet in lists and by itself. Its code is shown only to those who are responsible for it.
pub(super) fn head(row: PacketRow, is_responsible: bool) -> PacketHead {
    PacketHead {
        id: row.id,
        readable_id: row.readable_id,
        code: Some(row.code).filter(|_| is_responsible),
        title: row.title,
        description: row.description,
        department: row.department,
        published: row.is_published,
    }
}

//! Opens packets, as their owner, administrators and the public see them: found by what a caller names, refused if the
//! caller may not see it, with replacements of obsolete citations.

use crate::domain::actor::Actor;
use crate::domain::citations::replacements;
use crate::domain::citations::saving::entity_tag_of_change;
use crate::model::accounts::Right;
use crate::model::error::{Error, FieldError, Result};
use crate::model::keys::{CitationKey, PacketKey};
use crate::model::languages::tag::LanguageTag;
use crate::model::packets::access::{AccessBy, Relation};
use crate::model::packets::draft::{DraftItem, twice};
use crate::model::packets::languages::KnownLanguages;
use crate::model::packets::packet::{
    Packet, PacketHead, PacketItem, SelectedItem, public_items, public_languages,
    selected_items as as_selected,
};
use crate::model::page_urls::Found;
use crate::store::{FoundPacket, PacketItemRow, PacketRow, ReadTx, Store};
use std::collections::{HashMap, HashSet};

/// A packet as one caller sees it, with the tag of its state.
#[derive(Debug, Clone)]
pub struct CurrentPacket {
    pub packet: Packet,
    /// Changes with everything that is saved with the packet; an entity tag without its quotes. What is shown also
    /// depends on the caller and on the citations.
    pub state: String,
}

/// A packet that the caller may see.
pub(in crate::domain) struct Opened {
    /// The packet.
    pub row: PacketRow,
    /// The caller's relation to it.
    pub relation: Relation,
    /// The current readable ID, if an older one was used.
    pub moved_to: Option<String>,
}

/// The items of a packet as they are saved: the key of the citation, and the note.
pub(super) type CheckedItems = Vec<(CitationKey, Option<String>)>;

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

/// The items as they are saved, or every error: an unknown citation, a repeated one, and an obsolete one that is not in
/// `may_be_obsolete`.
pub(super) fn check(
    db: &ReadTx<'_>,
    items: &[DraftItem],
    may_be_obsolete: impl Fn(CitationKey) -> bool,
) -> Result<std::result::Result<CheckedItems, Vec<FieldError>>> {
    let (mut checked, mut errors) = (Vec::new(), Vec::new());
    let mut first: HashMap<CitationKey, usize> = HashMap::new();
    for item in items {
        let n = item.position;
        let field = || format!("items[{n}].citation");
        let Some(key) = db.find_key(&item.citation)? else {
            let message = format!("There is no citation with the ID '{}'.", item.citation);
            errors.push(FieldError::new(field(), message));
            continue;
        };
        if let Some(first) = first.get(&key) {
            errors.push(twice(n, *first));
            continue;
        }
        first.insert(key, n);
        let citation = db.citation(key)?;
        if citation.obsolete && !may_be_obsolete(key) {
            let replacement = match replacements::first_in_use(db, &citation.id)? {
                Some(other) => format!(" It is replaced by '{}'.", db.citation(other.key)?.title),
                None => String::new(),
            };
            let message = format!("'{}' is obsolete.{replacement}", citation.title);
            errors.push(FieldError::new(field(), message));
            continue;
        }
        checked.push((key, item.note.clone()));
    }
    Ok(if errors.is_empty() { Ok(checked) } else { Err(errors) })
}

/// Keys of the citations that the public sees in the place of obsolete ones, by the keys of these.
pub(super) fn replacement_keys(
    db: &ReadTx<'_>,
    items: &[PacketItemRow],
) -> Result<HashMap<CitationKey, CitationKey>> {
    let mut found = HashMap::new();
    for item in items.iter().filter(|item| item.is_obsolete) {
        if !found.contains_key(&item.citation)
            && let Some(other) = replacements::first_in_use(db, &item.id)?
        {
            found.insert(item.citation, other.key);
        }
    }
    Ok(found)
}

/// The items of a packet with what replaces them.
pub(super) fn selected_items(
    db: &ReadTx<'_>,
    packet: PacketKey,
    languages: &KnownLanguages,
) -> Result<Vec<SelectedItem>> {
    let rows = db.packet_items(&[packet])?;
    let replacements = replacement_keys(db, &rows)?;
    let keys: HashSet<CitationKey> =
        rows.iter().map(|row| row.citation).chain(replacements.values().copied()).collect();
    let citations = db.packet_citations(&keys.into_iter().collect::<Vec<_>>(), languages)?;
    let item = |row: PacketItemRow| {
        let replacement = replacements.get(&row.citation).and_then(|key| citations.get(key));
        Some(SelectedItem {
            selected: citations.get(&row.citation)?.clone(),
            note: row.note,
            replacement: replacement.cloned(),
        })
    };
    Ok(rows.into_iter().filter_map(item).collect())
}

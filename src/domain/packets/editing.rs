//! Adding, changing and deleting packets; their earlier states are listed and restored.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::citations::saving::entity_tag_of_change;
use crate::domain::packets::reading::{self, CurrentPacket, open, open_to_change, relation, shown};
use crate::model::accounts::Right;
use crate::model::audit::event::Action;
use crate::model::category::Category;
use crate::model::citations::readable_id;
use crate::model::entity_tag::{Precondition, representation_tag};
use crate::model::error::{Error, FieldError, Result};
use crate::model::keys::{CitationKey, PacketKey, UserKey};
use crate::model::languages::tag::LanguageTag;
use crate::model::packets::access::PacketCode;
use crate::model::packets::draft::{PacketDraft, PacketInput};
use crate::model::packets::packet::{MAX_PERSONAL, PacketAction, PacketContents, PacketState};
use crate::store::{PacketFields, PacketRow, ReadTx, Store, VersionEntry, WriteTx};
use std::collections::{HashMap, HashSet};

/// Words that our own addresses use in the place of a packet's readable ID.
const RESERVED: [&str; 4] = ["add", "download", "edit", "new"];

/// Present titles of citations, each read once.
struct Titles<'d, 'r> {
    db: &'d ReadTx<'r>,
    known: HashMap<String, Option<String>>,
}

impl Titles<'_, '_> {
    fn add(&mut self, contents: &mut PacketContents) -> Result<()> {
        for item in &mut contents.items {
            if !self.known.contains_key(&item.citation) {
                let key = self.db.citation_key(&item.citation)?;
                let title = key.map(|key| self.db.citation(key)).transpose()?.map(|citation| citation.title);
                self.known.insert(item.citation.clone(), title);
            }
            item.title = self.known.get(&item.citation).cloned().flatten();
        }
        Ok(())
    }
}

/// Adds a packet of the caller; a department packet needs the right to manage packets.
pub fn add_packet(
    app: &App,
    input: PacketInput,
    lang: Option<&LanguageTag>,
    actor: &Actor,
) -> Result<CurrentPacket> {
    let (draft, errors) = PacketDraft::parse_all(input);
    let key = app.write_and_follow(|db| {
        if draft.published {
            actor.require(Right::ManagePackets)?;
        } else {
            check_personal_count(db, actor.editor().user)?;
        }
        let fields = fields(db, &draft, errors, &HashSet::new())?;
        let id = uuid::Uuid::now_v7().to_string();
        let key = db.add_packet(&id, &new_code(db)?, actor.editor().user, &fields, actor.editor())?;
        assign_readable_id(db, key, &fields)?;
        let after = entity_tag(db, db.packet(key)?, lang, actor)?;
        record_write(db, actor, Action::PacketAdd, &id, ["", &after])?;
        Ok(key)
    })?;
    read_saved(&app.store, key, lang, actor)
}

/// Replaces a packet by `input`, storing the state before; publishing and unpublishing need the right to manage packets.
/// The code stays.
pub fn replace_packet(
    app: &App,
    text: &str,
    input: PacketInput,
    precondition: &Precondition,
    lang: Option<&LanguageTag>,
    actor: &Actor,
) -> Result<CurrentPacket> {
    let (draft, errors) = PacketDraft::parse_all(input);
    let key = app.write_and_follow(|db| {
        let present = open_to_change(db, text, actor)?.row;
        check_precondition(db, &present, precondition)?;
        if draft.published != present.is_published {
            actor.require(Right::ManagePackets)?;
            if !draft.published {
                check_personal_count(db, present.owner)?;
            }
        }
        let items = db.packet_items(&[present.key])?;
        let known: HashSet<CitationKey> = items.into_iter().map(|item| item.citation).collect();
        let fields = fields(db, &draft, errors, &known)?;
        save(db, &present, &fields, lang, actor, Action::PacketChange)?;
        Ok(present.key)
    })?;
    read_saved(&app.store, key, lang, actor)
}

/// Deletes a packet permanently; from then on its addresses respond that it was deleted.
pub fn delete_packet(app: &App, text: &str, precondition: &Precondition, actor: &Actor) -> Result<()> {
    app.write_and_follow(|db| {
        let present = open_to_change(db, text, actor)?.row;
        check_precondition(db, &present, precondition)?;
        let before = entity_tag(db, present.clone(), None, actor)?;
        db.delete_packet(&present, actor.editor())?;
        record_write(db, actor, Action::PacketDelete, &present.id, [&before, ""])
    })
}

/// Records a write of a packet, with its entity tags before and afterwards.
pub(super) fn record_write(
    db: &WriteTx<'_>,
    actor: &Actor,
    action: Action,
    id: &str,
    [before, after]: [&str; 2],
) -> Result<()> {
    db.append_audit(&actor.event(action, format!("packet/{id}")).with_tags(before, after))
}

/// The ETag of a packet that this caller gets in the preferred language `lang`, without its quotes.
pub(super) fn entity_tag(
    db: &ReadTx<'_>,
    row: PacketRow,
    lang: Option<&LanguageTag>,
    actor: &Actor,
) -> Result<String> {
    let relation = relation(&row, Some(actor));
    let current = shown(db, row, relation, lang)?;
    let body = serde_json::to_vec(&current.packet).map_err(|e| Error::internal("writing a packet", e))?;
    Ok(representation_tag(&current.state, &body))
}

/// A packet as it was saved, as the caller sees it.
pub(super) fn read_saved(
    store: &Store,
    key: PacketKey,
    lang: Option<&LanguageTag>,
    actor: &Actor,
) -> Result<CurrentPacket> {
    store.read(|db| {
        let row = db.packet(key)?;
        let relation = relation(&row, Some(actor));
        shown(db, row, relation, lang)
    })
}

/// Gives a packet a new state, unless it is in this state already.
pub(super) fn save(
    db: &WriteTx<'_>,
    present: &PacketRow,
    fields: &PacketFields,
    lang: Option<&LanguageTag>,
    actor: &Actor,
    action: Action,
) -> Result<()> {
    if is_unchanged(db, present, fields)? {
        return Ok(());
    }
    let before = entity_tag(db, present.clone(), lang, actor)?;
    db.replace_packet(present, fields, actor.editor())?;
    assign_readable_id(db, present.key, fields)?;
    let after = entity_tag(db, db.packet(present.key)?, lang, actor)?;
    record_write(db, actor, action, &present.id, [&before, &after])
}

pub(super) fn is_unchanged(db: &ReadTx<'_>, present: &PacketRow, fields: &PacketFields) -> Result<bool> {
    let items = db.packet_items(&[present.key])?.into_iter().map(|item| (item.citation, item.note));
    let department = present.department.as_deref();
    let department = department.map(|name| db.lookup_value(Category::Departments, name)).transpose()?;
    Ok(fields.title == present.title
        && fields.description == present.description
        && fields.department == department.flatten().map(|(key, _)| key)
        && fields.is_published == present.is_published
        && items.eq(fields.items.iter().cloned()))
}

/// A department packet has a readable ID by the rules of citations; a personal one gets none.
pub(super) fn assign_readable_id(db: &WriteTx<'_>, key: PacketKey, fields: &PacketFields) -> Result<()> {
    if !fields.is_published {
        return Ok(());
    }
    let base = readable_id::base(&fields.title);
    let is_allowed = |id: &str| !RESERVED.contains(&id);
    let current = db.packet_readable_id(key)?;
    if current.is_some_and(|current| readable_id::fits(&base, &current) && is_allowed(&current)) {
        return Ok(());
    }
    for candidate in readable_id::candidates(&base).filter(|id| is_allowed(id)) {
        if db.packet_readable_id_is_free(&candidate, key)? {
            return db.assign_packet_readable_id(key, &candidate);
        }
    }
    Err(Error::internal("saving a packet", "no readable ID is left for this title"))
}

/// A code that no packet has or had.
pub(super) fn new_code(db: &ReadTx<'_>) -> Result<PacketCode> {
    let random = ring::rand::SystemRandom::new();
    loop {
        let bytes = ring::rand::generate::<[u8; 8]>(&random).map_err(|_| {
            Error::internal("making the code of a packet", "the system gives no random bytes")
        })?;
        let code = PacketCode::from_random(bytes.expose());
        if !db.is_packet_code(&code)? {
            return Ok(code);
        }
    }
}

pub(super) fn check_precondition(
    db: &ReadTx<'_>,
    present: &PacketRow,
    precondition: &Precondition,
) -> Result<()> {
    if precondition.is_met_by_state(&entity_tag_of_change(db, present.change)) {
        return Ok(());
    }
    Err(Error::Stale("Somebody else has changed this packet since you opened it. Nothing was saved.".into()))
}

fn check_personal_count(db: &ReadTx<'_>, owner: Option<UserKey>) -> Result<()> {
    match owner {
        Some(owner) if db.personal_packet_count(owner)? >= MAX_PERSONAL => Err(Error::invalid(
            "published",
            format!("A person has at most {MAX_PERSONAL} personal packets; delete one first."),
        )),
        _ => Ok(()),
    }
}

/// What a draft is saved as; `errors` are those of its texts, `known` the citations that may be obsolete.
fn fields(
    db: &ReadTx<'_>,
    draft: &PacketDraft,
    mut errors: Vec<FieldError>,
    known: &HashSet<CitationKey>,
) -> Result<PacketFields> {
    let department = match &draft.department {
        Some(name) => match db.lookup_value(Category::Departments, name)? {
            Some((key, _)) => Some(key),
            None => {
                let message = format!("There is no department '{name}'.");
                errors.push(FieldError::new("department", message));
                None
            }
        },
        None => None,
    };
    let items = reading::check(db, &draft.items, |key| known.contains(&key))?.unwrap_or_else(|of_items| {
        errors.extend(of_items);
        Vec::new()
    });
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    Ok(PacketFields {
        title: draft.title.clone(),
        description: draft.description.clone(),
        department,
        is_published: draft.published,
        items,
    })
}

/// Every state of a packet, newest first, with what each changed; for its owner and for those who manage packets.
pub fn history(store: &Store, text: &str, actor: &Actor) -> Result<Vec<PacketState>> {
    store.read(|db| {
        let opened = open(db, text, Some(actor))?;
        if !opened.relation.may_see_history() {
            return Err(Error::NotAllowed(
                "Only its owner and administrators may see the history of this packet.".into(),
            ));
        }
        let row = opened.row;
        let present = VersionEntry {
            version: row.version,
            saved_at: row.saved_at.clone(),
            saved_by: row.saved_by.clone(),
        };
        let mut states = vec![(present, db.packet_contents(&row)?)];
        states.extend(db.earlier_packet_states(row.key)?);
        let changed: Vec<Option<Vec<String>>> = (0..states.len())
            .map(|n| states.get(n + 1).map(|(_, before)| states[n].1.changed_fields(before)))
            .collect();
        let mut titles = Titles { db, known: HashMap::new() };
        let state =
            |((entry, mut packet), changed): ((VersionEntry, PacketContents), Option<Vec<String>>)| {
                titles.add(&mut packet)?;
                Ok(PacketState {
                    version: entry.version,
                    when: entry.saved_at,
                    who: entry.saved_by,
                    action: if changed.is_some() { PacketAction::Changed } else { PacketAction::Added },
                    changed: changed.unwrap_or_default(),
                    packet,
                })
            };
        states.into_iter().zip(changed).map(state).collect()
    })
}

/// Makes the contents of an earlier state the present ones, as a new version. Whether the packet is published stays. A
/// department that was renamed or merged later has the name of today; one that was deleted comes back with the packet.
pub fn restore_packet(
    app: &App,
    text: &str,
    version: u32,
    precondition: &Precondition,
    lang: Option<&LanguageTag>,
    actor: &Actor,
) -> Result<CurrentPacket> {
    let key = app.write_and_follow(|db| {
        let present = open_to_change(db, text, actor)?.row;
        check_precondition(db, &present, precondition)?;
        let earlier = db.earlier_packet_states(present.key)?;
        let Some((_, contents)) = earlier.into_iter().find(|(entry, _)| entry.version == version) else {
            return Err(if version == present.version {
                Error::Conflict(format!("Version {version} is the present one."))
            } else {
                Error::NotFound(format!("This packet has no version {version}."))
            });
        };
        let mut items = Vec::with_capacity(contents.items.len());
        for item in contents.items {
            // Citations are never deleted.
            items.extend(db.citation_key(&item.citation)?.map(|citation| (citation, item.note)));
        }
        let later = db.later_names(&db.names_of_packet_version(present.key, version)?)?;
        let department = contents.department.map(|name| {
            db.lookup_value_key(Category::Departments, &later.latest(Category::Departments, &name))
        });
        let fields = PacketFields {
            title: contents.title,
            description: contents.description,
            department: department.transpose()?,
            is_published: present.is_published,
            items,
        };
        save(db, &present, &fields, lang, actor, Action::PacketRestore)?;
        Ok(present.key)
    })?;
    read_saved(&app.store, key, lang, actor)
}

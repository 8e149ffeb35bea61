//! Earlier states of packets: listed, and made the present one again.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::packets::access::{open, open_to_change};
use crate::domain::packets::editing::{check_precondition, save, saved, write};
use crate::domain::packets::reading::CurrentPacket;
use crate::model::audit::event::Action;
use crate::model::category::Category;
use crate::model::entity_tag::Precondition;
use crate::model::error::{Error, Result};
use crate::model::languages::tag::LanguageTag;
use crate::model::packets::packet::{PacketAction, PacketContents, PacketState};
use crate::store::{PacketFields, ReadTx, Store, VersionEntry};
use std::collections::HashMap;

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
    let key = write(app, |db| {
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
        let department = contents.department.map(|mut name| {
            later.follow(Category::Departments, &mut name);
            db.lookup_value_key(Category::Departments, &name)
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
    saved(&app.store, key, lang, actor)
}

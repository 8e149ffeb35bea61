//! Writes packets with their readable IDs and departments.

use crate::model::accounts::comparable;
use crate::model::error::Result;
use crate::model::keys::{ChangeNumber, CitationKey, PacketKey, UserKey, ValueKey};
use crate::model::packets::access::PacketCode;
use crate::store::changes::{Editor, now};
use crate::store::database::{ReadTx, WriteTx};
use crate::store::packets::reading::PacketRow;
use crate::store::sql::{insert, json};
use rusqlite::params;

/// What a packet is saved as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PacketFields {
    pub title: String,
    pub description: Option<String>,
    /// Key of the lookup value.
    pub department: Option<ValueKey>,
    /// Whether it is a department packet.
    pub is_published: bool,
    /// Keys of citations with their notes; each citation once.
    pub items: Vec<(CitationKey, Option<String>)>,
}

impl WriteTx<'_> {
    /// Adds a packet; returns its key.
    pub fn add_packet(
        &self,
        id: &str,
        code: &PacketCode,
        owner: Option<UserKey>,
        fields: &PacketFields,
        editor: &Editor,
    ) -> Result<PacketKey> {
        let change = self.change_number()?;
        insert!(self.db, packets {
            id, code = code.as_str(), owner, title = fields.title, description = fields.description,
            department = fields.department, published = fields.is_published, saved_at = now(),
            saved_by_user = editor.user, saved_by_name = editor.name, changed = change
        })?;
        let key = PacketKey::new(self.db.last_insert_rowid());
        self.put_packet_items(key, &fields.items)?;
        Ok(key)
    }

    /// Lets a packet without an owner wait for the person who signs in with this verified address.
    pub fn set_waiting_owner(&self, packet: PacketKey, email: &str) -> Result<()> {
        self.run(
            "UPDATE packets SET waiting_owner = ?2 WHERE key = ?1 AND owner IS NULL",
            (packet, comparable(email)),
        )
    }

    /// Gives a person the packets that wait for this address, as [`comparable`] writes it.
    pub(in crate::store) fn bind_packets(&self, email: &str, owner: UserKey) -> Result<()> {
        self.run(
            "UPDATE packets SET owner = coalesce(owner, ?2), waiting_owner = NULL WHERE waiting_owner = ?1",
            (email, owner),
        )
    }

    /// Gives a packet a new state; the one before becomes an earlier version.
    pub fn replace_packet(&self, present: &PacketRow, fields: &PacketFields, editor: &Editor) -> Result<()> {
        self.begin_packet_state(present, editor)?;
        self.execute(
            "UPDATE packets SET title = ?2, description = ?3, department = ?4, published = ?5 WHERE key = ?1",
            params![present.key, fields.title, fields.description, fields.department, fields.is_published,],
        )?;
        self.execute("DELETE FROM packet_items WHERE packet = ?1", [present.key])?;
        self.put_packet_items(present.key, &fields.items)
    }

    /// Deletes a packet; its row, items and names stay.
    pub fn delete_packet(&self, present: &PacketRow, editor: &Editor) -> Result<()> {
        self.begin_packet_state(present, editor)?;
        self.run("UPDATE packets SET deleted = 1 WHERE key = ?1", [present.key])
    }

    /// Keeps the present state of a packet as an earlier version and begins a new one.
    pub(in crate::store) fn begin_packet_state(&self, present: &PacketRow, editor: &Editor) -> Result<()> {
        let body = json(&self.packet_contents(present)?)?;
        let change = self.change_number()?;
        let names_after = self.latest_lookup_change()?;
        self.execute(
            "INSERT INTO packet_versions (packet, version, saved_at, saved_by_user, saved_by_name, body, \
             names_after) \
             SELECT key, version, saved_at, saved_by_user, saved_by_name, ?2, ?3 FROM packets WHERE key = ?1",
            (present.key, body, names_after),
        )?;
        self.run(
            "UPDATE packets SET version = version + 1, saved_at = ?2, saved_by_user = ?3, \
             saved_by_name = ?4, \
             changed = ?5 WHERE key = ?1",
            params![present.key, now(), editor.user, editor.name, change],
        )
    }

    fn put_packet_items(&self, key: PacketKey, items: &[(CitationKey, Option<String>)]) -> Result<()> {
        for (position, (citation, note)) in (0i64..).zip(items) {
            insert!(self.db, packet_items { packet = key, position, citation, note })?;
        }
        Ok(())
    }

    /// Assigns those of these readable IDs that are free, the last one first; the others are left out.
    pub fn keep_packet_readable_ids(&self, key: PacketKey, readable_ids: &[String]) -> Result<()> {
        for readable_id in readable_ids.iter().rev() {
            if self.find_packet(readable_id)?.is_none() {
                self.assign_packet_readable_id(key, readable_id)?;
            }
        }
        Ok(())
    }

    /// Makes `readable_id`, which is free or this packet's own, the current one.
    pub fn assign_packet_readable_id(&self, key: PacketKey, readable_id: &str) -> Result<()> {
        self.run(
            "INSERT INTO packet_readable_ids (readable_id, packet, given) VALUES (?1, ?2, \
             (SELECT coalesce(max(given), 0) + 1 FROM packet_readable_ids WHERE packet = ?2)) \
             ON CONFLICT (readable_id) DO UPDATE SET given = excluded.given",
            (readable_id, key),
        )
    }

    /// Marks the packets of a department that has another name now as changed, without a new version.
    pub(in crate::store) fn touch_packets_of_department(&self, value: ValueKey) -> Result<()> {
        if self.packets_of_department(value)?.is_empty() {
            return Ok(());
        }
        let change = self.change_number()?;
        self.run("UPDATE packets SET changed = ?2 WHERE department = ?1", (value, change))
    }

    /// Moves the packets of a department to another one, or to none; their state before becomes an earlier version. Returns the
    /// ID of each and the number of its last change before.
    pub(in crate::store) fn move_packets_of_department(
        &self,
        old: ValueKey,
        new: Option<ValueKey>,
        editor: &Editor,
    ) -> Result<Vec<(String, ChangeNumber)>> {
        let mut before = Vec::new();
        for present in self.packets(&self.packets_of_department(old)?)? {
            if !present.is_deleted {
                self.begin_packet_state(&present, editor)?;
                before.push((present.id, present.change));
            }
        }
        self.execute("UPDATE packets SET department = ?2 WHERE department = ?1", (old, new))?;
        Ok(before)
    }
}

impl ReadTx<'_> {
    /// Key of the packet that has, or once had, this readable ID.
    pub(in crate::store) fn packet_readable_id_owner(&self, readable_id: &str) -> Result<Option<PacketKey>> {
        self.optional_value("SELECT packet FROM packet_readable_ids WHERE readable_id = ?1", [readable_id])
    }

    /// The ID or readable ID of the only packet that has one which differs from `id` in case alone.
    pub fn packet_in_other_case(&self, id: &str) -> Result<Option<String>> {
        self.only_name_in_other_case(
            id,
            "SELECT id, key FROM packets WHERE id = ?1 COLLATE NOCASE \
             UNION ALL SELECT readable_id, packet FROM packet_readable_ids \
             WHERE readable_id = ?1 COLLATE NOCASE OR readable_id = ?2",
        )
    }

    /// Every readable ID of a packet, the current one first.
    pub fn packet_readable_ids(&self, key: PacketKey) -> Result<Vec<String>> {
        self.values(
            "SELECT readable_id FROM packet_readable_ids WHERE packet = ?1 ORDER BY given DESC",
            [key],
        )
    }

    /// The current readable ID of a packet.
    pub fn packet_readable_id(&self, key: PacketKey) -> Result<Option<String>> {
        self.optional_value(
            "SELECT readable_id FROM packet_readable_ids WHERE packet = ?1 ORDER BY given DESC LIMIT 1",
            [key],
        )
    }

    /// Whether `readable_id` can be assigned to the packet `key`: it is not the ID or code of another packet, nor its
    /// readable ID, current or former.
    pub fn packet_readable_id_is_free(&self, readable_id: &str, key: PacketKey) -> Result<bool> {
        Ok(match self.packet_readable_id_owner(readable_id)? {
            Some(owner) => owner == key,
            None => self.find_packet(readable_id)?.is_none(),
        })
    }

    /// Keys of the packets, deleted ones included, of the department that is this lookup value.
    pub(in crate::store) fn packets_of_department(&self, value: ValueKey) -> Result<Vec<PacketKey>> {
        self.values("SELECT key FROM packets WHERE department = ?1 ORDER BY key", [value])
    }

    /// How many packets that are not deleted have this lookup value as their department.
    pub(in crate::store) fn packet_count_of_department(&self, value: ValueKey) -> Result<u64> {
        self.value("SELECT count(*) FROM packets WHERE department = ?1 AND deleted = 0", [value])
    }
}

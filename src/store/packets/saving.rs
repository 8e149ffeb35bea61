//! Saves packets: their rows and items, and the earlier state that a new one replaces.

use crate::model::accounts::comparable;
use crate::model::error::{Error, Result};
use crate::model::packets::access::PacketCode;
use crate::store::changes::{Editor, now};
use crate::store::database::WriteTx;
use crate::store::packets::reading::PacketRow;
use crate::store::sqlite_error::doing;
use rusqlite::params;

const WHAT: &str = "saving a packet";

/// What a packet is saved as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PacketFields {
    /// Title.
    pub title: String,
    /// Description.
    pub description: Option<String>,
    /// Key of the lookup value.
    pub department: Option<i64>,
    /// Whether it is a department packet.
    pub is_published: bool,
    /// Keys of citations with their notes; each citation once.
    pub items: Vec<(i64, Option<String>)>,
}

impl WriteTx<'_> {
    /// Adds a packet; returns its key.
    pub fn add_packet(
        &self,
        id: &str,
        code: &PacketCode,
        owner: Option<i64>,
        fields: &PacketFields,
        editor: &Editor,
    ) -> Result<i64> {
        let change = self.change_number()?;
        self.db
            .prepare_cached(
                "INSERT INTO packets (id, code, owner, title, description, department, published, saved_at, \
                 saved_by_user, saved_by_name, changed) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            )
            .and_then(|mut insert| {
                insert.execute(params![
                    id,
                    code.as_str(),
                    owner,
                    fields.title,
                    fields.description,
                    fields.department,
                    fields.is_published,
                    now(),
                    editor.user,
                    editor.name,
                    change,
                ])
            })
            .map_err(doing(WHAT))?;
        let key = self.db.last_insert_rowid();
        self.put_packet_items(key, &fields.items)?;
        Ok(key)
    }

    /// Lets a packet without an owner wait for the person who signs in with this verified address.
    pub fn set_waiting_owner(&self, packet: i64, email: &str) -> Result<()> {
        self.db
            .prepare_cached("UPDATE packets SET waiting_owner = ?2 WHERE key = ?1 AND owner IS NULL")
            .and_then(|mut update| update.execute((packet, comparable(email))))
            .map_err(doing(WHAT))?;
        Ok(())
    }

    /// Gives a person the packets that wait for this address, as [`comparable`] writes it.
    pub(in crate::store) fn bind_packets(&self, email: &str, owner: i64) -> Result<()> {
        self.db
            .prepare_cached(
                "UPDATE packets SET owner = coalesce(owner, ?2), waiting_owner = NULL WHERE waiting_owner = ?1",
            )
            .and_then(|mut update| update.execute((email, owner)))
            .map_err(doing(WHAT))?;
        Ok(())
    }

    /// Gives a packet a new state; the one before becomes an earlier version.
    pub fn replace_packet(&self, present: &PacketRow, fields: &PacketFields, editor: &Editor) -> Result<()> {
        self.begin_packet_state(present, editor)?;
        self.db
            .prepare_cached(
                "UPDATE packets SET title = ?2, description = ?3, department = ?4, published = ?5 WHERE key = ?1",
            )
            .and_then(|mut update| {
                update.execute(params![
                    present.key,
                    fields.title,
                    fields.description,
                    fields.department,
                    fields.is_published,
                ])
            })
            .map_err(doing(WHAT))?;
        self.db
            .prepare_cached("DELETE FROM packet_items WHERE packet = ?1")
            .and_then(|mut delete| delete.execute([present.key]))
            .map_err(doing(WHAT))?;
        self.put_packet_items(present.key, &fields.items)
    }

    /// Deletes a packet; its row, items and names stay.
    pub fn delete_packet(&self, present: &PacketRow, editor: &Editor) -> Result<()> {
        self.begin_packet_state(present, editor)?;
        self.db
            .prepare_cached("UPDATE packets SET deleted = 1 WHERE key = ?1")
            .and_then(|mut update| update.execute([present.key]))
            .map_err(doing("deleting a packet"))?;
        Ok(())
    }

    /// Keeps the present state of a packet as an earlier version and begins a new one.
    pub(in crate::store) fn begin_packet_state(&self, present: &PacketRow, editor: &Editor) -> Result<()> {
        let body = serde_json::to_string(&self.packet_contents(present)?)
            .map_err(|e| Error::internal("storing a version of a packet", e))?;
        let change = self.change_number()?;
        let names_after = self.latest_lookup_change()?;
        self.db
            .prepare_cached(
                "INSERT INTO packet_versions (packet, version, saved_at, saved_by_user, saved_by_name, body, \
                 names_after) \
                 SELECT key, version, saved_at, saved_by_user, saved_by_name, ?2, ?3 FROM packets WHERE key = ?1",
            )
            .and_then(|mut insert| insert.execute((present.key, body, names_after)))
            .map_err(doing("storing a version of a packet"))?;
        self.db
            .prepare_cached(
                "UPDATE packets SET version = version + 1, saved_at = ?2, saved_by_user = ?3, saved_by_name = ?4, \
                 changed = ?5 WHERE key = ?1",
            )
            .and_then(|mut update| {
                update.execute(params![present.key, now(), editor.user, editor.name, change])
            })
            .map_err(doing(WHAT))?;
        Ok(())
    }

    fn put_packet_items(&self, key: i64, items: &[(i64, Option<String>)]) -> Result<()> {
        let mut insert = self
            .db
            .prepare_cached(
                "INSERT INTO packet_items (packet, position, citation, note) VALUES (?1, ?2, ?3, ?4)",
            )
            .map_err(doing(WHAT))?;
        for (position, (citation, note)) in (0i64..).zip(items) {
            insert.execute(params![key, position, citation, note]).map_err(doing(WHAT))?;
        }
        Ok(())
    }
}

//! Readable IDs of packets: who has them, and assigning new ones. None is ever withdrawn or assigned twice.

use crate::model::error::Result;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sqlite_error::doing;
use rusqlite::OptionalExtension;

const WHAT: &str = "reading the readable IDs of packets";

impl ReadTx<'_> {
    /// Key of the packet that has, or once had, this readable ID.
    pub(in crate::store) fn packet_readable_id_owner(&self, readable_id: &str) -> Result<Option<i64>> {
        self.db
            .prepare_cached("SELECT packet FROM packet_readable_ids WHERE readable_id = ?1")
            .and_then(|mut one| one.query_row([readable_id], |row| row.get(0)).optional())
            .map_err(doing(WHAT))
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
    pub fn packet_readable_ids(&self, key: i64) -> Result<Vec<String>> {
        self.list(
            WHAT,
            "SELECT readable_id FROM packet_readable_ids WHERE packet = ?1 ORDER BY given DESC",
            [key],
            |row| row.get(0),
        )
    }

    /// The current readable ID of a packet.
    pub fn packet_readable_id(&self, key: i64) -> Result<Option<String>> {
        self.db
            .prepare_cached(
                "SELECT readable_id FROM packet_readable_ids WHERE packet = ?1 ORDER BY given DESC LIMIT 1",
            )
            .and_then(|mut one| one.query_row([key], |row| row.get(0)).optional())
            .map_err(doing(WHAT))
    }

    /// Whether `readable_id` can be assigned to the packet `key`: it is not the ID or code of another packet, nor its
    /// readable ID, current or former.
    pub fn packet_readable_id_is_free(&self, readable_id: &str, key: i64) -> Result<bool> {
        Ok(match self.packet_readable_id_owner(readable_id)? {
            Some(owner) => owner == key,
            None => self.find_packet(readable_id)?.is_none(),
        })
    }
}

impl WriteTx<'_> {
    /// Assigns those of these readable IDs that are free, the last one first; the others are left out.
    pub fn keep_packet_readable_ids(&self, key: i64, readable_ids: &[String]) -> Result<()> {
        for readable_id in readable_ids.iter().rev() {
            if self.find_packet(readable_id)?.is_none() {
                self.assign_packet_readable_id(key, readable_id)?;
            }
        }
        Ok(())
    }

    /// Makes `readable_id`, which is free or this packet's own, the current one.
    pub fn assign_packet_readable_id(&self, key: i64, readable_id: &str) -> Result<()> {
        self.db
            .prepare_cached(
                "INSERT INTO packet_readable_ids (readable_id, packet, given) VALUES (?1, ?2, \
                 (SELECT coalesce(max(given), 0) + 1 FROM packet_readable_ids WHERE packet = ?2)) \
                 ON CONFLICT (readable_id) DO UPDATE SET given = excluded.given",
            )
            .and_then(|mut insert| insert.execute((readable_id, key)))
            .map_err(doing("assigning a readable ID to a packet"))?;
        Ok(())
    }
}

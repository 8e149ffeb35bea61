//! Readable IDs of packets: whose they are, and giving new ones. None is ever taken back or given twice.

use crate::model::error::{Error, Result};
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
    pub(in crate::store) fn packet_readable_id(&self, key: i64) -> Result<Option<String>> {
        self.db
            .prepare_cached(
                "SELECT readable_id FROM packet_readable_ids WHERE packet = ?1 ORDER BY given DESC LIMIT 1",
            )
            .and_then(|mut one| one.query_row([key], |row| row.get(0)).optional())
            .map_err(doing(WHAT))
    }
}

impl WriteTx<'_> {
    /// Gives a packet the first free readable ID of `candidates`, which have no end. The current one stays when it
    /// `fits`. One that reads as the ID or the code of another packet is not free.
    pub fn assign_packet_readable_id(
        &self,
        key: i64,
        fits: impl Fn(&str) -> bool,
        candidates: impl Iterator<Item = String>,
    ) -> Result<()> {
        if self.packet_readable_id(key)?.is_some_and(|current| fits(&current)) {
            return Ok(());
        }
        for candidate in candidates {
            let is_free = match self.packet_readable_id_owner(&candidate)? {
                Some(owner) => owner == key,
                None => self.find_packet(&candidate)?.is_none(),
            };
            if is_free {
                return self.give_packet_readable_id(key, &candidate);
            }
        }
        Err(Error::internal("giving a packet a readable ID", "no readable ID is left for this title"))
    }

    /// Gives a packet those of these readable IDs that are free, the last first; those that are not are left out.
    pub fn keep_packet_readable_ids(&self, key: i64, readable_ids: &[String]) -> Result<()> {
        for readable_id in readable_ids.iter().rev() {
            if self.find_packet(readable_id)?.is_none() {
                self.give_packet_readable_id(key, readable_id)?;
            }
        }
        Ok(())
    }

    fn give_packet_readable_id(&self, key: i64, readable_id: &str) -> Result<()> {
        self.db
            .prepare_cached(
                "INSERT INTO packet_readable_ids (readable_id, packet, given) VALUES (?1, ?2, \
                 (SELECT coalesce(max(given), 0) + 1 FROM packet_readable_ids WHERE packet = ?2)) \
                 ON CONFLICT (readable_id) DO UPDATE SET given = excluded.given",
            )
            .and_then(|mut insert| insert.execute((readable_id, key)))
            .map_err(doing("giving a packet a readable ID"))?;
        Ok(())
    }
}

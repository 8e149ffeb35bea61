//! Reads packets: one, the published list, earlier states.

use crate::model::category::value_key;
use crate::model::error::{Error, Result};
use crate::model::keys::{ChangeNumber, CitationKey, PacketKey, UserKey};
use crate::model::packets::access::PacketCode;
use crate::model::packets::packet::{ContentsItem, PacketContents, PacketLink};
use crate::store::citations::saving::{NamesOf, VersionEntry};
use crate::store::database::ReadTx;
use crate::store::sql::{from_row, json, json_column};
use rusqlite::{Row, params};

/// What an address such as `/api/packets/{id}` leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FoundPacket {
    /// The packet (its key) with this ID or current readable ID.
    Named(PacketKey),
    /// The packet with this older readable ID, and its current one.
    Moved(PacketKey, String),
    /// The packet with this code.
    Coded(PacketKey),
}

/// A packet without its items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PacketRow {
    pub key: PacketKey,
    pub id: String,
    /// The current readable ID.
    pub readable_id: Option<String>,
    pub code: String,
    /// User key of who made it; `None` when it was imported and its owner has not signed in.
    pub owner: Option<UserKey>,
    pub title: String,
    pub description: Option<String>,
    /// Name of the department.
    pub department: Option<String>,
    /// Whether it is a department packet.
    pub is_published: bool,
    /// Whether it was deleted.
    pub is_deleted: bool,
    /// Number of its present state.
    pub version: u32,
    /// When that was made; ISO 8601, UTC.
    pub saved_at: String,
    /// Who made that state, as shown.
    pub saved_by: String,
    /// The change number that last touched it.
    pub change: ChangeNumber,
}

impl ReadTx<'_> {
    /// Finds a packet, deleted ones included, by ID, current or older readable ID, or code.
    pub fn find_packet(&self, text: &str) -> Result<Option<FoundPacket>> {
        if let Some(key) = self.packet_key("SELECT key FROM packets WHERE id = ?1", text)? {
            return Ok(Some(FoundPacket::Named(key)));
        }
        if let Some(key) = self.packet_readable_id_owner(text)? {
            return Ok(Some(match self.packet_readable_id(key)? {
                Some(current) if current != text => FoundPacket::Moved(key, current),
                _ => FoundPacket::Named(key),
            }));
        }
        let Some(code) = PacketCode::parse(text) else { return Ok(None) };
        let coded = self.packet_key("SELECT key FROM packets WHERE code = ?1", code.as_str())?;
        Ok(coded.map(FoundPacket::Coded))
    }

    fn packet_key(&self, sql: &str, text: &str) -> Result<Option<PacketKey>> {
        self.optional_value(sql, [text])
    }

    /// The packet with this key.
    pub fn packet(&self, key: PacketKey) -> Result<PacketRow> {
        self.packets(&[key])?.pop().ok_or_else(|| Error::NotFound("No packet found.".into()))
    }

    /// The packets with these keys, in their order.
    pub fn packets(&self, keys: &[PacketKey]) -> Result<Vec<PacketRow>> {
        self.list(
            "SELECT p.key, p.id, (SELECT readable_id FROM packet_readable_ids r WHERE r.packet = p.key \
             ORDER BY given DESC LIMIT 1) AS readable_id, p.code, p.owner, p.title, p.description, d.value, p.published, \
             p.deleted, \
             p.version, p.saved_at, p.saved_by_name, p.changed \
             FROM json_each(?1) wanted JOIN packets p ON p.key = wanted.value \
             LEFT JOIN lookup_values d ON d.key = p.department ORDER BY wanted.key",
            [json(keys)?],
            packet_row,
        )
    }

    /// The address that leads a packet to its owner where it is imported: that of the owner, or the one that it waits for.
    pub fn packet_owner_address(&self, key: PacketKey) -> Result<Option<String>> {
        self.value(
            "SELECT CASE WHEN p.owner IS NULL THEN p.waiting_owner ELSE u.email END FROM packets p \
             LEFT JOIN users u ON u.key = p.owner AND u.email_verified = 1 WHERE p.key = ?1",
            [key],
        )
    }

    /// The present contents of a packet.
    pub fn packet_contents(&self, row: &PacketRow) -> Result<PacketContents> {
        let items = self.list(
            "SELECT c.id, i.note FROM packet_items i JOIN citations c ON c.key = i.citation \
             WHERE i.packet = ?1 \
             ORDER BY i.position",
            [row.key],
            |row| from_row!(row => ContentsItem { citation = "id", title: None, note }),
        )?;
        Ok(PacketContents {
            title: row.title.clone(),
            description: row.description.clone(),
            department: row.department.clone(),
            published: row.is_published,
            items,
        })
    }

    /// The earlier states of a packet, the latest first.
    pub fn earlier_packet_states(&self, key: PacketKey) -> Result<Vec<(VersionEntry, PacketContents)>> {
        self.list(
            "SELECT version, saved_at, saved_by_name, body FROM packet_versions WHERE packet = ?1 \
             ORDER BY version DESC",
            [key],
            |row| {
                let entry = from_row!(row => VersionEntry { version, saved_at, saved_by = "saved_by_name" })?;
                Ok((entry, json_column(row, "body")?))
            },
        )
    }

    /// The time of the names in an earlier state of a packet, which exists.
    pub fn names_of_packet_version(&self, key: PacketKey, version: u32) -> Result<NamesOf> {
        self.names_of_state(("packet_versions", "packet"), "packets", key, version)
    }

    /// How many personal packets a person has.
    pub fn personal_packet_count(&self, owner: UserKey) -> Result<u64> {
        self.value("SELECT count(*) FROM packets WHERE owner = ?1 AND deleted = 0 AND published = 0", [owner])
    }

    /// Whether a packet, deleted ones included, has this code.
    pub fn is_packet_code(&self, code: &PacketCode) -> Result<bool> {
        Ok(self.packet_key("SELECT key FROM packets WHERE code = ?1", code.as_str())?.is_some())
    }

    /// Keys and IDs of the published packets, the most recently changed first: of one department or all, and optionally
    /// only those with an obsolete citation.
    pub fn published_packets(
        &self,
        department: Option<&str>,
        with_obsolete: bool,
    ) -> Result<Vec<(PacketKey, String)>> {
        let sql = format!(
            "SELECT p.key, p.id FROM packets p LEFT JOIN lookup_values d ON d.key = p.department \
             WHERE p.published = 1 AND p.deleted = 0 AND (?1 IS NULL OR d.value_key = ?1) \
             AND (?2 = 0 OR p.key IN ({WITH_OBSOLETE})) ORDER BY p.saved_at DESC, p.key DESC"
        );
        let parameters = params![department.map(value_key), with_obsolete];
        self.rows(&sql, parameters)
    }

    /// How many published packets hold an obsolete citation.
    pub fn packets_with_obsolete(&self) -> Result<u64> {
        let sql = format!(
            "SELECT count(*) FROM packets WHERE published = 1 AND deleted = 0 AND key IN ({WITH_OBSOLETE})"
        );
        self.value(&sql, [])
    }

    /// Keys of the packets that a person made: personal ones first, each kind with the most recently changed first.
    pub fn packets_of_person(&self, owner: UserKey) -> Result<Vec<PacketKey>> {
        self.values(
            "SELECT key FROM packets WHERE owner = ?1 AND deleted = 0 ORDER BY published, saved_at DESC, \
             key DESC",
            [owner],
        )
    }

    /// The published packets that hold a citation, by title.
    pub fn packets_with_citation(&self, citation: CitationKey) -> Result<Vec<PacketLink>> {
        self.list(
            "SELECT (SELECT readable_id FROM packet_readable_ids r WHERE r.packet = p.key \
             ORDER BY given DESC LIMIT 1) AS readable_id, \
             p.title FROM packet_items i JOIN packets p ON p.key = i.packet \
             WHERE i.citation = ?1 AND p.published = 1 AND p.deleted = 0 ORDER BY p.title, p.key",
            [citation],
            |row| from_row!(row => PacketLink { readable_id, title }),
        )
    }

    /// Titles of the published packets, the most recently changed first.
    pub fn published_titles(&self) -> Result<Vec<PublishedTitle>> {
        self.list(
            "SELECT p.id, (SELECT readable_id FROM packet_readable_ids r WHERE r.packet = p.key \
             ORDER BY given DESC \
             LIMIT 1) AS readable_id, p.title, coalesce(p.description, '') AS description, (SELECT \
             count(*) FROM packet_items i \
             WHERE i.packet = p.key) AS count FROM packets p \
             WHERE p.published = 1 AND p.deleted = 0 ORDER BY p.saved_at DESC, p.key DESC",
            [],
            |row| from_row!(row => PublishedTitle { id, readable_id, title, description, count }),
        )
    }

    /// The latest change number that touched any packet; 0 before the first.
    pub fn packet_change(&self) -> Result<ChangeNumber> {
        self.value("SELECT coalesce(max(changed), 0) FROM packets", [])
    }

    /// Keys of all packets that are not deleted, in the order in which they were made.
    pub fn packet_keys(&self) -> Result<Vec<PacketKey>> {
        self.values("SELECT key FROM packets WHERE deleted = 0 ORDER BY key", [])
    }
}

fn packet_row(row: &Row<'_>) -> rusqlite::Result<PacketRow> {
    from_row!(row => PacketRow {
        key, id, readable_id, code, owner, title, description, department = "value", is_published = "published",
        is_deleted = "deleted", version, saved_at, saved_by = "saved_by_name", change = "changed"
    })
}

/// Published packets that hold an obsolete citation.
const WITH_OBSOLETE: &str =
    "SELECT i.packet FROM packet_items i JOIN citations c ON c.key = i.citation WHERE c.obsolete = 1";

/// What a search needs of a published packet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedTitle {
    pub id: String,
    /// The current readable ID.
    pub readable_id: String,
    pub title: String,
    /// Description; empty when it has none.
    pub description: String,
    /// How many citations it has.
    pub count: u32,
}

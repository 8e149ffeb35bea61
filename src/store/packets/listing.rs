//! Lists of packets: published ones, those of a person, those that hold a citation, and the titles to search.

use crate::model::category::value_key;
use crate::model::error::Result;
use crate::model::packets::packet::PacketLink;
use crate::store::database::ReadTx;
use crate::store::sqlite_error::doing;
use rusqlite::params;

const WHAT: &str = "listing packets";

/// Published packets that hold an obsolete citation.
const WITH_OBSOLETE: &str =
    "SELECT i.packet FROM packet_items i JOIN citations c ON c.key = i.citation WHERE c.obsolete = 1";

/// What a search needs of a published packet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedTitle {
    /// ID.
    pub id: String,
    /// The current readable ID.
    pub readable_id: String,
    /// Title.
    pub title: String,
    /// Description; empty when it has none.
    pub description: String,
    /// How many citations it has.
    pub count: u32,
}

impl ReadTx<'_> {
    /// Keys and IDs of the published packets, the most recently changed first: of one department or all, and optionally
    /// only those with an obsolete citation.
    pub fn published_packets(
        &self,
        department: Option<&str>,
        with_obsolete: bool,
    ) -> Result<Vec<(i64, String)>> {
        let sql = format!(
            "SELECT p.key, p.id FROM packets p LEFT JOIN lookup_values d ON d.key = p.department \
             WHERE p.published = 1 AND p.deleted = 0 AND (?1 IS NULL OR d.value_key = ?1) \
             AND (?2 = 0 OR p.key IN ({WITH_OBSOLETE})) ORDER BY p.saved_at DESC, p.key DESC"
        );
        let parameters = params![department.map(value_key), with_obsolete];
        self.list(WHAT, &sql, parameters, |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// How many published packets hold an obsolete citation.
    pub fn packets_with_obsolete(&self) -> Result<u64> {
        let sql = format!(
            "SELECT count(*) FROM packets WHERE published = 1 AND deleted = 0 AND key IN ({WITH_OBSOLETE})"
        );
        self.db
            .prepare_cached(&sql)
            .and_then(|mut count| count.query_row([], |row| row.get(0)))
            .map_err(doing(WHAT))
    }

    /// Keys of the packets that a person made: personal ones first, each kind with the most recently changed first.
    pub fn packets_of_person(&self, owner: i64) -> Result<Vec<i64>> {
        self.list(
            WHAT,
            "SELECT key FROM packets WHERE owner = ?1 AND deleted = 0 ORDER BY published, saved_at DESC, key DESC",
            [owner],
            |row| row.get(0),
        )
    }

    /// The published packets that hold a citation, by title.
    pub fn packets_with_citation(&self, citation: i64) -> Result<Vec<PacketLink>> {
        self.list(
            WHAT,
            "SELECT (SELECT readable_id FROM packet_readable_ids r WHERE r.packet = p.key ORDER BY given DESC LIMIT 1), \
             p.title FROM packet_items i JOIN packets p ON p.key = i.packet \
             WHERE i.citation = ?1 AND p.published = 1 AND p.deleted = 0 ORDER BY p.title, p.key",
            [citation],
            |row| Ok(PacketLink { readable_id: row.get(0)?, title: row.get(1)? }),
        )
    }

    /// Titles of the published packets, the most recently changed first.
    pub fn published_titles(&self) -> Result<Vec<PublishedTitle>> {
        self.list(
            WHAT,
            "SELECT p.id, (SELECT readable_id FROM packet_readable_ids r WHERE r.packet = p.key ORDER BY given DESC \
             LIMIT 1), p.title, coalesce(p.description, ''), (SELECT count(*) FROM packet_items i WHERE i.packet = p.key) FROM packets p \
             WHERE p.published = 1 AND p.deleted = 0 ORDER BY p.saved_at DESC, p.key DESC",
            [],
            |row| {
                Ok(PublishedTitle {
                    id: row.get(0)?,
                    readable_id: row.get(1)?,
                    title: row.get(2)?,
                    description: row.get(3)?,
                    count: row.get(4)?,
                })
            },
        )
    }

    /// The latest change number that touched any packet; 0 before the first.
    pub fn packet_change(&self) -> Result<u64> {
        self.db
            .prepare_cached("SELECT coalesce(max(changed), 0) FROM packets")
            .and_then(|mut one| one.query_row([], |row| row.get(0)))
            .map_err(doing(WHAT))
    }

    /// Keys of all packets that are not deleted, in the order in which they were made.
    pub fn packet_keys(&self) -> Result<Vec<i64>> {
        self.list(WHAT, "SELECT key FROM packets WHERE deleted = 0 ORDER BY key", [], |row| row.get(0))
    }
}

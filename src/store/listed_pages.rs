//! The pages that visitors find without a search: for sitemaps and feeds.

use crate::model::error::Result;
use crate::model::keys::CitationKey;
use crate::store::database::ReadTx;
use crate::store::sql::from_row;

/// What a page shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageKind {
    Citation,
    /// A published packet.
    Packet,
}

/// A page that visitors find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedPage {
    /// What it shows.
    pub kind: PageKind,
    /// Readable ID, or the ID without one.
    pub address_id: String,
    /// When its present state was made; ISO 8601, UTC.
    pub saved_at: String,
}

impl ReadTx<'_> {
    /// How many citations in use and published packets there are.
    pub fn count_listed_pages(&self) -> Result<usize> {
        self.value(
            "SELECT (SELECT count(*) FROM citations WHERE obsolete = 0) \
             + (SELECT count(*) FROM packets WHERE published = 1 AND deleted = 0)",
            [],
        )
    }

    /// The pages of the citations in use, then of the published packets, each in the order in which they were made: `most`
    /// of them after the first `skipped`.
    pub fn listed_pages(&self, skipped: usize, most: usize) -> Result<Vec<ListedPage>> {
        let sql = "WITH page AS (\
                   SELECT 0 AS is_packet, key, saved_at FROM citations WHERE obsolete = 0 \
                   UNION ALL SELECT 1, key, saved_at FROM packets WHERE published = 1 AND deleted = 0 \
                   ORDER BY 1, 2 LIMIT ?2 OFFSET ?1) \
                   SELECT is_packet, CASE is_packet \
                   WHEN 0 THEN coalesce((SELECT r.readable_id FROM readable_ids r WHERE r.citation = page.key \
                   ORDER BY r.given DESC LIMIT 1), (SELECT c.id FROM citations c WHERE c.key = page.key)) \
                   ELSE coalesce((SELECT r.readable_id FROM packet_readable_ids r WHERE r.packet = page.key \
                   ORDER BY r.given DESC LIMIT 1), (SELECT p.id FROM packets p WHERE p.key = page.key)) END AS address_id, \
                   saved_at FROM page ORDER BY is_packet, key";
        self.list(sql, (skipped, most), |row| {
            let kind = if row.get("is_packet")? { PageKind::Packet } else { PageKind::Citation };
            from_row!(row => ListedPage { kind: kind, address_id, saved_at })
        })
    }

    /// The keys of the `most` citations that changed last, the latest first, and when each did (ISO 8601, UTC): of those that
    /// are not obsolete and whose ID `is_wanted`.
    pub fn changed_last(
        &self,
        most: usize,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<(CitationKey, String)>> {
        let mut found = Vec::with_capacity(most);
        self.each(
            "SELECT key, saved_at, id FROM citations WHERE obsolete = 0 ORDER BY saved_at DESC, key DESC",
            [],
            |row| {
                if found.len() < most && row.get_ref("id")?.as_str().is_ok_and(&is_wanted) {
                    found.push((row.get("key")?, row.get("saved_at")?));
                }
                Ok(found.len() < most)
            },
        )?;
        Ok(found)
    }
}

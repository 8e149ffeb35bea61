//! What a packet shows of its citations.

use crate::model::category::Category;
use crate::model::error::Result;
use crate::model::packets::languages::{KnownLanguages, PacketVersion, sort_versions};
use crate::model::packets::packet::PacketCitation;
use crate::store::database::ReadTx;
use crate::store::packets::reading::key_list;
use crate::store::stored_files::contents::file_type;
use crate::store::stored_files::versions::URL_COLUMNS;
use std::collections::HashMap;

/// A citation of a packet by its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PacketItemRow {
    /// Key of the packet.
    pub packet: i64,
    /// Key of the citation.
    pub citation: i64,
    /// ID of the citation.
    pub id: String,
    /// The note of the packet.
    pub note: Option<String>,
    /// Whether the citation is obsolete.
    pub is_obsolete: bool,
}

impl ReadTx<'_> {
    /// The items of these packets, in their order within each.
    pub fn packet_items(&self, packets: &[i64]) -> Result<Vec<PacketItemRow>> {
        self.list(
            "SELECT i.packet, i.citation, c.id, i.note, c.obsolete FROM packet_items i \
             JOIN citations c ON c.key = i.citation WHERE i.packet IN (SELECT value FROM json_each(?1)) \
             ORDER BY i.packet, i.position",
            [key_list(packets)],
            |row| {
                Ok(PacketItemRow {
                    packet: row.get(0)?,
                    citation: row.get(1)?,
                    id: row.get(2)?,
                    note: row.get(3)?,
                    is_obsolete: row.get(4)?,
                })
            },
        )
    }

    /// The language values of these citations, by key.
    pub fn languages_of_citations(&self, citations: &[i64]) -> Result<HashMap<i64, Vec<String>>> {
        let rows = self.list(
            "SELECT v.citation, l.value FROM language_versions v JOIN lookup_values l ON l.key = v.language \
             WHERE v.citation IN (SELECT value FROM json_each(?1))",
            [key_list(citations)],
            |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)),
        )?;
        let mut languages: HashMap<i64, Vec<String>> = HashMap::new();
        for (citation, value) in rows {
            languages.entry(citation).or_default().push(value);
        }
        Ok(languages)
    }

    /// These citations by key, without a version in a preferred language.
    pub fn packet_citations(
        &self,
        citations: &[i64],
        languages: &KnownLanguages,
    ) -> Result<HashMap<i64, PacketCitation>> {
        let rows = self.list(
            "SELECT c.key, c.id, c.title, c.obsolete, c.printing_specs, \
             (SELECT readable_id FROM readable_ids r WHERE r.citation = c.key ORDER BY given DESC LIMIT 1), \
             (SELECT l.value FROM citation_values v JOIN lookup_values l ON l.key = v.value \
             WHERE v.citation = c.key AND v.category = ?2 ORDER BY v.position LIMIT 1) \
             FROM citations c WHERE c.key IN (SELECT value FROM json_each(?1))",
            (key_list(citations), Category::WhereToObtain as i64),
            |row| {
                let id: String = row.get(1)?;
                let citation = PacketCitation {
                    readable_id: row.get::<_, Option<String>>(5)?.unwrap_or_else(|| id.clone()),
                    citation: id,
                    title: row.get(2)?,
                    obsolete: row.get(3)?,
                    where_to_obtain: row.get(6)?,
                    printing_specs: row.get(4)?,
                    version: None,
                    preview: None,
                    languages: Vec::new(),
                };
                Ok((row.get::<_, i64>(0)?, citation))
            },
        )?;
        let mut found: HashMap<i64, PacketCitation> = rows.into_iter().collect();
        let versions = self.list(
            &format!(
                "SELECT v.citation, v.item_number, v.title, {URL_COLUMNS}, f.type, \
                 coalesce(f.preview_failed = 0 AND f.withdrawn IS NULL, 0) \
                 FROM language_versions v JOIN lookup_values l ON l.key = v.language \
                 JOIN citations c ON c.key = v.citation LEFT JOIN stored_files f ON f.key = v.file \
                 WHERE v.citation IN (SELECT value FROM json_each(?1)) ORDER BY v.citation, v.position"
            ),
            [key_list(citations)],
            |row| {
                let (lang, url): (String, _) = (row.get(4)?, self.version_url(row, 3)?);
                let is_drawn: bool = row.get(9)?;
                let mut version = PacketVersion::new(&lang, row.get(2)?, url, row.get(1)?, languages);
                version.has_preview = is_drawn && file_type(row, 8)?.can_be_drawn();
                Ok((row.get::<_, i64>(0)?, version))
            },
        )?;
        for (citation, version) in versions {
            if let Some(citation) = found.get_mut(&citation) {
                citation.languages.push(version);
            }
        }
        found.values_mut().for_each(|citation| sort_versions(&mut citation.languages));
        Ok(found)
    }
}

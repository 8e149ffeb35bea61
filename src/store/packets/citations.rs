//! What a packet shows of its citations.

use crate::model::category::Category;
use crate::model::error::Result;
use crate::model::files::FileType;
use crate::model::keys::{CitationKey, PacketKey};
use crate::model::packets::languages::{KnownLanguages, PacketVersion, sort_versions};
use crate::model::packets::packet::PacketCitation;
use crate::model::page_urls;
use crate::store::database::ReadTx;
use crate::store::sql::{from_row, json};
use crate::store::stored_files::versions::URL_COLUMNS;
use std::collections::HashMap;

/// A citation of a packet by its key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PacketItemRow {
    /// Key of the packet.
    pub packet: PacketKey,
    /// Key of the citation.
    pub citation: CitationKey,
    /// ID of the citation.
    pub id: String,
    /// The note of the packet.
    pub note: Option<String>,
    /// Whether the citation is obsolete.
    pub is_obsolete: bool,
}

impl ReadTx<'_> {
    /// The items of these packets, in their order within each.
    pub fn packet_items(&self, packets: &[PacketKey]) -> Result<Vec<PacketItemRow>> {
        self.list(
            "SELECT i.packet, i.citation, c.id, i.note, c.obsolete FROM packet_items i \
             JOIN citations c ON c.key = i.citation WHERE i.packet IN (SELECT value FROM json_each(?1)) \
             ORDER BY i.packet, i.position",
            [json(packets)?],
            |row| from_row!(row => PacketItemRow { packet, citation, id, note, is_obsolete = "obsolete" }),
        )
    }

    /// The language values of these citations, by key.
    pub fn languages_of_citations(
        &self,
        citations: &[CitationKey],
    ) -> Result<HashMap<CitationKey, Vec<String>>> {
        let rows = self.rows::<(CitationKey, String)>(
            "SELECT v.citation, l.value FROM language_versions v JOIN lookup_values l ON l.key = v.language \
             WHERE v.citation IN (SELECT value FROM json_each(?1))",
            [json(citations)?],
        )?;
        let mut languages: HashMap<CitationKey, Vec<String>> = HashMap::new();
        for (citation, value) in rows {
            languages.entry(citation).or_default().push(value);
        }
        Ok(languages)
    }

    /// These citations by key, without a version in a preferred language.
    pub fn packet_citations(
        &self,
        citations: &[CitationKey],
        languages: &KnownLanguages,
    ) -> Result<HashMap<CitationKey, PacketCitation>> {
        let rows = self.list(
            "SELECT c.key, c.id, c.title, c.obsolete, c.printing_specs, \
             coalesce((SELECT readable_id FROM readable_ids r WHERE r.citation = c.key ORDER BY given DESC LIMIT 1), c.id) \
             AS readable_id, (SELECT l.value FROM citation_values v JOIN lookup_values l ON l.key = v.value \
             WHERE v.citation = c.key AND v.category = ?2 ORDER BY v.position LIMIT 1) AS where_to_obtain \
             FROM citations c WHERE c.key IN (SELECT value FROM json_each(?1))",
            (json(citations)?, Category::WhereToObtain as i64),
            |row| {
                let citation = from_row!(row => PacketCitation {
                    readable_id, citation = "id", title, obsolete, where_to_obtain, printing_specs, version: None,
                    preview: None, languages: Vec::new()
                })?;
                Ok((row.get::<_, CitationKey>("key")?, citation))
            },
        )?;
        let mut found: HashMap<CitationKey, PacketCitation> = rows.into_iter().collect();
        let versions = self.list(
            &format!(
                "SELECT v.citation, v.item_number, v.title, {URL_COLUMNS}, f.type, \
                 coalesce(f.preview_failed = 0 AND f.withdrawn IS NULL, 0) AS is_drawn \
                 FROM language_versions v JOIN lookup_values l ON l.key = v.language \
                 JOIN citations c ON c.key = v.citation LEFT JOIN stored_files f ON f.key = v.file \
                 WHERE v.citation IN (SELECT value FROM json_each(?1)) ORDER BY v.citation, v.position"
            ),
            [json(citations)?],
            |row| {
                let (lang, url): (String, _) = (row.get("lang")?, self.version_url(row)?);
                let (title, item_number) = (row.get("title")?, row.get("item_number")?);
                let mut version = PacketVersion::new(&lang, title, url, item_number, languages);
                if row.get("is_drawn")? && row.get::<_, FileType>("type")?.can_be_drawn() {
                    version.preview = version.url.as_deref().map(page_urls::preview);
                }
                Ok((row.get::<_, CitationKey>("citation")?, version))
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

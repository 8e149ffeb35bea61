//! Citations to search for, when the search itself is checked.

use crate::model::error::Result;
use crate::store::database::ReadTx;
use crate::store::sqlite_error::doing;

/// A citation that a search must find.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CitationSample {
    /// ID.
    pub id: String,
    /// Title.
    pub title: String,
    /// An item number that no other citation has.
    pub item_number: Option<String>,
}

impl ReadTx<'_> {
    /// How many citations are not obsolete.
    pub fn current_citation_count(&self) -> Result<u64> {
        self.db
            .query_row("SELECT count(*) FROM citations WHERE obsolete = 0", [], |row| row.get(0))
            .map_err(doing("counting citations"))
    }

    /// At most `most` citations, from the first to the last in equal steps.
    pub fn citation_samples(&self, most: u32) -> Result<Vec<CitationSample>> {
        const WHAT: &str = "choosing citations";
        let (first, last): (Option<i64>, Option<i64>) = self
            .db
            .query_row("SELECT min(key), max(key) FROM citations", [], |row| Ok((row.get(0)?, row.get(1)?)))
            .map_err(doing(WHAT))?;
        let (Some(first), Some(last)) = (first, last) else { return Ok(Vec::new()) };
        let step = ((last - first) / i64::from(most.max(2) - 1)).max(1);
        let mut samples: Vec<CitationSample> = Vec::new();
        for key in (0..i64::from(most)).map(|n| first + n * step) {
            let found = self.list(
                WHAT,
                "SELECT c.id, c.title, (SELECT v.item_number FROM language_versions v WHERE v.citation = c.key \
                 AND v.item_number_key <> '' AND NOT EXISTS (SELECT 1 FROM language_versions o \
                 WHERE o.item_number_key = v.item_number_key AND o.citation <> c.key)) \
                 FROM citations c WHERE c.key >= ?1 ORDER BY c.key LIMIT 1",
                [key],
                |row| Ok(CitationSample { id: row.get(0)?, title: row.get(1)?, item_number: row.get(2)? }),
            )?;
            for citation in found {
                if !samples.contains(&citation) {
                    samples.push(citation);
                }
            }
        }
        Ok(samples)
    }
}

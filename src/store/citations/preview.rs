//! Previews what saving a citation would do, without writing.

use crate::model::citations::citation::Citation;
use crate::model::error::Result;
use crate::store::database::ReadTx;

/// The outcome of a save, previewed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WouldSave {
    /// It is new.
    Added,
    /// It exists and would change.
    Changed,
    /// It exists and would be unchanged.
    Unchanged,
}

impl ReadTx<'_> {
    /// What [`put_citation`](crate::store::WriteTx::put_citation) would do.
    pub fn would_save(&self, citation: &Citation) -> Result<WouldSave> {
        let Some(key) = self.citation_key(&citation.id)? else { return Ok(WouldSave::Added) };
        let unchanged = self.is_unchanged(citation, &self.citation(key)?)?;
        Ok(if unchanged { WouldSave::Unchanged } else { WouldSave::Changed })
    }

    /// Whether `citation` equals `present`; readable IDs, which are never replaced, do not count.
    pub(in crate::store) fn is_unchanged(&self, citation: &Citation, present: &Citation) -> Result<bool> {
        let mut wanted = self.as_spelled(citation)?;
        wanted.readable_ids.clone_from(&present.readable_ids);
        Ok(wanted == *present)
    }

    /// The citation with every value as the lookups spell it.
    fn as_spelled(&self, citation: &Citation) -> Result<Citation> {
        let mut spelled = citation.clone();
        spelled.each_value_mut(|category, value| -> Result<()> {
            if let Some((_, known)) = self.lookup_value(category, value)? {
                *value = known;
            }
            Ok(())
        })?;
        Ok(spelled)
    }
}

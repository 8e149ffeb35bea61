//! What saving a citation would come to, found out by reading alone.

use crate::model::category::Category;
use crate::model::citation::Citation;
use crate::model::error::Result;
use crate::store::database::Reader;

/// What saving a citation would come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WouldSave {
    /// It is new.
    Added,
    /// It is there and would be different.
    Changed,
    /// It is there, just so.
    Unchanged,
}

impl Reader<'_> {
    /// What [`save_citation`](crate::store::Writer::save_citation) would come to.
    pub fn would_save(&self, citation: &Citation) -> Result<WouldSave> {
        let Some(key) = self.citation_key(&citation.id)? else { return Ok(WouldSave::Added) };
        let unchanged = self.is_unchanged(citation, &self.citation(key)?)?;
        Ok(if unchanged { WouldSave::Unchanged } else { WouldSave::Changed })
    }

    /// Whether `citation` says just what `present` does; readable ids, which are never replaced, do not count.
    pub(in crate::store) fn is_unchanged(&self, citation: &Citation, present: &Citation) -> Result<bool> {
        let mut wanted = self.as_spelled(citation)?;
        wanted.readable_ids.clone_from(&present.readable_ids);
        Ok(wanted == *present)
    }

    /// The citation with every value as the lookups spell it.
    fn as_spelled(&self, citation: &Citation) -> Result<Citation> {
        let mut spelled = citation.clone();
        let one = |category: Category, value: &mut String| -> Result<()> {
            if let Some((_, known)) = self.lookup_value(category, value)? {
                *value = known;
            }
            Ok(())
        };
        for (category, values) in [
            (Category::Audience, &mut spelled.audience),
            (Category::Authors, &mut spelled.authors),
            (Category::Keywords, &mut spelled.keywords),
            (Category::Tags, &mut spelled.tags),
            (Category::PaperColors, &mut spelled.paper_colors),
        ] {
            for value in values.iter_mut() {
                one(category, value)?;
            }
        }
        for (category, value) in [
            (Category::MaterialFormat, &mut spelled.material_format),
            (Category::SubjectHeading, &mut spelled.key_subject_heading),
            (Category::WhereToObtain, &mut spelled.where_to_obtain),
            (Category::Folder, &mut spelled.folder),
        ] {
            if let Some(value) = value {
                one(category, value)?;
            }
        }
        for (category, value) in [
            (Category::PublisherName, &mut spelled.publisher),
            (Category::Departments, &mut spelled.dept_submitted_by),
        ] {
            if let Some(value) = value {
                one(category, &mut value.name)?;
            }
        }
        for version in &mut spelled.languages {
            one(Category::Languages, &mut version.lang)?;
        }
        for date in &mut spelled.revision_dates {
            one(Category::Languages, &mut date.lang)?;
        }
        Ok(spelled)
    }
}

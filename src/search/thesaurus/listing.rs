//! The built-in labels as administrators list them: concept by concept.

use crate::model::error::Result;
use crate::search::thesaurus::built_in::built_in_labels;
use crate::search::thesaurus::label_table::LabelTable;
use std::sync::Arc;

/// The labels of the built-in thesaurus by concept.
pub struct BuiltInLabels {
    table: Arc<LabelTable>,
    /// The numbers of the labels, grouped by concept.
    by_concept: Vec<u32>,
    /// The end of each concept's group.
    ends: Vec<usize>,
}

/// A built-in concept.
pub struct BuiltInConcept<'a> {
    /// Its number, for [`BuiltInLabels::labels`].
    pub number: usize,
    /// One of [`crate::model::thesaurus::KINDS`].
    pub kind: &'a str,
    /// Its name.
    pub name: &'a str,
    /// Its ICD-10-CM categories, separated by `;`.
    pub icd10cm: &'a str,
}

/// A built-in label.
pub struct BuiltInLabel<'a> {
    /// The tag of its language.
    pub lang: &'a str,
    /// The label as the thesaurus writes it.
    pub text: &'a str,
    /// Whether it matches only as the whole query.
    pub whole_query: bool,
}

impl BuiltInLabels {
    /// Sorts the built-in labels by concept.
    pub fn read() -> Result<BuiltInLabels> {
        let table = built_in_labels()?;
        let mut by_concept: Vec<u32> = (0..table.len()).collect();
        by_concept.sort_by_key(|number| table.label(*number).concept);
        let mut ends = vec![0; table.concepts.len()];
        for (end, number) in (1..).zip(&by_concept) {
            ends[table.label(*number).concept as usize] = end;
        }
        Ok(BuiltInLabels { table, by_concept, ends })
    }

    /// Every concept, in the order of the thesaurus.
    pub fn concepts(&self) -> impl Iterator<Item = BuiltInConcept<'_>> {
        let concepts = self.table.concepts.iter().enumerate();
        concepts.map(|(number, concept)| BuiltInConcept {
            number,
            kind: &concept.kind,
            name: &concept.name,
            icd10cm: &concept.icd10cm,
        })
    }

    /// The labels of a concept: English ones first, then by language and text.
    pub fn labels(&self, concept: usize) -> Vec<BuiltInLabel<'_>> {
        let start = concept.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(concept).copied().unwrap_or(start).max(start);
        let listed = |number: &u32| {
            let label = self.table.label(*number);
            BuiltInLabel {
                lang: self.table.language(label),
                text: self.table.text(*number),
                whole_query: label.is_whole_query(),
            }
        };
        let mut labels: Vec<BuiltInLabel<'_>> = self.by_concept[start..end].iter().map(listed).collect();
        labels.sort_by_key(|label| (label.lang != "en", label.lang, label.text));
        labels
    }
}

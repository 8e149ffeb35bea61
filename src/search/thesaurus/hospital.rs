//! The hospital's additions to the thesaurus: its own table and its synonyms, compiled like the built-in one.

use crate::model::error::{Error, Result};
use crate::model::thesaurus::{Concept, Synonym, TermTable};
use crate::search::text::folding::fold;
use crate::search::text::language_set::ENGLISH;
use crate::search::thesaurus::compiled::{NewLabel, compile};
use crate::search::thesaurus::label_table::{ConceptInfo, LabelTable};
use std::collections::{HashMap, HashSet};

/// The sources that a thesaurus is assembled from.
#[derive(Default)]
pub struct TermSources<'a> {
    /// Whether to include the built-in thesaurus.
    pub built_in: bool,
    /// The hospital's own table. A concept with the name of a built-in one extends it.
    pub own: Option<&'a TermTable>,
    /// The synonyms that administrators entered.
    pub synonyms: &'a [Synonym],
    /// The labels that are switched off, as concept name and label; case and accents do not matter.
    pub off: &'a [(String, String)],
}

/// The hospital's own concepts and labels, and its synonyms.
#[derive(Default)]
pub(super) struct HospitalLabels<'a> {
    concepts: Vec<ConceptInfo>,
    labels: Vec<NewLabel<'a>>,
    /// The codes that the hospital's table adds to built-in concepts.
    added_codes: Vec<AddedCodes>,
}

/// Codes of the hospital's table for a built-in concept.
pub(super) struct AddedCodes {
    pub concept: u32,
    /// ICD-10-CM categories, separated by `;`.
    pub icd10cm: String,
    /// RxNorm ingredients, separated by `;`.
    pub rxnorm: String,
}

impl AddedCodes {
    /// The codes of a concept of the hospital's table, which is a built-in one; `None` without any.
    fn new(number: u32, concept: &Concept) -> Option<AddedCodes> {
        let Concept { icd10cm, rxnorm, .. } = concept;
        let has_codes = !icd10cm.is_empty() || !rxnorm.is_empty();
        has_codes.then(|| AddedCodes { concept: number, icd10cm: icd10cm.clone(), rxnorm: rxnorm.clone() })
    }
}

impl<'a> HospitalLabels<'a> {
    /// Collects them, except labels that are switched off.
    pub fn collect(
        sources: &'a TermSources<'_>,
        built_in: Option<&LabelTable>,
        off: &HashSet<(String, String)>,
    ) -> HospitalLabels<'a> {
        let mut added = HospitalLabels::default();
        let built_in = built_in.map_or(&[][..], LabelTable::concepts);
        let mut numbers: HashMap<String, (u32, bool)> = HashMap::new();
        if sources.own.is_some() {
            let all = (0u32..).zip(built_in);
            numbers.extend(
                all.map(|(number, concept)| (fold(&concept.name), (number, &*concept.kind == "medicine"))),
            );
        }
        let next_number = |added: &HospitalLabels<'_>| (built_in.len() + added.concepts.len()) as u32;
        for concept in sources.own.into_iter().flat_map(|table| &table.concepts) {
            let name = fold(&concept.name);
            let (number, is_medicine) = *numbers.entry(name.clone()).or_insert_with(|| {
                let number = next_number(&added);
                added.concepts.push(ConceptInfo::new(concept));
                (number, concept.kind == "medicine")
            });
            if (number as usize) < built_in.len() {
                added.added_codes.extend(AddedCodes::new(number, concept));
            }
            let is_on = |text: &str| off.is_empty() || !off.contains(&(name.clone(), fold(text)));
            added.labels.extend(concept.terms.iter().filter(|term| is_on(&term.text)).map(|term| NewLabel {
                concept: number,
                text: &term.text,
                lang: &term.lang,
                whole_query: term.whole_query,
                finds: true,
                names: true,
                is_medicine,
                is_first: false,
            }));
        }
        for synonym in sources.synonyms {
            let concept = next_number(&added);
            added.add_synonym(synonym, concept);
        }
        added
    }

    /// Adds a synonym as a concept with this number.
    fn add_synonym(&mut self, synonym: &'a Synonym, concept: u32) {
        let Some((first, others)) = synonym.terms.split_first() else { return };
        let english = if synonym.one_way { others.first().unwrap_or(first) } else { first };
        // If the first term is typed, the answer shows the second one as the text searched for.
        let name = others.first().unwrap_or(first);
        let [kind, icd10cm, rxnorm] = ["", "", ""].map(Box::from);
        let (name, english) = (name.as_str().into(), english.as_str().into());
        self.concepts.push(ConceptInfo { kind, name, english, icd10cm, rxnorm });
        let label = |text, finds, names| NewLabel {
            concept,
            text,
            lang: ENGLISH,
            whole_query: false,
            finds,
            names,
            is_medicine: false,
            is_first: false,
        };
        self.labels.push(label(first, true, !synonym.one_way));
        self.labels.extend(others.iter().map(|other| label(other, !synonym.one_way, true)));
    }

    /// The codes that the hospital's table adds to built-in concepts.
    pub fn take_added_codes(&mut self) -> Vec<AddedCodes> {
        std::mem::take(&mut self.added_codes)
    }

    /// Compiles them; `None` when there are none.
    pub fn compile(self) -> Result<Option<LabelTable>> {
        if self.labels.is_empty() && self.concepts.is_empty() {
            return Ok(None);
        }
        let failed = |cause| Error::internal("compiling the hospital's labels", cause);
        let content = compile(self.concepts, &self.labels).map_err(failed)?;
        let bytes = postcard::to_stdvec(&content).map_err(|cause| failed(cause.to_string()))?;
        LabelTable::new(content, crc32fast::hash(&bytes)).map(Some)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::thesaurus::MAX_LANGUAGES;
    use crate::search::Thesaurus;

    /// A server with a table that it cannot compile would not start.
    #[test]
    fn a_table_with_as_many_languages_as_are_accepted_is_compiled() {
        let lines: Vec<String> =
            (0..MAX_LANGUAGES).map(|n| format!("symptom\tZorp {n}\txx-{n}:zorp {n}")).collect();
        let own = TermTable::parse(&lines.join("\n")).unwrap();
        let synonyms = [Synonym { terms: vec!["zorp".into(), "zorpitis".into()], one_way: false }];
        let sources = TermSources { built_in: true, own: Some(&own), synonyms: &synonyms, off: &[] };
        assert!(Thesaurus::new(&sources).is_ok());
    }
}

//! The concepts of a thesaurus by the codes that they have: ICD-10-CM categories, which hold every code below them, and
//! RxNorm ingredients.

use std::collections::HashMap;

/// A concept that has a code or a category above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::search) struct CodedConcept {
    pub concept: u32,
    /// The number of characters of the category, without the dot: more is nearer to the code.
    pub length: usize,
    /// The number of categories of the concept: one with fewer means something more specific.
    categories: usize,
}

/// The concepts by their codes.
#[derive(Default)]
pub(in crate::search) struct ConceptCodes {
    /// By category without the dot.
    icd10cm: HashMap<String, Vec<CodedConcept>>,
    rxnorm: HashMap<String, Vec<CodedConcept>>,
}

impl ConceptCodes {
    /// Indexes concepts, each with its ICD-10-CM categories and its RxNorm ingredients, both separated by `;`.
    pub fn new<'c>(concepts: impl Iterator<Item = (u32, &'c str, &'c str)>) -> ConceptCodes {
        let mut codes = ConceptCodes::default();
        for (concept, icd10cm, rxnorm) in concepts {
            add(&mut codes.icd10cm, concept, icd10cm);
            add(&mut codes.rxnorm, concept, rxnorm);
        }
        codes
    }

    /// The concepts whose categories hold an ICD-10-CM code, with its dot or without: those with the longest category first,
    /// then those with the fewest categories.
    pub fn with_icd10cm(&self, code: &str) -> Vec<CodedConcept> {
        let code = plain(code);
        let prefixes = (1..=code.len()).rev().filter_map(|length| code.get(..length));
        let mut found: Vec<CodedConcept> = Vec::new();
        for concept in prefixes.filter_map(|prefix| self.icd10cm.get(prefix)).flatten() {
            if !found.iter().any(|known| known.concept == concept.concept) {
                found.push(*concept);
            }
        }
        found
    }

    /// The concepts with an RxNorm ingredient.
    pub fn with_rxnorm(&self, code: &str) -> &[CodedConcept] {
        self.rxnorm.get(code).map_or(&[], Vec::as_slice)
    }
}

/// Whether a code is in one of these categories or above one; `None` without any category.
pub(super) fn are_related<'c>(categories: impl Iterator<Item = &'c str>, code: &str) -> Option<bool> {
    let code = plain(code);
    let categories: Vec<String> = categories.filter(|category| !category.is_empty()).map(plain).collect();
    let is_related = |category: &String| code.starts_with(category.as_str()) || category.starts_with(&code);
    (!categories.is_empty()).then(|| categories.iter().any(is_related))
}

/// A code without its dot, in upper case.
fn plain(code: &str) -> String {
    code.chars().filter(|c| *c != '.').map(|c| c.to_ascii_uppercase()).collect()
}

fn add(codes: &mut HashMap<String, Vec<CodedConcept>>, concept: u32, list: &str) {
    let all: Vec<String> = list.split(';').filter(|code| !code.is_empty()).map(plain).collect();
    let categories = all.len();
    for code in all {
        let coded = CodedConcept { concept, length: code.len(), categories };
        let concepts = codes.entry(code).or_default();
        concepts.push(coded);
        concepts.sort_by_key(|coded| (coded.categories, coded.concept));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_category_comes_first_then_the_concept_with_the_fewest() {
        let codes = ConceptCodes::new(
            [
                (1, "S52;S62;T14.8", ""),
                (2, "S52.5;S62.0", ""),
                (3, "S52", ""),
                (4, "S52.5", ""),
                (5, "", "281;435"),
                (6, "J45;J45.9", "435"),
            ]
            .into_iter(),
        );
        let check = |code: &str, expected: &[u32]| {
            let found: Vec<u32> = codes.with_icd10cm(code).iter().map(|coded| coded.concept).collect();
            assert_eq!(found, expected, "{code}");
        };
        check("S52.501A", &[4, 2, 3, 1]);
        check("s52501a", &[4, 2, 3, 1]);
        check("S52", &[3, 1]);
        check("S5", &[]);
        check("J45.909", &[6]);
        check("", &[]);
        check("Ｓ52é", &[]);
        let medicines: Vec<u32> = codes.with_rxnorm("435").iter().map(|coded| coded.concept).collect();
        assert_eq!(medicines, [6, 5]);
        assert!(codes.with_rxnorm("43").is_empty());
    }

    #[test]
    fn a_code_is_related_to_its_categories_and_to_those_below_it() {
        let check = |categories: &str, code: &str, expected: Option<bool>| {
            assert_eq!(are_related(categories.split(';'), code), expected, "{categories} {code}");
        };
        check("E10;E11", "E10.9", Some(true));
        check("J45.2", "J45", Some(true));
        check("E23.2", "E10.9", Some(false));
        check("", "E10.9", None);
    }
}

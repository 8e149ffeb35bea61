//! Which citations of a segment name which concepts, in their titles and keywords.

use crate::model::category::Category;
use crate::model::languages::names::tag_from_name;
use crate::search::segments::facet_index::FacetIndex;
use crate::search::segments::language_values::term_language;
use crate::search::segments::value_dictionary::{Ordinal, ValueDictionary};
use crate::search::text::string_pool::StringPool;
use crate::search::thesaurus::combined::{ConceptId, Thesaurus};
use std::collections::HashMap;

/// A title that is just the name.
const WHOLE: f32 = 1.0;
/// The strengths of namings in one byte.
const STRENGTHS: f32 = 255.0;
/// The bit of a document number that says: the whole title is the name.
const IS_TITLE: u32 = 1 << 31;

/// A citation that names a concept.
#[derive(Clone, Copy)]
pub(in crate::search) struct Naming {
    pub doc: u32,
    /// 1 for a title that is just its name, less for a part of it and for keywords.
    pub strength: f32,
    /// The whole title is its name.
    pub is_title: bool,
}

/// The citations of a segment by the concepts that they name.
#[derive(Default)]
pub(in crate::search) struct ConceptIndex {
    /// Where the citations of each concept end.
    pub ends: Vec<u32>,
    /// The documents, with [`IS_TITLE`].
    pub docs: Vec<u32>,
    /// How strongly each names it, in [`STRENGTHS`].
    pub strengths: Vec<u8>,
}

/// The concepts that the values of a list name, found once for each value.
pub(in crate::search) type ValueConcepts = HashMap<Ordinal, Vec<(ConceptId, f32)>>;

/// What the concepts of citations are found by.
struct Finder<'a> {
    titles: &'a StringPool,
    documents: &'a FacetIndex,
    values: &'a ValueDictionary,
    thesaurus: &'a Thesaurus,
    of_values: &'a mut ValueConcepts,
    of_languages: HashMap<Ordinal, Option<String>>,
}

/// Adds the concepts that a citation's keywords and title name, each with its strength and whether it is the whole title.
fn add_concepts_of(doc: u32, finder: &mut Finder<'_>, to: &mut Vec<(ConceptId, f32, bool)>) {
    let Finder { titles, documents, values, thesaurus, of_values, of_languages } = finder;
    let mut languages = Vec::new();
    documents.each(doc, |number| {
        let list = values.list_of(number);
        if list == Category::Languages as usize {
            languages.push(number);
        } else if list == Category::Keywords as usize {
            let named =
                of_values.entry(number).or_insert_with(|| thesaurus.find_in_name(values.text(number), None));
            to.extend(named.iter().map(|(concept, share)| {
                (*concept, if *share >= WHOLE { 0.75 } else { 0.2 + 0.3 * share }, false)
            }));
        }
    });
    let only = match languages.as_slice() {
        // Tags that administrators set don't count here: what is found is kept as long as the segment lives.
        [only] => of_languages
            .entry(*only)
            .or_insert_with(|| tag_from_name(values.text(*only)).as_ref().map(term_language))
            .as_deref(),
        _ => None,
    };
    for (concept, share) in thesaurus.find_in_name(titles.get(doc as usize), only) {
        let is_title = share >= WHOLE;
        to.push((concept, if is_title { WHOLE } else { 0.3 + 0.5 * share }, is_title));
    }
}

impl ConceptIndex {
    /// Finds the concepts of every citation of a segment; what is found out about keywords is kept in `of_values`.
    pub fn find(
        titles: &StringPool,
        documents: &FacetIndex,
        values: &ValueDictionary,
        thesaurus: &Thesaurus,
        of_values: &mut ValueConcepts,
    ) -> ConceptIndex {
        if thesaurus.is_empty() {
            return ConceptIndex::default();
        }
        let mut by_concept: Vec<(ConceptId, Naming)> = Vec::new();
        let mut of_doc: Vec<(ConceptId, f32, bool)> = Vec::new();
        let of_languages = HashMap::new();
        let mut finder = Finder { titles, documents, values, thesaurus, of_values, of_languages };
        for doc in (0u32..).take(titles.ends.len()) {
            of_doc.clear();
            add_concepts_of(doc, &mut finder, &mut of_doc);
            of_doc.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
            of_doc.dedup_by_key(|(concept, ..)| *concept);
            by_concept.extend(of_doc.iter().map(|(concept, strength, is_title)| {
                (*concept, Naming { doc, strength: *strength, is_title: *is_title })
            }));
        }
        // Stable: the citations of a concept stay in order.
        by_concept.sort_by_key(|(concept, _)| *concept);
        let mut ends = vec![0; thesaurus.len()];
        for (concept, _) in &by_concept {
            ends[*concept as usize] += 1;
        }
        let mut end = 0;
        for count in &mut ends {
            end += *count;
            *count = end;
        }
        let docs =
            by_concept.iter().map(|(_, n)| if n.is_title { n.doc | IS_TITLE } else { n.doc }).collect();
        let strengths = by_concept.iter().map(|(_, n)| (n.strength * STRENGTHS).round() as u8).collect();
        ConceptIndex { ends, docs, strengths }
    }

    /// The citations that name a concept, in their order.
    pub fn of(&self, concept: ConceptId) -> impl Iterator<Item = Naming> + '_ {
        let (docs, strengths) = (self.docs.get(self.range(concept)), self.strengths.get(self.range(concept)));
        docs.into_iter().flatten().zip(strengths.into_iter().flatten()).map(|(doc, strength)| Naming {
            doc: doc & !IS_TITLE,
            strength: f32::from(*strength) / STRENGTHS,
            is_title: doc & IS_TITLE != 0,
        })
    }

    /// How strongly a citation names a concept; 0 when it does not.
    pub fn strength(&self, concept: ConceptId, doc: u32) -> f32 {
        let range = self.range(concept);
        let Some(docs) = self.docs.get(range.clone()) else { return 0.0 };
        match docs.binary_search_by_key(&doc, |known| known & !IS_TITLE) {
            Ok(place) => f32::from(self.strengths[range.start + place]) / STRENGTHS,
            Err(_) => 0.0,
        }
    }

    /// How many citations name a concept, deleted ones included.
    pub fn count(&self, concept: ConceptId) -> usize {
        self.range(concept).len()
    }

    fn range(&self, concept: ConceptId) -> std::ops::Range<usize> {
        let concept = concept as usize;
        let start = concept.checked_sub(1).and_then(|n| self.ends.get(n)).copied().unwrap_or(0);
        start as usize..self.ends.get(concept).copied().unwrap_or(start) as usize
    }
}

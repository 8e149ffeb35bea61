//! The concept index: the citations of a segment that name a concept in a title or in their keywords.

use crate::model::category::Category;
use crate::model::languages::language::tag_from_name;
use crate::search::segments::columns::Columns;
use crate::search::segments::facet_index::FacetIndex;
use crate::search::segments::language_values::term_language;
use crate::search::segments::value_dictionary::{Ordinal, ValueDictionary};
use crate::search::text::language_set::LanguageSet;
use crate::search::text::string_pool::range;
use crate::search::thesaurus::combined::{ConceptId, ENGLISH, Thesaurus};
use crate::search::thesaurus::label_matches::NamedConcept;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The share of a text that is just a label.
const WHOLE: f32 = 1.0;
/// The factor by which strengths are stored as bytes.
const STRENGTH_SCALE: f32 = 255.0;
/// The bit of a document that is set when its whole title is a label.
const IS_TITLE: u32 = 1 << 31;

/// A citation that names a concept.
#[derive(Clone, Copy)]
pub(in crate::search) struct ConceptMention {
    pub doc: u32,
    /// 1 when the whole title is a label; less when it only contains one, and for keywords.
    pub strength: f32,
    /// Whether the whole title is a label.
    pub is_title: bool,
}

/// The citations of a segment by the concepts that they name.
#[derive(Default, Serialize, Deserialize)]
pub(in crate::search) struct ConceptIndex {
    /// The end of each concept's citations in `docs`.
    ends: Vec<u32>,
    /// The documents, with [`IS_TITLE`].
    docs: Vec<u32>,
    /// The strength of each mention, scaled by [`STRENGTH_SCALE`].
    strengths: Vec<u8>,
}

/// The labels in keywords, cached by keyword.
pub(in crate::search) type ValueConcepts = HashMap<Ordinal, Vec<NamedConcept>>;

struct ConceptFinder<'a> {
    columns: &'a Columns,
    facet_index: &'a FacetIndex,
    values: &'a ValueDictionary,
    thesaurus: &'a Thesaurus,
    value_concepts: &'a mut ValueConcepts,
    term_languages: HashMap<Ordinal, Option<LanguageSet>>,
}

/// Adds the concepts in the keywords and the titles of a document to `concepts`, each with its strength and whether the whole
/// title is its label.
fn add_document_concepts(
    doc: u32,
    finder: &mut ConceptFinder<'_>,
    concepts: &mut Vec<(ConceptId, f32, bool)>,
) {
    let ConceptFinder { columns, facet_index, values, thesaurus, value_concepts, term_languages } = finder;
    let (mut languages, mut keywords) = (Vec::new(), Vec::new());
    for number in facet_index.get(doc) {
        let list = values.list(*number);
        if list == Category::Languages as usize {
            languages.push(*number);
        } else if list == Category::Keywords as usize {
            keywords.push(*number);
        }
    }
    let text_languages = TextLanguages::new(languages.iter().map(|number| {
        *term_languages.entry(*number).or_insert_with(|| language_from_name(values.text(*number)))
    }));
    for number in keywords {
        let named =
            value_concepts.entry(number).or_insert_with(|| thesaurus.find_in_name(values.text(number)));
        let is_several = languages.len() > 1;
        let named = named.iter().filter(|named| {
            named.applies(text_languages.keywords) && (!is_several || named.is_most_of_foreign_text())
        });
        concepts.extend(named.map(|NamedConcept { concept, share, .. }| {
            (*concept, if *share >= WHOLE { 0.75 } else { 0.2 + 0.3 * share }, false)
        }));
    }
    let mut add_title = |title: &str, languages: LanguageSet| {
        let named = thesaurus.find_in_name(title);
        let before = concepts.len();
        for NamedConcept { concept, share, .. } in named.iter().filter(|named| named.applies(languages)) {
            let is_title = *share >= WHOLE;
            concepts.push((*concept, if is_title { WHOLE } else { 0.3 + 0.5 * share }, is_title));
        }
        concepts.len() > before
    };
    // A translation has the same subject; its labels may have other meanings too.
    if !add_title(columns.titles.get(doc as usize), text_languages.title) {
        for (lang, title) in columns.version_titles.in_document(doc) {
            add_title(title, language_from_name(lang).unwrap_or(LanguageSet::ALL));
        }
    }
}

/// The language of a value's labels; `None` without a known tag. Ignores the tags that administrators set, because the concept
/// index never changes during the life of a segment.
fn language_from_name(value: &str) -> Option<LanguageSet> {
    Some(LanguageSet::from_tag(&term_language(&tag_from_name(value)?)))
}

/// The languages of the title and the keywords of a citation.
#[derive(Debug, PartialEq, Eq)]
struct TextLanguages {
    title: LanguageSet,
    keywords: LanguageSet,
}

impl TextLanguages {
    /// From the languages of the citation, `None` for those without a known tag. A citation with one language is in this one.
    /// With several, its keywords are in each of them and in English; its title in English, or without an English version in
    /// each of them. Without any known language they may be in every one.
    fn new(languages: impl ExactSizeIterator<Item = Option<LanguageSet>>) -> TextLanguages {
        let is_single = languages.len() == 1;
        let english = LanguageSet::from_tag(ENGLISH);
        let known = languages.flatten().fold(LanguageSet::default(), LanguageSet::union);
        if known.is_empty() {
            return TextLanguages { title: LanguageSet::ALL, keywords: LanguageSet::ALL };
        }
        let title = if known.has(ENGLISH) { english } else { known };
        TextLanguages { title, keywords: if is_single { title } else { known.union(english) } }
    }
}

impl ConceptIndex {
    /// Builds the index of a segment; `value_concepts` caches the concepts of keywords across segments.
    pub fn build(
        columns: &Columns,
        facet_index: &FacetIndex,
        values: &ValueDictionary,
        thesaurus: &Thesaurus,
        value_concepts: &mut ValueConcepts,
    ) -> ConceptIndex {
        if thesaurus.is_empty() {
            return ConceptIndex::default();
        }
        let mut mentions: Vec<(ConceptId, ConceptMention)> = Vec::new();
        let mut concepts: Vec<(ConceptId, f32, bool)> = Vec::new();
        let term_languages = HashMap::new();
        let mut finder =
            ConceptFinder { columns, facet_index, values, thesaurus, value_concepts, term_languages };
        for doc in (0u32..).take(columns.titles.len()) {
            concepts.clear();
            add_document_concepts(doc, &mut finder, &mut concepts);
            concepts.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
            concepts.dedup_by_key(|(concept, ..)| *concept);
            mentions.extend(concepts.iter().map(|(concept, strength, is_title)| {
                (*concept, ConceptMention { doc, strength: *strength, is_title: *is_title })
            }));
        }
        // A stable sort: the citations of a concept stay in order.
        mentions.sort_by_key(|(concept, _)| *concept);
        let mut ends = vec![0; thesaurus.len()];
        for (concept, _) in &mentions {
            ends[*concept as usize] += 1;
        }
        let mut end = 0;
        for count in &mut ends {
            end += *count;
            *count = end;
        }
        let docs = mentions.iter().map(|(_, n)| if n.is_title { n.doc | IS_TITLE } else { n.doc }).collect();
        let strengths = mentions.iter().map(|(_, n)| (n.strength * STRENGTH_SCALE).round() as u8).collect();
        ConceptIndex { ends, docs, strengths }
    }

    /// The citations that name a concept, in ascending order.
    pub fn mentions(&self, concept: ConceptId) -> impl Iterator<Item = ConceptMention> + '_ {
        let range = self.range(concept);
        let (docs, strengths) = (self.docs.get(range.clone()), self.strengths.get(range));
        docs.into_iter().flatten().zip(strengths.into_iter().flatten()).map(|(doc, strength)| {
            ConceptMention {
                doc: doc & !IS_TITLE,
                strength: f32::from(*strength) / STRENGTH_SCALE,
                is_title: doc & IS_TITLE != 0,
            }
        })
    }

    /// The strength with which a citation names a concept; 0 when it does not.
    pub fn strength(&self, concept: ConceptId, doc: u32) -> f32 {
        let range = self.range(concept);
        let Some(docs) = self.docs.get(range.clone()) else { return 0.0 };
        match docs.binary_search_by_key(&doc, |entry| entry & !IS_TITLE) {
            Ok(position) => f32::from(self.strengths[range.start + position]) / STRENGTH_SCALE,
            Err(_) => 0.0,
        }
    }

    /// The number of citations that name a concept, including deleted ones.
    pub fn count(&self, concept: ConceptId) -> usize {
        self.range(concept).len()
    }

    fn range(&self, concept: ConceptId) -> std::ops::Range<usize> {
        range(&self.ends, concept as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_in_english_and_keywords_in_every_language_of_a_citation() {
        let set = |tags: &[&str]| {
            tags.iter().fold(LanguageSet::default(), |set, tag| set.union(LanguageSet::from_tag(tag)))
        };
        let check = |languages: &[&str], title: &[&str], keywords: &[&str]| {
            let known = |tag: &&str| (!tag.is_empty()).then(|| LanguageSet::from_tag(tag));
            let found = TextLanguages::new(languages.iter().map(known));
            assert_eq!(found, TextLanguages { title: set(title), keywords: set(keywords) }, "{languages:?}");
        };
        check(&["es"], &["es"], &["es"]);
        check(&["en", "es", "vi"], &["en"], &["en", "es", "vi"]);
        check(&["es", "vi"], &["es", "vi"], &["en", "es", "vi"]);
        for unknown in [&[][..], &[None]] {
            let found = TextLanguages::new(unknown.iter().copied());
            assert_eq!(found, TextLanguages { title: LanguageSet::ALL, keywords: LanguageSet::ALL });
        }
        check(&["", "es"], &["es"], &["en", "es"]);
    }
}

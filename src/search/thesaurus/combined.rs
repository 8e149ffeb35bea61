//! The thesaurus that searches use: the built-in one, the hospital's own, and synonyms, without labels that are switched off.

use crate::model::error::Result;
use crate::search::query_model::QueryModel;
use crate::search::text::analysis::words;
use crate::search::text::folding::fold;
pub(in crate::search) use crate::search::text::language_set::ENGLISH;
use crate::search::text::language_set::LanguageSet;
use crate::search::text::lexicon::Lexicon;
use crate::search::text::medicines::{MedicineTable, name_key};
use crate::search::text::term_keys::term_key;
use crate::search::thesaurus::compiled::built_in_labels;
use crate::search::thesaurus::concept_codes::{CodedConcept, ConceptCodes, are_related};
use crate::search::thesaurus::descriptions::{DescribedConcept, DescriptionTable};
use crate::search::thesaurus::hospital::{AddedCodes, HospitalLabels, TermSources};
use crate::search::thesaurus::label_table::{ConceptInfo, Label, LabelTable, LabelWord};
use std::borrow::Cow;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

/// The bit that marks the numbers of the hospital's labels.
const HOSPITAL_BIT: LabelId = 1 << 31;

/// Number of a concept, within one thesaurus.
pub(in crate::search) type ConceptId = u32;
/// Number of a label, within one thesaurus.
pub(in crate::search) type LabelId = u32;

/// The concepts and labels that searches use. Immutable; [`Index::set_thesaurus`] replaces it.
///
/// [`Index::set_thesaurus`]: crate::search::Index::set_thesaurus
#[derive(Default)]
pub struct Thesaurus {
    built_in: Option<&'static LabelTable>,
    /// The model that recognizes the built-in concepts.
    model: Option<&'static QueryModel>,
    /// The words that describe the built-in concepts.
    descriptions: Option<&'static DescriptionTable>,
    /// The hospital's own concepts and labels, and its synonyms. Their concepts are numbered after the built-in ones.
    hospital: Option<LabelTable>,
    /// The built-in labels that are switched off.
    off: HashSet<LabelId>,
    /// Folded words that are not a label any more because it is switched off.
    words_off: HashSet<String>,
    /// The codes that the hospital's table adds to built-in concepts.
    added_codes: Vec<AddedCodes>,
    /// The concepts by their codes; built when first needed.
    codes: OnceLock<ConceptCodes>,
    fingerprint: u64,
}

impl Thesaurus {
    /// The built-in thesaurus alone.
    pub fn built_in() -> Result<Thesaurus> {
        Thesaurus::new(&TermSources { built_in: true, ..TermSources::default() })
    }

    /// Assembles a thesaurus and compiles the hospital's additions.
    pub fn new(sources: &TermSources) -> Result<Thesaurus> {
        let (built_in, descriptions, model) = match sources.built_in {
            true => {
                (Some(built_in_labels()?), Some(DescriptionTable::built_in()?), Some(QueryModel::built_in()?))
            }
            false => (None, None, None),
        };
        let off: HashSet<(String, String)> =
            sources.off.iter().map(|(concept, term)| (fold(concept), fold(term))).collect();
        let mut hospital = HospitalLabels::collect(sources, built_in, &off);
        let added_codes = hospital.take_added_codes();
        let hospital = hospital.compile()?;
        let mut thesaurus =
            Thesaurus { built_in, model, descriptions, hospital, added_codes, ..Thesaurus::default() };
        thesaurus.switch_off(&off);
        thesaurus.fingerprint = thesaurus.compute_fingerprint();
        Ok(thesaurus)
    }

    /// Switches off built-in labels, given as the folded names of their concepts and their folded texts.
    fn switch_off(&mut self, labels: &HashSet<(String, String)>) {
        let Some(table) = self.built_in else { return };
        for (concept, text) in labels {
            let keys = word_keys(text);
            table.each_label_at(&keys, 0, |length, number, label| {
                let name = table.concepts().get(label.concept as usize).map_or("", |concept| &concept.name);
                if length == keys.len() && fold(name) == *concept && fold(table.text(number)) == *text {
                    self.off.insert(number);
                }
            });
        }
        for (_, text) in labels {
            let word = words(text).into_iter().map(|mut word| word.forms.swap_remove(0)).next();
            let keys = word_keys(text);
            if let (Some(word), 1) = (word, keys.len())
                && !self.has_label(&keys)
            {
                self.words_off.insert(word);
            }
        }
    }

    /// A hash of everything that determines which concepts a title or keyword names, including their numbers.
    fn compute_fingerprint(&self) -> u64 {
        /// Changed whenever the rules by which labels name concepts change.
        const NAMING_RULES: u32 = 2;
        let mut hasher = DefaultHasher::new();
        NAMING_RULES.hash(&mut hasher);
        self.built_in.map(|table| table.fingerprint).hash(&mut hasher);
        self.hospital.as_ref().map(|table| table.fingerprint).hash(&mut hasher);
        let mut off: Vec<LabelId> = self.off.iter().copied().collect();
        off.sort_unstable();
        off.hash(&mut hasher);
        hasher.finish()
    }

    /// Equal for thesauri with which citations name the same concepts under the same numbers.
    pub(in crate::search) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Returns whether there are no labels.
    pub(in crate::search) fn is_empty(&self) -> bool {
        self.tables().all(|(table, _)| table.len() == 0)
    }

    /// The number of concepts.
    pub(in crate::search) fn len(&self) -> usize {
        self.tables().map(|(table, _)| table.concepts().len()).sum()
    }

    /// The tables, each with the bit of its labels' numbers.
    fn tables(&self) -> impl Iterator<Item = (&LabelTable, LabelId)> {
        let built_in = self.built_in.map(|table| (table, 0));
        built_in.into_iter().chain(self.hospital.as_ref().map(|table| (table, HOSPITAL_BIT)))
    }

    fn table(&self, number: LabelId) -> Option<(&LabelTable, LabelId)> {
        let is_hospital = number & HOSPITAL_BIT != 0;
        let table = if is_hospital { self.hospital.as_ref() } else { self.built_in };
        table.map(|table| (table, number & !HOSPITAL_BIT))
    }

    pub(in crate::search) fn concept(&self, concept: ConceptId) -> Option<&ConceptInfo> {
        let built_in = self.built_in.map_or(0, |table| table.concepts().len());
        match (concept as usize).checked_sub(built_in) {
            None => self.built_in?.concepts().get(concept as usize),
            Some(number) => self.hospital.as_ref()?.concepts().get(number),
        }
    }

    /// The concepts that words of a text describe, best first.
    pub(in crate::search) fn described(&self, text: &str) -> Vec<DescribedConcept> {
        let (Some(table), Some(descriptions)) = (&self.built_in, self.descriptions) else {
            return Vec::new();
        };
        descriptions.described(text, table.concepts().len())
    }

    /// The languages of the descriptions that contain a folded word or one with its stem.
    pub(in crate::search) fn description_languages(&self, word: &str) -> LanguageSet {
        self.descriptions.map_or(LanguageSet::default(), |descriptions| descriptions.word_languages(word))
    }

    /// The concepts whose categories hold an ICD-10-CM code: the longest category first, then the concept with the fewest.
    pub(in crate::search) fn concepts_with_icd10cm(&self, code: &str) -> Vec<CodedConcept> {
        self.codes().with_icd10cm(code)
    }

    /// The concepts with an RxNorm ingredient.
    pub(in crate::search) fn concepts_with_rxnorm(&self, code: &str) -> &[CodedConcept] {
        self.codes().with_rxnorm(code)
    }

    /// Whether a code is in a category of a concept or above one; `None` for a concept without any.
    pub(in crate::search) fn is_related_to_icd10cm(&self, concept: ConceptId, code: &str) -> Option<bool> {
        let own = self.concept(concept).map_or("", |concept| &*concept.icd10cm);
        let added = self.added_codes.iter().filter(|added| added.concept == concept);
        let lists = std::iter::once(own).chain(added.map(|added| added.icd10cm.as_str()));
        are_related(lists.flat_map(|list| list.split(';')), code)
    }

    fn codes(&self) -> &ConceptCodes {
        self.codes.get_or_init(|| {
            let concepts = self.tables().flat_map(|(table, _)| table.concepts());
            let own =
                (0..).zip(concepts).map(|(number, concept)| (number, &*concept.icd10cm, &*concept.rxnorm));
            let added = self.added_codes.iter().map(|codes| (codes.concept, &*codes.icd10cm, &*codes.rxnorm));
            ConceptCodes::new(own.chain(added))
        })
    }

    /// The English name of a concept as it would be typed: lower case, except abbreviations.
    pub(in crate::search) fn english(&self, concept: ConceptId) -> String {
        as_typed(self.name(concept))
    }

    /// The name of a concept in a language: its first label there, else its English name.
    pub(in crate::search) fn name_in(&self, concept: ConceptId, lang: &str) -> String {
        let labels = self.tables().filter(|_| lang != ENGLISH).find_map(|(table, bit)| {
            let number = table.first_label(concept, lang)?;
            self.is_on(number | bit).then(|| table.text(number).to_owned())
        });
        labels.unwrap_or_else(|| self.english(concept))
    }

    /// The text to show for a concept that `typed` was recognized as: its English name, or the second term of a synonym whose first one was typed.
    pub(in crate::search) fn searched_as(&self, concept: ConceptId, typed: &str) -> String {
        let english = self.english(concept);
        match self.concept(concept) {
            Some(synonym) if synonym.kind.is_empty() && fold(&english) == fold(typed) => {
                as_typed(&synonym.name)
            }
            _ => english,
        }
    }

    /// The English name of a concept: its first English label.
    pub(in crate::search) fn name(&self, concept: ConceptId) -> &str {
        self.concept(concept).map_or("", |concept| &concept.english)
    }

    /// The English labels of a concept, folded.
    pub(in crate::search) fn english_labels(&self, concept: ConceptId) -> impl Iterator<Item = &str> {
        self.tables().flat_map(move |(table, bit)| {
            let english = table.english();
            let is_wanted = move |place: &usize| {
                let number = english.number(*place);
                table.label(number).concept == concept && self.is_on(number | bit)
            };
            english.places().filter(is_wanted).map(|place| english.text(place))
        })
    }

    /// The English labels whose folded text begins with `prefix` and that find their concept, each with its text in lower case.
    pub(in crate::search) fn english_with_prefix(&self, prefix: &str) -> Vec<(LabelId, Cow<'_, str>)> {
        let mut labels = Vec::new();
        for (table, bit) in self.tables() {
            for place in table.english().with_prefix(prefix) {
                let (number, folded) = (table.english().number(place), table.english().text(place));
                if self.is_on(number | bit) {
                    let text = table.text(number);
                    let is_folded = text.eq_ignore_ascii_case(folded);
                    labels.push((
                        number | bit,
                        if is_folded { folded.into() } else { text.to_lowercase().into() },
                    ));
                }
            }
        }
        labels
    }

    /// Calls `found` with the English labels that sound like these letters, without spaces: the concept and the folded text.
    pub(in crate::search) fn each_sounding_like<'s>(
        &'s self,
        letters: &str,
        mut found: impl FnMut(ConceptId, &'s str),
    ) {
        for (table, bit) in self.tables() {
            for place in table.english_sounding_like(letters) {
                let number = table.english().number(place);
                let label = table.label(number);
                if label.finds && self.is_on(number | bit) {
                    found(label.concept, table.english().text(place));
                }
            }
        }
    }

    /// The concept of a label.
    pub(in crate::search) fn label_concept(&self, number: LabelId) -> ConceptId {
        self.table(number).map_or(ConceptId::MAX, |(table, number)| table.label(number).concept)
    }

    /// The tag of a label's language.
    pub(in crate::search) fn label_language(&self, number: LabelId) -> &str {
        self.table(number).map_or("", |(table, number)| table.language(table.label(number)))
    }

    /// The text of a label as the thesaurus writes it.
    pub(in crate::search) fn text(&self, number: LabelId) -> &str {
        self.table(number).map_or("", |(table, number)| table.text(number))
    }

    /// Calls `found` with every label that begins with the word at `start`, given the keys of the words: its number of words,
    /// its number, and the label.
    pub(super) fn each_label_at(
        &self,
        keys: &[impl AsRef<str>],
        start: usize,
        mut found: impl FnMut(usize, LabelId, Label),
    ) {
        for (table, bit) in self.tables() {
            table.each_label_at(keys, start, |length, number, label| {
                if self.is_on(number | bit) {
                    found(length, number | bit, label);
                }
            });
        }
    }

    /// The built-in concept with this name, when the built-in thesaurus is used.
    pub(in crate::search) fn built_in_concept(&self, name: &str) -> Option<ConceptId> {
        self.built_in?.concept_named(name)
    }

    /// The classes and purposes of the medicines in a text, the most common first.
    pub(in crate::search) fn purposes(&self, text: &str) -> impl Iterator<Item = ConceptId> {
        let table = MedicineTable::built_in();
        let names = std::iter::once(name_key(text)).chain(text.split_whitespace().map(name_key));
        let purposes = names.filter_map(|name| table.number(&name)).flat_map(|number| table.purposes(number));
        purposes.filter_map(|purpose| self.built_in_concept(purpose))
    }

    /// The learned model; `None` without the built-in thesaurus.
    pub(in crate::search) fn model(&self) -> Option<&'static QueryModel> {
        self.model
    }

    /// The concepts of the model's classes, without single medicines: the name of one never finds another.
    pub(in crate::search) fn model_concepts(&self) -> impl Iterator<Item = Option<ConceptId>> {
        let names = self.model.iter().flat_map(|model| &model.names);
        names.map(move |name| self.built_in_concept(name).filter(|_| !is_medicine(name)))
    }

    /// Returns whether a concept is a single medicine.
    pub(in crate::search) fn is_single_medicine(&self, concept: ConceptId) -> bool {
        is_medicine(self.name(concept))
    }

    /// Returns whether a concept is the hospital's own, or a synonym.
    pub(in crate::search) fn is_of_hospital(&self, concept: ConceptId) -> bool {
        self.built_in.is_none_or(|table| concept as usize >= table.concepts().len())
    }

    /// The concepts of which all these words together are a label that is switched off.
    pub(in crate::search) fn switched_off(&self, keys: &[&str]) -> Vec<ConceptId> {
        let mut concepts = Vec::new();
        if let Some(table) = self.built_in.filter(|_| !self.off.is_empty()) {
            table.each_label_at(keys, 0, |length, number, label| {
                if length == keys.len() && self.off.contains(&number) {
                    concepts.push(label.concept);
                }
            });
        }
        concepts
    }

    /// Returns whether a label that finds its concept has these keys.
    fn has_label(&self, keys: &[String]) -> bool {
        let mut has_label = false;
        self.each_label_at(keys, 0, |length, _, label| has_label |= length == keys.len() && label.finds);
        has_label
    }

    /// Returns whether these folded words are a label that finds its concept.
    pub(in crate::search) fn is_term(&self, words: &[&str]) -> bool {
        self.has_label(&words.iter().map(|word| term_key(word)).collect::<Vec<_>>())
    }

    fn is_on(&self, number: LabelId) -> bool {
        self.off.is_empty() || !self.off.contains(&number)
    }

    /// The properties of a folded word of labels; `None` if no label contains it.
    pub(in crate::search) fn word(&self, folded: &str) -> Option<LabelWord> {
        let known = self.tables().filter_map(|(table, _)| table.word(folded)).reduce(LabelWord::union)?;
        let is_off = !self.words_off.is_empty() && self.words_off.contains(folded);
        Some(if is_off { LabelWord { is_label: false, ..known } } else { known })
    }

    /// The words of English labels, for spelling correction; built when first needed.
    pub(in crate::search) fn english_lexicons(&self) -> impl Iterator<Item = &Lexicon> {
        self.tables().map(|(table, _)| table.english_lexicon())
    }

    /// The words that only labels of other languages contain; built when first needed.
    pub(in crate::search) fn other_lexicons(&self) -> impl Iterator<Item = &Lexicon> {
        self.tables().map(|(table, _)| table.other_lexicon())
    }

    /// Labels of any language that begin with the folded text and find their concept, each with its text in lower case, in no
    /// particular order; at most `limit` for each table and form of the last word.
    pub(in crate::search) fn labels_with_prefix(
        &self,
        typed: &str,
        limit: usize,
    ) -> Vec<(LabelId, Cow<'_, str>)> {
        let mut typed_words: Vec<String> =
            words(typed).into_iter().map(|mut word| word.forms.swap_remove(0)).collect();
        let Some(last) = typed_words.pop() else { return Vec::new() };
        let before: String = typed_words.iter().map(|word| term_key(word) + " ").collect();
        // The key of the last word may be shorter than the word.
        let mut prefixes = vec![format!("{before}{last}"), format!("{before}{}", term_key(&last))];
        prefixes.dedup();
        let mut labels: Vec<(LabelId, Cow<'_, str>)> = Vec::new();
        for (table, bit) in self.tables() {
            for prefix in &prefixes {
                let up_to = labels.len() + limit;
                table.each_label_with_key_prefix(prefix, |number, label| {
                    let is_wanted = label.finds && !label.is_whole_query && self.is_on(number | bit);
                    if is_wanted && fold(table.text(number)).starts_with(typed) {
                        labels.push((number | bit, Cow::Owned(table.text(number).to_lowercase())));
                    }
                    labels.len() < up_to
                });
            }
        }
        labels
    }
}

/// The keys of the words of a text.
fn word_keys(text: &str) -> Vec<String> {
    words(text).iter().map(|word| term_key(&word.forms[0])).collect()
}

/// A name as it would be typed: lower case, except abbreviations such as RSV.
fn as_typed(name: &str) -> String {
    let word = |word: &str| {
        if word.chars().filter(|c| c.is_uppercase() || c.is_numeric()).count() > 1 {
            word.to_owned()
        } else {
            word.to_lowercase()
        }
    };
    name.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
/// Returns whether the name of a concept is that of a medicine.
fn is_medicine(name: &str) -> bool {
    MedicineTable::built_in().number(&name_key(name)).is_some()
}

//! The thesaurus that searches use: the built-in one, the hospital's own, synonyms, without what was switched off.

use crate::model::error::Result;
use crate::search::text::analysis::words;
use crate::search::text::folding::fold;
pub(in crate::search) use crate::search::text::language_set::ENGLISH;
use crate::search::text::lexicon::Lexicon;
use crate::search::text::term_keys::term_key;
use crate::search::thesaurus::built_in::built_in_labels;
use crate::search::thesaurus::hospital::{HospitalLabels, TermSources};
use crate::search::thesaurus::inflection::InflectedLanguage;
use crate::search::thesaurus::label_table::{ConceptInfo, Label, LabelTable, LabelWord};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The bit that is set in the numbers of the hospital's labels.
const OF_HOSPITAL: LabelId = 1 << 31;

/// Number of a concept in one thesaurus.
pub(in crate::search) type ConceptId = u32;
/// Number of a label in one thesaurus.
pub(in crate::search) type LabelId = u32;

/// The concepts and labels of a search. Never changes; an index takes another one by [`Index::set_thesaurus`].
///
/// [`Index::set_thesaurus`]: crate::search::Index::set_thesaurus
#[derive(Default)]
pub struct Thesaurus {
    built_in: Option<Arc<LabelTable>>,
    /// The hospital's own concepts and labels, and its synonyms. Its concepts are numbered after the built-in ones.
    of_hospital: Option<LabelTable>,
    /// Built-in labels that are switched off.
    off: HashSet<LabelId>,
    /// Folded words that are no label of their own any more, because those labels are switched off.
    words_off: HashSet<String>,
    fingerprint: u64,
}

impl Thesaurus {
    /// The built-in thesaurus alone.
    pub fn built_in() -> Result<Thesaurus> {
        Thesaurus::new(&TermSources { built_in: true, ..TermSources::default() })
    }

    /// Assembles a thesaurus; what the hospital added is compiled.
    pub fn new(sources: &TermSources) -> Result<Thesaurus> {
        let built_in = if sources.built_in { Some(built_in_labels()?) } else { None };
        let off: HashSet<(String, String)> =
            sources.off.iter().map(|(concept, term)| (fold(concept), fold(term))).collect();
        let of_hospital = HospitalLabels::collect(sources, built_in.as_deref(), &off).compile()?;
        let mut made = Thesaurus { built_in, of_hospital, ..Thesaurus::default() };
        made.switch_off(&off);
        made.fingerprint = made.compute_fingerprint();
        Ok(made)
    }

    /// Leaves out the built-in labels of concepts, both given folded.
    fn switch_off(&mut self, labels: &HashSet<(String, String)>) {
        let Some(table) = self.built_in.clone() else { return };
        for (concept, text) in labels {
            let keys = keys_of(text);
            table.each_at(&keys, 0, |length, number, label| {
                let name = table.concepts.get(label.concept as usize).map_or("", |concept| &concept.name);
                if length == keys.len() && fold(name) == *concept && fold(table.text(number)) == *text {
                    self.off.insert(number);
                }
            });
        }
        for (_, text) in labels {
            let word = words(text).into_iter().map(|mut word| word.forms.swap_remove(0)).next();
            let keys = keys_of(text);
            if let (Some(word), 1) = (word, keys.len())
                && !self.is_label(&keys)
            {
                self.words_off.insert(word);
            }
        }
    }

    /// A hash of everything that decides which concepts a name holds, their numbers included.
    fn compute_fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.built_in.as_ref().map(|table| table.fingerprint).hash(&mut hasher);
        self.of_hospital.as_ref().map(|table| table.fingerprint).hash(&mut hasher);
        let mut off: Vec<LabelId> = self.off.iter().copied().collect();
        off.sort_unstable();
        off.hash(&mut hasher);
        hasher.finish()
    }

    /// The same for vocabularies by which citations name the same concepts under the same numbers.
    pub(in crate::search) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Returns whether there are no labels at all.
    pub(in crate::search) fn is_empty(&self) -> bool {
        self.tables().all(|(table, _)| table.len() == 0)
    }

    /// How many concepts there are.
    pub(in crate::search) fn len(&self) -> usize {
        self.tables().map(|(table, _)| table.concepts.len()).sum()
    }

    /// The tables, each with the bit of its labels' numbers.
    fn tables(&self) -> impl Iterator<Item = (&LabelTable, LabelId)> {
        let built_in = self.built_in.as_deref().map(|table| (table, 0));
        built_in.into_iter().chain(self.of_hospital.as_ref().map(|table| (table, OF_HOSPITAL)))
    }

    fn table(&self, number: LabelId) -> Option<(&LabelTable, LabelId)> {
        let of_hospital = number & OF_HOSPITAL != 0;
        let table = if of_hospital { self.of_hospital.as_ref() } else { self.built_in.as_deref() };
        table.map(|table| (table, number & !OF_HOSPITAL))
    }

    pub(in crate::search) fn concept(&self, concept: ConceptId) -> Option<&ConceptInfo> {
        let built_in = self.built_in.as_ref().map_or(0, |table| table.concepts.len());
        match (concept as usize).checked_sub(built_in) {
            None => self.built_in.as_ref()?.concepts.get(concept as usize),
            Some(number) => self.of_hospital.as_ref()?.concepts.get(number),
        }
    }

    /// What a concept is called in English as somebody would type it: lower case, except abbreviations.
    pub(in crate::search) fn english(&self, concept: ConceptId) -> String {
        as_searched(self.name(concept))
    }

    /// What was searched for when `typed` meant a concept: its English name, or the second term of a synonym whose first one was typed.
    pub(in crate::search) fn searched_as(&self, concept: ConceptId, typed: &str) -> String {
        let english = self.english(concept);
        match self.concept(concept) {
            Some(synonym) if synonym.kind.is_empty() && fold(&english) == fold(typed) => {
                as_searched(&synonym.name)
            }
            _ => english,
        }
    }

    /// What a concept is called in English: its first English label.
    pub(in crate::search) fn name(&self, concept: ConceptId) -> &str {
        self.concept(concept).map_or("", |concept| &concept.english)
    }

    /// The English labels of a concept, folded.
    pub(in crate::search) fn english_labels(&self, concept: ConceptId) -> impl Iterator<Item = &str> {
        self.tables().flat_map(move |(table, bit)| {
            let places = table.english.of_concept(concept);
            places
                .filter(move |place| self.is_on(table.english.number(*place) | bit))
                .map(|place| table.english.text(place))
        })
    }

    /// Calls `found` with the English labels that begin with a folded prefix and find their concept, in the order of their texts:
    /// the label's number, its folded text, and whether that is how the label is written.
    pub(in crate::search) fn each_english_with_prefix<'s>(
        &'s self,
        prefix: &str,
        mut found: impl FnMut(LabelId, &'s str, bool),
    ) {
        for (table, bit) in self.tables() {
            for place in table.english.with_prefix(prefix) {
                let number = table.english.number(place) | bit;
                if self.is_on(number) {
                    found(number, table.english.text(place), table.english.is_as_written(place));
                }
            }
        }
    }

    /// The concept of a label.
    pub(in crate::search) fn concept_of(&self, number: LabelId) -> ConceptId {
        self.table(number).map_or(ConceptId::MAX, |(table, number)| table.label(number).concept)
    }

    /// The tag of a label's language.
    pub(in crate::search) fn language_of(&self, number: LabelId) -> &str {
        self.table(number).map_or("", |(table, number)| table.language(table.label(number)))
    }

    /// The text of a label as the thesaurus writes it.
    pub(in crate::search) fn text(&self, number: LabelId) -> &str {
        self.table(number).map_or("", |(table, number)| table.text(number))
    }

    /// Calls `found` with every label that begins with the word at `start`, given the keys of words: how many words it has,
    /// its number, and the label.
    pub(super) fn each_at(
        &self,
        keys: &[String],
        start: usize,
        mut found: impl FnMut(usize, LabelId, Label),
    ) {
        for (table, bit) in self.tables() {
            table.each_at(keys, start, |length, number, label| {
                if self.is_on(number | bit) {
                    found(length, number | bit, label);
                }
            });
        }
    }

    /// The same for words that have several keys each.
    pub(super) fn each_at_any(
        &self,
        keys: &[Vec<String>],
        start: usize,
        mut found: impl FnMut(usize, LabelId, Label),
    ) {
        for (table, bit) in self.tables() {
            table.each_at_any(keys, start, &mut |length, number, label| {
                if self.is_on(number | bit) {
                    found(length, number | bit, label);
                }
            });
        }
    }

    /// For each of these languages and stems in it the keys of the words with that stem that its labels have.
    pub(super) fn keys_with_stems(&self, stems: &[(InflectedLanguage, String)]) -> Vec<Vec<String>> {
        /// How many words with the same prefix are compared, at most.
        const MAX_COMPARED: usize = 400;
        let mut prefixes: Vec<&str> =
            stems.iter().map(|(_, stem)| InflectedLanguage::stem_prefix(stem)).collect();
        prefixes.sort_unstable();
        // The words with a longer prefix are among those with a shorter one.
        prefixes.dedup_by(|longer, shorter| longer.starts_with(*shorter));
        let mut keys: Vec<Vec<String>> = vec![Vec::new(); stems.len()];
        for (table, _) in self.tables() {
            for prefix in &prefixes {
                table.each_word_with_prefix(prefix, MAX_COMPARED, |word, known| {
                    let key = term_key(word);
                    for ((language, stem), keys) in stems.iter().zip(&mut keys) {
                        let is_new = word.starts_with(InflectedLanguage::stem_prefix(stem))
                            && !known.languages.intersection(language.set).is_empty()
                            && !keys.contains(&key);
                        if is_new && language.stem(&key).as_ref() == Some(stem) {
                            keys.push(key.clone());
                        }
                    }
                });
            }
        }
        keys
    }

    /// The built-in concept with this name, when the built-in thesaurus is used.
    pub(in crate::search) fn built_in_concept(&self, name: &str) -> Option<ConceptId> {
        self.built_in.as_ref()?.concept_named(name)
    }

    /// Returns whether these keys are those of a label that finds its concept.
    fn is_label(&self, keys: &[String]) -> bool {
        let mut is_label = false;
        self.each_at(keys, 0, |length, _, label| is_label |= length == keys.len() && label.finds());
        is_label
    }

    /// Returns whether these folded words are a label.
    pub(in crate::search) fn is_term(&self, words: &[&str]) -> bool {
        self.is_label(&words.iter().map(|word| term_key(word)).collect::<Vec<_>>())
    }

    fn is_on(&self, number: LabelId) -> bool {
        self.off.is_empty() || !self.off.contains(&number)
    }

    /// What the labels know of a folded word; `None` when none has it.
    pub(in crate::search) fn word(&self, folded: &str) -> Option<LabelWord> {
        let known = self.tables().filter_map(|(table, _)| table.word(folded)).reduce(LabelWord::with)?;
        let is_off = !self.words_off.is_empty() && self.words_off.contains(folded);
        Some(if is_off { LabelWord { is_term: false, ..known } } else { known })
    }

    /// The words of English labels, to correct misspelled ones; made when first needed.
    pub(in crate::search) fn english_lexicons(&self) -> impl Iterator<Item = &Lexicon> {
        self.tables().map(|(table, _)| table.english_lexicon())
    }

    /// The words that only labels of other languages have; made when first needed.
    pub(in crate::search) fn other_lexicons(&self) -> impl Iterator<Item = &Lexicon> {
        self.tables().map(|(table, _)| table.other_lexicon())
    }

    /// At most `most` labels of any language that begin with the folded text and find their concept, in no certain order.
    pub(in crate::search) fn labels_with_prefix(&self, typed: &str, most: usize) -> Vec<LabelId> {
        let mut typed_words: Vec<String> =
            words(typed).into_iter().map(|mut word| word.forms.swap_remove(0)).collect();
        let Some(last) = typed_words.pop() else { return Vec::new() };
        let before: String = typed_words.iter().map(|word| term_key(word) + " ").collect();
        // The key of a finished last word may be shorter than the word.
        let mut prefixes = vec![format!("{before}{last}"), format!("{before}{}", term_key(&last))];
        prefixes.dedup();
        let mut found: Vec<LabelId> = Vec::new();
        for (table, bit) in self.tables() {
            for prefix in &prefixes {
                let up_to = found.len() + most;
                table.each_label_with_prefix(prefix, |number, label| {
                    let is_wanted = label.finds() && !label.is_whole_query() && self.is_on(number | bit);
                    if is_wanted
                        && !found.contains(&(number | bit))
                        && fold(table.text(number)).starts_with(typed)
                    {
                        found.push(number | bit);
                    }
                    found.len() < up_to
                });
            }
        }
        found
    }
}

/// The keys of a text's words.
fn keys_of(text: &str) -> Vec<String> {
    words(text).iter().map(|word| term_key(&word.forms[0])).collect()
}

/// Returns whether a label's language is the wanted one, or its base: `zh` for `zh-Hans`.
pub(in crate::search) fn is_language(lang: &str, wanted: &str) -> bool {
    let base = |tag: &str| tag.bytes().position(|byte| byte == b'-').unwrap_or(tag.len());
    lang[..base(lang)].eq_ignore_ascii_case(&wanted[..base(wanted)])
}

/// A name as somebody would type it: lower case, except abbreviations such as RSV.
fn as_searched(name: &str) -> String {
    let word = |word: &str| {
        if word.chars().filter(|c| c.is_uppercase() || c.is_numeric()).count() > 1 {
            word.to_owned()
        } else {
            word.to_lowercase()
        }
    };
    name.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

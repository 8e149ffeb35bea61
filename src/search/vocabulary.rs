//! The terms that a search knows beside the catalogue's own words, compiled: the built-in table, the hospital's own,
//! synonyms, without what was switched off.

use crate::model::error::{Error, Result};
use crate::model::terms::{Synonym, Term, TermTable};
use crate::search::analysis::words;
use crate::search::folding::fold;
use crate::search::lexicon::{Lexicon, is_guessable};
use crate::search::medicines;
use crate::search::term_keys::term_key;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The table that is part of the program.
const BUILT_IN: &str = include_str!("../../assets/terms/terms.tsv");
/// The language of which the meaning comes first, and in which a concept is named.
pub(super) const ENGLISH: &str = "en";

/// Number of a concept in one vocabulary.
pub(super) type ConceptId = u32;

/// What a vocabulary is made of.
#[derive(Default)]
pub struct TermSources<'a> {
    /// Use the built-in table.
    pub built_in: bool,
    /// The hospital's own table. A concept with the name of a built-in one adds to it.
    pub own: Option<&'a TermTable>,
    /// What administrators entered.
    pub synonyms: &'a [Synonym],
    /// Terms that are switched off: the concept's name and the term, compared folded.
    pub off: &'a [(String, String)],
}

/// The terms of a search. Never changes; an index takes another one by [`Index::set_vocabulary`].
///
/// [`Index::set_vocabulary`]: crate::search::Index::set_vocabulary
#[derive(Default)]
pub struct Vocabulary {
    concepts: Vec<Concept>,
    terms: Vec<CompiledTerm>,
    /// Terms by the key of their first word, the longest first.
    by_first: HashMap<Box<str>, Vec<u32>>,
    /// Every word of a term, folded, with the terms of one word that it is.
    words: HashMap<Box<str>, TermWord>,
    /// Terms by their folded text, for suggestions.
    sorted: Vec<(Box<str>, u32)>,
    /// The words of the terms, to guess at misspelled ones.
    lexicon: Lexicon,
    fingerprint: u64,
}

struct Concept {
    /// The first English name, as it is written.
    name: Box<str>,
    /// The same as it is searched for: lower case, except abbreviations.
    english: Box<str>,
    is_medicine: bool,
}

/// One term of one concept.
pub(super) struct CompiledTerm {
    /// The keys of its words.
    pub keys: Box<[Box<str>]>,
    /// The text, in lower case with its accents.
    pub written: Box<str>,
    pub lang: Box<str>,
    pub concept: ConceptId,
    pub whole_query: bool,
    /// Typed, it finds the concept.
    pub finds: bool,
    /// In a title or keyword, it names the concept.
    pub names: bool,
}

/// A term as it was given.
struct GivenTerm<'a> {
    concept: ConceptId,
    text: &'a str,
    lang: &'a str,
    whole_query: bool,
    finds: bool,
    names: bool,
}

/// The text of a term taken apart.
struct AnalyzedTerm {
    /// Its words, folded.
    words: Vec<String>,
    keys: Box<[Box<str>]>,
    written: Box<str>,
    folded: Box<str>,
}

impl AnalyzedTerm {
    fn of(text: &str) -> AnalyzedTerm {
        let words: Vec<String> = words(text).into_iter().map(|mut word| word.forms.swap_remove(0)).collect();
        let keys = words.iter().map(|word| term_key(word).into()).collect();
        let written = text.to_lowercase();
        let folded = fold(&written).into();
        AnalyzedTerm { words, keys, written: written.into(), folded }
    }
}

/// What is known of a word of the terms.
#[derive(Default, Clone, Copy)]
pub(super) struct TermWord {
    /// It is a term of its own.
    pub is_term: bool,
    pub is_medicine: bool,
}

/// The built-in table.
pub fn built_in_table() -> Result<TermTable> {
    TermTable::parse(BUILT_IN).map_err(|faults| {
        let first = faults.first().map(|fault| format!("line {}: {}", fault.line, fault.reason));
        Error::internal("reading the built-in terms", first.unwrap_or_default())
    })
}

impl Vocabulary {
    /// The built-in terms alone.
    pub fn built_in() -> Result<Vocabulary> {
        Vocabulary::new(&TermSources { built_in: true, ..TermSources::default() })
    }

    /// Compiles a vocabulary.
    pub fn new(sources: &TermSources) -> Result<Vocabulary> {
        let off: HashSet<(String, String)> =
            sources.off.iter().map(|(concept, term)| (fold(concept), fold(term))).collect();
        let mut made = Vocabulary::default();
        let mut numbers: HashMap<String, ConceptId> = HashMap::new();
        let mut given: Vec<GivenTerm> = Vec::new();
        let built_in = if sources.built_in { Some(built_in_table()?) } else { None };
        for concept in built_in.iter().chain(sources.own).flat_map(|table| &table.concepts) {
            let name = fold(&concept.name);
            let english = concept.terms.iter().find(|term| term.lang == ENGLISH);
            let number = *numbers.entry(name.clone()).or_insert_with(|| {
                let english = english.map_or(concept.name.as_str(), |term| &term.text);
                made.add_concept(english, concept.kind == "medicine")
            });
            let is_on = |term: &&Term| off.is_empty() || !off.contains(&(name.clone(), fold(&term.text)));
            given.extend(concept.terms.iter().filter(is_on).map(|term| GivenTerm {
                concept: number,
                text: &term.text,
                lang: &term.lang,
                whole_query: term.whole_query,
                finds: true,
                names: true,
            }));
        }
        for synonym in sources.synonyms {
            let Some((first, others)) = synonym.terms.split_first() else { continue };
            let named = if synonym.one_way { others.first().unwrap_or(first) } else { first };
            let concept = made.add_concept(named, false);
            let term = |text, finds, names| GivenTerm {
                concept,
                text,
                lang: ENGLISH,
                whole_query: false,
                finds,
                names,
            };
            given.push(term(first, true, !synonym.one_way));
            given.extend(others.iter().map(|other| term(other, !synonym.one_way, true)));
        }
        // Taking texts apart is most of the work.
        let analyzed: Vec<AnalyzedTerm> = given.par_iter().map(|term| AnalyzedTerm::of(term.text)).collect();
        for (given, analyzed) in given.iter().zip(analyzed) {
            made.add_term(given, analyzed);
        }
        made.finish();
        Ok(made)
    }

    fn add_concept(&mut self, english: &str, is_medicine: bool) -> ConceptId {
        self.concepts.push(Concept {
            name: english.into(),
            english: as_searched(english).into(),
            is_medicine,
        });
        ConceptId::try_from(self.concepts.len() - 1).unwrap_or(ConceptId::MAX)
    }

    fn add_term(&mut self, given: &GivenTerm<'_>, analyzed: AnalyzedTerm) {
        let AnalyzedTerm { words, keys, written, folded } = analyzed;
        if keys.is_empty() {
            return;
        }
        let is_one = words.len() == 1;
        let is_medicine =
            self.concepts.get(given.concept as usize).is_some_and(|concept| concept.is_medicine);
        for word in words {
            let is_medicine = is_one && is_medicine && is_medicine_name(&word);
            let known = self.words.entry(word.into()).or_default();
            known.is_term |= is_one;
            known.is_medicine |= is_medicine;
        }
        if given.finds && !given.whole_query {
            self.sorted.push((folded, u32::try_from(self.terms.len()).unwrap_or(u32::MAX)));
        }
        self.terms.push(CompiledTerm {
            keys,
            written,
            lang: given.lang.into(),
            concept: given.concept,
            whole_query: given.whole_query,
            finds: given.finds,
            names: given.names,
        });
    }

    fn finish(&mut self) {
        for (number, term) in (0u32..).zip(&self.terms) {
            self.by_first.entry(term.keys[0].clone()).or_default().push(number);
        }
        for list in self.by_first.values_mut() {
            list.sort_by_key(|number| std::cmp::Reverse(self.terms[*number as usize].keys.len()));
        }
        self.sorted.sort_unstable();
        self.fingerprint = self.compute_fingerprint();
        let words = self.words.keys().filter(|word| is_guessable(word)).map(ToString::to_string);
        self.lexicon = Lexicon::of(words.collect());
    }

    /// A hash of everything that decides which concepts a name holds, their numbers included.
    fn compute_fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.concepts.len().hash(&mut hasher);
        for term in &self.terms {
            (&term.keys, &term.written, &term.lang, term.concept).hash(&mut hasher);
            (term.whole_query, term.finds, term.names).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// The same for vocabularies by which citations name the same concepts under the same numbers.
    pub(super) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Returns whether there are no terms at all.
    pub(super) fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// How many concepts there are.
    pub(super) fn len(&self) -> usize {
        self.concepts.len()
    }

    /// What a concept is called in English, as it is searched for.
    pub(super) fn english(&self, concept: ConceptId) -> &str {
        self.concepts.get(concept as usize).map_or("", |concept| &concept.english)
    }

    /// What a concept is called in English, as the table writes it.
    pub(super) fn name(&self, concept: ConceptId) -> &str {
        self.concepts.get(concept as usize).map_or("", |concept| &concept.name)
    }

    pub(super) fn term(&self, number: u32) -> &CompiledTerm {
        &self.terms[number as usize]
    }

    /// What the terms know of a folded word; `None` when no term has it.
    pub(super) fn word(&self, folded: &str) -> Option<TermWord> {
        self.words.get(folded).copied()
    }

    /// The terms of which the first word has this key, the longest first.
    pub(super) fn with_first(&self, key: &str) -> &[u32] {
        self.by_first.get(key).map_or(&[], Vec::as_slice)
    }

    /// The words of the terms, to guess at misspelled ones.
    pub(super) fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    /// The terms that begin so when folded, in order.
    pub(super) fn beginning<'v>(&'v self, typed: &'v str) -> impl Iterator<Item = u32> + 'v {
        let from = self.sorted.partition_point(|(text, _)| &**text < typed);
        self.sorted[from..]
            .iter()
            .take_while(move |(text, _)| text.starts_with(typed))
            .map(|(_, number)| *number)
    }

    /// The text of a term, in lower case.
    pub(super) fn text(&self, number: u32) -> &str {
        &self.terms[number as usize].written
    }
}

/// Kinds of medicines, such as vaccines, are words like others.
fn is_medicine_name(word: &str) -> bool {
    medicines::is_medicine(word) || medicines::may_be_medicine(word)
}

/// Returns whether a term's language is the wanted one, or its base: `zh` for `zh-Hans`.
pub(super) fn is_language(lang: &str, wanted: &str) -> bool {
    let base = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
    base(lang) == base(wanted)
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

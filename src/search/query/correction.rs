//! Plans a query and corrects its out-of-vocabulary words: by joining, splitting or replacing them.

use crate::search::query::initials::words_of_initials;
use crate::search::query::keyword_matches::ambiguous_abbreviations;
use crate::search::query::language_detection::query_languages;
use crate::search::query::parsed_query::{ParsedQuery, Part, QueryWord};
use crate::search::query::query_plan::{CorrectedWord, QueryPlan};
use crate::search::query::recognized_concepts::overlaps;
use crate::search::query::term_lookup::is_in_texts;
use crate::search::query::term_lookup::{has_word, is_title_or_keyword_prefix, word_statistics};
use crate::search::snapshot::Snapshot;
use crate::search::spelling::{Correction, SpellingCorrector, spelling_variants};
use crate::search::text::edit_distance::is_near;
use crate::search::text::function_words::Meaning;
use crate::search::text::language_set::LanguageSet;
use crate::search::text::ordinary_words::ordinary_languages;
use crate::search::thesaurus::combined::ENGLISH;
use std::cell::LazyCell;
use std::ops::{Deref, Range};

/// The longest query, in words, of which a word may be expanded as initials.
const MAX_WORDS_WITH_INITIALS: usize = 3;
/// The shortest query, in words, of which words in Latin letters indicate a language by descriptions: some languages know them by
/// their first letters, and so do misspelled English words.
const MIN_FOREIGN_WORDS: usize = 4;

/// Plans a query, with its out-of-vocabulary words corrected. `lang` is the language of the search.
pub(in crate::search) fn plan_query(
    snapshot: &Snapshot,
    query: ParsedQuery,
    lang: Option<&str>,
) -> std::io::Result<QueryPlan> {
    let mut plan = plan_corrected(snapshot, query, lang)?;
    plan.ambiguous_abbreviations = lang.map_or(0, |lang| ambiguous_abbreviations(snapshot, &plan, lang));
    Ok(plan)
}

fn plan_corrected(snapshot: &Snapshot, query: ParsedQuery, lang: Option<&str>) -> std::io::Result<QueryPlan> {
    let plan = QueryPlan::new(snapshot, query, Vec::new(), lang)?;
    // Most queries have no out-of-vocabulary word and do not need the languages.
    let languages = LazyCell::new(|| candidate_languages(snapshot, &plan, lang));
    let unknown = out_of_vocabulary_words(snapshot, &plan, &languages);
    if unknown.is_empty() {
        return Ok(plan);
    }
    let Some((text, corrected)) = correct_words(snapshot, &plan, &unknown, *languages) else {
        return Ok(plan);
    };
    plan_corrected_text(snapshot, &plan, &text, corrected, lang)
}

/// Plans a corrected text instead of the query of a plan. Item number and whole title stay those that were typed.
pub(in crate::search) fn plan_corrected_text(
    snapshot: &Snapshot,
    plan: &QueryPlan,
    text: &str,
    corrected: Vec<CorrectedWord>,
    lang: Option<&str>,
) -> std::io::Result<QueryPlan> {
    let typed = &plan.query;
    let mut query = ParsedQuery::parse(text, snapshot.stem_languages);
    (query.item, query.whole_title) = (typed.item.clone(), typed.whole_title.clone());
    query.exact_title = typed.exact_title.clone();
    (query.is_being_typed, query.ignores_texts) = (typed.is_being_typed, typed.ignores_texts);
    query.ignores_model = typed.ignores_model;
    let mut corrected_plan = QueryPlan::new(snapshot, query, corrected, lang)?;
    corrected_plan.typed_text = Some(plan.typed_text.as_ref().unwrap_or(&typed.text).clone());
    Ok(corrected_plan)
}

/// A word to correct.
#[derive(Clone, Copy, Default)]
struct OutOfVocabulary {
    /// Index among the parts of the query.
    number: usize,
    /// Only a near and common word may replace it: its stem occurs in texts, or the word occurs inside labels.
    is_weak: bool,
    /// It is an ordinary word of the query's language: it is corrected only to a word that forms a label with an adjacent
    /// word.
    is_ordinary: bool,
    /// The index has words with its stem.
    is_indexed: bool,
    /// A handout contains it: only a near and common word, the parts of a compound, or initials may replace it.
    is_in_text: bool,
}

/// The words of a query to correct: those that are neither in the index nor labels, or only weakly so.
fn out_of_vocabulary_words(
    snapshot: &Snapshot,
    plan: &QueryPlan,
    languages: &impl Deref<Target = LanguageSet>,
) -> Vec<OutOfVocabulary> {
    let is_only_word = plan.query.parts.len() == 1;
    let reads_texts = plan.query.reads_texts(snapshot);
    let out_of_vocabulary = |(number, part): (usize, &Part)| {
        let Part::Word(word) = part else { return None };
        let bit = 1 << number;
        let planned = plan.words.iter().find(|word| word.bit == bit && word.idf > 0.0);
        let is_weak = planned.is_some_and(|planned| planned.is_weak);
        if word.meaning == Meaning::Function
            || (planned.is_some() && !is_weak)
            || plan.concepts.iter().any(|concept| concept.bits & bit != 0)
            || (plan.query.has_prefix_term
                && number + 1 == plan.query.parts.len()
                && !is_only_word
                && is_title_or_keyword_prefix(&snapshot.segments, &word.forms[0]))
        {
            return None;
        }
        if planned.is_none() && word.forms.iter().any(|form| has_variant(snapshot, form)) {
            return Some(OutOfVocabulary { number, ..OutOfVocabulary::default() });
        }
        let languages = **languages;
        // A label is a known word in its own language, or as the whole query. A word that only occurs inside labels may still
        // be misspelled.
        let (mut is_label, mut is_in_label) = (false, false);
        for known in word.forms.iter().filter_map(|form| snapshot.thesaurus.word(form)) {
            let is_in_query_language = |set: LanguageSet| match languages.is_empty() {
                true => set.has(ENGLISH),
                false => set.intersects(languages),
            };
            let is_foreign = languages.is_empty() && !known.languages.has(ENGLISH);
            // A disabled label is not matched, but its words are not misspelled either.
            let is_whole_label = !known.label_languages.is_empty();
            is_label |=
                is_foreign || is_whole_label && (is_only_word || is_in_query_language(known.label_languages));
            is_in_label |= is_in_query_language(known.languages);
        }
        let described_in = if languages.is_empty() { LanguageSet::from_tag(ENGLISH) } else { languages };
        let is_described = || {
            !is_only_word
                && snapshot.features.descriptions
                && snapshot.thesaurus.description_languages(&word.forms[0]).intersects(described_in)
        };
        if is_label || is_described() {
            return None;
        }
        let is_weak = is_weak || is_in_label;
        let is_ordinary = is_ordinary(&word.forms[0], languages);
        let is_indexed = planned.is_some();
        let is_in_text = reads_texts && is_in_texts(snapshot, &plan.query.text, word);
        Some(OutOfVocabulary { number, is_weak, is_ordinary, is_indexed, is_in_text })
    };
    plan.query.parts.iter().enumerate().filter_map(out_of_vocabulary).collect()
}

/// Returns whether the index has the British or American spelling of a word.
fn has_variant(snapshot: &Snapshot, word: &str) -> bool {
    spelling_variants(word).iter().any(|variant| has_word(&snapshot.segments, variant))
}

/// Returns whether a word is an ordinary word of one of these languages; of any language when there are none.
fn is_ordinary(word: &str, languages: LanguageSet) -> bool {
    let ordinary = ordinary_languages(word);
    if languages.is_empty() { !ordinary.is_empty() } else { ordinary.intersects(languages) }
}

/// The languages that a query may be in: `lang` if given, otherwise those that most of its words have in common.
fn candidate_languages(snapshot: &Snapshot, plan: &QueryPlan, lang: Option<&str>) -> LanguageSet {
    if let Some(lang) = lang {
        return LanguageSet::from_tag(lang);
    }
    if !snapshot.features.word_languages {
        return LanguageSet::default();
    }
    let word_languages = |part: &Part| match part {
        Part::Word(word) => {
            let known = snapshot.thesaurus.word(&word.forms[0]).map(|known| known.languages);
            let mut languages = known.unwrap_or_default().union(ordinary_languages(&word.forms[0]));
            let may_be_foreign = plan.query.parts.len() >= MIN_FOREIGN_WORDS || !word.forms[0].is_ascii();
            if languages.is_empty() && snapshot.features.descriptions && may_be_foreign {
                languages = snapshot.thesaurus.description_languages(&word.forms[0]);
            }
            if word_statistics(&snapshot.segments, &word.forms[0]).in_english {
                languages.insert(ENGLISH);
            }
            languages
        }
        Part::Phrase(_) => LanguageSet::default(),
    };
    if plan.query.parts.len() == 1 {
        LanguageSet::default()
    } else {
        query_languages(plan.query.parts.iter().map(word_languages))
    }
}

/// The query text with its out-of-vocabulary words corrected, and the corrections; `None` when no word has any.
fn correct_words(
    snapshot: &Snapshot,
    plan: &QueryPlan,
    unknown: &[OutOfVocabulary],
    languages: LanguageSet,
) -> Option<(String, Vec<CorrectedWord>)> {
    let segments = &snapshot.segments;
    let corrector = SpellingCorrector {
        lexicons: segments.iter().map(|segment| &segment.data.columns.lexicon).collect(),
        thesaurus: &snapshot.thesaurus,
        statistics: &|word: &str| word_statistics(segments, word),
        languages,
    };
    let mut changes: Vec<CorrectedWord> = Vec::new();
    for unknown in unknown {
        let Some(Part::Word(word)) = plan.query.parts.get(unknown.number) else { continue };
        if changes.last().is_some_and(|change| overlaps(&change.span, &word.span)) {
            continue;
        }
        if snapshot.features.spelling
            && !unknown.is_weak
            && !unknown.is_ordinary
            && let Some((span, correction)) = joined_with_neighbor(snapshot, &plan.query, unknown.number)
        {
            changes.push(CorrectedWord { span, corrections: vec![correction], typed: None });
            continue;
        }
        let corrections = corrections(snapshot, &corrector, &plan.query, word, unknown);
        if !corrections.is_empty() {
            let typed = (unknown.is_indexed || unknown.is_in_text).then(|| word.clone());
            changes.push(CorrectedWord { span: word.span.clone(), corrections, typed });
        }
    }
    if changes.is_empty() {
        return None;
    }
    let text = apply_corrections(&plan.query.text, &mut changes)?;
    Some((text, changes))
}

/// The corrections of one word, best first.
fn corrections(
    snapshot: &Snapshot,
    corrector: &SpellingCorrector,
    query: &ParsedQuery,
    word: &QueryWord,
    unknown: &OutOfVocabulary,
) -> Vec<Correction> {
    let (features, typed) = (snapshot.features, &word.forms[0]);
    let OutOfVocabulary { number, is_weak, is_ordinary, is_in_text, .. } = *unknown;
    let is_last = number + 1 == query.parts.len() && query.has_prefix_term;
    let mut corrections = match features.spelling {
        true => corrector.corrections(typed, &neighbors(query, number)),
        false => Vec::new(),
    };
    let mut are_initials = false;
    let may_be_initials = features.initials && query.parts.len() <= MAX_WORDS_WITH_INITIALS && !is_weak;
    if may_be_initials
        && (corrections.is_empty() || looks_like_initials(&query.text[word.span.clone()]))
        && let Some(words) = words_of_initials(snapshot, typed)
    {
        are_initials = true;
        corrections = vec![Correction { words, cost: 0.0, edits: 0.0, is_in_label: true }];
    }
    if corrections.is_empty() && query.is_being_typed && is_last && features.spelling {
        corrections = corrector.prefix_corrections(typed);
    }
    if is_ordinary {
        corrections.retain(|correction| correction.is_in_label);
    }
    if is_weak {
        corrections.retain(|correction| is_near_and_topical(snapshot, typed, correction));
    } else if is_in_text && !are_initials {
        corrections.retain(|correction| {
            correction.is_in_label
                || correction.words.len() > 1
                || is_near_and_topical(snapshot, typed, correction)
        });
    }
    corrections
}

/// Replaces each corrected word by its best correction, and its span by that of the correction in the returned text.
fn apply_corrections(typed: &str, changes: &mut [CorrectedWord]) -> Option<String> {
    let mut text = String::new();
    let mut at = 0;
    for change in changes {
        text.push_str(typed.get(at..change.span.start)?);
        at = change.span.end;
        let start = text.len();
        text.push_str(&change.corrections.first()?.words.join(" "));
        change.span = start..text.len();
    }
    text.push_str(typed.get(at..)?);
    Some(text)
}

/// Returns whether a word looks like initials: all capitals, or no vowels.
fn looks_like_initials(typed: &str) -> bool {
    let is_vowel = |c: char| "aeiouy".contains(c.to_ascii_lowercase());
    typed.chars().all(|c| c.is_ascii_uppercase())
        || typed.chars().all(|c| c.is_ascii_alphabetic() && !is_vowel(c))
}

/// Returns whether a correction is one word, at most one edit away, that is in a title, a keyword or the thesaurus.
fn is_near_and_topical(snapshot: &Snapshot, typed: &str, correction: &Correction) -> bool {
    let [word] = correction.words.as_slice() else { return false };
    let statistics = word_statistics(&snapshot.segments, word);
    is_near(typed, word, 1)
        && (statistics.in_title
            || statistics.in_keyword
            || snapshot.thesaurus.word(word).is_some_and(|known| known.is_label))
}

/// The words before and after a word; empty where there is none.
fn neighbors(query: &ParsedQuery, number: usize) -> [&str; 2] {
    let word = |number: Option<usize>| match number.and_then(|number| query.parts.get(number)) {
        Some(Part::Word(word)) => word.forms[0].as_str(),
        _ => "",
    };
    [word(number.checked_sub(1)), word(Some(number + 1))]
}

/// Joins a word with the word before or after it, when the joined word is known. Returns the span of both and the joined
/// word.
fn joined_with_neighbor(
    snapshot: &Snapshot,
    query: &ParsedQuery,
    number: usize,
) -> Option<(Range<usize>, Correction)> {
    let word = |number: usize| match query.parts.get(number) {
        Some(Part::Word(word)) => Some(word),
        _ => None,
    };
    let before = number.checked_sub(1).and_then(|before| joined_pair(snapshot, word(before)?, word(number)?));
    before.or_else(|| joined_pair(snapshot, word(number)?, word(number + 1)?))
}

fn joined_pair(snapshot: &Snapshot, a: &QueryWord, b: &QueryWord) -> Option<(Range<usize>, Correction)> {
    const MIN_LETTERS: usize = 5;
    let joined = format!("{}{}", a.forms[0], b.forms[0]);
    let is_word = joined.chars().all(char::is_alphabetic) && joined.chars().count() >= MIN_LETTERS;
    let is_known = is_word
        && (has_word(&snapshot.segments, &joined)
            || snapshot.thesaurus.word(&joined).is_some_and(|known| known.is_label));
    is_known.then(|| {
        (
            a.span.start..b.span.end,
            Correction { words: vec![joined], cost: 0.0, edits: 0.0, is_in_label: false },
        )
    })
}

//! Plans a query and corrects its out-of-vocabulary words: by joining, splitting or replacing them.

use crate::model::category::Category;
use crate::search::query::language_detection::query_languages;
use crate::search::query::parsed_query::{ParsedQuery, Part, QueryWord};
use crate::search::query::query_plan::{CorrectedWord, QueryPlan};
use crate::search::query::term_lookup::{has_word, is_in_texts, is_title_or_keyword_prefix, word_statistics};
use crate::search::snapshot::{Segment, Snapshot};
use crate::search::spelling::{Correction, SpellingCorrector, spelling_variants};
use crate::search::text::analysis::words;
use crate::search::text::edit_distance::{edits, is_near};
use crate::search::text::folding::fold;
use crate::search::text::function_words::{Meaning, meaning};
use crate::search::text::language_set::{ENGLISH, LanguageSet, is_language};
use crate::search::text::lexicon::is_correctable;
use crate::search::text::medicines::is_medicine;
use crate::search::text::ordinary_words::ordinary_languages;
use crate::search::text::phonetic_keys::sound_alike;
use crate::search::thesaurus::label_matches::LabelQuery;
use crate::search::thesaurus::label_table::letters;
use std::cell::LazyCell;
use std::cmp::Reverse;
use std::ops::Deref;

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
    let typed_text = plan.query.text.as_str();
    let (mut text, mut changes, mut at) = (String::new(), Vec::new(), 0);
    for unknown in unknown {
        let Some(Part::Word(word)) = plan.query.parts.get(unknown.number) else { continue };
        if word.span.start < at {
            continue;
        }
        let Some(best) = corrections(snapshot, &corrector, &plan.query, word, unknown).into_iter().next()
        else {
            continue;
        };
        text.push_str(typed_text.get(at..word.span.start)?);
        at = word.span.end;
        let start = text.len();
        text.push_str(&best.words.join(" "));
        let typed = (unknown.is_indexed || unknown.is_in_text).then(|| word.clone());
        changes.push(CorrectedWord { span: start..text.len(), typed });
    }
    text.push_str(typed_text.get(at..)?);
    (!changes.is_empty()).then_some((text, changes))
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

/// The longest query, in words, that is compared with labels.
const MAX_WORDS: usize = 4;
/// Minimum length, in letters, of a single word that is compared with the labels one edit away.
const MIN_SINGLE_WORD: usize = 7;
/// The maximum number of edits to a label that sounds different in its vowels, in percent of the letters.
const MAX_EDITS_PERCENT: usize = 40;

/// Plans a search for the English label that is similar to the whole query; `None` if there is none, or if the query is not one of
/// a few words in English.
pub(in crate::search) fn plan_similar_label(
    snapshot: &Snapshot,
    plan: &QueryPlan,
    lang: Option<&str>,
) -> std::io::Result<Option<QueryPlan>> {
    let query = &plan.query;
    let typed = plan.typed_text.as_ref().unwrap_or(&query.text);
    let is_plain = query.excluded.is_empty() && query.parts.iter().all(|part| matches!(part, Part::Word(_)));
    let is_english = lang.is_none_or(|lang| is_language(lang, ENGLISH));
    if !snapshot.features.spelling || !snapshot.features.similar_labels || !is_plain || !is_english {
        return Ok(None);
    }
    let Some(label) = similar_label(snapshot, typed) else { return Ok(None) };
    let corrected = CorrectedWord { span: 0..label.len(), typed: None };
    plan_corrected_text(snapshot, plan, label, vec![corrected], lang).map(Some)
}

/// Plans a search for the English name of the longest label in a query that finds nothing otherwise; `None` without a label, or
/// where phrases or excluded words rule out the others.
pub(in crate::search) fn plan_label_name(
    snapshot: &Snapshot,
    plan: &QueryPlan,
    lang: Option<&str>,
) -> std::io::Result<Option<QueryPlan>> {
    let query = &plan.query;
    if query.ignores_model || plan.phrase_bits != 0 || !plan.excluded.is_empty() {
        return Ok(None);
    }
    let keys: Vec<&str> = query.tokens.iter().map(|token| token.key.as_str()).collect();
    let written: Vec<&str> = query.tokens.iter().map(|token| token.written(&query.text)).collect();
    let labels = LabelQuery { keys: &keys, written: &written, lang };
    let labels = snapshot.thesaurus.find_in_query(&labels, |_| true).into_iter();
    let longest = labels.max_by_key(|label| label.end - label.start);
    let Some((concept, _)) = longest.and_then(|label| label.meanings.first().copied()) else {
        return Ok(None);
    };
    let name = snapshot.thesaurus.english(concept);
    plan_corrected_text(snapshot, plan, &name, Vec::new(), lang).map(Some)
}

/// The label that sounds like a text and has most letters in common with it. Citations name its concept.
fn similar_label<'s>(snapshot: &'s Snapshot, typed: &str) -> Option<&'s str> {
    let folded = fold(typed);
    let words: Vec<&str> = folded.split_whitespace().collect();
    // A label is not misspelled: 'malaria' is not 'miliaria'.
    let is_known = snapshot.thesaurus.is_term(&words);
    if is_known || words.len() > MAX_WORDS || words.iter().any(|word| is_medicine(word)) {
        return None;
    }
    let typed = letters(&folded);
    let max_edits = typed.len() * MAX_EDITS_PERCENT / 100;
    let mut similar: Vec<(usize, Reverse<u32>, usize, &str)> = Vec::new();
    snapshot.thesaurus.each_sounding_like(&typed, |concept, label| {
        let citations = snapshot.concept_frequency(concept);
        let label_letters = letters(label);
        let max_edits = if sound_alike(&typed, &label_letters) { typed.len() } else { max_edits };
        let Some(edits) = edits(&typed, &label_letters, max_edits).filter(|_| citations > 0) else { return };
        // Of 'frostbite' and 'frost bite', which finds other bites too, the shorter one.
        similar.push((edits, Reverse(citations), label.len(), label));
    });
    let near = || match words[..] {
        [word] => near_label(snapshot, word),
        _ => None,
    };
    similar.into_iter().min().map(|(.., label)| label).or_else(near)
}

/// A label of one word that is one edit from a longer word.
fn near_label<'s>(snapshot: &'s Snapshot, word: &str) -> Option<&'s str> {
    if word.chars().count() < MIN_SINGLE_WORD || !is_correctable(word) {
        return None;
    }
    let mut near: Vec<&str> = Vec::new();
    for lexicon in snapshot.thesaurus.english_lexicons() {
        lexicon.each_near(word, 1, |other, _| near.push(other));
    }
    let is_label = |other: &&str| snapshot.thesaurus.word(other).is_some_and(|known| known.is_label);
    near.into_iter().filter(is_label).min()
}

/// The number of letters that initials may have.
const LETTERS: std::ops::RangeInclusive<usize> = 3..=7;

/// The words of the shortest title with these initials, or of the shortest keyword when no title has them.
///
/// Compares every title and keyword with a word that begins with the first letter: only for queries that would otherwise have no
/// results.
pub(in crate::search) fn words_of_initials(snapshot: &Snapshot, letters: &str) -> Option<Vec<String>> {
    if !LETTERS.contains(&letters.len()) || !letters.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return None;
    }
    let titles = snapshot.segments.iter().filter_map(|segment| shortest_title(segment, letters));
    let best = titles.min_by_key(|title| title.len()).or_else(|| shortest_keyword(snapshot, letters));
    let words = words(best?).into_iter().map(|mut word| word.forms.swap_remove(0));
    Some(words.filter(|word| meaning(word) != Meaning::Function).collect())
}

/// The shortest title of a segment with these initials.
fn shortest_title<'s>(segment: &'s Segment, letters: &str) -> Option<&'s str> {
    /// The initials may start after 'The' or 'What is a'.
    const MAX_OFFSET: u16 = 12;
    let columns = &segment.data.columns;
    let first = &letters.as_bytes()[..1];
    let titles = columns
        .titles
        .with_prefix(first)
        .filter(|(_, offset)| *offset <= MAX_OFFSET)
        .map(|(doc, _)| (*doc, columns.titles.get(*doc as usize)));
    let matching = titles.filter(|(doc, title)| has_initials(title, letters) && segment.is_in_use(*doc));
    matching.map(|(_, title)| title).min_by_key(|title| title.len())
}

/// The shortest keyword in use with these initials.
fn shortest_keyword<'s>(snapshot: &'s Snapshot, letters: &str) -> Option<&'s str> {
    let in_use = &snapshot.everything(false).counts;
    let values = &snapshot.values;
    values
        .with_prefix(Category::Keywords as usize, &letters[..1])
        .filter(|number| has_initials(values.text(*number), letters) && in_use.get(*number) > 0)
        .map(|number| values.text(number))
        .min_by_key(|text| text.len())
}

/// Returns whether these letters are the initials of a name, with or without its function words.
fn has_initials(name: &str, letters: &str) -> bool {
    let words = || name.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    let begins_with =
        |word: &str, letter: u8| word.bytes().next().is_some_and(|first| first.eq_ignore_ascii_case(&letter));
    let mut all = words();
    let has_all = letters.bytes().all(|letter| all.next().is_some_and(|word| begins_with(word, letter)));
    if has_all && all.next().is_none() {
        return true;
    }
    let mut remaining = letters.bytes();
    for word in words().filter(|word| meaning(&word.to_ascii_lowercase()) != Meaning::Function) {
        if !remaining.next().is_some_and(|letter| begins_with(word, letter)) {
            return false;
        }
    }
    remaining.len() == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_initials_with_and_without_their_function_words() {
        assert!(has_initials("Carpal Tunnel Syndrome", "cts"));
        assert!(has_initials("Benign Paroxysmal Positional Vertigo", "bppv"));
        assert!(has_initials("Retinopathy of Prematurity", "rop") && has_initials("Loss of Hearing", "loh"));
        assert!(has_initials("Failure to Thrive (Baby)", "ftb"));
        assert!(!has_initials("Carpal Tunnel", "cts") && !has_initials("Care To Sleep", "cto"));
        assert!(!has_initials("Carpal Tunnel Syndrome", "ct"));
    }
}

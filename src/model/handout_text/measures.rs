//! What the formulas of reading levels count in a text: its sentences, words and syllables. The formulas:
//! `reading_level.rs`.
//!
//! English syllables are counted by vowels, and by a list of ordinary words for which those mislead. Spanish ones are
//! counted as far as a hyphen may divide them, as textstat does: a single vowel is not divided from the beginning of a
//! word, nor are two vowels from each other ('amigo' 2, 'mayoría' 3). That is about 3 % less than a speaker counts, so
//! a Fernández-Huerta score comes out about 3 points easier than one counted by ear.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Ordinary words whose count the rules get wrong, each with its count; made by `tools/syllables`.
static EXCEPTIONS: LazyLock<HashMap<&str, u32>> = LazyLock::new(|| {
    include_str!("../../../assets/syllables/english.txt")
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(word, count)| Some((word, count.parse().ok()?)))
        .collect()
});

/// Pairs of vowels that are spoken as two syllables, unless [`ONE_SYLLABLE`] has them.
const TWO_SYLLABLES: [&str; 9] = ["ia", "io", "iu", "ua", "eo", "ii", "uou", "ya", "yi"];
/// Where the second vowel of such a pair is not a syllable of its own: 'nation', 'special', 'quality'.
const ONE_SYLLABLE: [&str; 11] =
    ["tia", "cia", "gia", "sia", "tio", "cio", "gio", "sio", "xio", "qua", "gua"];
/// Suffixes after which the `e` in front of them stays silent: 'careful', 'movement', 'lifetime'.
const AFTER_SILENT_E: [&str; 8] = ["eful", "eless", "ement", "ements", "eness", "eline", "etime", "eside"];
/// Consonants that begin a syllable together.
const ONSETS: [&str; 18] = [
    "bl", "br", "ch", "cl", "cr", "dr", "fl", "fr", "gl", "gr", "ll", "pl", "pr", "qu", "rr", "tl", "tr",
    "gu",
];

/// Prefixes that a hyphen divides from a vowel that begins a closed syllable: 'micro-organismo', but not 'microonda'.
const PREFIXES: [&str; 50] = [
    "aero", "agro", "ante", "anti", "audio", "auto", "bio", "bronco", "cardio", "contra", "craneo", "dacrio",
    "electro", "encefalo", "endo", "entre", "extra", "fono", "foto", "gastro", "hemato", "hemo", "hepato",
    "hidro", "infra", "intra", "macro", "mega", "meso", "meta", "micro", "mini", "mono", "multi", "neo",
    "neuro", "osteo", "para", "poli", "pre", "pseudo", "psico", "radio", "retro", "semi", "sobre", "supra",
    "tele", "termo", "ultra",
];

/// Counts of a text, for every formula: which one applies depends on its language.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TextMeasures {
    /// Its words.
    pub words: u32,
    /// Its sentences of three words or more; at least 1 in a text that is not empty.
    pub sentences: u32,
    /// Syllables of its words, if they are English.
    pub english_syllables: u32,
    /// Words of three syllables or more, if they are English.
    pub english_polysyllables: u32,
    /// Syllables of its words, if they are Spanish.
    pub spanish_syllables: u32,
}

impl TextMeasures {
    /// Counts them. Takes a few milliseconds for a long text.
    pub fn new(text: &str) -> TextMeasures {
        let mut measures = TextMeasures { sentences: sentence_count(text), ..TextMeasures::default() };
        for word in words(text) {
            let syllables = english_syllables(&word);
            measures.words += 1;
            measures.english_syllables += syllables;
            measures.english_polysyllables += u32::from(syllables >= 3);
            measures.spanish_syllables += spanish_syllables(&word);
        }
        measures
    }
}

/// The words of a text, without punctuation: 'follow-up' is one, and a dash alone is none.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    text.split_whitespace().map(word).filter(|word| !word.is_empty())
}

/// A word in lower case: letters and digits, and the apostrophe of a contraction.
fn word(token: &str) -> String {
    let token = token.replace(['’', 'ʼ'], "'").to_lowercase();
    let is_contraction =
        |rest: &str| ["'t", "'s", "'d", "'ve", "'ll", "'re"].iter().any(|ending| rest.starts_with(ending));
    token
        .char_indices()
        .filter(|(at, c)| c.is_alphanumeric() || *c == '_' || *c == '\'' && is_contraction(&token[*at..]))
        .map(|(_, c)| c)
        .collect()
}

/// How many sentences a text has: at least 1 where it has any character.
///
/// A sentence ends with its full stop, question or exclamation mark, and at the end of a paragraph or list item, which
/// often has none. One of two words or less is not counted: it is a heading, an abbreviation or a number.
pub(super) fn sentence_count(text: &str) -> u32 {
    let counted = paragraphs(text)
        .flat_map(|paragraph| {
            sentences(paragraph).map(|sentence| words(sentence).take(3).count()).collect::<Vec<_>>()
        })
        .filter(|words| *words > 2)
        .count();
    u32::try_from(counted).unwrap_or(u32::MAX).max(u32::from(!text.is_empty()))
}

/// What empty lines and the marks of list items separate. A line break alone is none: it is where the page was full.
fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n\n").flat_map(|part| part.split(['•', '▪', '●', '◦', '\u{f0b7}', '\u{c}']))
}

/// What full stops, question and exclamation marks separate; not the point of a decimal number.
fn sentences(paragraph: &str) -> impl Iterator<Item = &str> {
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    let bytes = paragraph.as_bytes();
    let mut from = 0;
    let ends = paragraph
        .match_indices(['.', '!', '?'])
        .map(|(at, _)| at)
        .filter(move |at| {
            !(at.checked_sub(1).is_some_and(|at| is_digit(bytes.get(at))) && is_digit(bytes.get(at + 1)))
        })
        .chain(std::iter::once(paragraph.len()));
    ends.map(move |end| {
        let sentence = &paragraph[from.min(end)..end];
        from = end + 1;
        sentence
    })
}

/// Syllables of a word in lower case, at least 1. A number counts as one, as in textstat.
pub fn english_syllables(word: &str) -> u32 {
    EXCEPTIONS.get(word).copied().unwrap_or_else(|| by_rules(word))
}

fn is_vowel(c: char) -> bool {
    matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y')
}

/// By the groups of vowels, without a silent `e`.
fn by_rules(word: &str) -> u32 {
    let letters: Vec<char> = word.chars().filter(|c| c.is_alphabetic()).collect();
    let word: String = letters.iter().collect();
    let groups = letters.chunk_by(|a, b| is_vowel(*a) == is_vowel(*b)).filter(|group| is_vowel(group[0]));
    let mut count = groups.count();
    if count > 1 && ends_with_silent_e(&letters, &word) {
        count -= 1;
    }
    let times = |parts: &[&str]| parts.iter().map(|part| word.matches(part).count()).sum::<usize>();
    count = (count + times(&TWO_SYLLABLES)).saturating_sub(times(&ONE_SYLLABLE));
    if ["ism", "isms", "thm", "thms", "eing", "uing", "oing"].iter().any(|end| word.ends_with(end)) {
        count += 1;
    }
    for suffix in AFTER_SILENT_E {
        let is_silent = |at: usize| {
            // What precedes it has a vowel of its own, and a consonant last: not 'lement'.
            at >= 2
                && letters.get(at - 1).is_some_and(|c| !is_vowel(*c))
                && letters.iter().take(at).any(|c| is_vowel(*c))
        };
        // Byte and letter positions agree as long as the word is ASCII, which English words nearly always are.
        count -= usize::from(count > 1 && word.find(suffix).is_some_and(is_silent));
    }
    u32::try_from(count.max(1)).unwrap_or(u32::MAX)
}

/// Whether the last `e` is not spoken: 'time', 'times', 'timed', but not 'table', 'boxes', 'lifted'.
fn ends_with_silent_e(letters: &[char], word: &str) -> bool {
    let stem = |cut: usize| letters.len().checked_sub(cut).map_or(&[][..], |end| &letters[..end]);
    // After a consonant and l, the e is spoken: 'table', 'tables', 'tabled'.
    let is_after_syllabic_l =
        |stem: &[char]| matches!(stem, [.., before, 'l'] if !is_vowel(*before)) && stem.len() > 1;
    let is_after_consonant = |stem: &[char]| stem.len() > 1 && stem.last().is_some_and(|c| !is_vowel(*c));
    let is_silent = |stem: &[char]| is_after_consonant(stem) && !is_after_syllabic_l(stem);
    if word.ends_with('e') {
        return is_silent(stem(1));
    }
    if word.ends_with("es") {
        let hisses = ["ches", "shes"].iter().any(|end| word.ends_with(end));
        let hisses = hisses || stem(2).last().is_some_and(|c| matches!(c, 's' | 'x' | 'z' | 'c' | 'g'));
        return is_silent(stem(2)) && !hisses;
    }
    let is_spoken = || stem(2).last().is_some_and(|c| matches!(c, 't' | 'd'));
    word.ends_with("ed") && is_silent(stem(2)) && !is_spoken()
}

/// Syllables of a word in lower case, at least 1.
pub fn spanish_syllables(word: &str) -> u32 {
    // A silent h divides nothing: 'alcohol' 2.
    let is_silent = |at: usize| at > 0 && !word[..at].ends_with('c');
    let letters: Vec<char> =
        word.char_indices().filter(|(at, c)| *c != 'h' || !is_silent(*at)).map(|(_, c)| c).collect();
    let is_vowel: Vec<bool> = (0..letters.len()).map(|at| is_spanish_vowel(&letters, at)).collect();
    let groups = is_vowel.chunk_by(|a, b| a == b).filter(|group| group[0]).count();
    let begins_with_one = matches!(is_vowel.as_slice(), [true, false, ..]);
    let consonants: String =
        letters.iter().zip(&is_vowel).skip(1).take_while(|(_, vowel)| !**vowel).map(|(c, _)| c).collect();
    let is_one_onset = consonants.chars().count() == 1 || ONSETS.contains(&consonants.as_str());
    let at_begin = usize::from(groups > 1 && begins_with_one && is_one_onset);
    // Nor is -no divided from what precedes it: 'mano' 1, 'invierno' 2.
    let before_no = letters.strip_suffix(&['n', 'o']).and_then(|stem| stem.last());
    let at_end = usize::from(before_no.is_some_and(|c| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'r')));
    let after_prefix = usize::from(is_divided_after_prefix(word));
    u32::try_from((groups + after_prefix).saturating_sub(at_begin + at_end).max(1)).unwrap_or(u32::MAX)
}

/// Whether a hyphen divides a prefix from a vowel, or 'in' from 'ex': 'contra-indicadas', 're-emplazo', 'in-explicable'.
fn is_divided_after_prefix(word: &str) -> bool {
    let is_vowel = |c: char| "aeiouáéíóúü".contains(c);
    let begins_closed = |rest: &str| {
        if let Some(after_h) = rest.strip_prefix('h') {
            return after_h.starts_with(is_vowel);
        }
        let mut letters = rest.chars();
        let consonants: String = match letters.next() {
            Some(first) if is_vowel(first) => letters.take_while(|c| !is_vowel(*c)).collect(),
            _ => return false,
        };
        let continues = rest.chars().count() > 1 + consonants.chars().count();
        continues && consonants.chars().count() > 1 && !ONSETS.contains(&consonants.as_str())
    };
    let rest = |prefix: &str| word.strip_prefix(prefix);
    PREFIXES.iter().any(|prefix| rest(prefix).is_some_and(begins_closed))
        || rest("re").is_some_and(|rest| rest.starts_with('e') && begins_closed(rest))
        || rest("inex").is_some_and(|rest| rest.starts_with(|c| !is_vowel(c)))
}

fn is_spanish_vowel(letters: &[char], at: usize) -> bool {
    match letters[at] {
        // 'que', 'quien'.
        'u' => at == 0 || letters[at - 1] != 'q',
        // 'muy', but not 'ayuda'.
        'y' => at + 1 == letters.len(),
        c => matches!(c, 'a' | 'e' | 'i' | 'o' | 'á' | 'é' | 'í' | 'ó' | 'ú' | 'ü'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_no_punctuation() {
        let check =
            |text: &str, expected: &[&str]| assert_eq!(words(text).collect::<Vec<_>>(), expected, "{text}");
        check(
            "Don't run – ‘walk’ in a follow-up, it’s OK.",
            &["don't", "run", "walk", "in", "a", "followup", "it's", "ok"],
        );
        check("¿Qué hago? 38.5 °C", &["qué", "hago", "385", "c"]);
        check(" ... ", &[]);
    }

    #[test]
    fn sentences_end_at_marks_paragraphs_and_list_items() {
        let check = |text: &str, expected: u32| assert_eq!(sentence_count(text), expected, "{text}");
        check("Give her water. Call us at once! When does it stop?", 3);
        check("A fever above 38.5 degrees is high. Wait for an hour...", 2);
        check("Going home\n\nYour child can drink\nas much as she likes\n\nCall us on Monday", 2);
        check("• Drink a lot • Eat soft food • Rest in bed", 3);
        check("Dr. Lee is here.", 1);
        check("Yes.", 1);
        check("", 0);
    }
}

#[cfg(test)]
mod english_syllables_tests {
    use super::*;

    fn check(count: u32, words: &str) {
        for word in words.split(' ') {
            assert_eq!(english_syllables(word), count, "{word}");
        }
    }

    #[test]
    fn syllables_are_counted() {
        check(1, "child pain time times timed through 10 don't high");
        check(2, "fever doctor table tables lifted boxes didn't careful quiet water");
        check(3, "medicine infection hospital temperature");
        check(4, "information emergency bacteria");
        check(5, "tonsillectomy");
        // Words without a vowel, and none at all.
        check(1, "' - é hmm");
        check(1, "");
    }

    /// The list has each ordinary word of the file HANDOUT_WRITE_SYLLABLES that the rules get wrong.
    #[test]
    fn the_exceptions_are_sorted_and_needed() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/syllables/english.txt");
        if let Ok(words) = std::env::var("HANDOUT_WRITE_SYLLABLES") {
            let words = std::fs::read_to_string(words).expect("a file of words with their counts");
            let is_wrong = |line: &&str| {
                line.split_once(' ').is_some_and(|(word, count)| by_rules(word).to_string() != count)
            };
            let wrong: Vec<&str> = words.lines().filter(is_wrong).collect();
            std::fs::write(path, wrong.join("\n") + "\n").expect("the list is written");
        }
        let written = std::fs::read_to_string(path).expect("the list");
        let words: Vec<&str> = written.lines().filter_map(|line| line.split(' ').next()).collect();
        assert!(words.is_sorted() && words.len() > 1_000);
        for line in written.lines() {
            let (word, count) = line.split_once(' ').expect("a word and its count");
            assert_ne!(by_rules(word).to_string(), count, "{word}");
        }
    }
}

#[cfg(test)]
mod spanish_syllables_tests {
    use super::*;

    #[test]
    fn syllables_are_counted_where_a_hyphen_divides() {
        let check = |count: u32, words: &str| {
            for word in words.split(' ') {
                assert_eq!(spanish_syllables(word), count, "{word}");
            }
        };
        check(1, "el y muy que quien 38 tía aquel mano uno");
        check(2, "niño fiebre amigo agudo leche perro alcohol hermano invierno");
        check(3, "médico hospital mayoría");
        check(4, "enfermera medicina aspirina");
        check(5, "temperatura inexplicable autoestima");
        check(6, "contraindicadas microorganismos");
        check(4, "reemplazo");
        check(2, "reina");
        check(1, "");
    }
}

//! How many syllables an English word has: by its vowels, and by a list of ordinary words for which those mislead.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Ordinary words whose count the rules get wrong, each with its count; made by `tools/syllables`.
static EXCEPTIONS: LazyLock<HashMap<&str, u32>> = LazyLock::new(|| {
    include_str!("../../../../assets/syllables/english.txt")
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

#[cfg(test)]
mod tests {
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

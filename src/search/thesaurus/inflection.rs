//! Stems of words in the languages of descriptions.

use crate::search::text::stemming::{StemLanguage, stem_uncached};
use std::sync::LazyLock;

// The languages of each script.
static CYRILLIC: LazyLock<Vec<InflectedLanguage>> = LazyLock::new(|| with_tags(&["ru", "uk"]));
static ARABIC: LazyLock<Vec<InflectedLanguage>> = LazyLock::new(|| with_tags(&["ar", "fa"]));
static DEVANAGARI: LazyLock<Vec<InflectedLanguage>> = LazyLock::new(|| with_tags(&["hi"]));
static LATIN: LazyLock<Vec<InflectedLanguage>> =
    LazyLock::new(|| with_tags(&["es", "fr", "pt", "de", "it", "pl"]));
/// Minimum length of a stem, in letters.
const MIN_STEM: usize = 3;

/// A language in which words are compared by stem.
#[derive(Clone, Copy)]
pub(in crate::search) struct InflectedLanguage {
    /// Its tag.
    pub tag: &'static str,
    /// `None` for Ukrainian, which has a stemmer of its own below.
    stemmer: Option<StemLanguage>,
}

/// The languages whose inflection may apply to a word, by its script.
pub(in crate::search) fn inflected_languages(word: &str) -> impl Iterator<Item = InflectedLanguage> {
    let languages: &'static [InflectedLanguage] = match word.chars().next() {
        Some('\u{400}'..='\u{52F}') => &CYRILLIC,
        Some('\u{600}'..='\u{6FF}') => &ARABIC,
        Some('\u{900}'..='\u{97F}') => &DEVANAGARI,
        Some(c) if c < '\u{250}' && c.is_alphabetic() => &LATIN,
        _ => &[],
    };
    languages.iter().copied()
}

fn with_tags(tags: &[&'static str]) -> Vec<InflectedLanguage> {
    tags.iter().filter_map(|tag| InflectedLanguage::new(tag)).collect()
}

impl InflectedLanguage {
    fn new(tag: &'static str) -> Option<InflectedLanguage> {
        let name = match tag {
            "uk" => return Some(InflectedLanguage { tag, stemmer: None }),
            "ru" => "Russian",
            "ar" => "Arabic",
            "fa" => "Persian",
            "hi" => "Hindi",
            "es" => "Spanish",
            "fr" => "French",
            "pt" => "Portuguese",
            "de" => "German",
            "it" => "Italian",
            "pl" => "Polish",
            _ => return None,
        };
        let stemmer = StemLanguage::from_languages(&[name])?;
        Some(InflectedLanguage { tag, stemmer: Some(stemmer) })
    }

    /// The stem of a folded word; `None` if it is too short.
    pub fn stem(self, word: &str) -> Option<String> {
        let stem = match self.stemmer {
            Some(stemmer) => {
                let written = if self.tag == "ru" { with_short_i(word) } else { word.to_owned() };
                stem_uncached(&written, word, stemmer).unwrap_or_else(|| word.to_owned())
            }
            None => ukrainian_stem(word).to_owned(),
        };
        let stem = if matches!(self.tag, "ru" | "uk" | "pl") { without_fleeting_vowel(stem) } else { stem };
        (stem.chars().count() >= MIN_STEM).then_some(stem)
    }
}

/// A folded Russian word with the breve that folding removed from its last letter: ветрянкой.
fn with_short_i(word: &str) -> String {
    let mut last = word.chars().rev();
    match (last.next(), last.next()) {
        (Some('и'), Some('о' | 'е' | 'ы' | 'а' | 'у')) => {
            format!("{}й", &word[..word.len() - 'и'.len_utf8()])
        }
        _ => word.to_owned(),
    }
}

/// A Slavic stem without its fleeting vowel, which some forms lack: кашель, кашля.
fn without_fleeting_vowel(mut stem: String) -> String {
    let is_vowel = |c: char| "аеиоуыэюяіaeiouy".contains(c);
    let last: Vec<(usize, char)> = stem.char_indices().rev().take(3).collect();
    if let [(_, end), (at, vowel), (_, before)] = last[..]
        && matches!(vowel, 'е' | 'о' | 'e')
        && !is_vowel(end)
        && !is_vowel(before)
    {
        stem.remove(at);
    }
    stem
}

/// A folded Ukrainian word without its longest known ending.
fn ukrainian_stem(word: &str) -> &str {
    const ENDINGS: [&str; 30] = [
        "ими", "ами", "ями", "ого", "ому", "ові", "еві", "ати", "ити", "ить", "ять", "им", "их", "іх", "ою",
        "ею", "ів", "іи", "ах", "ях", "ам", "ям", "а", "у", "і", "и", "я", "ю", "о", "е",
    ];
    let ending = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending));
    let bare = ending.filter(|bare| bare.chars().count() >= MIN_STEM).unwrap_or(word);
    bare.strip_suffix('ь').unwrap_or(bare)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::text::folding::fold;

    #[test]
    fn inflected_forms_share_a_stem() {
        for (tag, forms) in [
            ("ru", ["кашель", "кашля"].as_slice()),
            ("ru", &["ветрянка", "ветрянкой", "ветрянки"]),
            ("pl", &["kaszel", "kaszlu"]),
            ("uk", &["ангіна", "ангіни", "ангіною"]),
            ("pl", &["cukrzyca", "cukrzycy", "cukrzycę"]),
            ("ar", &["التهاب", "التهابات"]),
        ] {
            let word = fold(forms[0]);
            let language = inflected_languages(&word).find(|language| language.tag == tag);
            let stems: Vec<Option<String>> =
                forms.iter().map(|form| language.and_then(|language| language.stem(&fold(form)))).collect();
            assert!(stems.windows(2).all(|pair| pair[0] == pair[1]), "{tag}: {forms:?} {stems:?}");
            assert!(stems.iter().all(Option::is_some));
        }
    }
}

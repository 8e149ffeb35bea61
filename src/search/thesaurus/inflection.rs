//! Label lookup by inflected forms: without elided articles, attached prefixes and particles, and by the stem in the label's
//! language.

use crate::search::text::analysis::{without_article, words};
use crate::search::text::language_set::LanguageSet;
use crate::search::text::stemming::{StemLanguage, stem_uncached};
use crate::search::text::term_keys::term_key;
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;

// The languages of each script whose labels are matched by stem.
static CYRILLIC: LazyLock<Vec<InflectedLanguage>> = LazyLock::new(|| with_tags(&["ru", "uk"]));
static ARABIC: LazyLock<Vec<InflectedLanguage>> = LazyLock::new(|| with_tags(&["ar", "fa"]));
static DEVANAGARI: LazyLock<Vec<InflectedLanguage>> = LazyLock::new(|| with_tags(&["hi"]));
static LATIN: LazyLock<Vec<InflectedLanguage>> =
    LazyLock::new(|| with_tags(&["es", "fr", "pt", "de", "it", "pl"]));
/// Minimum length of a stem, in letters.
const MIN_STEM: usize = 3;

/// The keys that a word may have in a label, besides its own.
pub(super) fn alternative_keys(written: &str, key: &str) -> Vec<String> {
    // Most words: they have no apostrophe, and no prefix or particle of Arabic or Korean.
    if written.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Vec::new();
    }
    let mut keys: Vec<String> = Vec::new();
    // The parts around an apostrophe: 'asthme' for "l'asthme".
    for word in words(written) {
        keys.extend(word.forms.iter().skip(1).map(|form| term_key(form)));
    }
    match key.chars().next() {
        // Arabic 'and', 'so', 'with', 'like', 'for', attached to the word.
        Some('\u{648}' | '\u{641}' | '\u{628}' | '\u{643}' | '\u{644}') => {
            let rest: String = key.chars().skip(1).collect();
            if rest.chars().count() >= MIN_STEM {
                keys.push(without_article(&rest).unwrap_or(rest));
            }
        }
        Some('\u{1100}'..='\u{11FF}' | '\u{AC00}'..='\u{D7A3}') => keys.extend(without_particle(key)),
        _ => {}
    }
    keys.retain(|other| other != key);
    keys
}

/// A Korean word, decomposed into letters, without its particle or copula.
fn without_particle(key: &str) -> Option<String> {
    const PARTICLES: [&str; 22] = [
        "이라는데",
        "이에요",
        "입니다",
        "때문에",
        "에서",
        "에게",
        "한테",
        "으로",
        "까지",
        "부터",
        "이나",
        "하고",
        "이랑",
        "인데",
        "예요",
        "처럼",
        "로",
        "와",
        "과",
        "도",
        "만",
        "랑",
    ];
    PARTICLES.iter().find_map(|particle| {
        let letters: String = particle.nfkd().collect();
        let bare = key.strip_suffix(&letters)?;
        (bare.nfc().count() >= 2).then(|| bare.to_owned())
    })
}

/// A language in which labels and queries are compared by stem.
#[derive(Clone, Copy)]
pub(in crate::search) struct InflectedLanguage {
    /// Its tag.
    pub tag: &'static str,
    /// The set of this language alone.
    pub set: LanguageSet,
    /// `None` for Ukrainian, which has a stemmer of its own below.
    stemmer: Option<StemLanguage>,
}

/// The languages whose inflection may apply to a word, by its script; `lang` is the language of the query, if known.
pub(in crate::search) fn inflected_languages(
    word: &str,
    lang: Option<&str>,
) -> impl Iterator<Item = InflectedLanguage> {
    let languages: &'static [InflectedLanguage] = match word.chars().next() {
        Some('\u{400}'..='\u{52F}') => &CYRILLIC,
        Some('\u{600}'..='\u{6FF}') => &ARABIC,
        Some('\u{900}'..='\u{97F}') => &DEVANAGARI,
        Some(c) if c < '\u{250}' && c.is_alphabetic() => &LATIN,
        _ => &[],
    };
    let base = lang.and_then(|lang| lang.split('-').next());
    let is_meant =
        move |language: &InflectedLanguage| base.is_none_or(|base| base == language.tag || base == "en");
    languages.iter().copied().filter(is_meant)
}

fn with_tags(tags: &[&'static str]) -> Vec<InflectedLanguage> {
    tags.iter().filter_map(|tag| InflectedLanguage::new(tag)).collect()
}

impl InflectedLanguage {
    fn new(tag: &'static str) -> Option<InflectedLanguage> {
        let set = LanguageSet::from_tag(tag);
        let name = match tag {
            "uk" => return Some(InflectedLanguage { tag, set, stemmer: None }),
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
        Some(InflectedLanguage { tag, set, stemmer: Some(stemmer) })
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

    /// A prefix of every word with this stem.
    pub fn stem_prefix(stem: &str) -> &str {
        let letters = stem.chars().count();
        let length = letters.saturating_sub(2).max(MIN_STEM);
        stem.char_indices().nth(length).map_or(stem, |(end, _)| &stem[..end])
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
    fn attached_articles_and_particles_are_removed() {
        let others = |word: &str| alternative_keys(word, &term_key(&fold(word)));
        assert!(others("l'asthme").contains(&"asthme".to_owned()));
        assert!(others("وحمى").contains(&fold("حمى")), "{:?}", others("وحمى"));
        assert!(others("두통으로").contains(&fold("두통")));
        assert!(others("asthma").is_empty());
    }

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
            let language = inflected_languages(&word, Some(tag)).next();
            let stems: Vec<Option<String>> =
                forms.iter().map(|form| language.and_then(|language| language.stem(&fold(form)))).collect();
            assert!(stems.windows(2).all(|pair| pair[0] == pair[1]), "{tag}: {forms:?} {stems:?}");
            assert!(stems.iter().all(Option::is_some));
        }
    }
}

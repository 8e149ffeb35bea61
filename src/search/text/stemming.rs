//! Stemming by the rules of a language (Snowball).

use crate::search::text::folding::fold;
use frostem::{Algorithm, Stemmer};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;

/// A language with a stemmer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::search) struct StemLanguage(u8);

/// The languages by their names in a catalogue, in the order of their numbers. Append only: the number is part of the
/// index.
const LANGUAGES: [(&str, Algorithm, Script); 34] = [
    ("english", Algorithm::English, Script::Latin),
    ("spanish", Algorithm::Spanish, Script::Latin),
    ("arabic", Algorithm::Arabic, Script::Arabic),
    ("russian", Algorithm::Russian, Script::Cyrillic),
    ("french", Algorithm::French, Script::Latin),
    ("portuguese", Algorithm::Portuguese, Script::Latin),
    ("german", Algorithm::German, Script::Latin),
    ("italian", Algorithm::Italian, Script::Latin),
    ("dutch", Algorithm::Dutch, Script::Latin),
    ("danish", Algorithm::Danish, Script::Latin),
    ("swedish", Algorithm::Swedish, Script::Latin),
    ("norwegian", Algorithm::Norwegian, Script::Latin),
    ("finnish", Algorithm::Finnish, Script::Latin),
    ("hungarian", Algorithm::Hungarian, Script::Latin),
    ("romanian", Algorithm::Romanian, Script::Latin),
    ("turkish", Algorithm::Turkish, Script::Latin),
    ("polish", Algorithm::Polish, Script::Latin),
    ("greek", Algorithm::Greek, Script::Other),
    ("tamil", Algorithm::Tamil, Script::Other),
    ("hindi", Algorithm::Hindi, Script::Other),
    ("nepali", Algorithm::Nepali, Script::Other),
    ("catalan", Algorithm::Catalan, Script::Latin),
    ("basque", Algorithm::Basque, Script::Latin),
    ("armenian", Algorithm::Armenian, Script::Other),
    ("indonesian", Algorithm::Indonesian, Script::Latin),
    ("irish", Algorithm::Irish, Script::Latin),
    ("lithuanian", Algorithm::Lithuanian, Script::Latin),
    ("estonian", Algorithm::Estonian, Script::Latin),
    ("serbian", Algorithm::Serbian, Script::Latin),
    ("yiddish", Algorithm::Yiddish, Script::Other),
    ("esperanto", Algorithm::Esperanto, Script::Latin),
    ("czech", Algorithm::Czech, Script::Latin),
    ("persian", Algorithm::Persian, Script::Arabic),
    ("farsi", Algorithm::Persian, Script::Arabic),
];

/// The script of the words that a stemmer accepts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Cyrillic,
    Arabic,
    Other,
}

impl Script {
    fn from_word(word: &str) -> Script {
        match word.chars().next() {
            Some(c) if c < '\u{250}' => Script::Latin,
            Some('\u{400}'..='\u{52F}') => Script::Cyrillic,
            Some('\u{600}'..='\u{6FF}') => Script::Arabic,
            _ => Script::Other,
        }
    }
}

impl StemLanguage {
    pub const ENGLISH: StemLanguage = StemLanguage(0);

    /// The stemming language of a citation: its only language, else English; `None` if that has no stemmer.
    pub fn from_languages(languages: &[&str]) -> Option<StemLanguage> {
        let [only] = languages else { return Some(StemLanguage::ENGLISH) };
        let name = only.to_lowercase();
        let name = name.split([',', ' ', '(']).next().unwrap_or_default();
        let number = LANGUAGES.iter().position(|(known, ..)| *known == name)?;
        u8::try_from(number).ok().map(StemLanguage)
    }

    /// Its number in the index, below 64.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns whether the stemmer accepts a folded word: one of its script, without digits.
    pub fn may_stem(self, folded: &str) -> bool {
        let script = LANGUAGES.get(usize::from(self.0)).map(|(_, _, script)| *script);
        if self == Self::ENGLISH {
            return folded.bytes().all(|b| b.is_ascii_lowercase());
        }
        script == Some(Script::from_word(folded)) && !folded.bytes().any(|b| b.is_ascii_digit())
    }

    /// The languages of a set that has a bit for each number, in ascending order.
    pub fn in_set(set: u64) -> impl Iterator<Item = StemLanguage> {
        (0u8..).take(LANGUAGES.len()).filter(move |number| set >> number & 1 == 1).map(StemLanguage)
    }

    /// The language with this number.
    pub fn from_number(number: u8) -> Option<StemLanguage> {
        (usize::from(number) < LANGUAGES.len()).then_some(StemLanguage(number))
    }
}

/// Minimum length of a word that is stemmed.
const MIN_STEMMED_BYTES: usize = 3;
/// Maximum number of stems that a thread caches for a language; a catalogue has about ten thousand words.
const MAX_STEMS: usize = 20_000;

thread_local! {
    /// By the number of the language.
    static STEMS: RefCell<[HashMap<String, String>; LANGUAGES.len()]> =
        RefCell::new(std::array::from_fn(|_| HashMap::new()));
}

/// The stem of a word; `None` if it is the word itself or the word has another script.
///
/// `written` is the word in lower case with its accents, which most stemmers need. Stems are cached, because the words of a
/// catalogue repeat.
pub(in crate::search) fn stem(written: &str, folded: &str, language: StemLanguage) -> Option<String> {
    with_stem(written, folded, language, |stem| stem.map(str::to_owned))
}

/// Calls `result` with the stem of a folded English word; with the word itself if that is its stem.
pub(in crate::search) fn with_english_stem<T>(word: &str, result: impl FnOnce(&str) -> T) -> T {
    with_stem(word, word, StemLanguage::ENGLISH, |stem| result(stem.unwrap_or(word)))
}

/// Calls `result` with the stem of a word; see [`stem`].
pub(in crate::search) fn with_stem<T>(
    written: &str,
    folded: &str,
    language: StemLanguage,
    result: impl FnOnce(Option<&str>) -> T,
) -> T {
    if folded.len() < MIN_STEMMED_BYTES || !language.may_stem(folded) {
        return result(None);
    }
    let word = if language == StemLanguage::ENGLISH { folded } else { written };
    let other = |stem: &str| stem != folded && !stem.is_empty();
    STEMS.with_borrow_mut(|stems| {
        let stems = &mut stems[usize::from(language.0)];
        if let Some(stem) = stems.get(word) {
            return result(Some(stem.as_str()).filter(|stem| other(stem)));
        }
        let stem = apply_stemmer(word, language);
        let value = result(stem.as_deref().filter(|stem| other(stem)));
        if let Some(stem) = stem.filter(|_| stems.len() < MAX_STEMS) {
            stems.insert(word.to_owned(), stem);
        }
        value
    })
}

/// The same without the cache.
pub(in crate::search) fn stem_uncached(
    written: &str,
    folded: &str,
    language: StemLanguage,
) -> Option<String> {
    if folded.len() < MIN_STEMMED_BYTES || !language.may_stem(folded) {
        return None;
    }
    let word = if language == StemLanguage::ENGLISH { folded } else { written };
    apply_stemmer(word, language).filter(|stem| stem != folded && !stem.is_empty())
}

fn apply_stemmer(word: &str, language: StemLanguage) -> Option<String> {
    let (_, algorithm, _) = LANGUAGES.get(usize::from(language.0)).copied()?;
    Some(if language == StemLanguage::ENGLISH {
        Stemmer::new(algorithm).stem(word).into_owned()
    } else {
        fold(&Stemmer::new(algorithm).stem(&with_usual_accents(word, language)))
    })
}

/// Restores the accents of Spanish and Portuguese suffixes, which are often typed without.
fn with_usual_accents(word: &str, language: StemLanguage) -> Cow<'_, str> {
    let endings: &[(&str, &str)] = match LANGUAGES[usize::from(language.0)].1 {
        Algorithm::Spanish => &[("cion", "ción"), ("sion", "sión")],
        Algorithm::Portuguese => &[("cao", "ção"), ("coes", "ções")],
        _ => &[],
    };
    for (plain, accented) in endings {
        if let Some(stem) = word.strip_suffix(plain) {
            return Cow::Owned(format!("{stem}{accented}"));
        }
    }
    Cow::Borrowed(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_citation_is_stemmed_in_its_only_language() {
        let language = |languages: &[&str]| StemLanguage::from_languages(languages);
        assert_eq!(language(&["English", "Spanish"]), Some(StemLanguage::ENGLISH));
        assert_eq!(language(&[]), Some(StemLanguage::ENGLISH));
        assert_eq!(language(&["Chinese, Simplified (Mandarin dialect)"]), None);
        let spanish = language(&["Spanish"]).unwrap_or(StemLanguage::ENGLISH);
        let stem = |written: &str, language| stem(written, &fold(written), language);
        assert_eq!(stem("vacunas", spanish), stem("vacunacion", spanish));
        assert_eq!(stem("vacunas", spanish), stem("vacunación", spanish));
        assert_eq!(stem("vaccines", StemLanguage::ENGLISH), stem("vaccine", StemLanguage::ENGLISH));
        let russian = language(&["Russian"]).unwrap_or(StemLanguage::ENGLISH);
        assert_eq!(stem("вакцины", russian), stem("вакцина", russian));
        assert_eq!(stem("vaccines", russian), None);
        assert_eq!(StemLanguage::from_number(spanish.number()), Some(spanish));
    }
}

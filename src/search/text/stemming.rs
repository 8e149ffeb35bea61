//! Endings taken off by the rules of a language (Snowball).

use crate::search::text::folding::fold;
use frostem::{Algorithm, Stemmer};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;

/// A language whose endings are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::search) struct StemLanguage(u8);

/// The languages by their names in a catalogue, in the order of their numbers. Only ever append: the number is part of the
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

/// Which words a stemmer is asked about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Cyrillic,
    Arabic,
    Other,
}

impl Script {
    fn of(word: &str) -> Script {
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

    /// The language of a citation's words: its only one, else English; a language without a stemmer has none.
    pub fn of_citation(languages: &[&str]) -> Option<StemLanguage> {
        let [only] = languages else { return Some(StemLanguage::ENGLISH) };
        let name = only.to_lowercase();
        let name = name.split([',', ' ', '(']).next().unwrap_or_default();
        let number = LANGUAGES.iter().position(|(known, ..)| *known == name)?;
        u8::try_from(number).ok().map(StemLanguage)
    }

    /// Its number, below 64.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns whether a folded word can have a stem in it, be it the word itself: by its script, and without digits.
    pub fn may_stem(self, folded: &str) -> bool {
        let script = LANGUAGES.get(usize::from(self.0)).map(|(_, _, script)| *script);
        if self == Self::ENGLISH {
            return folded.bytes().all(|b| b.is_ascii_lowercase());
        }
        script == Some(Script::of(folded)) && !folded.bytes().any(|b| b.is_ascii_digit())
    }

    /// The languages of a set, one bit for each number, English first.
    pub fn in_set(set: u64) -> impl Iterator<Item = StemLanguage> {
        (0u8..).take(LANGUAGES.len()).filter(move |number| set >> number & 1 == 1).map(StemLanguage)
    }

    /// The language of a number.
    pub fn of_number(number: u8) -> Option<StemLanguage> {
        (usize::from(number) < LANGUAGES.len()).then_some(StemLanguage(number))
    }
}

/// Shorter words have no ending.
const MIN_STEMMED_BYTES: usize = 3;
/// How many stems a thread keeps: a catalogue has some ten thousand words.
const MAX_STEMS: usize = 20_000;

thread_local! {
    static STEMS: RefCell<HashMap<StemLanguage, HashMap<String, String>>> = RefCell::default();
}

/// Returns the folded word without its ending; `None` when the language takes nothing off or has another script.
///
/// `written` is the word in lower case with its accents, by which most languages tell their endings. What was asked for once
/// is kept, for texts that say the same words again and again.
pub(in crate::search) fn stem(written: &str, folded: &str, language: StemLanguage) -> Option<String> {
    if folded.len() < MIN_STEMMED_BYTES || !language.may_stem(folded) {
        return None;
    }
    let word = if language == StemLanguage::ENGLISH { folded } else { written };
    STEMS
        .with_borrow_mut(|stems| {
            let stems = stems.entry(language).or_default();
            if let Some(stem) = stems.get(word) {
                return Some(stem.clone());
            }
            let stem = without_ending(word, language)?;
            if stems.len() < MAX_STEMS {
                stems.insert(word.to_owned(), stem.clone());
            }
            Some(stem)
        })
        .filter(|stem| stem != folded && !stem.is_empty())
}

/// The same for a word that need not be kept.
pub(in crate::search) fn stem_once(written: &str, folded: &str, language: StemLanguage) -> Option<String> {
    if folded.len() < MIN_STEMMED_BYTES || !language.may_stem(folded) {
        return None;
    }
    let word = if language == StemLanguage::ENGLISH { folded } else { written };
    without_ending(word, language).filter(|stem| stem != folded && !stem.is_empty())
}

fn without_ending(word: &str, language: StemLanguage) -> Option<String> {
    let (_, algorithm, _) = LANGUAGES.get(usize::from(language.0)).copied()?;
    Some(if language == StemLanguage::ENGLISH {
        Stemmer::new(algorithm).stem(word).into_owned()
    } else {
        fold(&Stemmer::new(algorithm).stem(&with_usual_accents(word, language)))
    })
}

/// Spanish and Portuguese nouns are often typed without the accent that makes their ending.
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
    fn endings_go_by_the_only_language_of_a_citation() {
        let of = |languages: &[&str]| StemLanguage::of_citation(languages);
        assert_eq!(of(&["English", "Spanish"]), Some(StemLanguage::ENGLISH));
        assert_eq!(of(&[]), Some(StemLanguage::ENGLISH));
        assert_eq!(of(&["Chinese, Simplified (Mandarin dialect)"]), None);
        let spanish = of(&["Spanish"]).unwrap_or(StemLanguage::ENGLISH);
        let stem = |written: &str, language| stem(written, &fold(written), language);
        assert_eq!(stem("vacunas", spanish), stem("vacunacion", spanish));
        assert_eq!(stem("vacunas", spanish), stem("vacunación", spanish));
        assert_eq!(stem("vaccines", StemLanguage::ENGLISH), stem("vaccine", StemLanguage::ENGLISH));
        let russian = of(&["Russian"]).unwrap_or(StemLanguage::ENGLISH);
        assert_eq!(stem("вакцины", russian), stem("вакцина", russian));
        assert_eq!(stem("vaccines", russian), None);
        assert_eq!(StemLanguage::of_number(spanish.number()), Some(spanish));
    }
}

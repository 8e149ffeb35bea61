//! Languages in the names of files and folders.

use crate::domain::files::matching::words::{Word, title_key, words};
use crate::model::files::AttachableCitation;
use crate::model::languages::language::recipient_language;
use crate::model::languages::language::tag_from_name;
use crate::model::languages::tag::LanguageTag;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

/// The most words of a language's name.
const MAX_NAME_WORDS: usize = 5;
/// Codes that are English words too: after a space at the end of a name they may be either.
const ENGLISH_WORDS: [&str; 17] =
    ["am", "as", "be", "do", "he", "id", "in", "is", "it", "me", "min", "my", "nan", "no", "or", "to", "us"];

/// A language that a name names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    /// `None` for a value that has none.
    pub tag: Option<LanguageTag>,
    /// As compared with language values.
    pub key: String,
    /// As it is written in the name.
    pub written: String,
}

impl Named {
    /// The more exact one of the two if both are one language.
    fn merge(&self, other: &Named) -> Option<Named> {
        match (&self.tag, &other.tag) {
            (Some(one), Some(two)) => {
                one.closeness(two).filter(|closeness| *closeness > 0)?;
                Some(if two.as_str().len() > one.as_str().len() { other } else { self }.clone())
            }
            _ => (self.key == other.key).then(|| self.clone()),
        }
    }
}

/// A language in a name: where, and which one.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub words: Range<usize>,
    pub language: Named,
    /// Whether it may be a word of the text as well.
    pub is_doubtful: bool,
}

/// Which parts of a name can be a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Codes {
    /// The end, what is in brackets or follows `_` or a hyphen.
    InName,
    /// What is in brackets or follows `_` or a hyphen, of words that are not the end of the name.
    BeforeEnd,
    /// The whole name of the folder.
    WholeFolder,
    None,
}

/// The languages of a catalogue.
pub(super) struct Languages {
    /// Values by their keys.
    values: HashMap<String, Named>,
    tags: HashSet<LanguageTag>,
    /// Words with which values and own names of languages begin.
    first_words: BTreeSet<String>,
}

impl Languages {
    pub fn new(catalogue: &[AttachableCitation]) -> Languages {
        let mut languages =
            Languages { values: HashMap::new(), tags: HashSet::new(), first_words: BTreeSet::new() };
        for version in catalogue.iter().flat_map(|citation| &citation.versions) {
            let key = title_key(&words(&version.lang));
            if languages.values.contains_key(&key) {
                continue;
            }
            let own_name = version.tag.as_ref().and_then(LanguageTag::own_name);
            for name in [Some(&*version.lang), own_name].into_iter().flatten() {
                languages.first_words.extend(words(name).into_iter().next().map(|word| word.text));
            }
            languages.tags.extend(version.tag.clone());
            let named = Named { tag: version.tag.clone(), key: key.clone(), written: version.lang.clone() };
            languages.values.insert(key, named);
        }
        languages
    }

    /// The languages that a name names, in its order.
    pub fn find(&self, words: &[Word], codes: Codes) -> Vec<Found> {
        let (mut found, mut at) = (Vec::new(), 0);
        while at < words.len() {
            let longest = (1..=MAX_NAME_WORDS.min(words.len() - at)).rev();
            let here = longest.into_iter().find_map(|length| {
                let part = at..at + length;
                let by_code = || self.by_code(words, part.clone(), codes);
                let (language, is_doubtful) =
                    self.by_name(&words[part.clone()]).map(|language| (language, false)).or_else(by_code)?;
                Some(Found { words: part, language, is_doubtful })
            });
            at = here.as_ref().map_or(at + 1, |found| found.words.end);
            found.extend(here);
        }
        found
    }

    fn by_name(&self, part: &[Word]) -> Option<Named> {
        let (first, last) = (part.first()?, part.last()?);
        if first.is_sign() || last.is_sign() {
            return None;
        }
        let key = title_key(part);
        if let Some(named) = self.values.get(&key) {
            return Some(named.clone());
        }
        let raw: Vec<&str> = part.iter().map(|word| &*word.raw).collect();
        let written = raw.join(" ");
        // Short names are codes.
        if written.is_ascii() && written.len() < 3 {
            return None;
        }
        let tag = tag_from_name(&written).or_else(|| script_of_chinese(part))?;
        self.is_usual(&tag).then_some(Named { tag: Some(tag), key, written })
    }

    /// The language of a code, and whether it may be a word as well.
    fn by_code(&self, words: &[Word], part: Range<usize>, codes: Codes) -> Option<(Named, bool)> {
        let [first, more @ ..] = &words[part.clone()] else { return None };
        let is_whole = part.len() == words.len();
        let is_last = part.end == words.len();
        let may_be_code = match codes {
            Codes::None => false,
            Codes::WholeFolder => is_whole,
            Codes::InName => is_last || first.after_hyphen || first.bracket.is_some(),
            Codes::BeforeEnd => first.after_hyphen || first.bracket.is_some(),
        };
        let is_code = may_be_code
            && part.len() <= 3
            && matches!(first.raw.len(), 2 | 3)
            && first.raw.is_ascii()
            && more.iter().all(|word| word.after_hyphen && word.raw.is_ascii());
        if !is_code {
            return None;
        }
        let raw: Vec<&str> = words[part].iter().map(|word| &*word.raw).collect();
        let written = raw.join("-");
        let tag = recipient_language(&written).filter(|tag| self.is_usual_code(tag))?;
        // 'en_es' is two languages, 'es-MX' one.
        let is_language = |word: &Word| {
            let is_cased_as_region =
                word.raw == word.raw.to_uppercase() && first.raw != first.raw.to_uppercase();
            word.raw.len() == 2
                && !is_cased_as_region
                && recipient_language(&word.raw).is_some_and(|tag| self.is_usual(&tag))
        };
        if more.iter().any(is_language) {
            return None;
        }
        let is_word = ENGLISH_WORDS.contains(&&*written) && !first.after_hyphen && first.bracket.is_none();
        Some((Named { tag: Some(tag), key: written.to_lowercase(), written }, is_word))
    }

    /// Whether handouts are written in this language: thousands of languages have names that are words, such as Even and The.
    fn is_usual(&self, tag: &LanguageTag) -> bool {
        self.tags.contains(tag) || tag.own_name().is_some()
    }

    /// Whether handouts are written in this language or in others of its macrolanguage, such as `cmn`.
    fn is_usual_code(&self, tag: &LanguageTag) -> bool {
        self.is_usual(tag) || tag.macrolanguage().is_some_and(|whole| self.is_usual(&whole))
    }

    /// Whether a word may be the short form of a language of the catalogue, such as 'Span', or a code at the beginning.
    pub fn may_be_short_form(&self, words: &[Word], at: usize, except: &str) -> bool {
        let Some(word) = words.get(at) else { return false };
        let is_last = at + 1 == words.len();
        let except = title_key(&self::words(except));
        let is_code = at == 0
            && matches!(word.raw.len(), 2 | 3)
            && !ENGLISH_WORDS.contains(&&*word.text)
            && recipient_language(&word.raw).is_some_and(|tag| self.is_usual(&tag));
        let is_position = at == 0 || is_last || word.after_hyphen || word.bracket.is_some();
        let begins = |name: &String| name.starts_with(&*word.text) && !except.starts_with(&*word.text);
        is_code || (is_position && word.text.chars().count() >= 3 && self.first_words.iter().any(begins))
    }
}

/// 'Simplified' and 'Traditional' alone, in brackets: the scripts of Chinese.
fn script_of_chinese(part: &[Word]) -> Option<LanguageTag> {
    let [word] = part else { return None };
    let tag = match &*word.text {
        _ if word.bracket.is_none() => return None,
        "simplified" => "zh-Hans",
        "traditional" => "zh-Hant",
        _ => return None,
    };
    LanguageTag::parse(tag).ok()
}

/// The one language that several finds name.
///
/// # Errors
/// What they name if it is more than one.
pub(super) fn one_language<'n>(
    named: impl IntoIterator<Item = &'n Named>,
) -> Result<Option<Named>, Vec<String>> {
    let mut one: Option<Named> = None;
    for language in named {
        one = match &one {
            None => Some(language.clone()),
            Some(known) => match known.merge(language) {
                Some(merged) => Some(merged),
                None => return Err(vec![known.written.clone(), language.written.clone()]),
            },
        };
    }
    Ok(one)
}

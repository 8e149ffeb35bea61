//! The languages of the catalogue: their values, tags, names and directions (contract section 9.2), and which language
//! a request means (section 10.2).

use crate::model::category::value_key;
use crate::model::error::{Error, Result};
use crate::model::languages::tag::{LanguageTag, after_key};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use utoipa::ToSchema;

/// Keys of names with their tags.
const NAMES: &str = include_str!("../../../assets/languages/names.tsv");
/// Registered subtags that name no language.
pub(in crate::model) const NO_LANGUAGES: [&str; 4] = ["und", "mul", "mis", "zxx"];

/// One language value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Language {
    /// The value, as citations have it.
    pub value: String,
    /// Its BCP 47 tag; null when none is known.
    #[schema(value_type = Option<String>)]
    pub tag: Option<LanguageTag>,
    /// The language's name in the language itself; the value when that is not known.
    pub name: String,
    /// Which way it is written: `ltr`, `rtl`, or `auto` when that is not known.
    #[schema(pattern = "^(ltr|rtl|auto)$")]
    pub dir: &'static str,
}

impl Language {
    /// What names it in the addresses of stored files: its tag, else its value.
    pub fn address_part(&self) -> String {
        self.tag.as_ref().map_or_else(|| self.value.clone(), ToString::to_string)
    }
}

/// A language value with how often it is used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct UsedLanguage {
    /// The language.
    #[serde(flatten)]
    pub language: Language,
    /// How many citations have it, without the obsolete ones.
    pub count: u32,
}

/// The tag of a language value, as an administrator sets it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
pub struct TagRequest {
    /// A BCP 47 tag that is valid in the IANA registry, in upper or lower case; null removes the one that was set.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    pub tag: Option<String>,
}

/// The tags that administrators set; all other values have theirs from the built-in table.
#[derive(Debug, Clone, Default)]
pub struct LanguageTags {
    set: HashMap<String, LanguageTag>,
    version: u64,
}

impl LanguageTags {
    /// These values with the tags that were set for them. `version` is higher after every change of a tag or a value.
    pub fn new(set: impl IntoIterator<Item = (String, LanguageTag)>, version: u64) -> LanguageTags {
        LanguageTags { set: set.into_iter().map(|(value, tag)| (value_key(&value), tag)).collect(), version }
    }

    /// Returns whether these tags are as new as the others or newer.
    pub fn is_as_new_as(&self, others: &LanguageTags) -> bool {
        self.version >= others.version
    }

    /// The tag of a value.
    pub fn tag(&self, value: &str) -> Option<LanguageTag> {
        self.set.get(&value_key(value)).cloned().or_else(|| tag_from_name(value))
    }

    /// What names a value in the addresses of stored files: its tag, else the value.
    pub fn address_part(&self, value: &str) -> String {
        self.tag(value).map_or_else(|| value.to_owned(), |tag| tag.to_string())
    }

    /// The tag to set when a value is renamed to a name that no value has, so that its tag stays in force; `None` when a
    /// tag was set, which moves with the value, and when the table has one for the new name.
    pub fn tag_after_rename(&self, old: &str, new: &str) -> Option<LanguageTag> {
        let has_its_own = self.set.contains_key(&value_key(old)) || tag_from_name(new).is_some();
        if has_its_own { None } else { tag_from_name(old) }
    }

    /// The tag that citations with the value `old` have after its rename to `new`. On a merge into the existing value
    /// `merges_into` that value's tag stays.
    pub fn after_rename(&self, old: &str, new: &str, merges_into: Option<&str>) -> Option<LanguageTag> {
        if let Some(existing) = merges_into {
            return self.tag(existing);
        }
        let set = self.set.get(&value_key(old)).cloned();
        set.or_else(|| self.tag_after_rename(old, new)).or_else(|| tag_from_name(new))
    }

    /// A value with its tag, own name and direction.
    pub fn language(&self, value: &str) -> Language {
        let tag = self.tag(value);
        let name = tag.as_ref().and_then(LanguageTag::own_name).unwrap_or(value).to_owned();
        let dir = tag.as_ref().map_or("auto", LanguageTag::direction);
        Language { value: value.to_owned(), tag, name, dir }
    }
}

/// The tag of the language that `name` means; `None` when nothing is known by it, or when it names several.
///
/// What stands in parentheses counts when the whole name is known with it ("Chinese (Simplified)"), and otherwise only when
/// nothing else does ("Chinese, Simplified (Mandarin dialect)", "Lus Hmoob (Hmong)").
pub fn tag_from_name(name: &str) -> Option<LanguageTag> {
    known(name).or_else(|| {
        let (outside, inside) = split_parentheses(name);
        let inside = Some(inside).filter(|inside| !inside.is_empty());
        from_alternatives(&outside).or_else(|| from_alternatives(&inside?))
    })
}

/// The tag that every name between slashes means: "Spanish / Español" is one language, "English/Spanish" is none.
fn from_alternatives(names: &str) -> Option<LanguageTag> {
    let mut tags = names.split('/').map(known);
    let first = tags.next()??;
    tags.all(|tag| tag.as_ref() == Some(&first)).then_some(first)
}

fn known(name: &str) -> Option<LanguageTag> {
    let key = name_key(name);
    if key.is_empty() {
        return None;
    }
    LanguageTag::parse(after_key(NAMES, &key)?).ok()
}

/// The key under which names are compared: their different words without accents, case and "language", sorted.
/// `tools/languages/make.mjs` follows the same rule.
fn name_key(name: &str) -> String {
    let plain: String = name.nfkd().filter(|c| !is_combining_mark(*c)).collect();
    let folded: String = plain.to_lowercase().chars().filter(|c| !is_apostrophe(*c)).collect();
    let mut words: Vec<&str> = folded
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && *word != "language")
        .collect();
    words.sort_unstable();
    words.dedup();
    words.join(" ")
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘' | 'ʼ' | 'ʻ' | 'ʿ' | 'ʾ' | '`')
}

/// What stands outside and what inside of parentheses.
fn split_parentheses(name: &str) -> (String, String) {
    let (mut outside, mut inside, mut depth) = (String::new(), String::new(), 0u32);
    for c in name.chars() {
        match c {
            '(' | '（' | '[' => depth += 1,
            ')' | '）' | ']' => depth = depth.saturating_sub(1),
            _ if depth == 0 => outside.push(c),
            _ => inside.push(c),
        }
    }
    (outside, inside)
}

/// The language of a tag whose parts are registered (`_` counts as `-`, replaced codes as what replaced them), of an ISO
/// 639-2 or 639-3 code, or of a name; `None` for any other text.
pub fn requested_language(text: &str) -> Option<LanguageTag> {
    let tag = LanguageTag::parse(&text.trim().replace('_', "-")).ok();
    let preferred = tag.map(|tag| tag.preferred()).filter(|tag| tag.unknown_part().is_none());
    // Names of one letter, such as E, are more likely a mistake.
    preferred.or_else(|| tag_from_name(text).filter(|_| text.trim().chars().count() > 1))
}

/// The language of a recipient: as [`requested_language`], `None` also for codes such as 'undetermined'.
pub fn recipient_language(text: &str) -> Option<LanguageTag> {
    requested_language(text).filter(|tag| !NO_LANGUAGES.contains(&tag.language()))
}

/// The language of a parameter: as [`requested_language`], or a well-formed tag; `None` when it is empty.
pub fn read_lang(text: &str) -> Result<Option<LanguageTag>> {
    if text.is_empty() {
        return Ok(None);
    }
    let tag = requested_language(text).map_or_else(|| LanguageTag::parse(text), Ok);
    tag.map(Some).map_err(|error| Error::Unreadable(format!("lang: {error}.")))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_value_has_the_tag_that_was_set_before_the_one_of_its_name() {
        let tags = LanguageTags::new([("Af Maay".to_owned(), LanguageTag::parse("ymm").unwrap())], 1);
        let maay = tags.language("af  maay");
        assert_eq!((maay.tag.unwrap().as_str(), maay.name.as_str(), maay.dir), ("ymm", "af  maay", "ltr"));
        let somali = tags.language("Somali");
        assert_eq!(
            (somali.tag.unwrap().as_str(), somali.name.as_str(), somali.dir),
            ("so", "Soomaali", "ltr")
        );
        let unknown = tags.language("Klingonish");
        assert_eq!((unknown.tag, unknown.name.as_str(), unknown.dir), (None, "Klingonish", "auto"));
    }

    #[test]
    fn a_rename_keeps_the_tag_in_force() {
        let tags = LanguageTags::new([("Af Maay".to_owned(), LanguageTag::parse("ymm").unwrap())], 1);
        let check =
            |old: &str, new: &str, merges_into: Option<&str>, kept: Option<&str>, after: Option<&str>| {
                let found = tags.tag_after_rename(old, new);
                assert_eq!(found.as_ref().map(LanguageTag::as_str), kept, "{old} to {new}");
                let found = tags.after_rename(old, new, merges_into);
                assert_eq!(found.as_ref().map(LanguageTag::as_str), after, "{old} to {new}");
            };
        check("Vietnamese", "Tieng Viet print", None, Some("vi"), Some("vi"));
        check("Vietnamese", "VIETNAMESE", None, None, Some("vi"));
        check("Af Maay", "Somali", None, None, Some("ymm"));
        check("Chinese", "Somali", None, None, Some("so"));
        check("Klingonish", "Somali", None, None, Some("so"));
        check("Klingonish", "Klingonese", None, None, None);
        check("Vietnamese", "af maay", Some("Af Maay"), Some("vi"), Some("ymm"));
    }
}

#[cfg(test)]
mod names_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn names_as_hospitals_type_them_are_known() {
        let check = |name: &str, expected: &str| {
            assert_eq!(tag_from_name(name).map(String::from).as_deref(), Some(expected), "{name}");
        };
        check("Spanish", "es");
        check("  SPANISH ", "es");
        check("Español", "es");
        check("espanol", "es");
        check("Spanish (Español)", "es");
        check("Spanish / Español", "es");
        check("Spanish language", "es");
        check("Chinese", "zh");
        check("Mandarin", "zh");
        check("Chinese, Simplified (Mandarin dialect)", "zh-Hans");
        check("Chinese, Traditional (Cantonese dialect)", "zh-Hant");
        check("Chinese (Simplified)", "zh-Hans");
        check("Simplified Chinese", "zh-Hans");
        check("Chinese - Traditional", "zh-Hant");
        check("简体中文", "zh-Hans");
        check("Karen", "ksw");
        check("S'gaw Karen", "ksw");
        check("S’gaw Karen", "ksw");
        check("Hmong", "hmn");
        check("Lus Hmoob (Hmong)", "hmn");
        check("Haitian Creole", "ht");
        check("Creole", "ht");
        check("Kreyol", "ht");
        check("Kreyòl ayisyen", "ht");
        check("Farsi", "fa");
        check("Persian", "fa");
        check("فارسی", "fa");
        check("Dari", "prs");
        check("Kinyarwanda", "rw");
        check("Burmese", "my");
        check("Cambodian", "km");
        check("Tiếng Việt", "vi");
        check("tieng viet", "vi");
        check("Русский", "ru");
        check("العربية", "ar");
        check("हिन्दी", "hi");
        check("Soomaali", "so");
        check("Afan Oromo", "om");
        check("Brazilian Portuguese", "pt-BR");
        check("Portuguese (Brazil)", "pt-BR");
        check("Mexican Spanish", "es-MX");
        check("Pushto", "ps");
        check("Punjabi", "pa");
        check("Panjabi", "pa");
        check("Bengali", "bn");
        check("Bangla", "bn");
        check("Q'anjob'al", "kjb");
        check("Mam", "mam");
        check("Rohingya", "rhg");
        check("Chuukese", "chk");
        check("Hakha Chin", "cnh");
        check("Karenni", "kyu");
        check("Filipino", "fil");
        check("American Sign Language", "ase");
    }

    /// The languages of MedlinePlus that the cases above leave out.
    #[test]
    fn every_language_of_medlineplus_and_of_the_sample_is_known() {
        let medlineplus = "Amharic am, Arabic ar, Bosnian bs, English en, French fr, German de, Gujarati gu, Hindi hi, \
             Italian it, Japanese ja, Khmer km, Korean ko, Lao lo, Marshallese mh, Nepali ne, Oromo om, Pashto ps, Polish pl, \
             Portuguese pt, Romanian ro, Russian ru, Samoan sm, Somali so, Swahili sw, Tagalog tl, Thai th, Tigrinya ti, \
             Turkish tr, Ukrainian uk, Urdu ur, Vietnamese vi, Yapese yap";
        for (name, tag) in medlineplus.split(", ").filter_map(|one| one.trim().split_once(' ')) {
            let found = tag_from_name(name);
            assert_eq!(found.as_ref().map(LanguageTag::as_str), Some(tag), "{name}");
            assert!(found.and_then(|tag| tag.own_name()).is_some(), "{name} has no name of its own");
        }
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/sample");
        let mut values = std::collections::BTreeSet::new();
        for file in std::fs::read_dir(folder).unwrap() {
            for line in std::fs::read_to_string(file.unwrap().path()).unwrap().lines() {
                let citation: serde_json::Value = serde_json::from_str(line).unwrap();
                let languages = citation["languages"].as_array().unwrap();
                values.extend(languages.iter().map(|version| version["lang"].as_str().unwrap().to_owned()));
            }
        }
        assert!(values.len() > 10, "{values:?}");
        let unknown: Vec<&String> = values.iter().filter(|value| tag_from_name(value).is_none()).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }

    #[test]
    fn a_name_of_nothing_or_of_several_has_no_tag() {
        for name in
            ["", "  ", "-", "Klingonish", "English/Spanish", "English and Spanish", "Other", "()", "es"]
        {
            assert_eq!(tag_from_name(name), None, "{name}");
        }
    }

    #[test]
    fn every_own_name_means_its_language() {
        let mut wrong = Vec::new();
        let mut checked = 0;
        for row in include_str!("../../../assets/languages/languages.tsv").lines() {
            let mut fields = row.split('\t');
            let (Some(tag), _, Some(name)) = (fields.next(), fields.next(), fields.next()) else { continue };
            if name.is_empty() {
                continue;
            }
            checked += 1;
            if known(name).is_none() {
                wrong.push(format!("{tag} {name} {}", name_key(name)));
            }
        }
        assert!(checked > 250, "{checked}");
        // Names that two languages share count for none.
        assert!(wrong.len() < 10, "{wrong:#?}");
    }

    #[test]
    fn every_tag_of_the_table_is_valid() {
        for row in NAMES.lines() {
            let tag = row.rsplit('\t').next().unwrap_or_default();
            let parsed = LanguageTag::parse(tag);
            assert!(parsed.as_ref().is_ok_and(|t| t.as_str() == tag && t.unknown_part().is_none()), "{row}");
        }
    }
}

#[cfg(test)]
mod requested_tests {
    use super::*;

    #[test]
    fn a_language_is_a_tag_a_code_or_a_name() {
        let check = |text: &str, expected: &str| {
            assert_eq!(recipient_language(text).as_ref().map(LanguageTag::as_str), Some(expected), "{text}");
        };
        check("es", "es");
        check("ES", "es");
        check("sp", "es");
        check("SP", "es");
        check("sp-US", "es-US");
        check("spa", "es");
        check(" es-US ", "es-US");
        check("spa_MX", "es-MX");
        check("zh_TW", "zh-TW");
        check("zho-Hant", "zh-Hant");
        check("chi", "zh");
        check("fre", "fr");
        check("per", "fa");
        check("SOM", "so");
        check("iw", "he");
        check("in", "id");
        check("mo", "ro");
        check("i-klingon", "tlh");
        check("zh-min-nan", "nan");
        check("zh-yue", "yue");
        check("hmn", "hmn");
        check("kar", "kar");
        check("prs", "prs");
        check("Spanish", "es");
        check("SPANISH", "es");
        check("vietnamese", "vi");
        check("Haitian Creole", "ht");
        check("Chinese (Simplified)", "zh-Hans");
        for wrong in ["", "e", "es-", "-", "xx", "und", "<script>", "ñ", "español con ñ"] {
            assert_eq!(recipient_language(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_parameter_may_also_be_a_well_formed_tag() {
        let check = |text: &str, expected: Option<&str>| {
            let found = read_lang(text).map(|tag| tag.map(String::from).unwrap_or_default());
            assert_eq!(found.ok().as_deref(), expected, "{text}");
        };
        check("", Some(""));
        check("xx", Some("xx"));
        check("spa", Some("es"));
        check("Somali", Some("so"));
        check("es--mx", None);
        check("no such language", None);
    }
}

//! Which language a name means: names in English, names of languages in themselves, and what hospitals type.

use crate::model::languages::sorted_lines::after_key;
use crate::model::languages::tag::LanguageTag;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Keys of names with their tags.
const NAMES: &str = include_str!("../../../assets/languages/names.tsv");

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

#[cfg(test)]
mod tests {
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

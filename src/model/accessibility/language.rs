//! The language that a file states, and whether it is that of its language version.

use crate::model::languages::requested::NO_LANGUAGES;
use crate::model::languages::tag::LanguageTag;

/// What the regions say about the script of Chinese.
const CHINESE_SCRIPTS: [(&str, &str); 5] =
    [("CN", "Hans"), ("SG", "Hans"), ("TW", "Hant"), ("HK", "Hant"), ("MO", "Hant")];

/// The tag that a file states; `None` for blanks, names and whatever else is no language.
pub fn stated_language(text: &str) -> Option<LanguageTag> {
    let tag = LanguageTag::parse(&text.trim().replace('_', "-")).ok()?.preferred();
    // Longer ones are the names of languages. No language has five letters or more, and none of four is registered.
    let is_code = (2..=3).contains(&tag.language().len());
    (is_code && !NO_LANGUAGES.contains(&tag.language())).then_some(tag)
}

/// Whether a file that states this language has another one than its language version. Nothing is known of languages that
/// are not registered.
pub fn is_other_language(file: &LanguageTag, version: &LanguageTag) -> bool {
    if !file.is_known_language() || !version.is_known_language() {
        return false;
    }
    let scripts = (stated_script(file), stated_script(version));
    let is_other_script = matches!(scripts, (Some(file), Some(version)) if file != version);
    is_other_script || !file.is_same_language(version)
}

/// The script that a tag states; in Chinese its region does, too.
fn stated_script(tag: &LanguageTag) -> Option<String> {
    let tag = tag.comparable();
    if let Some(script) = tag.script() {
        return Some(script);
    }
    let chinese = LanguageTag::parse("zh").ok()?;
    let region = tag.region().filter(|_| tag.is_same_language(&chinese))?;
    CHINESE_SCRIPTS.iter().find(|(of, _)| *of == region).map(|(_, script)| (*script).to_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn languages_and_scripts_are_compared() {
        let check = |file: &str, version: &str, expected: bool| {
            let (file, version) = (stated_language(file).unwrap(), LanguageTag::parse(version).unwrap());
            assert_eq!(is_other_language(&file, &version), expected, "{file} in {version}");
        };
        for (file, version) in [
            ("en-US", "en"),
            ("EN-us", "en"),
            ("en_US", "en"),
            ("es-MX", "es"),
            ("zh-CN", "zh-Hans"),
            ("zh-TW", "zh-Hant"),
            ("zh-HK", "zh-Hant"),
            ("zh", "zh-Hans"),
            ("en-UK", "en"),
            ("eng", "en"),
            ("spa", "es-US"),
            ("iw", "he"),
            ("fil", "tl"),
            ("tl", "fil"),
            ("cmn", "zh"),
            ("cmn-CN", "zh-Hans"),
            ("prs", "fa"),
            ("sr-Latn", "sr"),
            // Not known to us.
            ("xx", "en"),
            ("en", "qaa"),
        ] {
            check(file, version, false);
        }
        for (file, version) in [
            ("en-US", "es"),
            ("zh-TW", "zh-Hans"),
            ("zh-CN", "zh-Hant"),
            ("sr-Latn", "sr-Cyrl"),
            ("zh-MO", "zh-Hans"),
            ("so", "en"),
        ] {
            check(file, version, true);
        }
    }

    #[test]
    fn what_names_no_language_states_none() {
        for text in ["", " ", "English", "x-unknown", "und", "und-US", "español", "en US", "zxx"] {
            assert_eq!(stated_language(text), None, "{text:?}");
        }
    }
}

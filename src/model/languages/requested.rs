//! The language that a request means: a tag, a code of ISO 639 as health records send it, or a name. Contract section 10.2.

use crate::model::error::{Error, Result};
use crate::model::languages::names::tag_from_name;
use crate::model::languages::tag::LanguageTag;

/// Registered subtags that name no language.
pub(in crate::model) const NO_LANGUAGES: [&str; 4] = ["und", "mul", "mis", "zxx"];

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

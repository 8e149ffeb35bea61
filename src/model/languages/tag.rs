//! Language tags: their grammar (RFC 5646), what the IANA registry knows, and which of them suit a reader.

use oxilangtag::LanguageTag as Parsed;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::HashSet;
use std::fmt;

/// Stands for a language that is not known (BCP 47, ISO 639-2).
pub const NO_LANGUAGE: &str = "und";
/// Language subtags, and tags with more parts that bring another script or name: tag, usual script, own name.
const LANGUAGES: &str = include_str!("../../../assets/languages/languages.tsv");
/// The other subtags: kind and subtag, then the direction of a script, the prefix of an extended language.
const SUBTAGS: &str = include_str!("../../../assets/languages/subtags.tsv");
/// Longest tag, in bytes: RFC 5646 (section 4.4.1) knows none that needs more.
const MAX_BYTES: usize = 64;

/// Tags that mean the same to a reader, beside those that are replaced: what browsers send, and what handouts are usually
/// tagged with.
const SAME: [(&str, &str); 7] = [
    ("arb", "ar"),
    ("cmn", "zh"),
    ("fa-AF", "prs"),
    ("fil", "tl"),
    ("kar", "ksw"),
    ("pes", "fa"),
    ("swh", "sw"),
];

/// A well-formed language tag in its canonical case, such as `zh-Hans`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct LanguageTag(String);

/// A text that is not a language tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Malformed;

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a language tag such as es or zh-Hans")
    }
}

impl TryFrom<String> for LanguageTag {
    type Error = Malformed;
    fn try_from(text: String) -> Result<Self, Malformed> {
        LanguageTag::parse(&text)
    }
}

impl From<LanguageTag> for String {
    fn from(tag: LanguageTag) -> String {
        tag.0
    }
}

impl fmt::Display for LanguageTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl LanguageTag {
    /// Reads a tag in upper or lower case. Whether its parts are registered is up to [`LanguageTag::unknown_part`].
    pub fn parse(text: &str) -> Result<LanguageTag, Malformed> {
        if text.len() > MAX_BYTES {
            return Err(Malformed);
        }
        let tag = Parsed::parse_and_normalize(text).map_err(|_| Malformed)?;
        let is_unique = all_differ(tag.variant_subtags().map(str::to_ascii_lowercase))
            && all_differ(singletons(&tag).map(|c| c.to_string()));
        if is_unique { Ok(LanguageTag(tag.into_inner())) } else { Err(Malformed) }
    }

    /// The tag.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first part that is not registered; `None` for a tag that is valid (RFC 5646, section 2.2.9).
    pub fn unknown_part(&self) -> Option<String> {
        let tag = self.parsed()?;
        if subtag("grandfathered", &self.0).is_some() {
            return None;
        }
        let language = tag.primary_language();
        if !(is_private_language(language) || after_key(LANGUAGES, language).is_some()) {
            return Some(language.to_owned());
        }
        let is_extension = |part: &str| subtag("extlang", part).is_some_and(|prefix| prefix == language);
        let is_script =
            |part: &str| ("Qaaa"..="Qabx").contains(&part) || subtag_as_written("script", part).is_some();
        let is_region = |part: &str| {
            ["AA", "ZZ"].contains(&part)
                || ("QM"..="QZ").contains(&part)
                || ("XA"..="XZ").contains(&part)
                || subtag("region", part).is_some()
        };
        tag.extended_language_subtags()
            .find(|part| !is_extension(part))
            .or_else(|| tag.script().filter(|part| !is_script(part)))
            .or_else(|| tag.region().filter(|part| !is_region(part)))
            .or_else(|| tag.variant_subtags().find(|part| subtag("variant", part).is_none()))
            .map(str::to_owned)
            // Of extensions the registry has `t` and `u`.
            .or_else(|| singletons(&tag).find(|c| !matches!(c, 't' | 'u')).map(|c| c.to_string()))
    }

    /// How well a text in this language suits a reader of `reader`: 2 for just the same, 1 for one of which the tag of the
    /// one says more than the other's (`es` and `es-MX`, `zh` and `zh-Hant`), 0 for a macrolanguage or a collection and its
    /// member (`fa` and `prs`), `None` for another language.
    pub fn closeness(&self, reader: &LanguageTag) -> Option<u8> {
        if self == reader {
            return Some(2);
        }
        let languages = (self.language(), reader.language());
        let (text, reader) = (self.comparable(), reader.comparable());
        let (text_tag, reader_tag) = (text.parsed()?, reader.parsed()?);
        let go_together = |a: Option<&str>, b: Option<&str>| a.is_none() || b.is_none() || a == b;
        let go_together = go_together(text_tag.region(), reader_tag.region())
            && go_together(text.written_in(), reader.written_in());
        if text_tag.primary_language() == reader_tag.primary_language() {
            return go_together.then(|| if text == reader { 2 } else { 1 });
        }
        let compared = (text_tag.primary_language(), reader_tag.primary_language());
        let is_family = [languages, compared].iter().any(|(a, b)| is_member(a, b) || is_member(b, a));
        (go_together && is_family).then_some(0)
    }

    /// Whether it is the same language, whatever its script and region: a macrolanguage and its members are one.
    pub fn is_same_language(&self, other: &LanguageTag) -> bool {
        let (one, other) = (self.comparable(), other.comparable());
        let (one, other) = (one.language(), other.language());
        let whole = |language: &str| subtag("macrolanguage", language);
        one == other
            || is_member(one, other)
            || is_member(other, one)
            || whole(one).is_some_and(|language| whole(other) == Some(language))
    }

    /// The macrolanguage that its language is a member of: Chinese of Mandarin.
    pub fn macrolanguage(&self) -> Option<LanguageTag> {
        Some(LanguageTag(subtag("macrolanguage", self.language())?.to_owned()))
    }

    /// Whether its language is registered, and not for private use.
    pub fn is_known_language(&self) -> bool {
        let language = self.preferred();
        after_key(LANGUAGES, language.language()).is_some()
    }

    /// Its script, where it says so.
    pub fn script(&self) -> Option<String> {
        self.parsed()?.script().map(str::to_owned)
    }

    /// Its region.
    pub fn region(&self) -> Option<String> {
        self.parsed()?.region().map(str::to_owned)
    }

    /// The language's own name, if known.
    pub fn own_name(&self) -> Option<&'static str> {
        let mut tag = self.0.as_str();
        loop {
            let name = after_key(LANGUAGES, tag).and_then(|row| row.split_once('\t')).map(|(_, name)| name);
            if let Some(name) = name.filter(|name| !name.is_empty()) {
                return Some(name);
            }
            (tag, _) = tag.rsplit_once('-')?;
        }
    }

    /// Which way it is written: `ltr` or `rtl`; `auto` when that is not known.
    pub fn direction(&self) -> &'static str {
        self.written_in()
            .or_else(|| usual_script(self.language()))
            .and_then(|script| subtag_as_written("script", script))
            .unwrap_or("auto")
    }

    /// The tag without what follows language, script, region and variants.
    pub fn without_extensions(&self) -> LanguageTag {
        let end = match self.parsed() {
            Some(tag) => {
                let at = |part: Option<&str>| part.and_then(|part| self.0.find(&format!("-{part}")));
                [at(tag.extension()), at(tag.private_use())].into_iter().flatten().min()
            }
            None => None,
        };
        LanguageTag(self.0[..end.unwrap_or(self.0.len())].to_owned())
    }

    /// The language itself, without script, region and the like.
    pub fn language(&self) -> &str {
        self.0.split('-').next().unwrap_or_default()
    }

    /// The script that the tag says or its region brings: `zh-TW` is written in `Hant`.
    fn written_in(&self) -> Option<&str> {
        let tag = Parsed::parse(self.0.as_str()).ok()?;
        if let Some(script) = tag.script() {
            // Within the text of this tag, which lives longer than what was parsed of it.
            let at = self.0.find(script)?;
            return self.0.get(at..at + script.len());
        }
        let region = tag.region()?;
        let language = tag.primary_language();
        usual_script(&format!("{language}-{region}")).or_else(|| usual_script(language))
    }

    /// The tag that replaces it in the registry or in CLDR, which also knows the other codes of ISO 639: `iw` is `he`,
    /// `spa-MX` is `es-MX`, `zh-yue` is `yue`.
    pub fn preferred(&self) -> LanguageTag {
        let tag = self.replace(|tag| subtag("alias", tag));
        // An extended language is a language of its own.
        let mut parts = tag.0.splitn(3, '-');
        match (parts.next(), parts.next().map(|part| (subtag("extlang", part), part)), parts.next()) {
            (Some(language), Some((Some(prefix), part)), rest) if prefix == language => {
                LanguageTag(rest.map_or_else(|| part.to_owned(), |rest| format!("{part}-{rest}")))
            }
            _ => tag,
        }
    }

    /// The tag under which it is compared: what replaces it or means the same to a reader.
    pub fn comparable(&self) -> LanguageTag {
        let same = |tag: &str| SAME.iter().find(|(one, _)| *one == tag).map(|(_, other)| *other);
        self.preferred().replace(same)
    }

    /// The tag with what replaces the whole of it, or its language.
    fn replace(&self, replacement: impl Fn(&str) -> Option<&'static str>) -> LanguageTag {
        if let Some(whole) = replacement(&self.0) {
            return LanguageTag(whole.to_owned());
        }
        match replacement(self.language()) {
            Some(language) => LanguageTag(self.0.replacen(self.language(), language, 1)),
            None => self.clone(),
        }
    }

    fn parsed(&self) -> Option<Parsed<&str>> {
        Parsed::parse(self.0.as_str()).ok()
    }
}

/// The letters with which the extensions of a tag begin.
fn singletons<T: std::ops::Deref<Target = str>>(tag: &Parsed<T>) -> impl Iterator<Item = char> {
    let extension = tag.extension().unwrap_or_default();
    extension.split('-').filter(|part| part.len() == 1).filter_map(|part| part.chars().next())
}

/// Returns whether a language belongs to a macrolanguage or a collection.
fn is_member(language: &str, whole: &str) -> bool {
    subtag("macrolanguage", language) == Some(whole)
        || subtag("collection", whole).is_some_and(|members| members.split(' ').any(|one| one == language))
}

fn all_differ(parts: impl Iterator<Item = String>) -> bool {
    let mut seen = HashSet::new();
    parts.into_iter().all(|part| seen.insert(part))
}

/// `qaa` to `qtz` are for private use.
fn is_private_language(subtag: &str) -> bool {
    subtag.len() == 3 && ("qaa"..="qtz").contains(&subtag)
}

fn usual_script(tag: &str) -> Option<&'static str> {
    let (script, _) = after_key(LANGUAGES, tag)?.split_once('\t')?;
    Some(script).filter(|script| !script.is_empty())
}

/// What the registry says of a subtag that is kept in lower case.
fn subtag(kind: &str, part: &str) -> Option<&'static str> {
    subtag_as_written(kind, &part.to_ascii_lowercase())
}

fn subtag_as_written(kind: &str, part: &str) -> Option<&'static str> {
    after_key(SUBTAGS, &format!("{kind} {part}"))
}

/// What follows `key` and a tab in the line that begins with them.
pub fn after_key(table: &'static str, key: &str) -> Option<&'static str> {
    let (mut from, mut to) = (0, table.len());
    while from < to {
        let middle = from + (to - from) / 2;
        let begin =
            table.as_bytes()[from..middle].iter().rposition(|b| *b == b'\n').map_or(from, |n| from + n + 1);
        let end =
            table.as_bytes()[begin..].iter().position(|b| *b == b'\n').map_or(table.len(), |n| begin + n);
        let (line, rest) = table[begin..end].split_once('\t')?;
        // Lines are sorted with their tab, which comes before everything that a key may hold.
        match line.cmp(key) {
            Ordering::Equal => return Some(rest),
            Ordering::Less => from = end + 1,
            Ordering::Greater => to = begin,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn tag(text: &str) -> LanguageTag {
        LanguageTag::parse(text).unwrap()
    }

    #[test]
    fn tags_are_kept_in_canonical_case() {
        let check = |text: &str, expected: &str| assert_eq!(tag(text).as_str(), expected);
        check("ES", "es");
        check("es-mx", "es-MX");
        check("ZH-HANS-cn", "zh-Hans-CN");
        check("sr-latn", "sr-Latn");
        check("DE-1996", "de-1996");
    }

    #[test]
    fn what_the_grammar_refuses_is_malformed() {
        let long = format!("es-x-{}", ["abcdefgh"; 10].join("-"));
        for text in
            ["", " ", "e", "es_MX", "es-", "-es", "es--mx", "español", "spanish language", "abcdefghi", &long]
        {
            assert_eq!(LanguageTag::parse(text), Err(Malformed), "{text:?}");
        }
        for text in ["de-1996-1996", "en-a-bbb-a-ccc"] {
            assert_eq!(LanguageTag::parse(text), Err(Malformed), "{text:?}");
        }
    }

    #[test]
    fn only_registered_parts_make_a_valid_tag() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(tag(text).unknown_part().as_deref(), expected, "{text}");
        };
        for text in [
            "es",
            "es-419",
            "zh-Hans",
            "zh-Hant-TW",
            "zh-yue",
            "ksw",
            "hmn",
            "cnh",
            "de-1996",
            "en-u-ca-gregory",
            "qaa",
            "en-Qaaa",
            "en-XK",
            "es-x-plain",
            "iw",
            "sgn-BE-FR",
            "i-klingon",
            "tlh",
        ] {
            check(text, None);
        }
        check("xx", Some("xx"));
        check("spanish", Some("spanish"));
        check("es-Abcd", Some("Abcd"));
        check("es-QA-abcde", Some("abcde"));
        check("es-xb", None);
        check("es-EX", Some("EX"));
        check("es-yue", Some("yue"));
        check("en-b-ccc", Some("b"));
    }

    #[test]
    fn a_reader_is_served_by_a_tag_that_says_less_or_more() {
        let check = |text: &str, reader: &str, expected: Option<u8>| {
            assert_eq!(tag(text).closeness(&tag(reader)), expected, "{text} for {reader}");
        };
        check("es", "es", Some(2));
        check("es", "ES-mx", Some(1));
        check("es-MX", "es", Some(1));
        check("es-ES", "es-MX", None);
        check("es", "pt", None);
        check("zh-Hans", "zh", Some(1));
        check("zh-Hant", "zh", Some(1));
        check("zh-Hant", "zh-Hans", None);
        check("zh-Hant", "zh-TW", Some(1));
        check("zh-Hans", "zh-TW", None);
        check("zh-Hans", "zh-CN", Some(1));
        check("zh", "zh-Hant", Some(1));
        check("tl", "fil", Some(2));
        check("tl", "fil-PH", Some(1));
        check("prs", "fa-AF", Some(2));
        check("he", "iw", Some(2));
        check("es", "spa-MX", Some(1));
        check("prs", "fa", Some(0));
        check("fa", "prs", Some(0));
        check("prs", "pes", Some(0));
        check("prs", "tg", None);
        check("ksw", "kar", Some(2));
        check("pwo", "kar", Some(0));
        check("mww", "hmn", Some(0));
        check("mww", "hnj", None);
        check("zh-Hans", "yue", Some(0));
        check("zh-Hans", "yue-Hant", None);
    }

    #[test]
    fn extensions_and_private_parts_are_taken_off() {
        let check = |text: &str, expected: &str| {
            assert_eq!(tag(text).without_extensions().as_str(), expected, "{text}");
        };
        check("es-MX", "es-MX");
        check("es-419-u-ca-gregory-x-plain", "es-419");
        check("zh-Hant-x-u", "zh-Hant");
        check("de-1996-t-en", "de-1996");
        check("i-klingon", "i-klingon");
    }

    #[test]
    fn direction_follows_the_script() {
        let check = |text: &str, expected: &str| assert_eq!(tag(text).direction(), expected, "{text}");
        for rtl in ["ar", "fa", "prs", "ur", "ps", "he", "ckb", "yi", "pa-PK", "az-Arab", "ar-EG"] {
            check(rtl, "rtl");
        }
        for ltr in ["en", "es", "zh-Hant", "so", "ksw", "hmn", "ur-Latn", "ku", "am", "pa"] {
            check(ltr, "ltr");
        }
        check("qaa", "auto");
    }

    #[test]
    fn own_names_come_from_the_nearest_tag_that_has_one() {
        let check = |text: &str, expected: Option<&str>| assert_eq!(tag(text).own_name(), expected, "{text}");
        check("so", Some("Soomaali"));
        check("so-ET", Some("Soomaali"));
        check("es", Some("Español"));
        check("ar", Some("العربية"));
        check("zh-Hans", Some("简体中文"));
        check("zh-Hant", Some("繁體中文"));
        check("aaa", None);
    }
}

#[cfg(test)]
mod sorted_lines_tests {
    use super::*;

    #[test]
    fn every_line_is_found_by_its_key() {
        let table = "a\t1\na b\t2\na-b\t3\nb\t\nçé\t5\n";
        let found = ["a", "a b", "a-b", "b", "çé"].map(|key| after_key(table, key));
        assert_eq!(found, [Some("1"), Some("2"), Some("3"), Some(""), Some("5")]);
        for key in ["", "0", "a ", "aa", "c", "ç", "z", "ü"] {
            assert_eq!(after_key(table, key), None, "{key:?}");
        }
        assert_eq!(after_key("", "a"), None);
    }
}

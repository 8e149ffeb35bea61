//! Sets of label languages.

use serde::{Deserialize, Serialize};

/// The language whose meanings come first, and in which concepts are named.
pub(in crate::search) const ENGLISH: &str = "en";

/// Returns whether two language tags have the same primary subtag, such as `zh` and `zh-Hans`.
pub(in crate::search) fn is_language(lang: &str, wanted: &str) -> bool {
    let base = |tag: &str| tag.bytes().position(|byte| byte == b'-').unwrap_or(tag.len());
    lang[..base(lang)].eq_ignore_ascii_case(&wanted[..base(wanted)])
}

/// The languages with a bit of their own, by their primary subtag; all others share the last bit. Append only:
/// the bits are part of the compiled thesaurus.
const LANGUAGES: [&str; 48] = [
    "en", "es", "zh", "vi", "ar", "ru", "fr", "pt", "ht", "ko", "tl", "so", "de", "ja", "it", "pl", "uk",
    "fa", "hi", "ur", "sw", "hmn", "am", "bn", "my", "ne", "pa", "ps", "ro", "th", "tr", "km", "lo", "ti",
    "rw", "om", "el", "gu", "hy", "sq", "bs", "sr", "hr", "ku", "id", "ms", "nl", "he",
];
/// The bit of every other language.
const OTHER: u32 = 63;

/// A set of languages, without script and region.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub(in crate::search) struct LanguageSet(u64);

impl LanguageSet {
    /// Every language.
    pub const ALL: LanguageSet = LanguageSet(u64::MAX);

    /// The language of a tag such as `zh-Hant` alone.
    pub fn from_tag(tag: &str) -> LanguageSet {
        LanguageSet(bit(tag))
    }

    pub fn from_bits(bits: u64) -> LanguageSet {
        LanguageSet(bits)
    }

    pub fn bits(self) -> u64 {
        self.0
    }

    /// Adds the language of a tag such as `zh-Hant`.
    pub fn insert(&mut self, tag: &str) {
        self.0 |= bit(tag);
    }

    pub fn union(self, other: LanguageSet) -> LanguageSet {
        LanguageSet(self.0 | other.0)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The languages that are in both sets.
    pub fn intersection(self, other: LanguageSet) -> LanguageSet {
        LanguageSet(self.0 & other.0)
    }

    /// Returns whether any language is in both sets.
    pub fn intersects(self, other: LanguageSet) -> bool {
        !self.intersection(other).is_empty()
    }

    /// Calls `each` with one set for each language of this set.
    pub fn each(self, each: impl FnMut(LanguageSet)) {
        let bits = (0..u64::BITS).map(|bit_index| 1 << bit_index).filter(|bit| self.0 & bit != 0);
        bits.map(LanguageSet).for_each(each);
    }

    /// Returns whether the language of a tag is in the set.
    pub fn has(self, tag: &str) -> bool {
        self.0 & bit(tag) != 0
    }
}

fn bit(tag: &str) -> u64 {
    let base = tag.split('-').next().unwrap_or_default();
    let bit_index = (0u32..).zip(LANGUAGES).find(|(_, known)| known.eq_ignore_ascii_case(base));
    1 << bit_index.map_or(OTHER, |(bit_index, _)| bit_index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_and_region_do_not_matter() {
        let mut set = LanguageSet::default();
        set.insert("zh-Hant");
        set.insert("xx");
        assert!(set.has("zh") && set.has("ZH-Hans") && !set.has("en"));
        assert!(set.has("yy"), "languages without a bit of their own share one");
        let mut english = LanguageSet::default();
        english.insert("en");
        assert!(set.union(english).has("en") && LanguageSet::from_bits(set.bits()) == set);
    }
}

//! Folded stop words and light words, in the languages of the thesaurus.

use crate::search::text::folding::fold;
use std::collections::HashMap;
use std::sync::LazyLock;

/// How much a word of a query counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::search) enum Meaning {
    /// A stop word: counts only in a query without other words, such as "the", "how", "para".
    Function,
    /// Optional in a match, and adds a little to its score, such as "child", "symptoms".
    Light,
    /// Required in a match.
    Content,
}

/// The meaning of a folded word.
pub(in crate::search) fn meaning(word: &str) -> Meaning {
    MEANINGS.get(word).copied().unwrap_or(Meaning::Content)
}

/// The key of a text as a whole: its folded words in alphabetical order, without function words unless there are no others.
/// `None` for a text without a letter or digit.
pub fn whole_query_key(text: &str) -> Option<String> {
    let folded = fold(text);
    let words = || folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut key: Vec<&str> = words().filter(|word| meaning(word) != Meaning::Function).collect();
    if key.is_empty() {
        key = words().collect();
    }
    key.sort_unstable();
    Some(key.join(" ")).filter(|key| !key.is_empty())
}

/// The meanings of the words in `assets/terms/function-words.txt`.
static MEANINGS: LazyLock<HashMap<&str, Meaning>> = LazyLock::new(|| {
    let rows = include_str!("../../../assets/terms/function-words.txt").lines();
    let rows = rows.filter(|row| !row.starts_with('#')).filter_map(|row| row.split_once('\t'));
    let meanings = rows.flat_map(|(kind, words)| {
        let meaning = if kind == "light" { Meaning::Light } else { Meaning::Function };
        words.split(' ').map(move |word| (word, meaning))
    });
    meanings.collect()
});

/// Returns whether a folded word is an article or possessive of English or Spanish, which does not change the meaning of a label.
pub(in crate::search) fn is_article(word: &str) -> bool {
    const ARTICLES: [&str; 17] = [
        "a", "an", "el", "her", "his", "la", "las", "los", "mi", "mis", "my", "our", "su", "sus", "the",
        "their", "your",
    ];
    ARTICLES.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_order_and_function_words_do_not_change_the_key_of_a_text() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(whole_query_key(text).as_deref(), expected, "{text}");
        };
        check("where can I park", Some("park"));
        check("PARK, where?", Some("park"));
        check("Hours: visiting", Some("hours visiting"));
        check("the visiting hours", Some("hours visiting"));
        check("¿Dónde está el estacionamiento?", Some("estacionamiento"));
        check("who are you", Some("are who you"));
        check(" ?! ", None);
        check("", None);
    }

    #[test]
    fn the_lists_are_disjoint() {
        let words = include_str!("../../../assets/terms/function-words.txt").lines();
        let words = words.filter(|row| !row.starts_with('#')).flat_map(|row| row.split(['\t', ' ']).skip(1));
        assert_eq!(MEANINGS.len(), words.count());
        assert_eq!(meaning("asthma"), Meaning::Content);
        assert_eq!(meaning("toddler"), Meaning::Light);
        assert_eq!(meaning("how"), Meaning::Function);
    }
}

//! The search in the pages of the guide: every word of the text must begin a word of the page.

use crate::model::guide::GuidePage;
use crate::search::fold;

/// Longest text that is searched for, in characters; the same as the field's.
pub(super) const MAX_CHARACTERS: usize = 200;
/// Words before and after the first found one in an excerpt.
const WORDS_AROUND: usize = 12;

/// A page that was found.
pub(super) struct Found {
    pub page: &'static GuidePage,
    /// Its words around the first that was searched for.
    pub excerpt: String,
}

/// The pages with every word, those with more of the words in their title first, in the order of the pages otherwise.
pub(super) fn find(pages: &[&'static GuidePage], text: &str) -> Vec<Found> {
    let text: String = text.chars().take(MAX_CHARACTERS).collect();
    let sought = words(&text);
    if sought.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(usize, Found)> = pages
        .iter()
        .filter_map(|page| Some((missing_in_title(page, &sought), matched(page, &sought)?)))
        .collect();
    found.sort_by_key(|(missing, _)| *missing);
    found.into_iter().map(|(_, found)| found).collect()
}

fn missing_in_title(page: &GuidePage, sought: &[String]) -> usize {
    let title = words(page.title);
    sought.iter().filter(|word| !has(&title, word)).count()
}

fn matched(page: &'static GuidePage, sought: &[String]) -> Option<Found> {
    let (title, body) = (words(page.title), words(page.text));
    sought
        .iter()
        .all(|word| has(&title, word) || has(&body, word))
        .then(|| Found { page, excerpt: excerpt(page.text, sought) })
}

fn has(words: &[String], sought: &str) -> bool {
    words.iter().any(|word| begins(word, sought))
}

/// Whether a word begins with the one that is searched for, also without its plural ending.
fn begins(word: &str, sought: &str) -> bool {
    let singular = sought.strip_suffix('s').filter(|singular| singular.len() > 2);
    word.starts_with(sought) || singular == Some(word)
}

/// The words around the first that was searched for; the beginning if only the title has them.
fn excerpt(text: &str, sought: &[String]) -> String {
    let written: Vec<&str> = text.split_whitespace().collect();
    let is_sought =
        |written: &&str| words(written).iter().any(|word| sought.iter().any(|one| begins(word, one)));
    let at = written.iter().position(is_sought).unwrap_or(0);
    let (from, to) = (at.saturating_sub(WORDS_AROUND), (at + 2 * WORDS_AROUND).min(written.len()));
    let before = if from > 0 { "… " } else { "" };
    let after = if to < written.len() { " …" } else { "" };
    format!("{before}{}{after}", written[from..to].join(" "))
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '’'))
        .map(fold)
        .filter(|word| !word.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::guide::pages;

    #[test]
    fn pages_are_found_by_the_beginnings_of_their_words() {
        let names = |text: &str, lang: &str| -> Vec<&str> {
            find(&pages(lang), text).iter().map(|found| found.page.name).collect()
        };
        assert_eq!(names("promoted result", "en")[0], "promoted-results");
        assert_eq!(names("PROMOTED results", "en")[0], "promoted-results");
        assert_eq!(names("audit", "en")[0], "audit-trail");
        assert_eq!(names("códigos", "es"), names("codigo", "es"), "accents and plurals do not matter");
        assert!(names("qqxxyyzz", "en").is_empty() && names(" …,", "en").is_empty());
        assert!(names(&"a".repeat(10_000), "en").is_empty());
    }

    #[test]
    fn an_excerpt_is_around_the_word() {
        let text = format!("{} star {}", "before ".repeat(30).trim(), "after ".repeat(30).trim());
        let excerpt = excerpt(&text, &["star".to_owned()]);
        assert!(
            excerpt.starts_with("… before")
                && excerpt.contains(" star after")
                && excerpt.ends_with("after …")
        );
        assert_eq!(super::excerpt("a b", &["none".to_owned()]), "a b");
    }
}

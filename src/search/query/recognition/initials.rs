//! Initials of titles and keywords, as the last resort for a short word that nothing else explains: 'BPPV'.

use crate::model::category::Category;
use crate::search::snapshot::{Segment, Snapshot};
use crate::search::text::analysis::words;
use crate::search::text::function_words::{Meaning, meaning};

/// Fewest and most letters of initials.
const LETTERS: std::ops::RangeInclusive<usize> = 3..=7;

/// The words of the shortest title or keyword of which the words begin with these letters; titles first.
///
/// Looks at every title and keyword with a word that begins with the first letter: to be asked for queries that would find
/// nothing.
pub(in crate::search) fn words_of_initials(snapshot: &Snapshot, letters: &str) -> Option<Vec<String>> {
    if !LETTERS.contains(&letters.len()) || !letters.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return None;
    }
    let named_title = snapshot.segments.iter().filter_map(|segment| title_of(segment, letters));
    let best = named_title.min_by_key(|title| title.len()).or_else(|| keyword_of(snapshot, letters));
    let words = words(best?).into_iter().map(|mut word| word.forms.swap_remove(0));
    Some(words.filter(|word| meaning(word) != Meaning::Function).collect())
}

/// The shortest title of a segment with these initials.
fn title_of<'s>(segment: &'s Segment, letters: &str) -> Option<&'s str> {
    /// Before the first letter may stand 'The' or 'What is a'.
    const MAX_BEFORE: u16 = 12;
    let columns = &segment.data.columns;
    let after = |(doc, offset): &(u32, u16)| &columns.title_keys.get(*doc as usize)[*offset as usize..];
    let from = columns.title_words.partition_point(|place| after(place) < &letters[..1]);
    let begins_so =
        columns.title_words[from..].iter().take_while(|place| after(place).starts_with(&letters[..1]));
    let is_meant = |doc: u32| segment.is_alive(doc) && !columns.obsolete[doc as usize];
    let titles = begins_so
        .filter(|(_, offset)| *offset <= MAX_BEFORE)
        .map(|(doc, _)| (*doc, columns.titles.get(*doc as usize)));
    let named = titles.filter(|(doc, title)| is_named(title, letters) && is_meant(*doc));
    named.map(|(_, title)| title).min_by_key(|title| title.len())
}

/// The shortest keyword in use with these initials.
fn keyword_of<'s>(snapshot: &'s Snapshot, letters: &str) -> Option<&'s str> {
    let in_use = &snapshot.everything(false).counts;
    let values = &snapshot.values;
    values
        .with_prefix(Category::Keywords as usize, &letters[..1])
        .filter(|number| is_named(values.text(*number), letters) && in_use.get(*number) > 0)
        .map(|number| values.text(number))
        .min_by_key(|text| text.len())
}

/// Returns whether the words of a name begin with these letters, function words between them left out or not.
fn is_named(name: &str, letters: &str) -> bool {
    let words = || name.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    let begins_with =
        |word: &str, letter: u8| word.bytes().next().is_some_and(|first| first.eq_ignore_ascii_case(&letter));
    let mut all = words();
    let has_all = letters.bytes().all(|letter| all.next().is_some_and(|word| begins_with(word, letter)));
    if has_all && all.next().is_none() {
        return true;
    }
    let mut left = letters.bytes();
    for word in words().filter(|word| meaning(&word.to_ascii_lowercase()) != Meaning::Function) {
        if !left.next().is_some_and(|letter| begins_with(word, letter)) {
            return false;
        }
    }
    left.len() == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_initials_with_and_without_their_function_words() {
        assert!(is_named("Carpal Tunnel Syndrome", "cts"));
        assert!(is_named("Benign Paroxysmal Positional Vertigo", "bppv"));
        assert!(is_named("Retinopathy of Prematurity", "rop") && is_named("Loss of Hearing", "loh"));
        assert!(is_named("Failure to Thrive (Baby)", "ftb"));
        assert!(!is_named("Carpal Tunnel", "cts") && !is_named("Care To Sleep", "cto"));
        assert!(!is_named("Carpal Tunnel Syndrome", "ct"));
    }
}

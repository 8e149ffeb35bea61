//! Expands initials of titles and keywords ('BPPV'): the last resort for a short out-of-vocabulary word.

use crate::model::category::Category;
use crate::search::snapshot::{Segment, Snapshot};
use crate::search::text::analysis::words;
use crate::search::text::function_words::{Meaning, meaning};

/// The number of letters that initials may have.
const LETTERS: std::ops::RangeInclusive<usize> = 3..=7;

/// The words of the shortest title with these initials, or of the shortest keyword when no title has them.
///
/// Compares every title and keyword with a word that begins with the first letter: only for queries that would otherwise have no
/// results.
pub(in crate::search) fn words_of_initials(snapshot: &Snapshot, letters: &str) -> Option<Vec<String>> {
    if !LETTERS.contains(&letters.len()) || !letters.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return None;
    }
    let titles = snapshot.segments.iter().filter_map(|segment| shortest_title(segment, letters));
    let best = titles.min_by_key(|title| title.len()).or_else(|| shortest_keyword(snapshot, letters));
    let words = words(best?).into_iter().map(|mut word| word.forms.swap_remove(0));
    Some(words.filter(|word| meaning(word) != Meaning::Function).collect())
}

/// The shortest title of a segment with these initials.
fn shortest_title<'s>(segment: &'s Segment, letters: &str) -> Option<&'s str> {
    /// The initials may start after 'The' or 'What is a'.
    const MAX_OFFSET: u16 = 12;
    let columns = &segment.data.columns;
    let first = &letters.as_bytes()[..1];
    let titles = columns
        .titles
        .with_prefix(first)
        .filter(|(_, offset)| *offset <= MAX_OFFSET)
        .map(|(doc, _)| (*doc, columns.titles.get(*doc as usize)));
    let matching = titles.filter(|(doc, title)| has_initials(title, letters) && segment.is_in_use(*doc));
    matching.map(|(_, title)| title).min_by_key(|title| title.len())
}

/// The shortest keyword in use with these initials.
fn shortest_keyword<'s>(snapshot: &'s Snapshot, letters: &str) -> Option<&'s str> {
    let in_use = &snapshot.everything(false).counts;
    let values = &snapshot.values;
    values
        .with_prefix(Category::Keywords as usize, &letters[..1])
        .filter(|number| has_initials(values.text(*number), letters) && in_use.get(*number) > 0)
        .map(|number| values.text(number))
        .min_by_key(|text| text.len())
}

/// Returns whether these letters are the initials of a name, with or without its function words.
fn has_initials(name: &str, letters: &str) -> bool {
    let words = || name.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    let begins_with =
        |word: &str, letter: u8| word.bytes().next().is_some_and(|first| first.eq_ignore_ascii_case(&letter));
    let mut all = words();
    let has_all = letters.bytes().all(|letter| all.next().is_some_and(|word| begins_with(word, letter)));
    if has_all && all.next().is_none() {
        return true;
    }
    let mut remaining = letters.bytes();
    for word in words().filter(|word| meaning(&word.to_ascii_lowercase()) != Meaning::Function) {
        if !remaining.next().is_some_and(|letter| begins_with(word, letter)) {
            return false;
        }
    }
    remaining.len() == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_initials_with_and_without_their_function_words() {
        assert!(has_initials("Carpal Tunnel Syndrome", "cts"));
        assert!(has_initials("Benign Paroxysmal Positional Vertigo", "bppv"));
        assert!(has_initials("Retinopathy of Prematurity", "rop") && has_initials("Loss of Hearing", "loh"));
        assert!(has_initials("Failure to Thrive (Baby)", "ftb"));
        assert!(!has_initials("Carpal Tunnel", "cts") && !has_initials("Care To Sleep", "cto"));
        assert!(!has_initials("Carpal Tunnel Syndrome", "ct"));
    }
}

//! Initials of titles and keywords, as the last resort for a short word that nothing else explains: 'BPPV'.

use crate::model::category::Category;
use crate::search::analysis::words;
use crate::search::function_words::{Meaning, meaning};
use crate::search::snapshot::Snapshot;

/// Fewest and most letters of initials.
const LETTERS: std::ops::RangeInclusive<usize> = 3..=7;

/// The words of the shortest title or keyword of which the words begin with these letters; titles first.
///
/// Looks at every title and keyword: to be asked for queries that would find nothing.
pub(in crate::search) fn words_of_initials(snapshot: &Snapshot, letters: &str) -> Option<Vec<String>> {
    if !LETTERS.contains(&letters.len()) || !letters.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return None;
    }
    let mut best: Option<&str> = None;
    let offer = |name: &str| is_named(name, letters);
    for segment in &snapshot.segments {
        let columns = &segment.data.columns;
        for (doc, title) in (0u32..).zip(columns.titles.iter()) {
            let is_shorter = best.is_none_or(|known| title.len() < known.len());
            if is_shorter && offer(title) && segment.is_alive(doc) && !columns.obsolete[doc as usize] {
                best = Some(title);
            }
        }
    }
    if best.is_none() {
        let in_use = &snapshot.everything(false).counts;
        let values = &snapshot.values;
        let keywords =
            (0..).take(values.len()).filter(|number| values.list_of(*number) == Category::Keywords as usize);
        best = keywords
            .filter(|number| offer(values.text(*number)) && in_use.of(*number) > 0)
            .map(|number| values.text(number))
            .min_by_key(|text| text.len());
    }
    let words = words(best?).into_iter().map(|mut word| word.forms.swap_remove(0));
    Some(words.filter(|word| meaning(word) != Meaning::Function).collect())
}

/// Returns whether the words of a name begin with these letters, function words between them left out or not.
fn is_named(name: &str, letters: &str) -> bool {
    let starts = || name.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty());
    // Most names have another number of words: nothing is folded for them.
    if starts().take(letters.len()).count() < letters.len() {
        return false;
    }
    let is_same =
        |word: &str, letter: u8| word.bytes().next().is_some_and(|b| b.eq_ignore_ascii_case(&letter));
    let all: Vec<&str> = starts().collect();
    let said: Vec<&str> =
        all.iter().copied().filter(|word| meaning(&word.to_ascii_lowercase()) != Meaning::Function).collect();
    [all, said].iter().any(|words| {
        words.len() == letters.len()
            && words.iter().zip(letters.bytes()).all(|(word, letter)| is_same(word, letter))
    })
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

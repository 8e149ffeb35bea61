//! Every word of a segment, to guess at misspelled ones.

use crate::search::analysis::{STEM, is_unspaced};
use crate::search::columns::Texts;
use std::sync::Arc;
use tantivy::InvertedIndexReader;

/// The words that a guess may turn to, sorted.
#[derive(Default)]
pub(super) struct Vocabulary {
    pub words: Texts,
    /// Which letters a word has, as bits: words that share too few are not looked at.
    pub letters: Vec<u32>,
}

impl Vocabulary {
    /// Reads the words of a segment's fields.
    pub fn load(fields: &[Arc<InvertedIndexReader>]) -> tantivy::Result<Vocabulary> {
        let mut all: Vec<String> = Vec::new();
        for field in fields {
            let mut stream = field.terms().range().ge([STEM as u8 + 1]).into_stream()?;
            while stream.advance() {
                if let Ok(word) = std::str::from_utf8(stream.key())
                    && is_guessable(word)
                {
                    all.push(word.to_owned());
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        let mut vocabulary = Vocabulary::default();
        for word in &all {
            vocabulary.words.push(word);
            vocabulary.letters.push(letters_of(word));
        }
        vocabulary.words.finish();
        Ok(vocabulary)
    }

    /// The words at most `most` edits away from `word`, and not `word` itself.
    pub fn near<'s>(&'s self, word: &str, most: usize) -> impl Iterator<Item = (&'s str, usize)> {
        let letters = letters_of(word);
        let typed: Vec<char> = word.chars().collect();
        let most_bits = u32::try_from(2 * most).unwrap_or(u32::MAX);
        self.letters.iter().enumerate().filter_map(move |(number, of_word)| {
            if (of_word ^ letters).count_ones() > most_bits {
                return None;
            }
            let other = self.words.get(number);
            let edits = edits(&typed, other, most)?;
            (edits > 0).then_some((other, edits))
        })
    }
}

/// Guesses are for words of letters; pairs of unspaced scripts and numbers are no words.
fn is_guessable(word: &str) -> bool {
    word.chars().all(char::is_alphabetic) && !word.contains(is_unspaced) && word.chars().count() >= 4
}

fn letters_of(word: &str) -> u32 {
    word.chars().fold(0, |bits, c| bits | 1 << (u32::from(c) % 32))
}

/// Longest word that is compared, in characters.
const MAX_LETTERS: usize = 40;

/// How many edits (insert, delete, change, swap of neighbours) lie between two words; `None` beyond `most`.
fn edits(a: &[char], b: &str, most: usize) -> Option<usize> {
    // Rows of the table of distances: the one before the last, the last, the one in work.
    let mut rows = [[0u8; MAX_LETTERS + 1]; 3];
    let mut letters = ['\0'; MAX_LETTERS];
    let mut length = 0;
    for c in b.chars() {
        *letters.get_mut(length)? = c;
        length += 1;
    }
    let b = &letters[..length];
    if a.len() > MAX_LETTERS || a.len().abs_diff(length) > most {
        return None;
    }
    let most = u8::try_from(most).ok()?;
    for (cost, cell) in (0u8..).zip(&mut rows[1][..=length]) {
        *cell = cost;
    }
    for (i, x) in a.iter().enumerate() {
        let [before_last, last, row] = &mut rows;
        row[0] = last[0] + 1;
        let mut least = row[0];
        for (j, y) in b.iter().enumerate() {
            let mut cost = (last[j] + u8::from(x != y)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                cost = cost.min(before_last[j - 1] + 1);
            }
            row[j + 1] = cost;
            least = least.min(cost);
        }
        if least > most {
            return None;
        }
        rows.rotate_left(1);
    }
    let edits = rows[1][length];
    (edits <= most).then_some(usize::from(edits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted_up_to_a_limit() {
        let check = |a: &str, b: &str, most: usize, expected: Option<usize>| {
            assert_eq!(edits(&a.chars().collect::<Vec<_>>(), b, most), expected, "{a} {b}");
        };
        check("asthma", "asthma", 1, Some(0));
        check("astma", "asthma", 1, Some(1));
        check("ashtma", "asthma", 1, Some(1));
        check("asthmaa", "asthma", 1, Some(1));
        check("atma", "asthma", 1, None);
        check("tonsilectomie", "tonsillectomy", 2, None);
        check("tonsilectomy", "tonsillectomy", 2, Some(1));
    }
}

//! Edit distances between words, and between words and prefixes of words.

/// Maximum length of a word that is compared, in characters.
const MAX_LETTERS: usize = 40;

/// A word prepared for comparison with many others. An edit inserts, deletes or replaces a letter, or swaps two adjacent
/// ones.
///
/// Stores a column of the distance matrix in bit vectors (Hyyrö, A Bit-Vector Algorithm for Computing Levenshtein and
/// Damerau Edit Distances, 2003).
pub(in crate::search) struct TypedWord {
    /// The positions of each ASCII letter in the word, as bits.
    ascii: [u64; 128],
    /// The positions of the other letters.
    others: Vec<(char, u64)>,
    letters: usize,
}

impl TypedWord {
    /// `None` if the word is empty or longer than [`MAX_LETTERS`].
    pub fn new(text: &str) -> Option<TypedWord> {
        let mut word = TypedWord { ascii: [0; 128], others: Vec::new(), letters: 0 };
        for c in text.chars() {
            let bit = 1 << word.letters;
            word.letters += 1;
            if word.letters > MAX_LETTERS {
                return None;
            }
            match word.ascii.get_mut(c as usize) {
                Some(positions) => *positions |= bit,
                None => match word.others.iter_mut().find(|(known, _)| *known == c) {
                    Some((_, positions)) => *positions |= bit,
                    None => word.others.push((c, bit)),
                },
            }
        }
        (word.letters > 0).then_some(word)
    }

    /// The number of letters.
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// The edit distance to another word; `None` if it exceeds `max_edits`.
    pub fn edits(&self, other: &str, max_edits: usize) -> Option<usize> {
        let mut edits = self.letters;
        self.each_prefix(other, |to_prefix| edits = to_prefix);
        (edits <= max_edits).then_some(edits)
    }

    /// The edit distance to the nearest prefix of a text; `None` if it exceeds `max_edits`.
    pub fn edits_to_prefix(&self, text: &str, max_edits: usize) -> Option<usize> {
        let end = text.char_indices().nth(self.letters + max_edits).map_or(text.len(), |(at, _)| at);
        let mut least = self.letters;
        self.each_prefix(&text[..end], |to_prefix| least = least.min(to_prefix));
        (least <= max_edits).then_some(least)
    }

    /// Calls `each` with the edit distance to every prefix of a text, from the shortest to the longest.
    fn each_prefix(&self, text: &str, mut each: impl FnMut(usize)) {
        let last = 1 << (self.letters - 1);
        // The rows whose distance is one more, or one less, than that of the row above; the rows whose diagonal is equal.
        let (mut more, mut less, mut equal) = (u64::MAX, 0u64, 0u64);
        let mut previous_positions = 0;
        let mut edits = self.letters;
        for c in text.chars() {
            let positions = self.positions(c);
            let swapped = ((!equal & positions) << 1) & previous_positions;
            equal = ((positions & more).wrapping_add(more) ^ more) | positions | less | swapped;
            let row_more = less | !(equal | more);
            let row_less = equal & more;
            edits += usize::from(row_more & last != 0);
            edits -= usize::from(row_less & last != 0);
            let row_more = row_more << 1 | 1;
            more = row_less << 1 | !(equal | row_more);
            less = row_more & equal;
            previous_positions = positions;
            each(edits);
        }
    }

    fn positions(&self, c: char) -> u64 {
        match self.ascii.get(c as usize) {
            Some(positions) => *positions,
            None => self.others.iter().find(|(known, _)| *known == c).map_or(0, |(_, positions)| *positions),
        }
    }
}

/// The edit distance of two words; `None` if it exceeds `max_edits`, or if `word` is empty or too long.
pub(in crate::search) fn edits(word: &str, other: &str, max_edits: usize) -> Option<usize> {
    TypedWord::new(word)?.edits(other, max_edits)
}

/// Returns whether two words are at most `max_edits` edits apart.
pub(in crate::search) fn is_near(word: &str, other: &str, max_edits: usize) -> bool {
    edits(word, other, max_edits).is_some()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn edits_are_counted_up_to_a_limit() {
        let check = |a: &str, b: &str, max_edits: usize, expected: Option<usize>| {
            assert_eq!(TypedWord::new(a).unwrap().edits(b, max_edits), expected, "{a} {b}");
        };
        check("asthma", "asthma", 1, Some(0));
        check("fièvre", "fievre", 1, Some(1));
        check("жар", "жра", 1, Some(1));
        check("astma", "asthma", 1, Some(1));
        check("ashtma", "asthma", 1, Some(1));
        check("asthmaa", "asthma", 1, Some(1));
        check("atma", "asthma", 1, None);
        check("tonsilectomie", "tonsillectomy", 2, None);
        check("tonsilectomy", "tonsillectomy", 2, Some(1));
    }

    #[test]
    fn a_word_is_compared_with_the_nearest_prefix() {
        let check = |a: &str, b: &str, expected: Option<usize>| {
            assert_eq!(TypedWord::new(a).unwrap().edits_to_prefix(b, 1), expected, "{a} {b}");
        };
        check("aftkr a co", "after a colorectal cancer diagnosis", Some(1));
        check("after a co", "after a colorectal cancer diagnosis", Some(0));
        check("astma a", "asthma action plan", Some(1));
        check("asthma", "asth", None);
        check("asthm", "asth", Some(1));
        check("fièvr", "fevre", None);
    }

    /// The textbook distance matrix, row by row.
    fn distance(a: &str, b: &str) -> usize {
        let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
        let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
        for i in 1..=a.len() {
            let mut row = vec![i];
            for j in 1..=b.len() {
                let changed = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let mut least = changed.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    least = least.min(rows[i - 2][j - 2] + 1);
                }
                row.push(least);
            }
            rows.push(row);
        }
        rows[a.len()][b.len()]
    }

    proptest! {
        #[test]
        fn the_edit_distance_is_that_of_the_matrix(
            a in "[abcé]{1,9}", b in "[abcé]{0,9}", max_edits in 0usize..=4,
        ) {
            let distance = distance(&a, &b);
            prop_assert_eq!(TypedWord::new(&a).unwrap().edits(&b, max_edits), (distance <= max_edits).then_some(distance));
        }

        #[test]
        fn the_nearest_prefix_is_the_nearest_of_all(
            a in "[ab]{4,9}", b in "[abc]{0,12}", max_edits in 1usize..=2,
        ) {
            let expected = (0..=b.len()).map(|end| distance(&a, &b[..end])).min().filter(|edits| *edits <= max_edits);
            prop_assert_eq!(TypedWord::new(&a).unwrap().edits_to_prefix(&b, max_edits), expected);
        }
    }
}

//! How many edits lie between two words.

/// Longest word that is compared, in characters.
const MAX_LETTERS: usize = 40;

/// A word to which others are compared, many in turn: an edit is a letter inserted, deleted or changed, or two neighbours
/// swapped.
///
/// Keeps a column of the table of distances in the bits of a few numbers (Hyyrö, A Bit-Vector Algorithm for Computing
/// Levenshtein and Damerau Edit Distances, 2003).
pub(super) struct TypedWord {
    /// The places that each ASCII letter has in the word, as bits.
    ascii: [u64; 128],
    /// The places of the other letters.
    others: Vec<(char, u64)>,
    letters: usize,
}

impl TypedWord {
    /// `None` for an empty word and for one that is too long to be compared.
    pub fn new(word: &str) -> Option<TypedWord> {
        let mut made = TypedWord { ascii: [0; 128], others: Vec::new(), letters: 0 };
        for c in word.chars() {
            let bit = 1 << made.letters;
            made.letters += 1;
            if made.letters > MAX_LETTERS {
                return None;
            }
            match made.ascii.get_mut(c as usize) {
                Some(places) => *places |= bit,
                None => match made.others.iter_mut().find(|(known, _)| *known == c) {
                    Some((_, places)) => *places |= bit,
                    None => made.others.push((c, bit)),
                },
            }
        }
        (made.letters > 0).then_some(made)
    }

    /// How many letters it has.
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// How many edits lie between it and another word; `None` beyond `most`.
    pub fn edits(&self, other: &str, most: usize) -> Option<usize> {
        let mut edits = self.letters;
        self.each_prefix(other, |to_prefix| edits = to_prefix);
        (edits <= most).then_some(edits)
    }

    /// How many edits lie between it and the nearest prefix of a text; `None` beyond `most`.
    pub fn edits_to_prefix(&self, text: &str, most: usize) -> Option<usize> {
        let end = text.char_indices().nth(self.letters + most).map_or(text.len(), |(at, _)| at);
        let mut least = self.letters;
        self.each_prefix(&text[..end], |to_prefix| least = least.min(to_prefix));
        (least <= most).then_some(least)
    }

    /// Calls `each` with the edits between the word and every prefix of a text, one letter longer each time.
    fn each_prefix(&self, text: &str, mut each: impl FnMut(usize)) {
        let last = 1 << (self.letters - 1);
        // Where a distance of the column is one more, or one less, than that of the row above; where the diagonal is equal.
        let (mut more, mut less, mut equal) = (u64::MAX, 0u64, 0u64);
        let mut places_before = 0;
        let mut edits = self.letters;
        for c in text.chars() {
            let places = self.places(c);
            let swapped = ((!equal & places) << 1) & places_before;
            equal = ((places & more).wrapping_add(more) ^ more) | places | less | swapped;
            let row_more = less | !(equal | more);
            let row_less = equal & more;
            edits += usize::from(row_more & last != 0);
            edits -= usize::from(row_less & last != 0);
            let row_more = row_more << 1 | 1;
            more = row_less << 1 | !(equal | row_more);
            less = row_more & equal;
            places_before = places;
            each(edits);
        }
    }

    fn places(&self, c: char) -> u64 {
        match self.ascii.get(c as usize) {
            Some(places) => *places,
            None => self.others.iter().find(|(known, _)| *known == c).map_or(0, |(_, places)| *places),
        }
    }
}

/// Returns whether two words are at most `most` edits apart.
pub(in crate::search) fn is_near(word: &str, other: &str, most: usize) -> bool {
    TypedWord::new(word).is_some_and(|word| word.edits(other, most).is_some())
}

/// The prefix of a text that is nearest to a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::search) struct PrefixEdits {
    /// The edits between it and the nearest prefix of the text, when they are few enough.
    pub edits: Option<usize>,
    /// How many bytes of the text say so.
    pub read: usize,
    /// It is so for every text with these first bytes.
    pub is_for_all: bool,
}

/// Compares `a` with the prefixes of `b` that are at most `most` letters shorter or longer.
pub(in crate::search) fn nearest_prefix(a: &[char], b: &str, most: usize) -> PrefixEdits {
    let mut nearest = PrefixEdits { edits: None, read: 0, is_for_all: true };
    let Some(longest) = u8::try_from(a.len() + most).ok().filter(|_| a.len() <= MAX_LETTERS) else {
        return nearest;
    };
    // Columns of the table of distances: the one before the last, the last, the one in work; a row for each letter of `a`.
    let mut columns = [[0u8; MAX_LETTERS + 1]; 3];
    for (cost, cell) in (0u8..).zip(&mut columns[1][..=a.len()]) {
        *cell = cost;
    }
    let (mut before, mut lengths) = (None, 1u8..=longest);
    for ((at, y), length) in b.char_indices().zip(lengths.by_ref()) {
        let [before_last, last, column] = &mut columns;
        column[0] = length;
        let mut least = length;
        for (i, x) in a.iter().enumerate() {
            let mut cost = (last[i] + u8::from(*x != y)).min(last[i + 1] + 1).min(column[i] + 1);
            if i > 0 && before == Some(*x) && a[i - 1] == y {
                cost = cost.min(before_last[i - 1] + 1);
            }
            column[i + 1] = cost;
            least = least.min(cost);
        }
        nearest.read = at + y.len_utf8();
        let edits = usize::from(column[a.len()]);
        nearest.edits = (edits <= most).then_some(edits).into_iter().chain(nearest.edits).min();
        if usize::from(least) > most {
            return nearest;
        }
        columns.rotate_left(1);
        before = Some(y);
    }
    // More letters may bring the text nearer.
    nearest.is_for_all = lengths.is_empty();
    nearest
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn edits_are_counted_up_to_a_limit() {
        let check = |a: &str, b: &str, most: usize, expected: Option<usize>| {
            assert_eq!(TypedWord::new(a).unwrap().edits(b, most), expected, "{a} {b}");
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
    fn the_nearest_prefix_is_found() {
        let check = |a: &str, b: &str, expected: Option<usize>| {
            let nearest = nearest_prefix(&a.chars().collect::<Vec<_>>(), b, 1);
            assert_eq!(nearest.edits, expected, "{a} {b}");
        };
        check("aftkr a co", "after a colorectal cancer diagnosis", Some(1));
        check("after a co", "after a colorectal cancer diagnosis", Some(0));
        check("astma a", "asthma action plan", Some(1));
        check("asthma", "asth", None);
        check("asthm", "asth", Some(1));
        check("fièvr", "fevre", None);
    }

    /// The table of distances as textbooks have it, row by row.
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
        fn any_two_words_are_as_far_apart_as_the_table_says(
            a in "[abcé]{1,9}", b in "[abcé]{0,9}", most in 0usize..=4,
        ) {
            let distance = distance(&a, &b);
            prop_assert_eq!(TypedWord::new(&a).unwrap().edits(&b, most), (distance <= most).then_some(distance));
        }

        #[test]
        fn the_nearest_prefix_is_the_nearest_of_all_prefixes(
            a in "[ab]{4,9}", b in "[abc]{0,12}", more in "[abc]{0,5}", most in 1usize..=2,
        ) {
            let letters: Vec<char> = a.chars().collect();
            let nearest = nearest_prefix(&letters, &b, most);
            let expected = (0..=b.len()).map(|end| distance(&a, &b[..end])).min().filter(|edits| *edits <= most);
            prop_assert_eq!(nearest.edits, expected);
            prop_assert_eq!(TypedWord::new(&a).unwrap().edits_to_prefix(&b, most), expected);
            if nearest.is_for_all {
                let longer = format!("{}{more}", &b[..nearest.read]);
                prop_assert_eq!(nearest_prefix(&letters, &longer, most), nearest, "{}", longer);
            }
        }
    }
}

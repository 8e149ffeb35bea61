//! How many edits lie between two words.

/// Longest word that is compared, in characters.
const MAX_LETTERS: usize = 40;

/// Returns how many edits (insert, delete, change, swap of neighbours) lie between two words; `None` beyond `most`.
pub(super) fn edits(a: &[char], b: &str, most: usize) -> Option<usize> {
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

/// How near a text begins to another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Beginning {
    /// The edits between it and the nearest beginning of the text, when they are few enough.
    pub edits: Option<usize>,
    /// How many bytes of the text say so.
    pub read: usize,
    /// It is so for every text with these first bytes.
    pub is_for_all: bool,
}

/// Compares `a` with the beginnings of `b` that are at most `most` letters shorter or longer.
pub(super) fn edits_to_beginning(a: &[char], b: &str, most: usize) -> Beginning {
    let mut beginning = Beginning { edits: None, read: 0, is_for_all: true };
    let Some(longest) = u8::try_from(a.len() + most).ok().filter(|_| a.len() <= MAX_LETTERS) else {
        return beginning;
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
        beginning.read = at + y.len_utf8();
        let edits = usize::from(column[a.len()]);
        beginning.edits = (edits <= most).then_some(edits).into_iter().chain(beginning.edits).min();
        if usize::from(least) > most {
            return beginning;
        }
        columns.rotate_left(1);
        before = Some(y);
    }
    // A text that goes on may still come nearer.
    beginning.is_for_all = lengths.is_empty();
    beginning
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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

    #[test]
    fn a_beginning_is_compared_as_far_as_it_goes() {
        let check = |a: &str, b: &str, expected: Option<usize>| {
            let beginning = edits_to_beginning(&a.chars().collect::<Vec<_>>(), b, 1);
            assert_eq!(beginning.edits, expected, "{a} {b}");
        };
        check("aftkr a co", "after a colorectal cancer diagnosis", Some(1));
        check("after a co", "after a colorectal cancer diagnosis", Some(0));
        check("astma a", "asthma action plan", Some(1));
        check("asthma", "asth", None);
        check("asthm", "asth", Some(1));
        check("fièvr", "fevre", None);
    }

    proptest! {
        #[test]
        fn the_nearest_beginning_is_the_nearest_of_all(
            a in "[ab]{4,9}", b in "[abc]{0,12}", more in "[abc]{0,5}", most in 1usize..=2,
        ) {
            let letters: Vec<char> = a.chars().collect();
            let beginning = edits_to_beginning(&letters, &b, most);
            prop_assert_eq!(beginning.edits, (0..=b.len()).filter_map(|end| edits(&letters, &b[..end], most)).min());
            if beginning.is_for_all {
                let longer = format!("{}{more}", &b[..beginning.read]);
                prop_assert_eq!(edits_to_beginning(&letters, &longer, most), beginning, "{}", longer);
            }
        }
    }
}

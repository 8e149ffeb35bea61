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

/// Returns how many edits lie between a text and the nearest beginning of another one; `None` beyond `most`.
pub(super) fn edits_to_beginning(a: &[char], b: &str, most: usize) -> Option<usize> {
    let mut ends = b.char_indices().map(|(at, _)| at).chain([b.len()]).skip(a.len().saturating_sub(most));
    let nearest = |end: usize| edits(a, &b[..end], most);
    ends.by_ref().take(2 * most + 1).filter_map(nearest).min()
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

    #[test]
    fn a_beginning_is_compared_as_far_as_it_goes() {
        let check = |a: &str, b: &str, expected: Option<usize>| {
            assert_eq!(edits_to_beginning(&a.chars().collect::<Vec<_>>(), b, 1), expected, "{a} {b}");
        };
        check("aftkr a co", "after a colorectal cancer diagnosis", Some(1));
        check("after a co", "after a colorectal cancer diagnosis", Some(0));
        check("astma a", "asthma action plan", Some(1));
        check("asthma", "asth", None);
        check("asthm", "asth", Some(1));
        check("fièvr", "fevre", None);
    }
}

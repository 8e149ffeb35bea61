//! Embedded tables: texts whose lines are sorted by their bytes, searched as they are, without reading them first.

use std::cmp::Ordering;

/// What follows `key` and a tab in the line that begins with them.
pub fn after_key(table: &'static str, key: &str) -> Option<&'static str> {
    let (mut from, mut to) = (0, table.len());
    while from < to {
        let middle = from + (to - from) / 2;
        let begin =
            table.as_bytes()[from..middle].iter().rposition(|b| *b == b'\n').map_or(from, |n| from + n + 1);
        let end =
            table.as_bytes()[begin..].iter().position(|b| *b == b'\n').map_or(table.len(), |n| begin + n);
        let (line, rest) = table[begin..end].split_once('\t')?;
        // Lines are sorted with their tab, which comes before everything that a key may hold.
        match line.cmp(key) {
            Ordering::Equal => return Some(rest),
            Ordering::Less => from = end + 1,
            Ordering::Greater => to = begin,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_found_by_its_key() {
        let table = "a\t1\na b\t2\na-b\t3\nb\t\nçé\t5\n";
        let found = ["a", "a b", "a-b", "b", "çé"].map(|key| after_key(table, key));
        assert_eq!(found, [Some("1"), Some("2"), Some("3"), Some(""), Some("5")]);
        for key in ["", "0", "a ", "aa", "c", "ç", "z", "ü"] {
            assert_eq!(after_key(table, key), None, "{key:?}");
        }
        assert_eq!(after_key("", "a"), None);
    }
}

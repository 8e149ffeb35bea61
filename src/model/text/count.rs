//! Counts in English.

/// A count with its noun: `1 order`, `2 orders`.
pub fn count_with_noun(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_is_singular() {
        let check = |count: u64, expected: &str| {
            assert_eq!(count_with_noun(count, "person", "people"), expected);
        };
        check(0, "0 people");
        check(1, "1 person");
        check(2, "2 people");
    }
}

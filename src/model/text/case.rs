//! Lower case.

/// A text in lower case, each character by itself. Texts that differ only in case become equal, and so do their parts.
pub fn lower_case(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_does_not_matter_in_any_script() {
        let check = |a: &str, b: &str| assert_eq!(lower_case(a), lower_case(b));
        check("Émile ÖZIL", "émile Özil");
        check("Отделение", "ОТДЕЛЕНИЕ");
        check("ΟΔΟΣ", "οδοσ");
    }
}

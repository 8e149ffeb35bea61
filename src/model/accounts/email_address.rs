//! What an email address is, and how two of them are compared.

/// The address in `text`, without white space around it; `None` for text that cannot be one.
pub fn email_address(text: &str) -> Option<&str> {
    let address = text.trim();
    let odd = |c: char| c.is_whitespace() || c.is_control();
    let has_parts = address.contains('@') && !address.starts_with('@') && !address.ends_with('@');
    (has_parts && !address.contains(odd)).then_some(address)
}

/// The form in which two addresses are compared: lower case, in any script. A letter beyond ASCII never becomes one of
/// ASCII (the Kelvin sign U+212A is not `k`), so that nobody's address is taken by one that only looks like it.
pub fn comparable(address: &str) -> String {
    let mut text = String::with_capacity(address.len());
    for letter in address.chars() {
        match letter {
            // Both forms of sigma are one letter; which one is written depends on its place in the word.
            'ς' => text.push('σ'),
            _ if !letter.is_ascii() && letter.to_lowercase().any(|lower| lower.is_ascii()) => {
                text.push(letter)
            }
            _ => text.extend(letter.to_lowercase()),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_text_on_both_sides_of_its_sign() {
        assert_eq!(email_address(" ada@example.org "), Some("ada@example.org"));
        for text in
            ["", "ada", "@example.org", "ada@", "@", "ada lovelace@example.org", "ada@example.org\u{7}"]
        {
            assert_eq!(email_address(text), None, "{text}");
        }
    }

    #[test]
    fn case_makes_no_difference_in_any_script() {
        let check = |one: &str, other: &str, same: bool| {
            assert_eq!(comparable(one) == comparable(other), same, "{one} {other}");
        };
        check("Boss@Example.ORG", "boss@example.org", true);
        check("J\u{d6}RG@x.org", "j\u{f6}rg@x.org", true);
        check("\u{39d}\u{399}\u{39a}\u{39f}\u{3a3}@x.org", "\u{3bd}\u{3b9}\u{3ba}\u{3bf}\u{3c2}@x.org", true);
        check("\u{418}\u{432}\u{430}\u{43d}@x.org", "\u{438}\u{412}\u{410}\u{41d}@x.org", true);
        check("bac\u{212a}up@x.org", "backup@x.org", false);
        check("bac\u{212a}up@x.org", "bac\u{212a}up@X.org", true);
        check("\u{130}nfo@x.org", "info@x.org", false);
        check("\u{130}nfo@x.org", "i\u{307}nfo@x.org", false);
        check("bo\u{17f}s@x.org", "boss@x.org", false);
        check("a@x.org", "a@y.org", false);
    }
}

//! The texts that the server itself shows to people, in every language of the screens. The build makes the table of
//! them from `ui/messages`, and fails when a language lacks one.
//!
//! They have the part of ICU MessageFormat that the screens use: `{name}`, `{name, number}`, and `{name, plural, =0 {…}
//! one {…} other {…}}` with `#`. Tags such as `<name></name>` stay in the text.

use std::fmt::Write;

include!(concat!(env!("OUT_DIR"), "/server_texts.rs"));

/// What stands for a placeholder.
#[derive(Debug, Clone, Copy)]
pub enum Value<'v> {
    /// A text, as it is.
    Text(&'v str),
    /// A number, written as the language writes it.
    Number(u64),
}

impl<'v> From<&'v str> for Value<'v> {
    fn from(text: &'v str) -> Self {
        Value::Text(text)
    }
}

impl<'v> From<&'v String> for Value<'v> {
    fn from(text: &'v String) -> Self {
        Value::Text(text)
    }
}

impl From<u64> for Value<'_> {
    fn from(number: u64) -> Self {
        Value::Number(number)
    }
}

impl From<usize> for Value<'_> {
    fn from(number: usize) -> Self {
        Value::Number(number as u64)
    }
}

impl From<u32> for Value<'_> {
    fn from(number: u32) -> Self {
        Value::Number(number.into())
    }
}

/// The placeholders of a text by their names.
pub type Values<'v> = [(&'static str, Value<'v>)];

/// How a language writes numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberFormat {
    /// The language's tag.
    pub language: String,
    /// Stands between groups of three digits.
    pub group: String,
    /// The lowest number that has groups.
    pub min_grouped: u64,
}

impl NumberFormat {
    /// A number with its groups.
    pub fn number(&self, number: u64) -> String {
        let digits = number.to_string();
        if number < self.min_grouped {
            return digits;
        }
        let mut grouped = String::with_capacity(digits.len() * 2);
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                grouped.push_str(&self.group);
            }
            grouped.push(digit);
        }
        grouped
    }

    /// A text with its placeholders filled in. A placeholder without a value stays empty.
    pub fn format(&self, text: &str, values: &Values<'_>) -> String {
        let mut formatted = String::with_capacity(text.len() + 32);
        self.append(text, values, None, &mut formatted);
        formatted
    }

    fn append(&self, text: &str, values: &Values<'_>, count: Option<u64>, to: &mut String) {
        let mut rest = text;
        while let Some(at) = rest.find(['{', '#']) {
            to.push_str(&rest[..at]);
            if let Some(after) = rest[at..].strip_prefix('#') {
                match count {
                    Some(count) => to.push_str(&self.number(count)),
                    None => to.push('#'),
                }
                rest = after;
                continue;
            }
            let (inside, after) = split_braces(&rest[at..]);
            self.append_placeholder(inside, values, to);
            rest = after;
        }
        to.push_str(rest);
    }

    fn append_placeholder(&self, inside: &str, values: &Values<'_>, to: &mut String) {
        let mut parts = inside.splitn(3, ',').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let value = values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        match (value, parts.next(), parts.next()) {
            (Some(Value::Number(count)), Some("plural"), Some(branches)) => {
                let branch = self.branch(branches, count);
                self.append(branch, values, Some(count), to);
            }
            (Some(Value::Number(number)), Some(_), _) => to.push_str(&self.number(number)),
            (Some(Value::Number(number)), None, _) => {
                let _ = write!(to, "{number}");
            }
            (Some(Value::Text(text)), ..) => to.push_str(text),
            (None, ..) => {}
        }
    }

    /// The branch of a plural for a count: an exact one, else that of its category, else `other`.
    fn branch<'t>(&self, branches: &'t str, count: u64) -> &'t str {
        let exact = format!("={count}");
        let category = plural_category(&self.language, count);
        let (mut by_category, mut other) = (None, "");
        let mut rest = branches;
        while let Some(at) = rest.find('{') {
            let selector = rest[..at].trim();
            let (branch, after) = split_braces(&rest[at..]);
            match selector {
                selector if selector == exact => return branch,
                selector if selector == category => by_category = Some(branch),
                "other" => other = branch,
                _ => {}
            }
            rest = after;
        }
        by_category.unwrap_or(other)
    }
}

/// What is between the brace at the start and the one that closes it, and what follows.
fn split_braces(text: &str) -> (&str, &str) {
    let mut depth = 0;
    for (at, sign) in text.bytes().enumerate() {
        match sign {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (&text[1..at], &text[at + 1..]);
        }
    }
    (text.get(1..).unwrap_or_default(), "")
}

/// The plural category of a whole number by the rules of CLDR, for the languages of the screens.
fn plural_category(language: &str, count: u64) -> &'static str {
    match (language, count) {
        (_, 1) => "one",
        ("es", count) if count > 0 && count.is_multiple_of(1_000_000) => "many",
        _ => "other",
    }
}

/// The tags of the languages that the screens have texts for, English first.
pub fn tags() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|(tag, _)| *tag)
}

/// The language with this tag and its texts.
pub fn language(tag: &str) -> Option<(&'static str, &'static LanguageTexts)> {
    ALL.iter().find(|(known, _)| *known == tag).map(|(tag, texts)| (*tag, texts))
}

/// English and its texts, which are always there.
pub fn english() -> (&'static str, &'static LanguageTexts) {
    (ALL[0].0, &ALL[0].1)
}

/// A text with its placeholder `{name}` filled in.
pub fn fill(text: &str, name: &str, value: &str) -> String {
    text.replace(&format!("{{{name}}}"), value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn english() -> NumberFormat {
        NumberFormat { language: "en".into(), group: ",".into(), min_grouped: 1_000 }
    }

    #[test]
    fn placeholders_are_filled_in() {
        let check = |text: &str, values: &Values<'_>, expected: &str| {
            assert_eq!(english().format(text, values), expected, "{text}");
        };
        check("Search", &[], "Search");
        check("Results for \"{q}\"", &[("q", "a {b} #".into())], "Results for \"a {b} #\"");
        check(
            "{from, number} to {to, number}",
            &[("from", 1_u64.into()), ("to", 12_345_u64.into())],
            "1 to 12,345",
        );
        let plural = "{count, plural, =0 {Filters} one {# filter} other {# filters}}";
        check(plural, &[("count", 0_u64.into())], "Filters");
        check(plural, &[("count", 1_u64.into())], "1 filter");
        check(plural, &[("count", 1_000_u64.into())], "1,000 filters");
        check("{a, plural, other {# of {b}}}!", &[("a", 2_u64.into()), ("b", "x".into())], "2 of x!");
        check("View in <name></name>", &[], "View in <name></name>");
        check("{missing} {unclosed", &[], " ");
    }

    #[test]
    fn numbers_have_groups() {
        let check = |number: u64, min_grouped: u64, expected: &str| {
            let format = NumberFormat { language: "es".into(), group: ".".into(), min_grouped };
            assert_eq!(format.number(number), expected);
        };
        check(999, 1_000, "999");
        check(1_000, 1_000, "1.000");
        check(9_999, 10_000, "9999");
        check(1_234_567, 10_000, "1.234.567");
    }
}

#[cfg(test)]
mod server_texts_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::languages::tag::LanguageTag;

    #[test]
    fn every_language_has_a_valid_tag_and_a_name_of_its_own() {
        assert!(tags().eq(["en", "es"]), "{:?}", tags().collect::<Vec<_>>());
        for tag in tags() {
            let tag = LanguageTag::parse(tag).unwrap();
            assert_eq!(tag.unknown_part(), None);
            assert!(tag.own_name().is_some());
        }
        assert_ne!(english().1.server.sign_in_title, language("es").unwrap().1.server.sign_in_title);
        assert_eq!(
            fill(language("es").unwrap().1.server.citation_title, "title", "Asma"),
            "Asma | Educación para pacientes"
        );
    }
}

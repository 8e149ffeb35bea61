//! The filter language `fq`: `(and languages:'Spanish' keywords:'Crohn\'s disease')`. Contract section 5.

use crate::model::category::Category;
use std::fmt;

/// How deep `and`, `or` and `not` may be nested.
const MAX_DEPTH: usize = 8;
/// Longest filter, in bytes.
const MAX_BYTES: usize = 20_000;
/// Most terms in a filter: each is looked up for every search that brings it.
const MAX_TERMS: usize = 256;

/// What a term compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FilterField {
    /// The values of a category.
    Category(Category),
    /// Names of required fields that are missing; `any` for at least one.
    Incomplete,
}

impl FilterField {
    fn by_name(name: &str) -> Option<Self> {
        if name == "incomplete" {
            Some(FilterField::Incomplete)
        } else {
            Category::from_name(name).map(FilterField::Category)
        }
    }

    /// Its name in the filter language.
    pub fn name(self) -> &'static str {
        match self {
            FilterField::Category(category) => category.name(),
            FilterField::Incomplete => "incomplete",
        }
    }
}

/// A filter. Values are compared exactly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filter {
    /// `field:'value'`
    Term(FilterField, String),
    /// `(and …)`: all of them.
    And(Vec<Filter>),
    /// `(or …)`: at least one.
    Or(Vec<Filter>),
    /// `(not …)`: not this one.
    Not(Box<Filter>),
}

impl Filter {
    /// Reads a filter; the error says what is wrong and at which character.
    pub fn parse(text: &str) -> Result<Filter, String> {
        if text.len() > MAX_BYTES {
            return Err(format!("it is longer than {MAX_BYTES} bytes"));
        }
        let mut parser = Parser { text, at: 0, terms: 0 };
        let filter = parser.expression(0)?;
        parser.blanks();
        if parser.at < text.len() {
            return Err(parser.error("nothing more is expected"));
        }
        Ok(filter)
    }

    /// The parts that all have to be true: those of an outermost `and`, else the filter itself.
    pub fn members(&self) -> &[Filter] {
        match self {
            Filter::And(parts) => parts,
            other => std::slice::from_ref(other),
        }
    }

    /// The field that all of its terms compare; `None` when they compare several.
    pub fn only_field(&self) -> Option<FilterField> {
        let (mut only, mut is_one) = (None, true);
        self.each_term(&mut |field, _| is_one &= *only.get_or_insert(field) == field);
        only.filter(|_| is_one)
    }

    /// Calls `each` with every term in it.
    pub fn each_term<'f>(&'f self, each: &mut impl FnMut(FilterField, &'f str)) {
        match self {
            Filter::Term(field, value) => each(*field, value),
            Filter::And(parts) | Filter::Or(parts) => parts.iter().for_each(|part| part.each_term(each)),
            Filter::Not(part) => part.each_term(each),
        }
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, word: &str, parts: &[Filter]| {
            write!(f, "({word}")?;
            parts.iter().try_for_each(|part| write!(f, " {part}"))?;
            f.write_str(")")
        };
        match self {
            Filter::Term(field, value) => {
                write!(f, "{}:'{}'", field.name(), value.replace('\\', "\\\\").replace('\'', "\\'"))
            }
            Filter::And(parts) => list(f, "and", parts),
            Filter::Or(parts) => list(f, "or", parts),
            Filter::Not(part) => list(f, "not", std::slice::from_ref(part)),
        }
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    /// Terms read so far.
    terms: usize,
}

impl Parser<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn error(&self, what: &str) -> String {
        let character = self.text[..self.at].chars().count() + 1;
        format!("{what} at character {character}")
    }

    fn word(&mut self) -> String {
        let end =
            self.rest().find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(self.rest().len());
        let word = self.rest()[..end].to_owned();
        self.at += end;
        word
    }

    fn expression(&mut self, depth: usize) -> Result<Filter, String> {
        self.blanks();
        if !self.rest().starts_with('(') {
            return self.term();
        }
        if depth == MAX_DEPTH {
            return Err(self.error(&format!("it is nested deeper than {MAX_DEPTH}")));
        }
        self.at += 1;
        self.blanks();
        let start = self.at;
        let word = self.word();
        let operator = word.to_ascii_lowercase();
        if !matches!(operator.as_str(), "and" | "or" | "not") {
            self.at = start;
            return Err(self.error("'and', 'or' or 'not' is expected after the parenthesis"));
        }
        let mut parts = Vec::new();
        loop {
            self.blanks();
            if self.rest().is_empty() {
                return Err(self.error("a closing parenthesis is missing"));
            }
            if self.rest().starts_with(')') {
                self.at += 1;
                break;
            }
            parts.push(self.expression(depth + 1)?);
        }
        match (operator.as_str(), parts.len()) {
            ("and" | "or", 0) => Err(self.error(&format!("'{word}' needs at least one term"))),
            ("and", _) => Ok(Filter::And(parts)),
            ("or", _) => Ok(Filter::Or(parts)),
            (_, 1) => Ok(Filter::Not(Box::new(parts.remove(0)))),
            _ => Err(self.error("'not' needs exactly one term")),
        }
    }

    fn term(&mut self) -> Result<Filter, String> {
        let start = self.at;
        let name = self.word();
        if name.is_empty() {
            return Err(self.error("a field name or a parenthesis is expected"));
        }
        self.terms += 1;
        if self.terms > MAX_TERMS {
            return Err(self.error(&format!("it holds more than {MAX_TERMS} terms")));
        }
        let Some(field) = FilterField::by_name(&name) else {
            self.at = start;
            return Err(self.error(&format!("there is no field '{name}'")));
        };
        self.blanks();
        if !self.rest().starts_with(':') {
            return Err(self.error("a colon is expected"));
        }
        self.at += 1;
        self.blanks();
        if !self.rest().starts_with('\'') {
            return Err(self.error("a value in apostrophes is expected"));
        }
        self.at += 1;
        let mut value = String::new();
        let mut characters = self.rest().char_indices();
        while let Some((at, c)) = characters.next() {
            match c {
                '\'' => {
                    self.at += at + 1;
                    return Ok(Filter::Term(field, value));
                }
                '\\' => match characters.next() {
                    Some((_, escaped @ ('\'' | '\\'))) => value.push(escaped),
                    _ => {
                        self.at += at;
                        return Err(self.error("a backslash stands only before an apostrophe or a backslash"));
                    }
                },
                c => value.push(c),
            }
        }
        Err(self.error("the closing apostrophe of the value is missing"))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;

    fn term() -> impl Strategy<Value = Filter> {
        let field = prop_oneof![
            proptest::sample::select(Category::ALL.to_vec()).prop_map(FilterField::Category),
            Just(FilterField::Incomplete)
        ];
        (field, any::<String>()).prop_map(|(field, value)| Filter::Term(field, value))
    }

    fn filter() -> impl Strategy<Value = Filter> {
        term().prop_recursive(6, 40, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 1..5).prop_map(Filter::And),
                prop::collection::vec(inner.clone(), 1..5).prop_map(Filter::Or),
                inner.prop_map(|f| Filter::Not(Box::new(f))),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_is_written_reads_the_same_again(filter in filter()) {
            prop_assert_eq!(Filter::parse(&filter.to_string()), Ok(filter));
        }

        #[test]
        fn anything_is_read_or_refused(text in ".{0,80}", odd in "[()andort: '\\\\_]{0,60}") {
            let _ = Filter::parse(&text);
            let _ = Filter::parse(&odd);
        }
    }

    #[test]
    fn errors_say_what_and_where() {
        let check = |text: &str, message: &str| {
            let error = Filter::parse(text).unwrap_err();
            assert!(error.contains(message), "{text}: {error}");
        };
        check("colour:'x'", "no field 'colour' at character 1");
        for text in ["(xor languages:'a')", "(andlanguages:'Spanish')", "(tags:'a')", "()"] {
            check(text, "'and', 'or' or 'not' is expected after the parenthesis at character 2");
        }
        check("(not ( xor tags:'a'))", "at character 8");
        check("(and)", "'and' needs at least one term");
        check("(and tags:'a'", "parenthesis is missing");
        check("tags:'a", "closing apostrophe");
        check("tags:a", "apostrophes is expected at character 6");
        check("tags:'a' x", "nothing more is expected at character 10");
        check("(not tags:'a' tags:'b')", "exactly one");
        check("", "field name or a parenthesis");
        check("tags:'a\\b'", "backslash");
        let deep = |n: usize| format!("{}tags:'a'{}", "(not ".repeat(n), ")".repeat(n));
        assert!(Filter::parse(&deep(8)).is_ok());
        check(&deep(9), "deeper than 8");
        let many = |n: usize| format!("(or {})", "tags:'a' ".repeat(n));
        assert!(Filter::parse(&many(256)).is_ok());
        check(&many(257), "more than 256 terms");
        check(&format!("(and {} {})", many(128), many(129)), "more than 256 terms");
    }
}

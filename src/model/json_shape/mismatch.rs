//! What a value should have been and is not, in plain words: those of serde name types of Rust.

use serde::de::{Error, Expected, Unexpected};
use std::borrow::Cow;
use std::fmt;

/// Longest text that a message quotes, in characters.
const MAX_QUOTED: usize = 60;

/// How a value differs from what is expected.
#[derive(Debug)]
pub(super) enum Mismatch {
    /// An object is expected; what was found.
    NotAnObject(&'static str),
    /// This member is missing.
    Missing(&'static str),
    /// This member is there more than once.
    Repeated(&'static str),
    /// Anything else.
    Other(String),
}

/// A phrase without a capital and a period.
impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mismatch::NotAnObject(found) => write!(f, "expected an object, found {found}"),
            Mismatch::Missing(_) => f.write_str("this is required"),
            Mismatch::Repeated(_) => f.write_str("expected once, found more than once"),
            Mismatch::Other(phrase) => f.write_str(phrase),
        }
    }
}

impl std::error::Error for Mismatch {}

impl Error for Mismatch {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Mismatch::Other(message.to_string().trim_end_matches('.').to_owned())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let expected = expected.to_string();
        let (expected, is_number) = in_words(&expected);
        Mismatch::Other(format!("expected {expected}, found {}", found_in_words(found, is_number)))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(found, expected)
    }

    fn invalid_length(length: usize, _: &dyn Expected) -> Self {
        Mismatch::Other(format!("expected a list of another length, found one of {length}"))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        let found = match variant.char_indices().nth(MAX_QUOTED) {
            Some((end, _)) => format!("'{}…'", &variant[..end]),
            None => format!("'{variant}'"),
        };
        Mismatch::Other(format!("expected {}, found {found}", one_of(expected)))
    }

    fn unknown_field(_: &str, expected: &'static [&'static str]) -> Self {
        Mismatch::Other(format!("this member is not known; expected {}", one_of(expected)))
    }

    fn missing_field(field: &'static str) -> Self {
        Mismatch::Missing(field)
    }

    fn duplicate_field(field: &'static str) -> Self {
        Mismatch::Repeated(field)
    }
}

/// Alternatives: `a`, `a or b`, `a, b or c`.
pub(super) fn one_of(names: &[&str]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// What serde expects, in plain words, and whether it is a number.
fn in_words(expected: &str) -> (Cow<'_, str>, bool) {
    let range = match expected {
        "u8" => Some((0, i64::from(u8::MAX))),
        "u16" => Some((0, i64::from(u16::MAX))),
        "u32" => Some((0, i64::from(u32::MAX))),
        "i8" => Some((i64::from(i8::MIN), i64::from(i8::MAX))),
        "i16" => Some((i64::from(i16::MIN), i64::from(i16::MAX))),
        "i32" => Some((i64::from(i32::MIN), i64::from(i32::MAX))),
        _ => None,
    };
    if let Some((least, most)) = range {
        return (format!("a whole number from {least} to {most}").into(), true);
    }
    match expected {
        "u64" | "usize" => ("a whole number of at least 0".into(), true),
        "i64" | "isize" => ("a whole number".into(), true),
        "f32" | "f64" => ("a number".into(), true),
        "a string" | "string" => ("text".into(), false),
        "a boolean" => ("true or false".into(), false),
        "a sequence" => ("a list".into(), false),
        "a map" => ("an object".into(), false),
        tuple if tuple.starts_with("a tuple") || tuple.starts_with("tuple") => ("a list".into(), false),
        other => (other.into(), false),
    }
}

/// What was found: a number where one is expected, the kind of the value otherwise.
fn found_in_words(found: Unexpected<'_>, is_number_expected: bool) -> String {
    match found {
        Unexpected::Unsigned(number) if is_number_expected => number.to_string(),
        Unexpected::Signed(number) if is_number_expected => number.to_string(),
        Unexpected::Float(number) if is_number_expected => number.to_string(),
        Unexpected::Unsigned(_) | Unexpected::Signed(_) | Unexpected::Float(_) => "a number".into(),
        Unexpected::Bool(flag) => flag.to_string(),
        Unexpected::Unit | Unexpected::Option => "null".into(),
        Unexpected::Seq => "a list".into(),
        Unexpected::Map => "an object".into(),
        Unexpected::Other(kind) => kind.to_owned(),
        _ => "text".into(),
    }
}

//! Reads the members of a JSON object as checked texts, lists and days, collecting every error with its path.
//! Which members a citation has is in `citation_fields.rs`.

use crate::model::category::value_key;
use crate::model::citations::citation::{Citation, MAX_PRINTING_SPECS};
use crate::model::citations::readable_id;
use crate::model::day::DateLimit;
use crate::model::day::Day;
use crate::model::error::FieldError;
use crate::model::text::count_with_noun;
use crate::model::text::is_blank;
use crate::model::text_bounds::TextBounds;
use serde_json::{Map, Value};
use std::collections::HashSet;

/// Longest one-line text, in characters.
const MAX_LINE: usize = 2_000;
/// Longest value of a category, in characters.
const MAX_VALUE: usize = 500;
/// Longest title of a language version, in characters.
const MAX_VERSION_TITLE: usize = 300;
/// Longest text of several lines, in characters.
const MAX_TEXT: usize = 100_000;
/// Longest address, in characters.
const MAX_ADDRESS: usize = 4_000;
/// Maximum number of entries of a list.
pub const MAX_ENTRIES: usize = 1_000;

/// How a text may look.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::model) enum Shape {
    /// One line; white space is folded.
    Line,
    /// One line, as long as a lookup value may be.
    Value,
    /// One line, as long as the title of a language version may be.
    VersionTitle,
    /// Several lines.
    Text,
    /// Several lines, as long as printing specs may be.
    Specs,
}

impl Shape {
    fn bounds(self) -> TextBounds {
        match self {
            Shape::Line => TextBounds::joined_line(MAX_LINE),
            Shape::Value => TextBounds::joined_line(MAX_VALUE),
            Shape::VersionTitle => TextBounds::joined_line(MAX_VERSION_TITLE),
            Shape::Text => TextBounds::lines(MAX_TEXT),
            Shape::Specs => TextBounds::lines(MAX_PRINTING_SPECS),
        }
    }
}

/// Which dates are valid, of those that are days.
#[derive(Debug, Clone, Copy)]
pub enum Dates<'c> {
    /// All: the citation was stored before, in this database or another one.
    Stored,
    /// Those within the limits of their fields on the day `today`, and those that the citation has already.
    Limited {
        /// The server's day.
        today: Day,
        /// The citation as it is; `None` for a new one.
        present: Option<&'c Citation>,
    },
}

/// Maximum number of errors listed for one object: nobody reads more, and a list of all of them could be larger than the
/// request.
const MAX_ERRORS: usize = 100;

/// The members of an object, and the errors found in them so far.
///
/// A member that is absent or null reads as `None` or as an empty list; so does one with an error.
pub(in crate::model) struct Fields<'j> {
    members: &'j Map<String, Value>,
    dates: Dates<'j>,
    errors: Vec<FieldError>,
    /// How many were found, those beyond [`MAX_ERRORS`] included.
    found: usize,
}

impl<'j> Fields<'j> {
    pub(in crate::model) fn new(members: &'j Map<String, Value>, dates: Dates<'j>) -> Self {
        Fields { members, dates, errors: Vec::new(), found: 0 }
    }

    /// The first [`MAX_ERRORS`] errors, and how many more there are.
    pub(in crate::model) fn into_errors(mut self) -> Vec<FieldError> {
        let more = self.found - self.errors.len();
        if more > 0 {
            let more = count_with_noun(more as u64, "more value is", "more values are");
            self.errors.push(FieldError::new("", format!("{more} not as expected.")));
        }
        self.errors
    }

    pub(in crate::model) fn error(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.found += 1;
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(FieldError::new(field, message));
        }
    }

    /// The number of errors so far. If it is the same after reading a part of the object, that part is valid.
    pub(in crate::model) fn error_count(&self) -> usize {
        self.found
    }

    fn member(&self, field: &str) -> Option<&'j Value> {
        self.members.get(field).filter(|v| !v.is_null())
    }

    /// The entries of a list, as they are.
    pub(in crate::model) fn list(&mut self, field: &str) -> &'j [Value] {
        match self.member(field) {
            None => &[],
            Some(Value::Array(entries)) if entries.len() > MAX_ENTRIES => {
                self.error(field, format!("At most {MAX_ENTRIES} entries are allowed in this list."));
                &[]
            }
            Some(Value::Array(entries)) => entries,
            Some(other) => {
                self.error(field, format!("Expected a list, found {}.", kind(other)));
                &[]
            }
        }
    }

    /// The entry of a list as an object.
    pub(in crate::model) fn object(&mut self, at: &str, entry: &'j Value) -> Option<&'j Map<String, Value>> {
        let parts = entry.as_object();
        if parts.is_none() {
            self.error(at, format!("Expected an object, found {}.", kind(entry)));
        }
        parts
    }

    /// A text from anywhere, checked and trimmed; `None` when blank.
    pub(in crate::model) fn text_value(
        &mut self,
        at: &str,
        value: Option<&Value>,
        shape: Shape,
    ) -> Option<String> {
        let text = self.string(at, value)?;
        shape.bounds().parse(at, text).unwrap_or_else(|error| {
            self.error(at, error.message);
            None
        })
    }

    /// A text that has to be there; `missing` is the error if it is not.
    pub(in crate::model) fn required_text(
        &mut self,
        at: &str,
        value: Option<&Value>,
        missing: &str,
    ) -> Option<String> {
        let before = self.found;
        let text = self.text_value(at, value, Shape::Value);
        if text.is_none() && self.found == before {
            self.error(at, missing);
        }
        text
    }

    fn string<'v>(&mut self, at: &str, value: Option<&'v Value>) -> Option<&'v str> {
        match value {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) => Some(text),
            Some(other) => {
                self.error(at, format!("Expected text, found {}.", kind(other)));
                None
            }
        }
    }

    pub(in crate::model) fn line(&mut self, field: &str) -> Option<String> {
        self.text_value(field, self.member(field), Shape::Line)
    }

    pub(in crate::model) fn read_shape(&mut self, field: &str, shape: Shape) -> Option<String> {
        self.text_value(field, self.member(field), shape)
    }

    pub(in crate::model) fn value(&mut self, field: &str) -> Option<String> {
        self.text_value(field, self.member(field), Shape::Value)
    }

    /// A list of values, each once, in the spelling that came first.
    pub(in crate::model) fn values(&mut self, field: &str) -> Vec<String> {
        let mut values: Vec<String> = Vec::new();
        let mut keys = HashSet::new();
        for (n, entry) in self.list(field).iter().enumerate() {
            let at = format!("{field}[{n}]");
            if entry.is_null() {
                self.error(at, "Expected text, found null.");
            } else if let Some(value) = self.text_value(&at, Some(entry), Shape::Value)
                && keys.insert(value_key(&value))
            {
                values.push(value);
            }
        }
        values
    }

    /// The name in an object such as `{"name": "Children's"}`.
    pub(in crate::model) fn name(&mut self, field: &str) -> Option<String> {
        match self.member(field)? {
            Value::Object(parts) => {
                self.text_value(&format!("{field}.name"), parts.get("name"), Shape::Value)
            }
            other => {
                self.error(field, format!("Expected an object with a name, found {}.", kind(other)));
                None
            }
        }
    }

    /// An id, taken as it is written; `None` when empty.
    pub(in crate::model) fn id(&mut self, field: &str) -> Option<String> {
        let id = self.string(field, self.member(field)).filter(|id| !id.is_empty())?;
        if readable_id::problem(id).is_some() {
            self.error(field, readable_id::ID_RULE);
            return None;
        }
        Some(id.to_owned())
    }

    pub(in crate::model) fn day(&mut self, field: &str) -> Option<Day> {
        self.day_value(field, self.member(field))
    }

    pub(in crate::model) fn day_value(&mut self, at: &str, value: Option<&Value>) -> Option<Day> {
        match value {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) if is_blank(text) => None,
            Some(Value::String(text)) => {
                let day = Day::parse(text.trim());
                if day.is_none() {
                    self.error(at, "Expected a date such as 2026-01-24 or 2026-01-24T00:00:00.000Z.");
                }
                day
            }
            Some(other) => {
                self.error(at, format!("Expected a date as text, found {}.", kind(other)));
                None
            }
        }
    }

    /// Adds an error when a field does not take `day`; `is_in` is whether a citation has it there already.
    pub(in crate::model) fn check_day(
        &mut self,
        at: &str,
        day: Day,
        limit: DateLimit,
        is_in: impl Fn(&Citation) -> bool,
    ) {
        let Dates::Limited { today, present } = self.dates else { return };
        if let Some(problem) = limit.problem(day, today)
            && !present.is_some_and(is_in)
        {
            self.error(at, problem);
        }
    }

    /// True or false; false when absent.
    pub(in crate::model) fn flag(&mut self, field: &str) -> bool {
        match self.member(field) {
            None => false,
            Some(Value::Bool(flag)) => *flag,
            Some(other) => {
                self.error(field, format!("Expected true or false, found {}.", kind(other)));
                false
            }
        }
    }

    /// The result of `read` for a member; an error with `expected` if that is `None`.
    pub(in crate::model) fn parse<T>(
        &mut self,
        field: &str,
        expected: &str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Option<T> {
        let parsed = read(self.member(field)?);
        if parsed.is_none() {
            self.error(field, expected);
        }
        parsed
    }

    /// An http or https address as the WHATWG URL standard reads it, kept as it was given.
    pub(in crate::model) fn address(&mut self, at: &str, value: Option<&Value>) -> Option<String> {
        let text = match value {
            None | Some(Value::Null) => return None,
            Some(Value::String(text)) if is_blank(text) => return None,
            Some(Value::String(text)) => text,
            Some(other) => {
                self.error(at, format!("Expected an address as text, found {}.", kind(other)));
                return None;
            }
        };
        if longer_than(text, MAX_ADDRESS) {
            self.error(at, format!("At most {MAX_ADDRESS} characters are allowed."));
            return None;
        }
        match url::Url::parse(text) {
            Ok(url) if matches!(url.scheme(), "http" | "https") => Some(text.clone()),
            Ok(_) => {
                self.error(at, "Only http and https addresses are allowed.");
                None
            }
            Err(_) => {
                self.error(at, "This is not a web address such as https://example.org/fever.pdf.");
                None
            }
        }
    }

    /// Whether an error with exactly this path is listed.
    pub(in crate::model) fn has_error_at(&self, at: &str) -> bool {
        self.errors.iter().any(|f| f.field == at)
    }
}

fn longer_than(text: &str, characters: usize) -> bool {
    text.len() > characters && text.chars().nth(characters).is_some()
}

/// What a value is, for messages: `a number`, `a list` …
pub fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

//! Reads typed values from JSON and from the parameters of an address, with errors in plain words: those of serde name
//! types of Rust.
//!
//! serde also reads a struct from an array, by the position of its fields: `["printing"]` would be a body with a state.
//! The names are the interface, so an array is refused wherever an object is expected, nested ones included.

use crate::model::citations::json_fields::kind;
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error, Expected, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};
use std::borrow::Cow;
use std::fmt;

/// Longest text that a message quotes, in characters.
const MAX_QUOTED: usize = 60;
/// Most errors of a body that are named.
const MAX_ERRORS: usize = 100;
/// Stands for a value that has an error, while the rest of the body is read: it is read as an empty value of any type.
const INVALID: &str = "\0invalid";
/// Most values that a record or body may hold, however deeply nested; a whole citation has at most 20,000. Each takes
/// much more memory than its two characters in the text.
pub const MAX_VALUES: usize = 50_000;

/// Why a value has another shape than expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShapeError {
    /// Where, as in the JSON (`order[0].quantity`); empty for the whole value.
    pub field: String,
    /// What is wrong there: a phrase without a capital and a period.
    phrase: String,
    /// Whether an object is expected there and something else was found.
    pub is_not_an_object: bool,
}

impl ShapeError {
    /// The error of a mismatch at this path.
    pub(super) fn new(path: &str, mismatch: &Mismatch) -> ShapeError {
        let path = if path == "." { "" } else { path };
        let field = match mismatch {
            Mismatch::Missing(member) if !path.is_empty() => format!("{path}.{member}"),
            Mismatch::Missing(member) | Mismatch::Repeated(member) => (*member).to_owned(),
            Mismatch::NotAnObject(_) | Mismatch::Other(_) => path.to_owned(),
        };
        let is_not_an_object = matches!(mismatch, Mismatch::NotAnObject(_));
        ShapeError { field, phrase: mismatch.to_string(), is_not_an_object }
    }

    /// What is wrong, as a sentence.
    pub fn sentence(&self) -> String {
        let mut letters = self.phrase.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        format!("{}.", first.chain(letters).collect::<String>())
    }
}

/// The field, if it is not the whole value, and what is wrong with it.
impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.field.as_str() {
            "" => write!(f, "{}.", self.phrase),
            field => write!(f, "{field}: {}.", self.phrase),
        }
    }
}

impl std::error::Error for ShapeError {}

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

/// A JSON value in which an array is never read as a struct.
#[derive(Clone, Copy)]
struct ObjectsOnly<'j>(&'j Value);

impl ObjectsOnly<'_> {
    fn is_invalid(self) -> bool {
        self.0 == INVALID
    }
}

impl<'de> IntoDeserializer<'de, Mismatch> for ObjectsOnly<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// Methods that read the value as it is, and an invalid one as this empty one.
macro_rules! deserialize_or_empty {
    ($($($method:ident)+ => $visit:ident($empty:expr);)+) => {
        $($(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
            if self.is_invalid() { visitor.$visit($empty) } else { self.deserialize_any(visitor) }
        })+)+
    };
}

impl<'de> Deserializer<'de> for ObjectsOnly<'_> {
    type Error = Mismatch;

    deserialize_or_empty! {
        deserialize_bool => visit_bool(false);
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16 deserialize_u32
        deserialize_u64 deserialize_f32 deserialize_f64 => visit_u64(0);
        deserialize_str deserialize_string => visit_str("");
        deserialize_seq => visit_seq(SeqDeserializer::new(std::iter::empty::<ObjectsOnly<'_>>()));
        deserialize_map => visit_map(MapDeserializer::new(std::iter::empty::<(&str, ObjectsOnly<'_>)>()));
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        match self.0 {
            Value::Array(values) => {
                let mut values: SeqDeserializer<_, Mismatch> =
                    SeqDeserializer::new(values.iter().map(ObjectsOnly));
                let read = visitor.visit_seq(&mut values)?;
                values.end()?;
                Ok(read)
            }
            Value::Object(members) => {
                let members = members.iter().map(|(name, value)| (name.as_str(), ObjectsOnly(value)));
                let mut members: MapDeserializer<'_, _, Mismatch> = MapDeserializer::new(members);
                let read = visitor.visit_map(&mut members)?;
                members.end()?;
                Ok(read)
            }
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(*flag),
            Value::String(text) => visitor.visit_str(text),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (None, Some(number)) => visitor.visit_i64(number),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
            },
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        members: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        match self.0 {
            Value::Object(_) => self.deserialize_any(visitor),
            _ if self.is_invalid() => {
                let members = members.iter().map(|name| (*name, self));
                visitor.visit_map(MapDeserializer::<_, Mismatch>::new(members))
            }
            other => Err(Mismatch::NotAnObject(kind(other))),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ if self.is_invalid() => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        // Variants of bodies are texts; none holds an object.
        match self.0 {
            _ if self.is_invalid() => {
                visitor.visit_enum(variants.first().copied().unwrap_or_default().into_deserializer())
            }
            Value::String(name) => visitor.visit_enum(name.as_str().into_deserializer()),
            other => Err(Mismatch::Other(format!("expected {}, found {}", one_of(variants), kind(other)))),
        }
    }

    forward_to_deserialize_any! {
        i128 u128 char bytes byte_buf unit unit_struct tuple tuple_struct identifier ignored_any
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

/// The typed form of a body, or every error in it, [`MAX_ERRORS`] at most. Where a text that only some values may have, such
/// as a digest, is wrong or missing, later errors may not be found. Reads the body once more for each error.
pub fn from_json<T: DeserializeOwned>(mut json: Value) -> Result<T, Vec<ShapeError>> {
    let mut errors = Vec::new();
    loop {
        let (path, mismatch) = match serde_path_to_error::deserialize(ObjectsOnly(&json)) {
            Ok(read) if errors.is_empty() => return Ok(read),
            Ok(_) => return Err(errors),
            Err(error) => (error.path().clone(), error.into_inner()),
        };
        let is_new = mark_invalid(&mut json, &path, &mismatch).is_some();
        if is_new || errors.is_empty() {
            errors.push(ShapeError::new(&path.to_string(), &mismatch));
        }
        if !is_new || errors.len() == MAX_ERRORS {
            return Err(errors);
        }
    }
}

/// Marks the value with this error; `None` if it was marked before.
fn mark_invalid(json: &mut Value, path: &Path, mismatch: &Mismatch) -> Option<()> {
    let value = path.iter().try_fold(json, |value, segment| match segment {
        Segment::Seq { index } => value.get_mut(*index),
        Segment::Map { key } => value.get_mut(key),
        Segment::Enum { .. } | Segment::Unknown => None,
    })?;
    let before = match mismatch {
        Mismatch::Missing(member) => value.as_object_mut()?.insert((*member).to_owned(), INVALID.into()),
        _ => Some(std::mem::replace(value, INVALID.into())),
    };
    (before != Some(INVALID.into())).then_some(())
}

/// The typed form of the parameters of an address, which are texts. One that is given twice is an error.
pub fn from_parameters<T: DeserializeOwned>(
    parameters: impl Iterator<Item = (String, String)>,
) -> Result<T, ShapeError> {
    let parameters: Vec<(String, Value)> =
        parameters.map(|(name, text)| (name, Value::String(text))).collect();
    let members = parameters.iter().map(|(name, text)| (name.as_str(), ObjectsOnly(text)));
    serde_path_to_error::deserialize(MapDeserializer::new(members))
        .map_err(|error| ShapeError::new(&error.path().to_string(), error.inner()))
}

/// The error of a body that is not an object; `None` for an object.
pub fn not_an_object(body: &Value) -> Option<ShapeError> {
    (!body.is_object()).then(|| ShapeError::new("", &Mismatch::NotAnObject(kind(body))))
}

/// How many values a JSON text has at most, counted without parsing: each but the outermost is the first of a list or
/// object, or follows a comma.
pub fn value_count(json: &[u8]) -> usize {
    let mut count = 0;
    let mut in_string = false;
    let mut bytes = json.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => in_string = !in_string,
            b'\\' if in_string => drop(bytes.next()),
            b',' | b'[' | b'{' if !in_string => count += 1,
            _ => {}
        }
    }
    count
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde::Deserialize;
    use serde_json::json;
    use std::collections::BTreeMap;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Body {
        name: String,
        #[serde(default)]
        inner: Option<Inner>,
        #[serde(default)]
        list: Vec<Inner>,
        #[serde(default)]
        by_name: BTreeMap<String, Inner>,
        #[serde(default)]
        kind: Option<Kind>,
        #[serde(default)]
        any: Value,
        #[serde(default)]
        pair: Option<(u8, u8)>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Inner {
        count: u32,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Kind {
        One,
        Two,
    }

    #[test]
    fn objects_become_structs() {
        let json = json!({"name": "a", "inner": {"count": 1}, "list": [{"count": 2}], "by_name": {"x": {"count": 3}},
            "kind": "one", "any": [[1], {"b": null}], "pair": [1, 2], "unknown": [1]});
        let read: Body = from_json(json).unwrap();
        assert_eq!((read.inner, read.list), (Some(Inner { count: 1 }), vec![Inner { count: 2 }]));
        assert_eq!((read.by_name["x"].count, read.kind, read.pair), (3, Some(Kind::One), Some((1, 2))));
        assert_eq!(read.any, json!([[1], {"b": null}]));
        assert_eq!(from_json::<Body>(json!({"name": "a", "inner": null})).unwrap().inner, None);
    }

    #[test]
    fn what_is_not_an_object_is_no_struct_at_any_depth() {
        let check = |json: Value, path: &str| {
            let [error] = &from_json::<Body>(json.clone()).unwrap_err()[..] else { unreachable!("{json}") };
            assert_eq!((error.field.as_str(), error.is_not_an_object), (path, true), "{json}: {error:?}");
        };
        check(json!(["a"]), "");
        check(json!([]), "");
        check(json!("a"), "");
        check(json!(1), "");
        check(json!(null), "");
        check(json!({"name": "a", "inner": [1]}), "inner");
        check(json!({"name": "a", "list": [{"count": 1}, [2]]}), "list[1]");
        check(json!({"name": "a", "by_name": {"x": [3]}}), "by_name.x");
    }

    #[test]
    fn other_errors_name_their_field_and_are_not_about_objects() {
        let check = |json: Value, expected: &str| {
            let [error] = &from_json::<Body>(json.clone()).unwrap_err()[..] else { unreachable!("{json}") };
            assert_eq!((error.to_string().as_str(), error.is_not_an_object), (expected, false), "{json}");
        };
        check(json!({"name": 1}), "name: expected text, found a number.");
        check(json!({}), "name: this is required.");
        check(json!({"name": "a", "inner": {}}), "inner.count: this is required.");
        let count = |count: Value| json!({"name": "a", "list": [{"count": count}]});
        let whole = "list[0].count: expected a whole number from 0 to 4294967295, found";
        check(count(json!("1")), &format!("{whole} text."));
        check(count(json!(1.5)), &format!("{whole} 1.5."));
        check(count(json!(-1)), &format!("{whole} -1."));
        check(count(json!(null)), &format!("{whole} null."));
        check(json!({"name": "a", "list": {"count": 1}}), "list: expected a list, found an object.");
        check(json!({"name": "a", "list": true}), "list: expected a list, found true.");
        check(json!({"name": "a", "kind": "three"}), "kind: expected one or two, found 'three'.");
        check(json!({"name": "a", "kind": 3}), "kind: expected one or two, found a number.");
        check(
            json!({"name": "a", "pair": [1, 2, 3]}),
            "pair: expected a list of another length, found one of 3.",
        );
        assert_eq!(
            from_json::<Body>(json!({"name": []})).unwrap_err()[0].sentence(),
            "Expected text, found a list."
        );
    }

    #[test]
    fn every_error_of_a_body_is_named() {
        fn check(json: Value, expected: &[impl AsRef<str>]) {
            let errors = from_json::<Body>(json.clone()).unwrap_err();
            let fields: Vec<&str> = errors.iter().map(|error| error.field.as_str()).collect();
            let expected: Vec<&str> = expected.iter().map(AsRef::as_ref).collect();
            assert_eq!(fields, expected, "{json}");
        }
        check(
            json!({"inner": {}, "list": [{"count": "x"}, [], {"count": 1}, {}], "kind": 7, "by_name": {"x": 1}}),
            &["inner.count", "list[0].count", "list[1]", "list[3].count", "kind", "by_name.x", "name"],
        );
        check(
            json!({"by_name": 1, "pair": [1, "x"], "list": 1, "inner": [], "name": null}),
            &["by_name", "pair[1]", "list", "inner", "name"],
        );
        check(
            json!({"list": vec![json!({}); 200]}),
            &(0..100).map(|n| format!("list[{n}].count")).collect::<Vec<_>>(),
        );
    }

    #[test]
    fn parameters_are_texts_that_are_given_once() {
        #[derive(Debug, Default, PartialEq, Deserialize)]
        #[serde(default)]
        struct Parameters {
            q: String,
            lang: Option<String>,
        }
        let read = |pairs: &[(&str, &str)]| {
            let pairs = pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
            from_parameters::<Parameters>(pairs)
        };
        let expected = Parameters { q: "a".into(), lang: Some("es".into()) };
        assert_eq!(
            read(&[("q", "a"), ("unknown", "1"), ("unknown", "2"), ("lang", "es")]).unwrap(),
            expected
        );
        assert_eq!(read(&[]).unwrap(), Parameters::default());
        let twice = read(&[("q", "a"), ("q", "b")]).unwrap_err();
        assert_eq!(twice.to_string(), "q: expected once, found more than once.");
    }
}

//! Reads typed bodies from JSON so that only an object becomes a struct.
//!
//! serde also reads a struct from an array, by the position of its fields: `["printing"]` would be a body with a state.
//! The names are the interface, so an array is refused wherever an object is expected, nested ones included.

use crate::model::citations::json_fields::kind;
use crate::model::json_shape::mismatch::{Mismatch, one_of};
use crate::model::json_shape::shape_error::ShapeError;
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;

/// The typed form of a body.
pub fn from_json<T: DeserializeOwned>(json: Value) -> Result<T, ShapeError> {
    read(ObjectsOnly(json))
}

/// The typed form of the parameters of an address, which are texts. One that is given twice is an error.
pub fn from_parameters<T: DeserializeOwned>(
    parameters: impl Iterator<Item = (String, String)>,
) -> Result<T, ShapeError> {
    read(MapDeserializer::new(parameters.map(|(name, text)| (name, ObjectsOnly(Value::String(text))))))
}

fn read<'de, T: DeserializeOwned>(from: impl Deserializer<'de, Error = Mismatch>) -> Result<T, ShapeError> {
    serde_path_to_error::deserialize(from)
        .map_err(|error| ShapeError::new(&error.path().to_string(), error.inner()))
}

/// The error of a body that is not an object; `None` for an object.
pub fn not_an_object(body: &Value) -> Option<ShapeError> {
    (!body.is_object()).then(|| ShapeError::new("", &Mismatch::NotAnObject(kind(body))))
}

/// A JSON value in which an array is never read as a struct.
struct ObjectsOnly(Value);

impl<'de> IntoDeserializer<'de, Mismatch> for ObjectsOnly {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for ObjectsOnly {
    type Error = Mismatch;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        match self.0 {
            Value::Array(values) => {
                let mut values: SeqDeserializer<_, Mismatch> =
                    SeqDeserializer::new(values.into_iter().map(ObjectsOnly));
                let read = visitor.visit_seq(&mut values)?;
                values.end()?;
                Ok(read)
            }
            Value::Object(members) => {
                let members = members.into_iter().map(|(name, value)| (name, ObjectsOnly(value)));
                let mut members: MapDeserializer<'_, _, Mismatch> = MapDeserializer::new(members);
                let read = visitor.visit_map(&mut members)?;
                members.end()?;
                Ok(read)
            }
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(flag),
            Value::String(text) => visitor.visit_string(text),
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
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mismatch> {
        match self.0 {
            Value::Object(_) => self.deserialize_any(visitor),
            other => Err(Mismatch::NotAnObject(kind(&other))),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mismatch> {
        match self.0 {
            Value::Null => visitor.visit_none(),
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
            Value::String(name) => visitor.visit_enum(name.into_deserializer()),
            other => Err(Mismatch::Other(format!("expected {}, found {}", one_of(variants), kind(&other)))),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
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
            let error = from_json::<Body>(json.clone()).unwrap_err();
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
            let error = from_json::<Body>(json.clone()).unwrap_err();
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
            from_json::<Body>(json!({"name": []})).unwrap_err().sentence(),
            "Expected text, found a list."
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

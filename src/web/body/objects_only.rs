//! Reads typed bodies from JSON so that only an object becomes a struct.
//!
//! serde also reads a struct from an array, by the position of its fields: `["printing"]` would be a body with a state.
//! The names are the interface, so an array is refused wherever an object is expected, nested ones included.

use crate::model::citations::json_fields::kind;
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error as _, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Value};

/// The beginning of the message about a value that is not an object though one is expected.
const NOT_AN_OBJECT: &str = "expected an object, found ";

/// Why a body has another shape than expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::web) struct ShapeError {
    /// Where, as in the JSON (`order[0].quantity`); empty for the whole body.
    pub path: String,
    /// What is wrong there.
    pub message: String,
    /// Whether an object is expected there and something else was found.
    pub is_not_an_object: bool,
}

/// The typed form of a body.
pub(in crate::web) fn from_json<T: DeserializeOwned>(json: Value) -> Result<T, ShapeError> {
    serde_path_to_error::deserialize(ObjectsOnly(json)).map_err(|error| {
        let path = error.path().to_string();
        let message = error.inner().to_string();
        ShapeError {
            path: if path == "." { String::new() } else { path },
            is_not_an_object: message.starts_with(NOT_AN_OBJECT),
            message,
        }
    })
}

/// The error of a body that is not an object; `None` for an object.
pub(in crate::web) fn not_an_object(body: &Value) -> Option<ShapeError> {
    (!body.is_object()).then(|| ShapeError {
        path: String::new(),
        message: format!("{NOT_AN_OBJECT}{}", kind(body)),
        is_not_an_object: true,
    })
}

/// A JSON value whose arrays are no structs.
struct ObjectsOnly(Value);

impl<'de> IntoDeserializer<'de, Error> for ObjectsOnly {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for ObjectsOnly {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Array(values) => {
                let mut values: SeqDeserializer<_, Error> =
                    SeqDeserializer::new(values.into_iter().map(ObjectsOnly));
                let read = visitor.visit_seq(&mut values)?;
                values.end()?;
                Ok(read)
            }
            Value::Object(members) => {
                let members = members.into_iter().map(|(name, value)| (name, ObjectsOnly(value)));
                let mut members: MapDeserializer<'_, _, Error> = MapDeserializer::new(members);
                let read = visitor.visit_map(&mut members)?;
                members.end()?;
                Ok(read)
            }
            scalar => scalar.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::Object(_) => self.deserialize_any(visitor),
            other => Err(Error::custom(format_args!("{NOT_AN_OBJECT}{}", kind(&other)))),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        // Variants of bodies are texts; none holds an object.
        self.0.deserialize_enum(name, variants, visitor)
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
    }

    #[test]
    fn objects_are_read_as_ever() {
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
            assert_eq!((error.path.as_str(), error.is_not_an_object), (path, true), "{json}: {error:?}");
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
        let check = |json: Value, path: &str| {
            let error = from_json::<Body>(json.clone()).unwrap_err();
            assert_eq!((error.path.as_str(), error.is_not_an_object), (path, false), "{json}: {error:?}");
        };
        check(json!({"name": 1}), "name");
        check(json!({}), "");
        check(json!({"name": "a", "list": [{"count": "1"}]}), "list[0].count");
        check(json!({"name": "a", "list": {"count": 1}}), "list");
        check(json!({"name": "a", "kind": "two"}), "kind");
        check(json!({"name": "a", "pair": [1, 2, 3]}), "pair");
    }
}

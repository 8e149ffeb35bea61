//! Where and why a value has another shape than expected.

use crate::model::json_shape::mismatch::Mismatch;
use std::fmt;

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

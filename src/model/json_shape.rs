//! Reads typed values from JSON and from the parameters of an address, with errors in plain words.

mod mismatch;
mod objects_only;
mod shape_error;

pub use objects_only::{from_json, from_parameters, not_an_object};
pub use shape_error::ShapeError;

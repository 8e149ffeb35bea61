//! The described shape of a citation as callers send it: the fields of [`Citation`], of which those of the form are
//! required (spec section 5). How it is read is in `model/citations/draft.rs`.

use crate::model::citations::citation::Citation;
use std::borrow::Cow;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Only described, never made: [`crate::domain::citations::editing`] takes JSON and reports every error by its field.
pub(super) struct CitationInput;

impl PartialSchema for CitationInput {
    fn schema() -> RefOr<Schema> {
        let mut schema = Citation::schema();
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            object.required =
                Citation::default().missing_required().iter().map(|(field, _)| member(field)).collect();
            object.description = Some(
                "A citation to save. `readableIds` are made by the server; a missing `id` of a new citation too."
                    .to_owned(),
            );
        }
        schema
    }
}

impl ToSchema for CitationInput {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("CitationInput")
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Citation::schemas(schemas);
    }
}

/// The member of the object that holds a field such as `publisher.name`.
fn member(field: &str) -> String {
    field.split('.').next().unwrap_or(field).to_owned()
}

//! Tables as responses: CSV, or a workbook of Excel.

use crate::import_export::table::{TableFile, TableFormat};
use crate::model::error::Error;
use crate::web::problem::Problem;
use crate::web::query::parameters;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use std::collections::BTreeMap;
use utoipa::openapi::{Content, RefOr, Response, ResponseBuilder};
use utoipa::{IntoParams, IntoResponses, PartialSchema};

/// The form of a table.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct TableParameters {
    /// `csv` (the default) or `xlsx`.
    #[param(required = false)]
    pub format: String,
}

/// The response of a list that is downloaded, for the API document.
pub(super) struct TableResponse;

impl IntoResponses for TableResponse {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let response = ResponseBuilder::new()
            .content("text/csv", Content::new(Some(String::schema())))
            .content(TableFormat::Xlsx.media_type(), Content::new(Some(Vec::<u8>::schema())));
        [("200".to_owned(), response.build().into())].into()
    }
}

/// The form of a file that is JSON Lines too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RecordFormat {
    JsonLines,
    Table(TableFormat),
}

impl RecordFormat {
    /// The form that a request asks for; `default` when it names none.
    pub(super) fn read(request: &HttpRequest, default: RecordFormat) -> Result<RecordFormat, Problem> {
        match parameters::<TableParameters>(request)?.format.as_str() {
            "" => Ok(default),
            "jsonl" => Ok(RecordFormat::JsonLines),
            name => Ok(RecordFormat::Table(by_name(name, "csv, xlsx or jsonl")?)),
        }
    }

    pub(super) fn extension(self) -> &'static str {
        match self {
            RecordFormat::JsonLines => "jsonl",
            RecordFormat::Table(format) => format.extension(),
        }
    }

    pub(super) fn media_type(self) -> &'static str {
        match self {
            RecordFormat::JsonLines => "application/jsonl",
            RecordFormat::Table(format) => format.media_type(),
        }
    }
}

/// The form of a table that a request asks for; CSV when it names none.
pub(super) fn table_format(request: &HttpRequest) -> Result<TableFormat, Problem> {
    match parameters::<TableParameters>(request)?.format.as_str() {
        "" => Ok(TableFormat::Csv),
        name => Ok(by_name(name, "csv or xlsx")?),
    }
}

fn by_name(name: &str, expected: &str) -> Result<TableFormat, Error> {
    let all = [TableFormat::Csv, TableFormat::Xlsx];
    all.into_iter()
        .find(|format| format.extension() == name)
        .ok_or_else(|| Error::Unreadable(format!("format: expected {expected}.")))
}

/// A table as an attachment.
pub(super) fn table_file(file: TableFile) -> HttpResponse {
    let TableFile { name, format, content } = file;
    let name = format!("attachment; filename=\"{name}.{}\"", format.extension());
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, format.media_type()))
        .insert_header((header::CONTENT_DISPOSITION, name))
        .body(content)
}

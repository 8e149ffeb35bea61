//! Imports by steps: a file is sent, its columns are mapped, its preview is seen, a job writes it.

use crate::domain::import_export::tables::{mapping, stored};
use crate::model::job::Job;
use crate::model::table_import::{
    ImportDetails, ImportList, ImportPreview, Mapping, MappingDraft, MappingList, RunRequest, SavedMapping,
};
use crate::web::call::{Admin, tagged_json};
use crate::web::problem::HttpResult;
use crate::web::query::PageParameters;
use crate::web::request_body::{JsonBody, read_file};
use actix_web::http::header;
use actix_web::{HttpResponse, delete, get, post, put, web};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

/// Largest file, as sent.
const MAX_FILE_BYTES: usize = 64 << 20;

/// Parameters of a new import.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct ImportParameters {
    /// Name of the file, for people; its content decides what it is.
    #[param(required = false)]
    pub name: String,
}

/// A changed mapping.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MappingChange {
    /// The mapping; columns that it leaves out are not imported.
    pub mapping: Mapping,
}

/// Stores a file that is to be imported, and returns what its columns are taken for. Nothing is imported yet.
///
/// Tables (CSV, xlsx, xlsm, ods) and JSON Lines; the content decides. It is kept until 7 days after its last use.
#[utoipa::path(params(ImportParameters), request_body(
    content = Vec<u8>,
    content_type = "application/octet-stream",
    description = "The file, of at most 64 MiB",
), responses(
    Admin,
    (status = 201, body = ImportDetails, headers(("Location" = String), ("ETag" = String))),
    (status = 408, description = "The file took too long to arrive"),
    (status = 413, description = "The file is larger than 64 MiB"),
    (status = 422, description = "The file cannot be read; the message says what to do"),
    (status = 503),
))]
#[post("/system/imports")]
pub async fn add_import(admin: Admin, payload: web::Payload) -> HttpResult {
    let query: ImportParameters = admin.parameters()?;
    let file = read_file(payload, MAX_FILE_BYTES).await?;
    let added = admin.run_heavy(move |app, actor| stored::add_import(app, &query.name, file, actor));
    let (details, tag) = added.await?;
    Ok(tagged_json(tag, Some(format!("/api/system/imports/{}", details.id)), &details))
}

/// The imports of the caller, newest first; of started ones, how far they are.
#[utoipa::path(responses(Admin, (status = 200, body = ImportList)))]
#[get("/system/imports")]
pub async fn list_imports(admin: Admin) -> HttpResult {
    admin.json(move |app, actor| stored::imports(app, actor)).await
}

/// An import of the caller.
#[utoipa::path(params(("id" = String, Path, description = "ID of the import")), responses(
    Admin,
    (status = 200, body = ImportDetails, headers(("ETag" = String))),
))]
#[get("/system/imports/{id}")]
pub async fn get_import(admin: Admin, id: web::Path<String>) -> HttpResult {
    let (details, tag) = admin.run(move |app, actor| stored::import(app, &id, actor)).await?;
    Ok(tagged_json(tag, None, &details))
}

/// Changes how the columns of an import are mapped, when it is as `If-Match` names it.
#[utoipa::path(params(
    ("id" = String, Path, description = "ID of the import"),
    ("If-Match" = String, Header, description = "ETag of the import"),
), request_body = MappingChange, responses(
    Admin,
    (status = 200, body = ImportDetails, headers(("ETag" = String))),
    (status = 409, description = "It was started already"),
    (status = 503),
))]
#[put("/system/imports/{id}")]
pub async fn map_import(admin: Admin, id: web::Path<String>, body: JsonBody<MappingChange>) -> HttpResult {
    let precondition = admin.required_precondition("import")?;
    let mapped = admin
        .run_heavy(move |app, actor| stored::map_import(app, &id, &body.0.mapping, &precondition, actor));
    let (details, tag) = mapped.await?;
    Ok(tagged_json(tag, None, &details))
}

/// Deletes an import of the caller; what it has written stays.
#[utoipa::path(params(("id" = String, Path, description = "ID of the import")), responses(
    Admin,
    (status = 204, description = "Deleted"),
))]
#[delete("/system/imports/{id}")]
pub async fn delete_import(admin: Admin, id: web::Path<String>) -> HttpResult {
    admin.no_content(move |app, actor| stored::delete_import(app, &id, actor)).await
}

/// What an import will do: counts, changes field by field, bad cells; 50 rows a page, bad ones first.
#[utoipa::path(params(("id" = String, Path, description = "ID of the import"), PageParameters), responses(
    Admin,
    (status = 200, body = ImportPreview, headers(("ETag" = String))),
    (status = 503),
))]
#[get("/system/imports/{id}/preview")]
pub async fn preview_import(admin: Admin, id: web::Path<String>) -> HttpResult {
    let from = admin.start()?;
    let made = admin.run_heavy(move |app, actor| stored::preview(app, &id, from, actor));
    let (preview, tag) = made.await?;
    Ok(tagged_json(tag, None, &preview))
}

/// Starts an import: a job writes what the preview of this ETag has shown. Citations that were changed or added since are
/// skipped and named in the job, which can be undone.
#[utoipa::path(params(
    ("id" = String, Path, description = "ID of the import"),
    ("If-Match" = String, Header, description = "ETag of the preview"),
), request_body = RunRequest, responses(
    Admin,
    (status = 202, body = Job),
    (status = 409, description = "It was started already"),
    (status = 412, description = "The mapping was changed, or the preview was made again"),
    (status = 422, description = "Rows are bad and are not to be skipped, or a decision makes no sense"),
    (status = 503),
))]
#[post("/system/imports/{id}/run")]
pub async fn run_import(admin: Admin, id: web::Path<String>, body: JsonBody<RunRequest>) -> HttpResult {
    let precondition = admin.required_precondition("preview")?;
    let started =
        admin.run_heavy(move |app, actor| stored::run_import(app, &id, &body.0, &precondition, actor));
    Ok(HttpResponse::Accepted().json(started.await?))
}

/// The saved mappings, by name.
#[utoipa::path(responses(Admin, (status = 200, body = MappingList)))]
#[get("/system/mappings")]
pub async fn list_mappings(admin: Admin) -> HttpResult {
    admin.json(move |app, actor| mapping::mappings(app, actor)).await
}

/// Saves a mapping under a name. Files whose headers fit it are read by it.
#[utoipa::path(request_body = MappingDraft, responses(
    Admin,
    (status = 201, body = SavedMapping, headers(("Location" = String))),
    (status = 409, description = "The name is taken"),
))]
#[post("/system/mappings")]
pub async fn add_mapping(admin: Admin, body: JsonBody<MappingDraft>) -> HttpResult {
    let saved = admin.run(move |app, actor| mapping::add_mapping(app, body.0, actor)).await?;
    Ok(HttpResponse::Created()
        .insert_header((header::LOCATION, format!("/api/system/mappings/{}", saved.id)))
        .json(saved))
}

/// Replaces a saved mapping.
#[utoipa::path(params(("id" = String, Path, description = "ID of the mapping")), request_body = MappingDraft, responses(
    Admin,
    (status = 200, body = SavedMapping),
    (status = 409, description = "The name is taken"),
))]
#[put("/system/mappings/{id}")]
pub async fn replace_mapping(
    admin: Admin,
    id: web::Path<String>,
    body: JsonBody<MappingDraft>,
) -> HttpResult {
    admin.json(move |app, actor| mapping::replace_mapping(app, &id, body.0, actor)).await
}

/// Deletes a saved mapping.
#[utoipa::path(params(("id" = String, Path, description = "ID of the mapping")), responses(
    Admin,
    (status = 204, description = "Deleted"),
))]
#[delete("/system/mappings/{id}")]
pub async fn delete_mapping(admin: Admin, id: web::Path<String>) -> HttpResult {
    admin.no_content(move |app, actor| mapping::delete_mapping(app, &id, actor)).await
}

//! Imports by steps: a file is sent, its columns are mapped, its preview is seen, a job writes it.

use crate::domain::app::App;
use crate::domain::import_export::tables::{mapping, stored};
use crate::model::entity_tag::quoted_tag;
use crate::model::job::Job;
use crate::model::search::request::read_start;
use crate::model::table_import::{
    ImportDetails, ImportList, ImportPreview, Mapping, MappingDraft, MappingList, RunRequest, SavedMapping,
};
use crate::web::blocking::run;
use crate::web::caller::Admin;
use crate::web::conditional::required_precondition;
use crate::web::problem::Problem;
use crate::web::query::{PageParameters, parameters};
use crate::web::request_body::{JsonBody, read_file};
use crate::web::state::Web;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, delete, get, post, put, web};
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
#[utoipa::path(tag = "system", operation_id = "addImport", params(ImportParameters), request_body(content = Vec<u8>, content_type = "application/octet-stream", description = "The file, of at most 64 MiB"), responses(
    Admin,
    (status = 201, body = ImportDetails, headers(("Location" = String), ("ETag" = String))),
    (status = 400),
    (status = 408, description = "The file took too long to arrive"),
    (status = 413, description = "The file is larger than 64 MiB"),
    (status = 422, description = "The file cannot be read; the message says what to do"),
    (status = 503),
))]
#[post("/system/imports")]
pub async fn add(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
    state: web::Data<Web>,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let query: ImportParameters = parameters(&request)?;
    let actor = admin.actor();
    let file = read_file(payload, MAX_FILE_BYTES).await?;
    let added =
        state.heavy.run(&app, &request, move |app| stored::add_import(app, &query.name, file, &actor));
    let (details, tag) = added.await?;
    Ok(HttpResponse::Created()
        .insert_header((header::LOCATION, format!("/api/system/imports/{}", details.id)))
        .insert_header((header::ETAG, quoted_tag(tag)))
        .json(details))
}

/// The imports of the caller, newest first; of started ones, how far they are.
#[utoipa::path(tag = "system", operation_id = "listImports", responses(
    Admin,
    (status = 200, body = ImportList),
))]
#[get("/system/imports")]
pub async fn list(admin: Admin, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::Ok().json(run(&app, move |app| stored::imports(app, &admin.actor())).await?))
}

/// An import of the caller.
#[utoipa::path(tag = "system", operation_id = "getImport", params(
    ("id" = String, Path, description = "ID of the import"),
), responses(
    Admin,
    (status = 200, body = ImportDetails, headers(("ETag" = String))),
    (status = 404),
))]
#[get("/system/imports/{id}")]
pub async fn read(admin: Admin, app: web::Data<App>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let (details, tag) = run(&app, move |app| stored::import(app, &id, &admin.actor())).await?;
    Ok(HttpResponse::Ok().insert_header((header::ETAG, quoted_tag(tag))).json(details))
}

/// Changes how the columns of an import are mapped, when it is as `If-Match` names it.
#[utoipa::path(tag = "system", operation_id = "mapImport", params(
    ("id" = String, Path, description = "ID of the import"),
    ("If-Match" = String, Header, description = "ETag of the import"),
), request_body = MappingChange, responses(
    Admin,
    (status = 200, body = ImportDetails, headers(("ETag" = String))),
    (status = 400),
    (status = 404),
    (status = 409, description = "It was started already"),
    (status = 412),
    (status = 422),
    (status = 428, description = "If-Match is missing"),
    (status = 503),
))]
#[put("/system/imports/{id}")]
pub async fn map(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
    state: web::Data<Web>,
    id: web::Path<String>,
    body: JsonBody<MappingChange>,
) -> Result<HttpResponse, Problem> {
    let (actor, precondition) = (admin.actor(), required_precondition(&request, "import")?);
    let mapped = state
        .heavy
        .run(&app, &request, move |app| stored::map_import(app, &id, &body.0.mapping, &precondition, &actor));
    let (details, tag) = mapped.await?;
    Ok(HttpResponse::Ok().insert_header((header::ETAG, quoted_tag(tag))).json(details))
}

/// Deletes an import of the caller; what it has written stays.
#[utoipa::path(tag = "system", operation_id = "deleteImport", params(
    ("id" = String, Path, description = "ID of the import"),
), responses(
    Admin,
    (status = 204, description = "Deleted"),
    (status = 404),
))]
#[delete("/system/imports/{id}")]
pub async fn remove(
    admin: Admin,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    run(&app, move |app| stored::delete_import(app, &id, &admin.actor())).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// What an import will do: counts, changes field by field, bad cells; 50 rows a page, bad ones first.
#[utoipa::path(tag = "system", operation_id = "previewImport", params(
    ("id" = String, Path, description = "ID of the import"),
    PageParameters,
), responses(
    Admin,
    (status = 200, body = ImportPreview, headers(("ETag" = String))),
    (status = 400),
    (status = 404),
    (status = 503),
))]
#[get("/system/imports/{id}/preview")]
pub async fn preview(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
    state: web::Data<Web>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let from = read_start(&parameters::<PageParameters>(&request)?.start)?;
    let actor = admin.actor();
    let made = state.heavy.run(&app, &request, move |app| stored::preview(app, &id, from, &actor));
    let (preview, tag) = made.await?;
    Ok(HttpResponse::Ok().insert_header((header::ETAG, quoted_tag(tag))).json(preview))
}

/// Starts an import: a job writes what the preview of this ETag has shown. Citations that were changed or added since are
/// skipped and named in the job, which can be undone.
#[utoipa::path(tag = "system", operation_id = "runImport", params(
    ("id" = String, Path, description = "ID of the import"),
    ("If-Match" = String, Header, description = "ETag of the preview"),
), request_body = RunRequest, responses(
    Admin,
    (status = 202, body = Job),
    (status = 400),
    (status = 404),
    (status = 409, description = "It was started already"),
    (status = 412, description = "The mapping was changed, or the preview was made again"),
    (status = 422, description = "Rows are bad and are not to be skipped, or a decision makes no sense"),
    (status = 428, description = "If-Match is missing"),
    (status = 503),
))]
#[post("/system/imports/{id}/run")]
pub async fn start(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
    state: web::Data<Web>,
    id: web::Path<String>,
    body: JsonBody<RunRequest>,
) -> Result<HttpResponse, Problem> {
    let (actor, precondition) = (admin.actor(), required_precondition(&request, "preview")?);
    let started = state
        .heavy
        .run(&app, &request, move |app| stored::run_import(app, &id, &body.0, &precondition, &actor));
    Ok(HttpResponse::Accepted().json(started.await?))
}

/// The saved mappings, by name.
#[utoipa::path(tag = "system", operation_id = "listMappings", responses(
    Admin,
    (status = 200, body = MappingList),
))]
#[get("/system/mappings")]
pub async fn mappings(admin: Admin, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::Ok().json(run(&app, move |app| mapping::mappings(app, &admin.actor())).await?))
}

/// Saves a mapping under a name. Files whose headers fit it are read by it.
#[utoipa::path(tag = "system", operation_id = "addMapping", request_body = MappingDraft, responses(
    Admin,
    (status = 201, body = SavedMapping, headers(("Location" = String))),
    (status = 400),
    (status = 409, description = "The name is taken"),
    (status = 422),
))]
#[post("/system/mappings")]
pub async fn add_mapping(
    admin: Admin,
    app: web::Data<App>,
    body: JsonBody<MappingDraft>,
) -> Result<HttpResponse, Problem> {
    let saved = run(&app, move |app| mapping::add_mapping(app, body.0, &admin.actor())).await?;
    Ok(HttpResponse::Created()
        .insert_header((header::LOCATION, format!("/api/system/mappings/{}", saved.id)))
        .json(saved))
}

/// Replaces a saved mapping.
#[utoipa::path(tag = "system", operation_id = "replaceMapping", params(
    ("id" = String, Path, description = "ID of the mapping"),
), request_body = MappingDraft, responses(
    Admin,
    (status = 200, body = SavedMapping),
    (status = 400),
    (status = 404),
    (status = 409, description = "The name is taken"),
    (status = 422),
))]
#[put("/system/mappings/{id}")]
pub async fn replace_mapping(
    admin: Admin,
    app: web::Data<App>,
    id: web::Path<String>,
    body: JsonBody<MappingDraft>,
) -> Result<HttpResponse, Problem> {
    let saved = run(&app, move |app| mapping::replace_mapping(app, &id, body.0, &admin.actor())).await?;
    Ok(HttpResponse::Ok().json(saved))
}

/// Deletes a saved mapping.
#[utoipa::path(tag = "system", operation_id = "deleteMapping", params(
    ("id" = String, Path, description = "ID of the mapping"),
), responses(
    Admin,
    (status = 204, description = "Deleted"),
    (status = 404),
))]
#[delete("/system/mappings/{id}")]
pub async fn remove_mapping(
    admin: Admin,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    run(&app, move |app| mapping::delete_mapping(app, &id, &admin.actor())).await?;
    Ok(HttpResponse::NoContent().finish())
}

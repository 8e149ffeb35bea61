//! Synonyms of administrators: listed, added, changed, deleted, tried, as CSV in and out.

use crate::domain::app::App;
use crate::domain::synonyms;
use crate::import_export::synonyms_csv;
use crate::model::entity_tag::quoted_tag;
use crate::model::error::Error;
use crate::model::search::request::read_start;
use crate::model::thesaurus::{
    SynonymDraft, SynonymEntry, SynonymPage, SynonymTrial, TrialOutcome, WordImportReport,
};
use crate::web::api::thesaurus::csv_import::{WordImportParameters, import_words};
use crate::web::blocking::run;
use crate::web::body::json::JsonBody;
use crate::web::body::table::{TableParameters, table_file, table_format};
use crate::web::caller::Admin;
use crate::web::conditional::precondition;
use crate::web::problem::Problem;
use crate::web::query::parameters::{PageParameters, parameters};
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, delete, get, post, put, web};

/// Largest file of synonyms: the maximum number of synonyms of the maximum length.
const MAX_FILE_BYTES: usize = 16 << 20;

/// The synonyms, sorted by their first term, 50 a page.
#[utoipa::path(tag = "system", operation_id = "listSynonyms", params(PageParameters), responses(
    (status = 200, body = SynonymPage),
    (status = 400),
    (status = 401),
    (status = 403),
))]
#[get("/system/synonyms")]
pub async fn list(request: HttpRequest, admin: Admin, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let start = read_start(&parameters::<PageParameters>(&request)?.start)?;
    Ok(HttpResponse::Ok()
        .json(run(&app, move |app| synonyms::synonyms(&app.store, &admin.actor(), start)).await?))
}

/// Every synonym as CSV, which can be imported again, or a workbook.
#[utoipa::path(tag = "system", operation_id = "downloadSynonyms", params(TableParameters), responses(
    (status = 200, content((String = "text/csv"), (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
    (status = 400),
    (status = 401),
    (status = 403),
))]
#[get("/system/synonyms/download")]
pub async fn download(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let format = table_format(&request)?;
    let file = run(&app, move |app| {
        let all = synonyms::all_synonyms(&app.store, &admin.actor())?;
        synonyms_csv::table(&all).into_file(format, &app.settings.data.dir)
    })
    .await?;
    Ok(table_file(file))
}

/// Adds a synonym; searches use it as soon as the call returns.
#[utoipa::path(tag = "system", operation_id = "addSynonym", request_body = SynonymDraft, responses(
    (status = 201, body = SynonymEntry, headers(("Location" = String), ("ETag" = String))),
    (status = 400),
    (status = 401),
    (status = 403),
    (status = 413),
    (status = 422),
))]
#[post("/system/synonyms")]
pub async fn add(
    admin: Admin,
    app: web::Data<App>,
    body: JsonBody<SynonymDraft>,
) -> Result<HttpResponse, Problem> {
    let actor = admin.actor();
    let entry = run(&app, move |app| synonyms::add_synonym(app, body.0, &actor)).await?;
    Ok(HttpResponse::Created()
        .insert_header((header::LOCATION, format!("/api/system/synonyms/{}", entry.id)))
        .insert_header((header::ETAG, quoted_tag(entry.version)))
        .json(entry))
}

/// Replaces a synonym; with `If-Match` only the version that the caller knows.
#[utoipa::path(tag = "system", operation_id = "replaceSynonym", params(
    ("id" = String, Path, description = "Id of the synonym"),
    ("If-Match" = Option<String>, Header, description = "ETag of the version to replace"),
), request_body = SynonymDraft, responses(
    (status = 200, body = SynonymEntry, headers(("ETag" = String))),
    (status = 400),
    (status = 401),
    (status = 403),
    (status = 404),
    (status = 412),
    (status = 413),
    (status = 422),
))]
#[put("/system/synonyms/{id}")]
pub async fn replace(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
    id: web::Path<String>,
    body: JsonBody<SynonymDraft>,
) -> Result<HttpResponse, Problem> {
    let (actor, precondition) = (admin.actor(), precondition(&request)?);
    let entry =
        run(&app, move |app| synonyms::replace_synonym(app, &id, body.0, &precondition, &actor)).await?;
    Ok(HttpResponse::Ok().insert_header((header::ETAG, quoted_tag(entry.version))).json(entry))
}

/// Deletes a synonym; with `If-Match` only the version that the caller knows.
#[utoipa::path(tag = "system", operation_id = "deleteSynonym", params(
    ("id" = String, Path, description = "Id of the synonym"),
    ("If-Match" = Option<String>, Header, description = "ETag of the version to delete"),
), responses(
    (status = 204, description = "Deleted"),
    (status = 401),
    (status = 403),
    (status = 404),
    (status = 412),
))]
#[delete("/system/synonyms/{id}")]
pub async fn remove(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let (actor, precondition) = (admin.actor(), precondition(&request)?);
    run(&app, move |app| synonyms::delete_synonym(app, &id, &precondition, &actor)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Adds those synonyms of a CSV file that do not exist yet; none if a line is invalid.
#[utoipa::path(tag = "system", operation_id = "importSynonyms", params(WordImportParameters), request_body(content = String, content_type = "text/csv"), responses(
    (status = 200, body = WordImportReport),
    (status = 400),
    (status = 401),
    (status = 403),
    (status = 413),
))]
#[post("/system/synonyms/import")]
pub async fn import(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    import_words(&request, &app, payload, MAX_FILE_BYTES, move |app, file, dry_run| {
        let lines = synonyms_csv::read(file).map_err(Error::Unreadable)?;
        synonyms::import_synonyms(app, lines, dry_run, &admin.actor())
    })
    .await
}

/// What a text finds now, and what it would find with a synonym that is not saved.
#[utoipa::path(tag = "system", operation_id = "trySynonym", request_body = SynonymTrial, responses(
    (status = 200, body = TrialOutcome),
    (status = 400),
    (status = 401),
    (status = 403),
    (status = 413),
    (status = 422),
))]
#[post("/system/synonyms/try")]
pub async fn try_out(
    admin: Admin,
    app: web::Data<App>,
    body: JsonBody<SynonymTrial>,
) -> Result<HttpResponse, Problem> {
    Ok(HttpResponse::Ok()
        .json(run(&app, move |app| synonyms::try_synonym(app, &admin.actor(), body.0)).await?))
}

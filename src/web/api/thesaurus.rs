//! The thesaurus: synonyms that administrators add, and the concepts that searches use.

use crate::domain::app::App;
use crate::domain::{synonyms, thesaurus};
use crate::import_export::{list_tables, synonyms_csv};
use crate::model::entity_tag::quoted_tag;
use crate::model::error::{Error, Result};
use crate::model::search::request::{check_text, read_flag, read_start};
use crate::model::thesaurus::{
    SynonymDraft, SynonymEntry, SynonymPage, SynonymTrial, TermPage, TermSwitch, TrialOutcome,
    WordImportReport,
};
use crate::web::blocking::run;
use crate::web::caller::Admin;
use crate::web::conditional::precondition;
use crate::web::problem::Problem;
use crate::web::query::{PageParameters, parameters};
use crate::web::request_body::{JsonBody, read_file};
use crate::web::table::{TableParameters, TableResponse, table_file, table_format};
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, delete, get, post, put, web};
use serde::Deserialize;
use utoipa::IntoParams;

/// Largest file of synonyms: the maximum number of synonyms of the maximum length.
const MAX_FILE_BYTES: usize = 16 << 20;

/// The synonyms, sorted by their first term, 50 a page.
#[utoipa::path(tag = "system", operation_id = "listSynonyms", params(PageParameters), responses(
    Admin,
    (status = 200, body = SynonymPage),
    (status = 400),
))]
#[get("/system/synonyms")]
pub async fn list_synonyms(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let start = read_start(&parameters::<PageParameters>(&request)?.start)?;
    Ok(HttpResponse::Ok()
        .json(run(&app, move |app| synonyms::synonyms(&app.store, &admin.actor(), start)).await?))
}

/// Every synonym as CSV, which can be imported again, or a workbook.
#[utoipa::path(tag = "system", operation_id = "downloadSynonyms", params(TableParameters), responses(
    Admin,
    TableResponse,
    (status = 400),
))]
#[get("/system/synonyms/download")]
pub async fn download_synonyms(
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
    Admin,
    (status = 201, body = SynonymEntry, headers(("Location" = String), ("ETag" = String))),
    (status = 400),
    (status = 422),
))]
#[post("/system/synonyms")]
pub async fn add_synonym(
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
    Admin,
    (status = 200, body = SynonymEntry, headers(("ETag" = String))),
    (status = 400),
    (status = 404),
    (status = 412),
    (status = 422),
))]
#[put("/system/synonyms/{id}")]
pub async fn replace_synonym(
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
    Admin,
    (status = 204, description = "Deleted"),
    (status = 400, description = "`If-Match` is not a list of tags"),
    (status = 404),
    (status = 412),
))]
#[delete("/system/synonyms/{id}")]
pub async fn remove_synonym(
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
    Admin,
    (status = 200, body = WordImportReport),
    (status = 400),
))]
#[post("/system/synonyms/import")]
pub async fn import_synonyms(
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
    Admin,
    (status = 200, body = TrialOutcome),
    (status = 400),
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

/// Which terms.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct TermParameters {
    /// Part of the concept's name or of the term.
    #[param(required = false, max_length = 500)]
    pub q: String,
    /// First term, from 0.
    #[param(required = false, value_type = u32)]
    pub start: String,
}

/// The terms that searches know, those that are switched off included, 50 a page.
#[utoipa::path(tag = "system", operation_id = "listTerms", params(TermParameters), responses(
    Admin,
    (status = 200, body = TermPage),
    (status = 400),
))]
#[get("/system/terms")]
pub async fn list_concepts(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let query: TermParameters = parameters(&request)?;
    check_text(&query.q)?;
    let start = read_start(&query.start)?;
    Ok(HttpResponse::Ok()
        .json(run(&app, move |app| thesaurus::terms(app, &admin.actor(), &query.q, start)).await?))
}

/// As CSV or a workbook: every term.
#[utoipa::path(tag = "system", operation_id = "downloadTerms", params(TermParameters, TableParameters), responses(
    Admin,
    TableResponse,
    (status = 400),
))]
#[get("/system/terms/download")]
pub async fn download_concepts(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let query: TermParameters = parameters(&request)?;
    check_text(&query.q)?;
    let format = table_format(&request)?;
    let file = run(&app, move |app| {
        let all = thesaurus::all_terms(app, &admin.actor(), &query.q)?;
        list_tables::terms(&all).into_file(format, &app.settings.data.dir)
    })
    .await?;
    Ok(table_file(file))
}

/// Switches a term off or on; searches use the change as soon as the call returns.
#[utoipa::path(tag = "system", operation_id = "switchTerm", request_body = TermSwitch, responses(
    Admin,
    (status = 204, description = "Switched"),
    (status = 400),
    (status = 422),
))]
#[put("/system/terms")]
pub async fn switch_concept(
    admin: Admin,
    app: web::Data<App>,
    body: JsonBody<TermSwitch>,
) -> Result<HttpResponse, Problem> {
    let actor = admin.actor();
    run(&app, move |app| thesaurus::switch_term(app, &body.0, &actor)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The hospital's own table, as it was imported; empty without one.
#[utoipa::path(tag = "system", operation_id = "getOwnTerms", responses(
    Admin,
    (status = 200, content_type = "text/tab-separated-values", body = String),
))]
#[get("/system/terms/own")]
pub async fn list_own_concepts(admin: Admin, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let table = run(&app, move |app| thesaurus::own_terms(&app.store, &admin.actor())).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/tab-separated-values; charset=utf-8"))
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"own-terms.tsv\""))
        .body(table))
}

/// Replaces the hospital's own table; searches use it as soon as the call returns. With an invalid line nothing changes.
#[utoipa::path(tag = "system", operation_id = "replaceOwnTerms", params(WordImportParameters), request_body(content = String, content_type = "text/tab-separated-values"), responses(
    Admin,
    (status = 200, body = WordImportReport),
    (status = 400),
))]
#[post("/system/terms/own")]
pub async fn replace_own_concepts(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
    payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    import_words(&request, &app, payload, thesaurus::MAX_TABLE_BYTES, move |app, file, dry_run| {
        let report = thesaurus::import_own_terms(&app.store, file, dry_run, &admin.actor())?;
        thesaurus::refresh(app)?;
        Ok(report)
    })
    .await
}

/// How to import.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct WordImportParameters {
    /// `true`: check everything, write nothing.
    #[param(required = false, value_type = bool)]
    pub dry_run: String,
}

impl WordImportParameters {
    /// Whether this is a dry run.
    pub(in crate::web) fn is_dry_run(&self) -> Result<bool, Error> {
        read_flag("dryRun", &self.dry_run)
    }
}

/// Reads a file of at most `most` bytes and passes it to `import`, with whether this is a dry run.
pub(in crate::web) async fn import_words(
    request: &HttpRequest,
    app: &web::Data<App>,
    payload: web::Payload,
    most: usize,
    import: impl FnOnce(&App, &[u8], bool) -> Result<WordImportReport> + Send + 'static,
) -> std::result::Result<HttpResponse, Problem> {
    let dry_run = parameters::<WordImportParameters>(request)?.is_dry_run()?;
    let file = read_file(payload, most).await?;
    let report = run(app, move |app| import(app, &file, dry_run)).await?;
    Ok(HttpResponse::Ok().json(report))
}

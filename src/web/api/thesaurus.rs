//! The thesaurus: synonyms that administrators add, and the concepts that searches use.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::{synonyms, thesaurus};
use crate::import_export::{list_tables, synonyms_csv};
use crate::model::error::{Error, Result};
use crate::model::list_part::ListPart;
use crate::model::search::request::{check_text, read_flag, read_start};
use crate::model::thesaurus::{
    SynonymDraft, SynonymEntry, SynonymPage, SynonymTrial, TermPage, TermSwitch, TrialOutcome,
    WordImportReport,
};
use crate::web::call::{Admin, Call, tagged_json};
use crate::web::problem::HttpResult;
use crate::web::query::PageParameters;
use crate::web::request_body::{JsonBody, read_file};
use crate::web::table::{TableParameters, TableResponse};
use actix_web::http::header;
use actix_web::{HttpResponse, delete, get, post, put, web};
use serde::Deserialize;
use utoipa::IntoParams;

/// Largest file of synonyms: the maximum number of synonyms of the maximum length.
const MAX_FILE_BYTES: usize = 16 << 20;

/// The synonyms, sorted by their first term, 50 a page.
#[utoipa::path(params(PageParameters), responses(Admin, (status = 200, body = SynonymPage)))]
#[get("/system/synonyms")]
pub async fn list_synonyms(admin: Admin) -> HttpResult {
    let part = admin.page()?;
    admin.json(move |app, actor| synonyms::synonyms(&app.store, actor, part)).await
}

/// Every synonym as CSV, which can be imported again, or a workbook.
#[utoipa::path(params(TableParameters), responses(Admin, TableResponse))]
#[get("/system/synonyms/download")]
pub async fn download_synonyms(admin: Admin) -> HttpResult {
    admin
        .table(move |app, actor, to| {
            let all = synonyms::synonyms(&app.store, actor, ListPart::ALL)?.synonyms;
            synonyms_csv::synonyms(&all).into_file(to)
        })
        .await
}

/// Adds a synonym; searches use it as soon as the call returns.
#[utoipa::path(request_body = SynonymDraft, responses(
    Admin,
    (status = 201, body = SynonymEntry, headers(("Location" = String), ("ETag" = String))),
))]
#[post("/system/synonyms")]
pub async fn add_synonym(admin: Admin, body: JsonBody<SynonymDraft>) -> HttpResult {
    let entry = admin.run(move |app, actor| synonyms::add_synonym(app, body.0, actor)).await?;
    Ok(tagged_json(entry.version, Some(format!("/api/system/synonyms/{}", entry.id)), &entry))
}

/// Replaces a synonym; with `If-Match` only the version that the caller knows.
#[utoipa::path(params(
    ("id" = String, Path, description = "Id of the synonym"),
    ("If-Match" = Option<String>, Header, description = "ETag of the version to replace"),
), request_body = SynonymDraft, responses(
    Admin,
    (status = 200, body = SynonymEntry, headers(("ETag" = String))),
))]
#[put("/system/synonyms/{id}")]
pub async fn replace_synonym(
    admin: Admin,
    id: web::Path<String>,
    body: JsonBody<SynonymDraft>,
) -> HttpResult {
    let precondition = admin.precondition()?;
    let entry = admin
        .run(move |app, actor| synonyms::replace_synonym(app, &id, body.0, &precondition, actor))
        .await?;
    Ok(tagged_json(entry.version, None, &entry))
}

/// Deletes a synonym; with `If-Match` only the version that the caller knows.
#[utoipa::path(params(
    ("id" = String, Path, description = "Id of the synonym"),
    ("If-Match" = Option<String>, Header, description = "ETag of the version to delete"),
), responses(
    Admin,
    (status = 204, description = "Deleted"),
    (status = 400, description = "`If-Match` is not a list of tags"),
))]
#[delete("/system/synonyms/{id}")]
pub async fn delete_synonym(admin: Admin, id: web::Path<String>) -> HttpResult {
    let precondition = admin.precondition()?;
    admin.no_content(move |app, actor| synonyms::delete_synonym(app, &id, &precondition, actor)).await
}

/// Adds those synonyms of a CSV file that do not exist yet; none if a line is invalid.
#[utoipa::path(params(WordImportParameters), request_body(
    content = String,
    content_type = "text/csv",
), responses(
    Admin,
    (status = 200, body = WordImportReport),
))]
#[post("/system/synonyms/import")]
pub async fn import_synonyms(admin: Admin, payload: web::Payload) -> HttpResult {
    import_words(&admin, payload, MAX_FILE_BYTES, |app, actor, file, dry_run| {
        let lines = synonyms_csv::read(file).map_err(Error::Unreadable)?;
        synonyms::import_synonyms(app, lines, dry_run, actor)
    })
    .await
}

/// What a text finds now, and what it would find with a synonym that is not saved.
#[utoipa::path(request_body = SynonymTrial, responses(Admin, (status = 200, body = TrialOutcome)))]
#[post("/system/synonyms/try")]
pub async fn try_synonym(admin: Admin, body: JsonBody<SynonymTrial>) -> HttpResult {
    admin.json(move |app, actor| synonyms::try_synonym(app, actor, body.0)).await
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
#[utoipa::path(params(TermParameters), responses(Admin, (status = 200, body = TermPage)))]
#[get("/system/terms")]
pub async fn list_terms(admin: Admin) -> HttpResult {
    let query: TermParameters = admin.parameters()?;
    check_text(&query.q)?;
    let start = read_start(&query.start)?;
    admin.json(move |app, actor| thesaurus::terms(app, actor, &query.q, ListPart::page(start))).await
}

/// As CSV or a workbook: every term.
#[utoipa::path(params(TermParameters, TableParameters), responses(Admin, TableResponse))]
#[get("/system/terms/download")]
pub async fn download_terms(admin: Admin) -> HttpResult {
    let query: TermParameters = admin.parameters()?;
    check_text(&query.q)?;
    admin
        .table(move |app, actor, to| {
            let all = thesaurus::terms(app, actor, &query.q, ListPart::ALL)?.terms;
            list_tables::terms(&all).into_file(to)
        })
        .await
}

/// Switches a term off or on; searches use the change as soon as the call returns.
#[utoipa::path(request_body = TermSwitch, responses(Admin, (status = 204, description = "Switched")))]
#[put("/system/terms")]
pub async fn switch_term(admin: Admin, body: JsonBody<TermSwitch>) -> HttpResult {
    admin.no_content(move |app, actor| thesaurus::switch_term(app, &body.0, actor)).await
}

/// The hospital's own table, as it was imported; empty without one.
#[utoipa::path(responses(Admin, (status = 200, content_type = "text/tab-separated-values", body = String)))]
#[get("/system/terms/own")]
pub async fn get_own_terms(admin: Admin) -> HttpResult {
    let table = admin.run(move |app, actor| thesaurus::own_terms(&app.store, actor)).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/tab-separated-values; charset=utf-8"))
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"own-terms.tsv\""))
        .body(table))
}

/// Replaces the hospital's own table; searches use it as soon as the call returns. With an invalid line nothing changes.
#[utoipa::path(params(WordImportParameters), request_body(
    content = String,
    content_type = "text/tab-separated-values",
), responses(
    Admin,
    (status = 200, body = WordImportReport),
))]
#[post("/system/terms/own")]
pub async fn replace_own_terms(admin: Admin, payload: web::Payload) -> HttpResult {
    import_words(&admin, payload, thesaurus::MAX_TABLE_BYTES, |app, actor, file, dry_run| {
        let report = thesaurus::import_own_terms(&app.store, file, dry_run, actor)?;
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
    call: &Call,
    payload: web::Payload,
    most: usize,
    import: impl FnOnce(&App, &Actor, &[u8], bool) -> Result<WordImportReport> + Send + 'static,
) -> HttpResult {
    let dry_run = call.parameters::<WordImportParameters>()?.is_dry_run()?;
    let file = read_file(payload, most).await?;
    call.json(move |app, actor| import(app, actor, &file, dry_run)).await
}

//! Translations: those that are missing, and those that people request.

use crate::domain::app::App;
use crate::domain::translations::{self, GapFilter};
use crate::import_export::list_tables;
use crate::model::error::Error;
use crate::model::languages::language::read_lang;
use crate::model::languages::tag::LanguageTag;
use crate::model::page_urls;
use crate::model::search::request::read_start;
use crate::model::translation::{
    NewTranslationRequest, RequestPage, TranslationPage, TranslationRequest, TranslationState, read_is_open,
};
use crate::web::blocking::run;
use crate::web::caller::{Admin, Staff};
use crate::web::problem::Problem;
use crate::web::query::{parameters, read_restriction};
use crate::web::request_body::JsonBody;
use crate::web::table::{TableParameters, TableResponse, table_file, table_format};
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::Deserialize;
use utoipa::IntoParams;

/// Which gaps.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct TranslationParameters {
    /// Tag of the language.
    #[param(required = true)]
    pub lang: String,
    /// Only citations of this department.
    #[param(required = false)]
    pub department: String,
    /// `missing` or `outdated`; both when it is left out.
    #[param(required = false)]
    pub state: String,
    /// First citation, from 0.
    #[param(required = false, value_type = u32)]
    pub start: String,
}

impl TranslationParameters {
    fn read(self) -> Result<(GapFilter, usize), Error> {
        let start = read_start(&self.start)?;
        let state = TranslationState::read(&self.state)?;
        let lang =
            read_lang(&self.lang)?.ok_or_else(|| Error::Unreadable("lang: this is required.".into()))?;
        let department = read_restriction(self.department);
        Ok((GapFilter { lang, department, state }, start))
    }
}

/// Citations without a version in a language, or with an outdated one, most wanted first, 50 a page. Obsolete citations are
/// left out.
#[utoipa::path(tag = "system", operation_id = "listTranslations", params(TranslationParameters), responses(
    Admin,
    (status = 200, body = TranslationPage),
    (status = 400),
))]
#[get("/system/translations")]
pub async fn list_missing(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let (filter, start) = parameters::<TranslationParameters>(&request)?.read()?;
    Ok(HttpResponse::Ok()
        .json(run(&app, move |app| translations::translations(app, &admin.actor(), &filter, start)).await?))
}

/// As CSV or a workbook: every citation.
#[utoipa::path(tag = "system", operation_id = "downloadTranslations", params(TranslationParameters, TableParameters), responses(
    Admin,
    TableResponse,
    (status = 400),
))]
#[get("/system/translations/download")]
pub async fn download_missing(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let (filter, _) = parameters::<TranslationParameters>(&request)?.read()?;
    let format = table_format(&request)?;
    let file = run(&app, move |app| {
        let all = translations::all_translations(app, &admin.actor(), &filter)?;
        let link = |readable_id: &str| page_urls::citation(&app.public_url, readable_id);
        list_tables::translations(filter.lang.as_str(), &all.citations, link)
            .into_file(format, &app.settings.data.dir)
    })
    .await?;
    Ok(table_file(file))
}

/// Requests a translation of a citation. Repeated requests of a person count once until they are closed; a note is added if
/// there was none.
#[utoipa::path(tag = "user", operation_id = "requestTranslation", request_body = NewTranslationRequest, responses(
    Staff,
    (status = 201, body = TranslationRequest),
    (status = 200, description = "This person has asked for it already", body = TranslationRequest),
    (status = 400),
    (status = 403),
    (status = 422, description = "Also when there is a current version in the language"),
))]
#[post("/user/translation-requests")]
pub async fn add_request(
    staff: Staff,
    app: web::Data<App>,
    body: JsonBody<NewTranslationRequest>,
) -> Result<HttpResponse, Problem> {
    let actor = staff.actor();
    let (request, is_new) = run(&app, move |app| translations::request(&app.store, &actor, &body.0)).await?;
    let mut response = if is_new { HttpResponse::Created() } else { HttpResponse::Ok() };
    Ok(response.json(request))
}

/// Which requests.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct RequestParameters {
    /// Tag of the language.
    #[param(required = false)]
    pub lang: String,
    /// Id or readable id of the citation.
    #[param(required = false)]
    pub citation: String,
    /// `open` or `closed`; both when it is left out.
    #[param(required = false)]
    pub state: String,
    /// First request, from 0.
    #[param(required = false, value_type = u32)]
    pub start: String,
}

/// The parameters, read.
struct RequestFilter {
    lang: Option<LanguageTag>,
    citation: Option<String>,
    is_open: Option<bool>,
    start: usize,
}

impl RequestParameters {
    fn read(self) -> Result<RequestFilter, Error> {
        Ok(RequestFilter {
            lang: read_lang(&self.lang)?,
            citation: Some(self.citation).filter(|citation| !citation.is_empty()),
            is_open: read_is_open(&self.state)?,
            start: read_start(&self.start)?,
        })
    }
}

/// Requests for translations, newest first, 50 a page.
#[utoipa::path(tag = "system", operation_id = "listTranslationRequests", params(RequestParameters), responses(
    Admin,
    (status = 200, body = RequestPage),
    (status = 400),
))]
#[get("/system/translation-requests")]
pub async fn list_requests(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let filter = parameters::<RequestParameters>(&request)?.read()?;
    let page = run(&app, move |app| {
        translations::requests(
            &app.store,
            &admin.actor(),
            filter.lang.as_ref(),
            filter.citation.as_deref(),
            filter.is_open,
            filter.start,
        )
    });
    Ok(HttpResponse::Ok().json(page.await?))
}

/// As CSV or a workbook: every request.
#[utoipa::path(tag = "system", operation_id = "downloadTranslationRequests", params(RequestParameters, TableParameters), responses(
    Admin,
    TableResponse,
    (status = 400),
))]
#[get("/system/translation-requests/download")]
pub async fn download_requests(
    request: HttpRequest,
    admin: Admin,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let filter = parameters::<RequestParameters>(&request)?.read()?;
    let format = table_format(&request)?;
    let file = run(&app, move |app| {
        let all = translations::all_requests(
            &app.store,
            &admin.actor(),
            filter.lang.as_ref(),
            filter.citation.as_deref(),
            filter.is_open,
        )?;
        let link = |readable_id: &str| page_urls::citation(&app.public_url, readable_id);
        list_tables::translation_requests(&all, link).into_file(format, &app.settings.data.dir)
    });
    Ok(table_file(file.await?))
}

/// Closes a request; a closed one is unchanged.
#[utoipa::path(tag = "system", operation_id = "closeTranslationRequest", params(("id" = String, Path, description = "Id of the request")), responses(
    Admin,
    (status = 204, description = "It is closed"),
    (status = 404),
))]
#[post("/system/translation-requests/{id}/close")]
pub async fn close_request(
    admin: Admin,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let actor = admin.actor();
    run(&app, move |app| translations::close_request(&app.store, &id, &actor)).await?;
    Ok(HttpResponse::NoContent().finish())
}

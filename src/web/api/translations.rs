//! Translations: those that are missing, and those that people request.

use crate::domain::translations::{self, GapFilter};
use crate::import_export::list_tables;
use crate::model::error::Error;
use crate::model::languages::language::read_lang;
use crate::model::languages::tag::LanguageTag;
use crate::model::list_part::ListPart;
use crate::model::search::request::read_start;
use crate::model::translation::{
    NewTranslationRequest, RequestPage, TranslationPage, TranslationRequest, TranslationState, read_is_open,
};
use crate::web::call::{Admin, Staff};
use crate::web::problem::HttpResult;
use crate::web::query::read_restriction;
use crate::web::request_body::JsonBody;
use crate::web::table::{TableParameters, TableResponse};
use actix_web::{HttpResponse, get, post, web};
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
    fn read(self) -> Result<(GapFilter, ListPart), Error> {
        let part = ListPart::page(read_start(&self.start)?);
        let state = TranslationState::read(&self.state)?;
        let lang =
            read_lang(&self.lang)?.ok_or_else(|| Error::Unreadable("lang: this is required.".into()))?;
        let department = read_restriction(self.department);
        Ok((GapFilter { lang, department, state }, part))
    }
}

/// Citations without a version in a language, or with an outdated one, most wanted first, 50 a page. Obsolete citations are
/// left out.
#[utoipa::path(params(TranslationParameters), responses(Admin, (status = 200, body = TranslationPage)))]
#[get("/system/translations")]
pub async fn list_translations(admin: Admin) -> HttpResult {
    let (filter, part) = admin.parameters::<TranslationParameters>()?.read()?;
    admin.json(move |app, actor| translations::translations(app, actor, &filter, part)).await
}

/// As CSV or a workbook: every citation.
#[utoipa::path(params(TranslationParameters, TableParameters), responses(Admin, TableResponse))]
#[get("/system/translations/download")]
pub async fn download_translations(admin: Admin) -> HttpResult {
    let (filter, _) = admin.parameters::<TranslationParameters>()?.read()?;
    admin
        .table(move |app, actor, to| {
            let all = translations::translations(app, actor, &filter, ListPart::ALL)?;
            let link = |readable_id: &str| app.citation_url(readable_id);
            list_tables::translations(filter.lang.as_str(), &all.citations, link).into_file(to)
        })
        .await
}

/// Requests a translation of a citation. Repeated requests of a person count once until they are closed; a note is added if
/// there was none.
#[utoipa::path(request_body = NewTranslationRequest, responses(
    Staff,
    (status = 201, body = TranslationRequest),
    (status = 200, description = "This person has asked for it already", body = TranslationRequest),
    (status = 403),
    (status = 422, description = "Also when there is a current version in the language"),
))]
#[post("/user/translation-requests")]
pub async fn request_translation(staff: Staff, body: JsonBody<NewTranslationRequest>) -> HttpResult {
    let (request, is_new) =
        staff.run(move |app, actor| translations::request(&app.store, actor, &body.0)).await?;
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
    part: ListPart,
}

impl RequestParameters {
    fn read(self) -> Result<RequestFilter, Error> {
        Ok(RequestFilter {
            lang: read_lang(&self.lang)?,
            citation: Some(self.citation).filter(|citation| !citation.is_empty()),
            is_open: read_is_open(&self.state)?,
            part: ListPart::page(read_start(&self.start)?),
        })
    }
}

/// Requests for translations, newest first, 50 a page.
#[utoipa::path(params(RequestParameters), responses(Admin, (status = 200, body = RequestPage)))]
#[get("/system/translation-requests")]
pub async fn list_translation_requests(admin: Admin) -> HttpResult {
    let filter = admin.parameters::<RequestParameters>()?.read()?;
    admin
        .json(move |app, actor| {
            translations::requests(
                &app.store,
                actor,
                filter.lang.as_ref(),
                filter.citation.as_deref(),
                filter.is_open,
                filter.part,
            )
        })
        .await
}

/// As CSV or a workbook: every request.
#[utoipa::path(params(RequestParameters, TableParameters), responses(Admin, TableResponse))]
#[get("/system/translation-requests/download")]
pub async fn download_translation_requests(admin: Admin) -> HttpResult {
    let filter = admin.parameters::<RequestParameters>()?.read()?;
    admin
        .table(move |app, actor, to| {
            let all = translations::requests(
                &app.store,
                actor,
                filter.lang.as_ref(),
                filter.citation.as_deref(),
                filter.is_open,
                ListPart::ALL,
            )?;
            let link = |readable_id: &str| app.citation_url(readable_id);
            list_tables::translation_requests(&all.requests, link).into_file(to)
        })
        .await
}

/// Closes a request; a closed one is unchanged.
#[utoipa::path(params(("id" = String, Path, description = "Id of the request")), responses(
    Admin,
    (status = 204, description = "It is closed"),
))]
#[post("/system/translation-requests/{id}/close")]
pub async fn close_translation_request(admin: Admin, id: web::Path<String>) -> HttpResult {
    admin.no_content(move |app, actor| translations::close_request(&app.store, &id, actor)).await
}

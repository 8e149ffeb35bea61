//! Which citations lack a translation.

use crate::domain::app::App;
use crate::domain::translations::{self, GapFilter};
use crate::import_export::list_tables;
use crate::model::error::Error;
use crate::model::languages::language::read_lang;
use crate::model::page_urls;
use crate::model::search::request::read_start;
use crate::model::translation::{TranslationPage, TranslationState};
use crate::web::blocking::run;
use crate::web::body::table::{TableParameters, table_file, table_format};
use crate::web::caller::Admin;
use crate::web::problem::Problem;
use crate::web::query::parameters::{parameters, read_restriction};
use actix_web::{HttpRequest, HttpResponse, get, web};
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
    (status = 200, body = TranslationPage),
    (status = 400),
    (status = 401),
    (status = 403),
))]
#[get("/system/translations")]
pub async fn list(request: HttpRequest, admin: Admin, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let (filter, start) = parameters::<TranslationParameters>(&request)?.read()?;
    Ok(HttpResponse::Ok()
        .json(run(&app, move |app| translations::translations(app, &admin.actor(), &filter, start)).await?))
}

/// The same as CSV or a workbook, every citation.
#[utoipa::path(tag = "system", operation_id = "downloadTranslations", params(TranslationParameters, TableParameters), responses(
    (status = 200, content((String = "text/csv"), (Vec<u8> = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"))),
    (status = 400),
    (status = 401),
    (status = 403),
))]
#[get("/system/translations/download")]
pub async fn download(
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

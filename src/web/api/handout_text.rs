//! The reading level and the text of handouts.

use crate::domain::handout_text::{self, ReadabilityFilter};
use crate::import_export::file_tables;
use crate::model::error::Error;
use crate::model::handout_text::report::{Readability, ReadabilityPage, read_grade, read_state};
use crate::model::list_part::ListPart;
use crate::model::search::request::read_start;
use crate::web::call::{Admin, Staff};
use crate::web::problem::HttpResult;
use crate::web::query::read_restriction;
use crate::web::table::{TableParameters, TableResponse};
use actix_web::{get, web};
use serde::Deserialize;
use utoipa::IntoParams;

/// Which handouts.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct ReadabilityParameters {
    /// Only those with a reading level above this grade, from 0 to 18.
    #[param(required = false, value_type = u32, maximum = 18)]
    pub above: String,
    /// Only those of citations of this department.
    #[param(required = false)]
    pub department: String,
    /// `level`, `noText`, `failed`, `short`, `noFormula` or `notFetched`; all when it is left out.
    #[param(required = false)]
    pub state: String,
    /// First handout, from 0.
    #[param(required = false, value_type = u32)]
    pub start: String,
}

impl ReadabilityParameters {
    fn read(self) -> Result<(ReadabilityFilter, ListPart), Error> {
        let part = ListPart::page(read_start(&self.start)?);
        let (above, state) = (read_grade(&self.above)?, read_state(&self.state)?);
        let department = read_restriction(self.department);
        Ok((ReadabilityFilter { department, above, state }, part))
    }
}

/// Language versions with their reading levels, the hardest first, then those without one; 50 a page. Obsolete citations
/// are left out.
#[utoipa::path(params(ReadabilityParameters), responses(Admin, (status = 200, body = ReadabilityPage)))]
#[get("/system/readability")]
pub async fn list_readability(admin: Admin) -> HttpResult {
    let (filter, part) = admin.parameters::<ReadabilityParameters>()?.read()?;
    admin.json(move |app, actor| handout_text::list_readability(app, actor, &filter, part)).await
}

/// As CSV or a workbook: all of them.
#[utoipa::path(params(ReadabilityParameters, TableParameters), responses(Admin, TableResponse))]
#[get("/system/readability/download")]
pub async fn download_readability(admin: Admin) -> HttpResult {
    let (filter, _) = admin.parameters::<ReadabilityParameters>()?.read()?;
    admin
        .table(move |app, actor, to| {
            let all = handout_text::list_readability(app, actor, &filter, ListPart::ALL)?;
            let link = |readable_id: &str| app.citation_url(readable_id);
            file_tables::handouts(&all.handouts, link).into_file(to)
        })
        .await
}

/// How hard the language versions of a citation are to read.
#[utoipa::path(params(("id" = String, Path, description = "Id or readable id")), responses(
    Staff,
    (status = 200, body = Vec<Readability>),
))]
#[get("/citations/{id}/readability")]
pub async fn citation_readability(staff: Staff, id: web::Path<String>) -> HttpResult {
    staff.json(move |app, _| handout_text::citation_readability(&app.store, &id)).await
}

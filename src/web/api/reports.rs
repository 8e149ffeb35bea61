//! Problem reports: sent by anybody, worked on by administrators.

use crate::domain::app::App;
use crate::domain::reports::queue::{self, ReportQuery};
use crate::domain::reports::submission::{self, Reporter};
use crate::import_export::usage_tables;
use crate::model::error::Error;
use crate::model::list_part::ListPart;
use crate::model::page_urls;
use crate::model::reports::{
    NewReport, Report, ReportChange, ReportKind, ReportPage, ReportState, TakenReport,
};
use crate::model::search::request::read_start;
use crate::web::blocking::run;
use crate::web::call::Admin;
use crate::web::caller::Visitor;
use crate::web::client_address::{client_address, client_key};
use crate::web::middleware::same_origin;
use crate::web::problem::{HttpResult, Problem};
use crate::web::query::read_restriction;
use crate::web::request_body::{JsonBody, SmallJsonBody};
use crate::web::screen_language::screen_language;
use crate::web::table::{TableParameters, TableResponse};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::Deserialize;
use utoipa::IntoParams;

/// Reports a problem with a citation or packet. Nobody needs to sign in; the text is only ever shown as text.
#[utoipa::path(tag = "citations", request_body = NewReport, responses(
    (status = 201, body = TakenReport),
    (status = 403, description = "It comes from a page of another site"),
    (status = 429, description = "Five reports within an hour, or five hundred open ones in all; Retry-After says when to try again"),
))]
#[post("/reports")]
pub async fn report_problem(
    request: HttpRequest,
    caller: Visitor,
    app: web::Data<App>,
    body: SmallJsonBody<NewReport>,
) -> HttpResult {
    if same_origin::is_from_other_site(&request, &app.public_url) {
        let detail = "This report did not come from a page of this catalogue, so it was not taken.";
        return Err(Problem::new(StatusCode::FORBIDDEN, detail));
    }
    let address = client_address(&request, &app.settings.server.trusted_proxies).map(client_key);
    let screen_language = screen_language(&request, &app.settings).tag;
    let taken = run(&app, move |app| {
        let actor = caller.actor();
        let reporter = Reporter { address, actor: actor.as_ref(), screen_language };
        submission::submit(app, &reporter, &body.0)
    })
    .await?;
    Ok(HttpResponse::Created().json(taken))
}

/// Which reports.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct ReportParameters {
    /// `open` or `closed`; both when it is left out.
    #[param(required = false)]
    pub state: String,
    /// `link`, `outdated`, `wrong`, `translation`, `hard`, `format` or `other`; all when it is left out.
    #[param(required = false)]
    pub kind: String,
    /// Only about citations and packets of this department.
    #[param(required = false)]
    pub department: String,
    /// Only about this citation, by id or readable id.
    #[param(required = false)]
    pub citation: String,
    /// First report, from 0.
    #[param(required = false, value_type = u32)]
    pub start: String,
}

impl ReportParameters {
    fn read(self) -> Result<(ReportQuery, ListPart), Error> {
        let filter = ReportQuery {
            state: ReportState::read(&self.state)?,
            kind: ReportKind::read(&self.kind)?,
            department: read_restriction(self.department),
            citation: read_restriction(self.citation),
        };
        Ok((filter, ListPart::page(read_start(&self.start)?)))
    }
}

/// Problem reports, newest first, 50 a page.
#[utoipa::path(params(ReportParameters), responses(Admin, (status = 200, body = ReportPage)))]
#[get("/system/reports")]
pub async fn list_reports(admin: Admin) -> HttpResult {
    let (filter, part) = admin.parameters::<ReportParameters>()?.read()?;
    admin.json(move |app, actor| queue::reports(app, actor, &filter, part)).await
}

/// As CSV or a workbook: every report.
#[utoipa::path(params(ReportParameters, TableParameters), responses(Admin, TableResponse))]
#[get("/system/reports/download")]
pub async fn download_reports(admin: Admin) -> HttpResult {
    let (filter, _) = admin.parameters::<ReportParameters>()?.read()?;
    admin
        .table(move |app, actor, to| {
            let all = queue::reports(app, actor, &filter, ListPart::ALL)?;
            let link = |report: &Report| match report.packet {
                Some(_) => page_urls::packet(&app.public_url, &report.readable_id, None),
                None => page_urls::citation(&app.public_url, &report.readable_id),
            };
            usage_tables::reports(&all.reports, link).into_file(to)
        })
        .await
}

/// Closes or reopens a report, or adds a note. On closing, the note is mailed to the address that was given, if there is one.
#[utoipa::path(params(("id" = String, Path, description = "Id of the report")), request_body = ReportChange, responses(
    Admin,
    (status = 200, body = Report),
))]
#[post("/system/reports/{id}")]
pub async fn change_report(admin: Admin, id: web::Path<String>, body: JsonBody<ReportChange>) -> HttpResult {
    admin.json(move |app, actor| queue::change(app, actor, &id, &body.0)).await
}

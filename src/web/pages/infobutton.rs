//! `/infobutton`: where an info button of a health record leads a person.

use crate::domain::app::App;
use crate::domain::infobutton::answering;
use crate::model::infobutton::request::KnowledgeRequest;
use crate::web::api::infobutton::feed::{answer, see_other};
use crate::web::problem::Problem;
use crate::web::state::Web;
use actix_web::{HttpRequest, HttpResponse, get, web};

/// 303 to the citation if exactly one fits, otherwise to the search that shows the same citations. It is as expensive as
/// the call and has the same limit.
#[get("/infobutton")]
pub(in crate::web) async fn info_button(
    request: HttpRequest,
    app: web::Data<App>,
    state: web::Data<Web>,
) -> Result<HttpResponse, Problem> {
    state.limit.check(&request, &app.settings.server)?;
    let knowledge = KnowledgeRequest::parse(request.query_string())?;
    Ok(see_other(&answer(&request, &app, &state, knowledge, answering::page).await?))
}

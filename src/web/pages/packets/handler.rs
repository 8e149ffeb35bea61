//! Answers `/packets`.

use crate::domain::app::App;
use crate::domain::packets::listing;
use crate::model::category::Category;
use crate::model::packets::packet::PacketPage;
use crate::model::search::request::Facets;
use crate::web::api::search::all_facets;
use crate::web::blocking::run;
use crate::web::pages::document::{Page, answer, error_answer};
use crate::web::pages::head::{Head, Kind};
use crate::web::pages::packets::address::PacketsAddress;
use crate::web::pages::packets::content::packets_content;
use crate::web::pages::page_data::PageData;
use crate::web::pages::view::{View, named_language};
use crate::web::problem::Problem;
use crate::web::state::Web;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};

/// The published packets that the address selects, as a visitor sees them.
pub(in crate::web) async fn packets(
    request: HttpRequest,
    app: web::Data<App>,
    state: web::Data<Web>,
) -> HttpResponse {
    let mut view = View::new(&request, &app, &named_language(&request));
    // While the first index is being built there are none.
    let _ = view.read_languages(&app);
    let address = PacketsAddress::parse(request.query_string());
    let mut data = PageData::with_shared_answers(&view);
    let departments = departments(&app, &state, &mut data).await;
    let listed = listed(&request, &app, &state, &view, &address).await;
    // Those who manage packets get more of each.
    if !view.has_session {
        match &listed {
            Ok(page) => data.add(&address.call_path(), page),
            Err(problem) if problem.is_preparing() => {}
            Err(problem) => data.add_problem(&address.call_path(), problem),
        }
    }
    let canonical =
        address.is_plain().then(|| view.canonical(format!("{}{}", app.public_url, address.path(None))));
    let page = Page {
        status: listed.as_ref().map_or_else(Problem::status, |_| StatusCode::OK),
        head: Head { canonical, ..Head::part(view.texts.packets.title, view.texts) },
        kind: Kind::Packets,
        content: packets_content(&view, &address, &departments, &listed),
        data,
    };
    match &listed {
        Ok(_) => answer(&view, &page),
        Err(problem) => error_answer(&view, &page, problem),
    }
}

/// A page of the list. It counts against the limit of the API, which the screens would have asked.
async fn listed(
    request: &HttpRequest,
    app: &web::Data<App>,
    state: &web::Data<Web>,
    view: &View,
    address: &PacketsAddress,
) -> Result<PacketPage, Problem> {
    state.limit.check_visitor(request, app).await?;
    let (mut filter, start) = address.call().read()?;
    // The view of those who manage packets is for the screens alone.
    filter.with_obsolete &= !view.has_session;
    run(app, move |app| listing::published(app, None, &filter, start)).await
}

/// The departments of the catalogue; none while the first index is being built.
async fn departments(app: &web::Data<App>, state: &web::Data<Web>, data: &mut PageData) -> Vec<String> {
    let shared = state.clone().into_inner();
    let Ok(json) = run(app, move |app| all_facets(app, &shared)).await else { return Vec::new() };
    data.add_json("/api/search/facets?updated=true", &json);
    let mut facets: Facets = serde_json::from_slice(&json).unwrap_or_default();
    let departments = facets.remove(Category::Departments.name()).unwrap_or_default();
    departments.buckets.into_iter().map(|facet_value| facet_value.value).collect()
}

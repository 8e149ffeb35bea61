//! The described interface: gathered from the handlers, completed with what holds for every call.

use crate::web::api;
use crate::web::state::Web;
use actix_web::{App as ActixApp, HttpResponse, web};
use utoipa::openapi::path::Operation;
use utoipa::openapi::{
    ContactBuilder, ContentBuilder, InfoBuilder, OpenApi, OpenApiBuilder, Ref, ResponseBuilder,
};
use utoipa_actix_web::AppExt;

/// The described interface.
#[actix_web::get("/api/openapi.json")]
pub(in crate::web) async fn openapi_document(state: web::Data<Web>) -> HttpResponse {
    HttpResponse::Ok().content_type("application/json").body(state.openapi.clone())
}

pub(in crate::web) fn describe() -> OpenApi {
    let (_, described) = ActixApp::new()
        .into_utoipa_app()
        .service(utoipa_actix_web::scope("/api").configure(api::routes))
        .split_for_parts();
    let info = InfoBuilder::new()
        .title("Handout")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some("Patient and family education catalogue of a children's hospital."))
        .contact(Some(ContactBuilder::new().name(Some("Hospital IT")).build()))
        .build();
    let mut whole = OpenApiBuilder::from(described).info(info).build();
    for item in whole.paths.paths.values_mut() {
        let operations = [(&mut item.get, false), (&mut item.post, true), (&mut item.put, true)];
        for (operation, changes) in operations {
            if let Some(operation) = operation {
                add_common_answers(operation, changes);
            }
        }
    }
    whole
}

/// The answers that the guards and the limits give to any call, where its own description has none of that status.
fn add_common_answers(operation: &mut Operation, changes: bool) {
    let always = [
        ("401", "The bearer token is not valid"),
        ("429", "Too many requests of somebody who is not signed in; Retry-After says when to come back"),
        ("503", "Something needed does not answer at the moment; Retry-After says when to come back"),
    ];
    let of_changes = [
        ("403", "The change did not come from a page of ours"),
        ("408", "The body did not arrive in time"),
        ("413", "The body is too large"),
        ("507", "The disk is full; nothing was saved"),
    ];
    let also = if changes { of_changes.as_slice() } else { &[] };
    for (status, message) in always.iter().chain(also) {
        operation.responses.responses.entry((*status).to_owned()).or_insert_with(|| {
            let problem = Ref::from_schema_name("ProblemBody");
            ResponseBuilder::new()
                .description(*message)
                .content("application/problem+json", ContentBuilder::new().schema(Some(problem)).build())
                .build()
                .into()
        });
    }
}

/// Every described path with its methods.
pub(in crate::web) fn described(openapi: &OpenApi) -> Vec<(Vec<String>, Vec<String>)> {
    let mut all: Vec<(Vec<String>, Vec<String>)> = openapi
        .paths
        .paths
        .iter()
        .map(|(path, item)| {
            let mut methods = Vec::new();
            if item.get.is_some() {
                methods.extend(["GET".to_owned(), "HEAD".to_owned()]);
            }
            if item.post.is_some() {
                methods.push("POST".to_owned());
            }
            if item.put.is_some() {
                methods.push("PUT".to_owned());
            }
            (path.trim_start_matches('/').split('/').map(str::to_owned).collect(), methods)
        })
        .collect();
    all.push((vec!["api".into(), "openapi.json".into()], vec!["GET".into(), "HEAD".into()]));
    all
}

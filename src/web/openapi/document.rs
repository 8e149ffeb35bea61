//! The described interface: collected from the handlers, and completed with what applies to every call.

use crate::domain::app::App;
use crate::model::error::Error;
use crate::web::api;
use crate::web::discovery;
use crate::web::interface::Interface;
use crate::web::openapi::operation::{BEARER, SESSION, complete, complete_page};
use crate::web::problem::{Problem, ProblemBody};
use crate::web::session_cookie::cookie_name;
use crate::web::state::Web;
use actix_web::web;
use actix_web::{App as ActixApp, HttpResponse};
use utoipa::openapi::path::{HttpMethod, Operation, PathItem};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{ContactBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, Server};
use utoipa::{PartialSchema, ToSchema};
use utoipa_actix_web::AppExt;

/// The described interface.
#[actix_web::get("/api/openapi.json")]
pub(in crate::web) async fn openapi_document(
    app: web::Data<App>,
    state: web::Data<Web>,
) -> Result<HttpResponse, Problem> {
    let document = state.interface.get(&app.public_url)?.document.clone();
    Ok(HttpResponse::Ok().content_type("application/json").body(document))
}

/// Describes the interface of a server with this public address.
pub(in crate::web) fn described_interface(public_url: &str) -> Result<Interface, Error> {
    let described = describe(public_url);
    let document = described.to_json().map_err(|e| Error::internal("describing the interface", e))?;
    Ok(Interface { document: document.into(), paths: paths(&described) })
}

/// The OpenAPI 3.1 document of a server with this public address.
fn describe(public_url: &str) -> OpenApi {
    let (_, described) = ActixApp::new()
        .into_utoipa_app()
        .service(utoipa_actix_web::scope("/api").configure(api::described_routes))
        .configure(discovery::described_routes)
        .split_for_parts();
    let info = InfoBuilder::new()
        .title("Handout")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some("Patient and family education catalogue of a children's hospital."))
        .contact(Some(ContactBuilder::new().name(Some("Hospital IT")).build()))
        .license(Some(
            LicenseBuilder::new()
                .name(env!("CARGO_PKG_LICENSE"))
                .identifier(Some(env!("CARGO_PKG_LICENSE")))
                .build(),
        ))
        .build();
    let mut document = OpenApiBuilder::from(described).info(info).servers(Some([Server::new("/")])).build();
    let components = document.components.get_or_insert_default();
    let mut schemas = vec![(ProblemBody::name().into_owned(), ProblemBody::schema())];
    ProblemBody::schemas(&mut schemas);
    components.schemas.extend(schemas);
    let session =
        ApiKeyValue::with_description(cookie_name(public_url), "The session of a signed-in browser.");
    components.add_security_scheme(SESSION, SecurityScheme::ApiKey(ApiKey::Cookie(session)));
    let mut bearer = Http::new(HttpAuthScheme::Bearer);
    bearer.description = Some("An access token of the identity provider.".to_owned());
    components.add_security_scheme(BEARER, SecurityScheme::Http(bearer));
    for (path, item) in &mut document.paths.paths {
        for (method, operation) in operations(item) {
            match path.starts_with("/api/") {
                true => complete(operation, &method),
                false => complete_page(operation),
            }
        }
    }
    document
}

/// The operations of a path that are described, with their methods.
fn operations(item: &mut PathItem) -> impl Iterator<Item = (HttpMethod, &mut Operation)> {
    [
        (HttpMethod::Get, &mut item.get),
        (HttpMethod::Post, &mut item.post),
        (HttpMethod::Put, &mut item.put),
        (HttpMethod::Delete, &mut item.delete),
    ]
    .into_iter()
    .filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}

/// Every described path with its methods.
fn paths(openapi: &OpenApi) -> Vec<(Vec<String>, Vec<String>)> {
    let mut all: Vec<(Vec<String>, Vec<String>)> = openapi
        .paths
        .paths
        .iter()
        .map(|(path, item)| {
            let mut methods = Vec::new();
            if item.get.is_some() {
                methods.extend(["GET".to_owned(), "HEAD".to_owned()]);
            }
            for (operation, method) in [(&item.post, "POST"), (&item.put, "PUT"), (&item.delete, "DELETE")] {
                methods.extend(operation.as_ref().map(|_| method.to_owned()));
            }
            (path.trim_start_matches('/').split('/').map(str::to_owned).collect(), methods)
        })
        .collect();
    all.push((vec!["api".into(), "openapi.json".into()], vec!["GET".into(), "HEAD".into()]));
    all
}

//! Describes the handlers. The program contains the committed description (`web/interface.rs`), which the test below
//! compares with the handlers; so neither the collected description nor what collects it is part of the program.
#![allow(clippy::unwrap_used)]

use crate::web::api;
use crate::web::discovery;
use crate::web::interface::SESSION;
use crate::web::openapi::operation::{BEARER, complete, complete_page};
use crate::web::problem::ProblemBody;
use crate::web::session_cookie::cookie_name;
use actix_web::App as ActixApp;
use serde_json::Value;
use utoipa::openapi::path::{HttpMethod, Operation, PathItem};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{ContactBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, Server};
use utoipa::{PartialSchema, ToSchema};
use utoipa_actix_web::AppExt;

/// `make api-types` sets `HANDOUT_WRITE_OPENAPI`, to write the description that is committed.
#[test]
fn the_openapi_document_is_the_committed_one() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/ui/src/api/openapi.json");
    let mut described = serde_json::to_value(describe()).unwrap();
    remove_impossible_defaults(&mut described);
    if std::env::var_os("HANDOUT_WRITE_OPENAPI").is_some() {
        let text = serde_json::to_string_pretty(&described).unwrap();
        std::fs::write(file, format!("{text}\n")).unwrap();
    }
    let committed: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert!(
        committed == described,
        "ui/src/api/openapi.json differs from the handlers: run `make api-types`"
    );
}

/// The OpenAPI 3.1 document, collected from the handlers, and completed with what applies to every call.
fn describe() -> OpenApi {
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
    let session = ApiKeyValue::with_description(cookie_name(""), "The session of a signed-in browser.");
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

/// Removes defaults that come from Rust and that the schema beside them does not allow: an empty list or text where at least
/// one item or character is required.
fn remove_impossible_defaults(value: &mut Value) {
    match value {
        Value::Object(members) => {
            let is_at_least_one =
                |name: &str| members.get(name).and_then(Value::as_u64).is_some_and(|n| n > 0);
            let is_impossible = match members.get("default") {
                Some(Value::Array(items)) => items.is_empty() && is_at_least_one("minItems"),
                Some(Value::String(text)) => text.is_empty() && is_at_least_one("minLength"),
                _ => false,
            };
            if is_impossible {
                members.shift_remove("default");
            }
            members.values_mut().for_each(remove_impossible_defaults);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_impossible_defaults),
        _ => {}
    }
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

//! Describes the handlers. The program contains the committed description (`web/interface.rs`), which the test below
//! compares with the handlers; so neither the collected description nor what collects it is part of the program.
#![allow(clippy::unwrap_used)]

use crate::web::interface::SESSION;
use crate::web::problem::ProblemBody;
use crate::web::session_cookie::cookie_name;
use crate::web::{api, discovery};
use actix_web::App as ActixApp;
use serde_json::Value;
use utoipa::openapi::path::{HttpMethod, Operation, Parameter, ParameterIn, PathItem};
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{
    ContactBuilder, Content, ContentBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, Ref,
    RefOr, Required, Response, ResponseBuilder, Server,
};
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
            name(operation, path);
            if path.starts_with("/api/") { complete(operation, &method) } else { complete_page(operation) }
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

/// Name of the security scheme of tokens in the document.
const BEARER: &str = "bearer";
/// The media type of refusals (RFC 9457).
const PROBLEM: &str = "application/problem+json";

/// The ID of an operation is the name of its handler in camel case. Unless the handler has a tag, it is the first segment of
/// the path.
fn name(operation: &mut Operation, path: &str) {
    let mut words = operation.operation_id.iter().flat_map(|name| name.split('_'));
    let mut id = words.next().unwrap_or_default().to_owned();
    words.for_each(|word| id.extend([&word[..1].to_uppercase(), &word[1..]]));
    operation.operation_id = Some(id);
    let first = path.trim_start_matches("/api/").split('/').next().unwrap_or_default();
    operation.tags.get_or_insert_with(|| vec![first.to_owned()]);
}

/// Completes the description of a handler.
fn complete(operation: &mut Operation, method: &HttpMethod) {
    // A handler that describes 401 takes a signed-in caller; everything else is open to visitors.
    let signed_in = operation.responses.responses.contains_key("401");
    operation.security = Some(security(signed_in));
    add_implied_responses(operation);
    add_common_responses(operation, *method != HttpMethod::Get);
    complete_responses(operation);
}

fn as_inline<T>(described: &RefOr<T>) -> Option<&T> {
    match described {
        RefOr::T(described) => Some(described),
        RefOr::Ref(_) => None,
    }
}

/// The refusals that follow from what a call takes; a handler describes only the others, and what is special about these.
fn add_implied_responses(operation: &mut Operation) {
    let parameters: Vec<&Parameter> =
        operation.parameters.iter().flatten().filter_map(|parameter| as_inline(parameter)).collect();
    let has = |place: ParameterIn| parameters.iter().any(|parameter| parameter.parameter_in == place);
    let condition = parameters.iter().find(|parameter| parameter.name == "If-Match");
    let is_json = operation
        .request_body
        .as_ref()
        .and_then(as_inline)
        .is_some_and(|body| body.content.contains_key("application/json"));
    let is_required = condition.is_some_and(|condition| condition.required == Required::True);
    let implied = [
        ("400", has(ParameterIn::Query) || condition.is_some() || operation.request_body.is_some()),
        ("404", has(ParameterIn::Path)),
        ("412", condition.is_some()),
        ("422", is_json),
        ("428", is_required),
    ];
    for (status, _) in implied.into_iter().filter(|(_, is_implied)| *is_implied) {
        operation.responses.responses.entry(status.to_owned()).or_insert_with(|| Response::default().into());
    }
}

/// Completes what the handler of an address outside `/api` says.
fn complete_page(operation: &mut Operation) {
    operation.security = Some(vec![SecurityRequirement::default()]);
    complete_responses(operation);
}

fn complete_responses(operation: &mut Operation) {
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(response) = response else { continue };
        if response.description.is_empty() {
            response.description = description(status).to_owned();
        }
        if is_refusal(status) && response.content.is_empty() {
            response.content.insert(PROBLEM.to_owned(), problem().into());
        }
    }
}

fn security(signed_in: bool) -> Vec<SecurityRequirement> {
    let scheme = |name: &str| SecurityRequirement::new::<_, [&str; 0], &str>(name, []);
    let mut ways = vec![scheme(SESSION), scheme(BEARER)];
    if !signed_in {
        ways.insert(0, SecurityRequirement::default());
    }
    ways
}

/// The responses of middleware and limits to any call, unless its own description has that status.
fn add_common_responses(operation: &mut Operation, changes: bool) {
    let always = [
        ("401", "The bearer token is not valid"),
        ("429", "Too many requests of a caller who is not signed in; Retry-After says when to try again"),
        (
            "503",
            "Something needed does not answer at the moment; Retry-After says when to try again. Or this server only \
             reads: `primary` is the address of the one that answers",
        ),
    ];
    let change_responses = [
        ("403", "The change did not come from a page of this server"),
        ("408", "The body did not arrive in time"),
        ("413", "The body is too large"),
        ("507", "The disk is full; nothing was saved"),
    ];
    let also = if changes { change_responses.as_slice() } else { &[] };
    for (status, message) in always.iter().chain(also) {
        operation.responses.responses.entry((*status).to_owned()).or_insert_with(|| {
            ResponseBuilder::new().description(*message).content(PROBLEM, problem()).build().into()
        });
    }
}

fn is_refusal(status: &str) -> bool {
    status.starts_with(['4', '5'])
}

/// The body of every refusal; see `problem.rs`.
fn problem() -> Content {
    ContentBuilder::new().schema(Some(Ref::from_schema_name("ProblemBody"))).build()
}

/// The default description of a response with this status.
fn description(status: &str) -> &'static str {
    match status {
        "200" => "The answer",
        "201" => "Added",
        "202" => "Accepted; it runs in the background",
        "204" => "Done",
        "400" => "The request cannot be read",
        "401" => "Nobody is signed in, or the bearer token is not valid",
        "403" => "The caller may not do this, or the change did not come from a page of this server",
        "404" => "It does not exist",
        "412" => "Changed since",
        "413" => "The body is too large",
        "422" => "What was sent is not allowed; `errors` names each field",
        "428" => "If-Match is missing",
        "429" => "Too many requests; Retry-After says when to try again",
        "507" => "The disk is full; nothing was saved",
        _ => "See the status",
    }
}

//! What applies to every described call: who may make it, the responses of middleware and limits, and a description of
//! each answer that its handler gave none. A handler describes a refusal only by its status: all have the same body.
//! Addresses outside `/api` are open to everybody, and their handlers describe every answer.

use crate::web::interface::SESSION;
use utoipa::openapi::path::{HttpMethod, Operation};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{Content, ContentBuilder, Ref, RefOr, ResponseBuilder};

/// Name of the security scheme of tokens in the document.
pub(super) const BEARER: &str = "bearer";
/// The media type of refusals (RFC 9457).
const PROBLEM: &str = "application/problem+json";

/// Completes the description of a handler.
pub(super) fn complete(operation: &mut Operation, method: &HttpMethod) {
    // A handler that describes 401 takes a signed-in caller; everything else is open to visitors.
    let signed_in = operation.responses.responses.contains_key("401");
    operation.security = Some(security(signed_in));
    add_common_answers(operation, *method != HttpMethod::Get);
    complete_answers(operation);
}

/// Completes what the handler of an address outside `/api` says.
pub(super) fn complete_page(operation: &mut Operation) {
    operation.security = Some(vec![SecurityRequirement::default()]);
    complete_answers(operation);
}

fn complete_answers(operation: &mut Operation) {
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
fn add_common_answers(operation: &mut Operation, changes: bool) {
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
        "413" => "The body is too large",
        "422" => "What was sent is not allowed; `errors` names each field",
        "429" => "Too many requests; Retry-After says when to try again",
        "507" => "The disk is full; nothing was saved",
        _ => "See the status",
    }
}

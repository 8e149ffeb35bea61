//! Citations: read by anybody; added, corrected and restored by administrators.

use crate::domain::app::App;
use crate::domain::citations::as_of;
use crate::domain::citations::editing::{self, AttachedFile, Current, Stored};
use crate::domain::files::adoption::{Adopter, NotStored};
use crate::model::citations::citation::Citation;
use crate::model::citations::duplicates::Warning;
use crate::model::citations::history::{CitationVersion, read_day};
use crate::model::clock;
use crate::model::entity_tag::quoted_tag;
use crate::model::error::Error;
use crate::model::files::Digest;
use crate::model::packets::packet::PacketLink;
use crate::model::page_urls::{Found, encode};
use crate::model::usage::UsageKind;
use crate::web::blocking::run;
use crate::web::call::Admin;
use crate::web::caller::Visitor;
use crate::web::conditional::representation_tag;
use crate::web::problem::{HttpResult, Problem};
use crate::web::query::parameters;
use crate::web::request_body::JsonBody;
use crate::web::screen_language::screen_language;
use crate::web::usage_client;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, post, put, web};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{IntoParams, PartialSchema, ToSchema};

fn tagged_response(status: actix_web::http::StatusCode, tag: &str, body: impl Serialize) -> HttpResponse {
    HttpResponse::build(status)
        .insert_header((header::ETAG, tag))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .json(body)
}

/// A citation with the department packets that hold it.
#[derive(Debug, Serialize, ToSchema)]
pub struct CitationWithPackets {
    #[serde(flatten)]
    pub(in crate::web) citation: Citation,
    /// Department packets that hold it, by title.
    pub(in crate::web) packets: Vec<PacketLink>,
}

/// A saved citation, and warnings about it.
#[derive(Debug, Serialize, ToSchema)]
pub struct SavedCitation {
    #[serde(flatten)]
    citation: CitationWithPackets,
    /// Other citations in use with the same title, item number or address, case and spaces apart; at most 20 for each.
    warnings: Vec<Warning>,
}

/// The response with a citation, and its quoted entity tag: that of its state and, if packets contain it or it has files, of
/// what the response says about these. Who stored a file is only for the signed-in.
pub(in crate::web) fn with_entity_tag(current: Current, is_signed_in: bool) -> (CitationWithPackets, String) {
    let Current { mut citation, packets, uploaders, mut checks, tag: state, .. } = current;
    let mut more: Vec<String> =
        packets.iter().flat_map(|packet| [packet.readable_id.clone(), packet.title.clone()]).collect();
    for version in &mut citation.languages {
        let address = version.url.clone().unwrap_or_default();
        if let Some(check) = checks.remove(&(version.lang.clone(), address)) {
            version.other_format = check.other_format;
            version.findings = check.findings.filter(|_| is_signed_in);
            if version.findings.is_some() || version.other_format {
                more.push(format!("{:?} {}", version.findings, version.other_format));
            }
        }
        let Some(file) = &mut version.file else { continue };
        if let Some(details) = file.details.as_mut().filter(|_| is_signed_in) {
            details.by = uploaders.get(&file.digest).cloned();
        }
        more.push(format!("{:?} {:?} {:?}", version.url, file.details, file.withdrawn));
    }
    let tag = if more.is_empty() {
        quoted_tag(&state)
    } else {
        representation_tag(&state, more.join("\n").as_bytes())
    };
    (CitationWithPackets { citation, packets }, tag)
}

/// The response to a call that saved a citation.
pub(in crate::web) fn saved_response(status: actix_web::http::StatusCode, stored: Stored) -> HttpResponse {
    let (citation, tag) = with_entity_tag(stored.current, true);
    tagged_response(status, &tag, SavedCitation { citation, warnings: stored.warnings })
}

/// Which state of a citation.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct CitationParameters {
    /// A day: the citation as it stood at the end of that day of the server. For the signed-in; 401 for visitors.
    #[param(required = false, value_type = String, format = Date)]
    pub as_of: Option<String>,
}

/// A citation; with `asOf` as it stood then: its values have the names of that day, its readable ids are those of today.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitationRecord {
    #[serde(flatten)]
    #[schema(value_type = Citation)]
    citation: Value,
    /// Department packets that hold it, by title; left out of the record of a day.
    #[serde(skip_serializing_if = "Option::is_none")]
    packets: Option<Vec<PacketLink>>,
    /// The day that was requested; left out for the present state.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Date)]
    as_of: Option<String>,
}

/// A citation by its id or readable id.
#[utoipa::path(params(
    ("id" = String, Path, description = "Id or readable id"),
    ("Handout-View" = Option<bool>, Header, description = "`true`: the citation's page is shown, which is counted as a view"),
    CitationParameters,
), responses(
    (status = 200, body = CitationRecord, headers(("ETag" = String, description = "Of the present state alone"))),
    (status = 304, description = "It is as you know it (If-None-Match)"),
    (status = 308, description = "An older readable id; Location holds the current address"),
    (status = 400, description = "asOf is not a day"),
    (status = 404, description = "Unknown; or nothing is known of that day, and why"),
    (status = 422, description = "asOf is in the future"),
))]
#[get("/citations/{id}")]
pub async fn get_citation(
    request: HttpRequest,
    caller: Visitor,
    app: web::Data<App>,
    id: web::Path<String>,
) -> HttpResult {
    let id = id.into_inner();
    if let Some(day) = parameters::<CitationParameters>(&request)?.as_of {
        return record(&app, &caller, id, day).await;
    }
    match run(&app, move |app| editing::citation(&app.store, &id)).await? {
        Found::Moved(to) => Ok(HttpResponse::PermanentRedirect()
            .insert_header((header::LOCATION, format!("/api/citations/{}", encode(&to))))
            .insert_header((header::CACHE_CONTROL, "no-cache"))
            .finish()),
        Found::Here(current) => {
            if usage_client::is_view(&request) {
                let language = screen_language(&request, &app.settings).tag;
                usage_client::count(&request, &app, (current.key, language), UsageKind::View);
            }
            let (citation, tag) = with_entity_tag(*current, caller.0.is_some());
            Ok(tagged_response(actix_web::http::StatusCode::OK, &tag, &citation))
        }
    }
}

/// A citation as of the end of a day. It has no tag: what is saved would replace the present state.
async fn record(app: &web::Data<App>, caller: &Visitor, id: String, day: String) -> HttpResult {
    if caller.0.is_none() {
        return Err(Error::SignInNeeded("Please sign in to see how a citation stood on a day.".into()).into());
    }
    let requested_day = read_day(&day, clock::today())?;
    let uncached = (header::CACHE_CONTROL, "no-store");
    match run(app, move |app| as_of::citation_as_of(&app.store, &id, requested_day)).await? {
        Found::Moved(to) => Ok(HttpResponse::PermanentRedirect()
            .insert_header((header::LOCATION, format!("/api/citations/{}?asOf={requested_day}", encode(&to))))
            .insert_header(uncached)
            .finish()),
        Found::Here(then) => {
            let body = CitationRecord { citation: then, packets: None, as_of: Some(day) };
            Ok(HttpResponse::Ok().insert_header(uncached).json(body))
        }
    }
}

/// Adds a citation.
#[utoipa::path(request_body = CitationInput, responses(
    Admin,
    (status = 201, body = SavedCitation, headers(("Location" = String), ("ETag" = String))),
    (status = 409, description = "The id is taken"),
))]
#[post("/citations")]
pub async fn add_citation(admin: Admin, body: JsonBody<Value>) -> HttpResult {
    let added = admin.run(move |app, actor| editing::add_citation(app, &body.0, actor)).await?;
    let address = format!("/api/citations/{}", encode(&added.current.citation.id));
    let mut created = saved_response(actix_web::http::StatusCode::CREATED, added);
    if let Ok(at) = header::HeaderValue::from_str(&address) {
        created.headers_mut().insert(header::LOCATION, at);
    }
    Ok(created)
}

/// Replaces a citation; with `If-Match` only the state that the caller knows.
#[utoipa::path(params(
    ("id" = String, Path, description = "Id or readable id"),
    ("If-Match" = Option<String>, Header, description = "ETag of the state to replace"),
), request_body = CitationInput, responses(
    Admin,
    (status = 200, body = SavedCitation, headers(("ETag" = String))),
))]
#[put("/citations/{id}")]
pub async fn replace_citation(admin: Admin, id: web::Path<String>, body: JsonBody<Value>) -> HttpResult {
    let precondition = admin.precondition()?;
    let stored = admin
        .run(move |app, actor| editing::replace_citation(app, &id, &body.0, &precondition, actor))
        .await?;
    Ok(saved_response(actix_web::http::StatusCode::OK, stored))
}

/// Every state of a citation, newest first.
#[utoipa::path(params(("id" = String, Path, description = "Id or readable id")), responses(
    Admin,
    (status = 200, body = Vec<CitationVersion>),
))]
#[get("/citations/{id}/versions")]
pub async fn list_citation_versions(admin: Admin, id: web::Path<String>) -> HttpResult {
    admin.json(move |app, actor| editing::versions(&app.store, actor, &id)).await
}

/// Which state to make the present one again.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RestoreRequest {
    /// Number of the state.
    version: u32,
}

/// Makes an earlier state the present one, as a new version.
#[utoipa::path(params(
    ("id" = String, Path, description = "Id or readable id"),
    ("If-Match" = Option<String>, Header, description = "ETag of the state to replace"),
), request_body = RestoreRequest, responses(
    Admin,
    (status = 200, body = SavedCitation, headers(("ETag" = String))),
    (status = 409, description = "It is the present one"),
))]
#[post("/citations/{id}/restore")]
pub async fn restore_citation_version(
    admin: Admin,
    id: web::Path<String>,
    body: JsonBody<RestoreRequest>,
) -> HttpResult {
    let precondition = admin.precondition()?;
    let restored = admin
        .run(move |app, actor| editing::restore_version(app, &id, body.0.version, &precondition, actor))
        .await?;
    Ok(saved_response(actix_web::http::StatusCode::OK, restored))
}

/// Which link to store.
#[derive(Debug, Deserialize, ToSchema)]
pub struct StoreRequest {
    /// A link that the citation shows.
    url: String,
}

/// Stores what a link serves, in place of the link: 'Store here'. The file belongs to every version that shows the link.
#[utoipa::path(params(
    ("id" = String, Path, description = "Id or readable id"),
    ("If-Match" = String, Header, description = "ETag of the state that the caller knows"),
), request_body = StoreRequest, responses(
    Admin,
    (status = 200, body = SavedCitation, headers(("ETag" = String))),
    (status = 404, description = "Unknown, or it does not show the link"),
    (status = 422, description = "The file was not stored: `result` and `reason` of the link check"),
    (status = 503, description = "The store of files cannot be reached"),
))]
#[post("/citations/{id}/store")]
pub async fn store_link(admin: Admin, id: web::Path<String>, body: JsonBody<StoreRequest>) -> HttpResult {
    let precondition = admin.required_precondition("citation")?;
    let adopter = Adopter::from_app(&admin.app).await?;
    match adopter.store_link(&id, &body.0.url, &precondition, &admin.actor()).await? {
        Err(NotStored { result, reason }) => Err(Problem::link_not_stored(result, reason)),
        Ok(key) => {
            admin.app.background.file_stored.notify_one();
            let stored = admin.run(move |app, _| editing::stored_searchable(app, key)).await?;
            Ok(saved_response(actix_web::http::StatusCode::OK, stored))
        }
    }
}

/// Which stored file becomes that of which version.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AttachRequest {
    /// The language of the version.
    lang: String,
    /// The item number of the version, where the citation has several in this language.
    #[serde(rename = "ksbgNumber")]
    #[schema(required = false)]
    item_number: Option<String>,
    /// The digest of the file, as the upload has answered.
    #[schema(value_type = String)]
    digest: Digest,
}

/// Makes a stored file that of a language version, in place of its link or file. The fields that the citation lacks are not
/// required: imported citations are incomplete.
#[utoipa::path(params(
    ("id" = String, Path, description = "Id or readable id"),
    ("If-Match" = String, Header, description = "ETag of the state that the caller knows"),
), request_body = AttachRequest, responses(
    Admin,
    (status = 200, body = SavedCitation, headers(("ETag" = String))),
    (status = 422, description = "No such version, or no such file"),
))]
#[post("/citations/{id}/attach")]
pub async fn attach_file(admin: Admin, id: web::Path<String>, body: JsonBody<AttachRequest>) -> HttpResult {
    let precondition = admin.required_precondition("citation")?;
    let AttachRequest { lang, item_number, digest } = body.0;
    let file = AttachedFile { lang, item_number, digest };
    let attached =
        admin.run(move |app, actor| editing::attach_file(app, &id, &file, &precondition, actor)).await?;
    admin.app.background.file_stored.notify_one();
    Ok(saved_response(actix_web::http::StatusCode::OK, attached))
}

/// Only described, never made: [`crate::domain::citations::editing`] takes JSON and reports every error by its field.
pub(super) struct CitationInput;

impl PartialSchema for CitationInput {
    fn schema() -> RefOr<Schema> {
        let mut schema = Citation::schema();
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            object.required =
                Citation::default().missing_required().iter().map(|(field, _)| member(field)).collect();
            object.description = Some(
                "A citation to save. `readableIds` are made by the server; a missing `id` of a new citation too."
                    .to_owned(),
            );
        }
        schema
    }
}

impl ToSchema for CitationInput {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("CitationInput")
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        Citation::schemas(schemas);
    }
}

/// The member of the object that holds a field such as `publisher.name`.
fn member(field: &str) -> String {
    field.split('.').next().unwrap_or(field).to_owned()
}

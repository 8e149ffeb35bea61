//! `/file/{citation}/{tag}`, the addresses of one content below it, and previews: the first page or the picture, as PNG. How a
//! content is sent is in `web/files`.

use crate::domain::app::App;
use crate::domain::files::serving::{self, FileTarget, ServedFile};
use crate::model::citations::citation::Withdrawal;
use crate::model::citations::history::read_day;
use crate::model::error::Error;
use crate::model::files::{Digest, FileAddress};
use crate::model::usage::UsageKind;
use crate::model::{clock, page_urls};
use crate::web::blocking::run;
use crate::web::caller::visitor_of_request;
use crate::web::files::{PreviewParameters, send_file, send_preview};
use crate::web::pages::{plain_page, screens};
use crate::web::problem::{HttpResult, Problem};
use crate::web::query::parameters;
use crate::web::screen_language::{self, screen_language, takes_html};
use crate::web::usage_client;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, ResponseError, get, web};

/// The file that a language version has now, or with `asOf` the one of that day.
#[utoipa::path(tag = "files", operation_id = "openFile",
    params(
        ("id" = String, Path, description = "ID or readable ID of the citation"),
        ("tag" = String, Path, description = "BCP 47 tag of the language, or its value where it has none"),
        ("asOf" = Option<String>, Query, description = "A day, `YYYY-MM-DD`, for the signed-in"),
    ),
    responses(
        (status = 200, body = Vec<u8>, content_type = "*/*", headers(("ETag" = String))),
        (status = 206, description = "A range of it, or several as `multipart/byteranges`", body = Vec<u8>, content_type = "*/*"),
        (status = 302, description = "Location is the link of the version, or the sign-in", headers(("Location" = String))),
        (status = 304),
        (status = 308, description = "Location is the address that the version has now", headers(("Location" = String))),
        (status = 400, description = "The day cannot be read"),
        (status = 401, description = "Not signed in: days are for the signed-in"),
        (status = 404, description = "No file is here: a page that offers the other languages",
            body = String, content_type = "text/html"),
        (status = 410, description = "It was withdrawn: a page with the reason",
            body = String, content_type = "text/html"),
        (status = 416),
        (status = 422, description = "The day is in the future"),
        (status = 500, description = "It is missing in the store, or was changed there"),
        (status = 503, description = "The store of files cannot be reached"),
    ))]
#[get("/file/{id}/{tag}")]
pub(in crate::web) async fn current(
    request: HttpRequest,
    app: web::Data<App>,
    address: web::Path<(String, String)>,
) -> HttpResult {
    let (citation, part) = address.into_inner();
    respond(&request, &app, FileAddress { citation, part, digest: None }).await
}

/// One content of a language version, present or former.
#[utoipa::path(tag = "files", operation_id = "openFileContent",
    params(
        ("id" = String, Path, description = "ID or readable ID of the citation"),
        ("tag" = String, Path, description = "BCP 47 tag of the language, or its value where it has none"),
        ("digest" = String, Path, description = "SHA-256 of the content"),
    ),
    responses(
        (status = 200, body = Vec<u8>, content_type = "*/*", headers(("ETag" = String))),
        (status = 206, description = "A range of it, or several as `multipart/byteranges`", body = Vec<u8>, content_type = "*/*"),
        (status = 304),
        (status = 308, description = "Location is the address that the version has now", headers(("Location" = String))),
        (status = 404, description = "No file is here: a page that offers the other languages",
            body = String, content_type = "text/html"),
        (status = 410, description = "It was withdrawn: a page with the reason",
            body = String, content_type = "text/html"),
        (status = 416),
        (status = 500, description = "It is missing in the store, or was changed there"),
        (status = 503, description = "The store of files cannot be reached"),
    ))]
#[get("/file/{id}/{tag}/{digest}")]
pub(in crate::web) async fn content(
    request: HttpRequest,
    app: web::Data<App>,
    address: web::Path<(String, String, String)>,
) -> HttpResult {
    let (citation, part, rest) = address.into_inner();
    match Digest::parse(&rest) {
        Some(digest) => respond(&request, &app, FileAddress { citation, part, digest: Some(digest) }).await,
        None => Ok(screens::not_found(&request, &app)),
    }
}

/// What is of a day is only for the signed-in, so no response about it is stored.
async fn respond(request: &HttpRequest, app: &web::Data<App>, requested: FileAddress) -> HttpResult {
    let Some(day) = requested_day(request) else { return find_and_send(request, app, requested, None).await };
    let found = find_and_send(request, app, requested, Some(day)).await;
    let mut response = found.unwrap_or_else(|problem| problem.error_response());
    response.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    Ok(response)
}

async fn find_and_send(
    request: &HttpRequest,
    app: &web::Data<App>,
    requested: FileAddress,
    day: Option<String>,
) -> HttpResult {
    let cache_control = if requested.digest.is_some() { "max-age=86400" } else { "no-cache" };
    let target = match &day {
        Some(day) => {
            if visitor_of_request(request, app).await?.0.is_none() {
                return sign_in_first(request);
            }
            let (requested, day) = (requested.clone(), read_day(day, clock::today())?);
            run(app, move |app| serving::target_as_of(&app.store, &requested, day)).await
        }
        None => {
            let requested = requested.clone();
            run(app, move |app| serving::target(&app.store, &requested)).await
        }
    };
    let target = match target {
        Err(problem) if problem.status() == StatusCode::NOT_FOUND => {
            let texts = screen_language(request, &app.settings).texts;
            let reason = problem.summary();
            let title = texts.server.file_missing_day;
            return missing(request, app, &requested, StatusCode::NOT_FOUND, title, Some(&reason)).await;
        }
        target => target?,
    };
    match target {
        FileTarget::Content(file) => Ok(send(request, app, &file, cache_control, day.is_none()).await),
        FileTarget::Link(url) => Ok(redirect(HttpResponse::Found(), &standard(&url))),
        FileTarget::Moved(path) => {
            let query = request.query_string();
            let to = if query.is_empty() { path } else { format!("{path}?{query}") };
            Ok(redirect(HttpResponse::PermanentRedirect(), &to))
        }
        FileTarget::Withdrawn(Withdrawal { reason, .. }) => {
            let title = screen_language(request, &app.settings).texts.server.file_withdrawn_title;
            missing(request, app, &requested, StatusCode::GONE, title, Some(&reason)).await
        }
        FileTarget::Missing => {
            let title = screen_language(request, &app.settings).texts.server.file_missing_title;
            missing(request, app, &requested, StatusCode::NOT_FOUND, title, None).await
        }
    }
}

/// Sends a content, and counts it as opened where `is_counted`.
async fn send(
    request: &HttpRequest,
    app: &web::Data<App>,
    file: &ServedFile,
    cache_control: &str,
    is_counted: bool,
) -> HttpResponse {
    match send_file(request, app, file, cache_control).await {
        Ok(sent) => {
            if is_counted && sent.has_first_byte {
                usage_client::count(request, app, (file.used.citation, &file.used.tag), UsageKind::Open);
            }
            sent.response
        }
        Err(error) => match primary_address(request, app, &error) {
            Some(address) => redirect(HttpResponse::Found(), &address),
            None => failure_response(request, app, error),
        },
    }
}

pub(super) fn redirect(mut response: actix_web::HttpResponseBuilder, to: &str) -> HttpResponse {
    response.insert_header((header::LOCATION, to)).insert_header((header::CACHE_CONTROL, "no-cache")).finish()
}

/// A link in the standard's own serialization: blanks and letters of other scripts are encoded.
fn standard(url: &str) -> String {
    url::Url::parse(url).map_or_else(|_| url.to_owned(), String::from)
}

/// The parameter `asOf`.
fn requested_day(request: &HttpRequest) -> Option<String> {
    let mut pairs = url::form_urlencoded::parse(request.query_string().as_bytes());
    pairs.find(|(name, _)| name == "asOf").map(|(_, day)| day.into_owned())
}

/// A browser is sent to sign in; programs get 401.
fn sign_in_first(request: &HttpRequest) -> HttpResult {
    if !takes_html(request) {
        return Err(Error::SignInNeeded("Please sign in to see the file of a day.".into()).into());
    }
    let address = request.uri().path_and_query().map_or("/", |address| address.as_str());
    let query: String = url::form_urlencoded::byte_serialize(address.as_bytes()).collect();
    Ok(HttpResponse::Found()
        .insert_header((header::LOCATION, format!("/login?return={query}")))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .finish())
}

/// A page that says why the file is missing, with the other languages of the citation.
async fn missing(
    request: &HttpRequest,
    app: &web::Data<App>,
    requested: &FileAddress,
    status: StatusCode,
    title: &str,
    reason: Option<&str>,
) -> HttpResult {
    let citation = requested.citation.clone();
    let found = run(app, move |app| serving::other_languages(&app.store, &citation)).await?;
    let Some(others) = found else { return Ok(screens::not_found(request, app)) };
    let language = screen_language(request, &app.settings);
    let page = plain_page::missing_file(&language, title, reason, Some(&others.page), &others.versions);
    Ok(page_response(status, page))
}

fn page_response(status: StatusCode, page: String) -> HttpResponse {
    HttpResponse::build(status)
        .insert_header((header::CONTENT_TYPE, "text/html; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .insert_header((header::VARY, screen_language::VARY))
        .body(page)
}

/// The same address of the primary, on a replica that has not fetched the content yet.
fn primary_address(request: &HttpRequest, app: &App, error: &Error) -> Option<String> {
    let replica =
        app.store.replica().filter(|_| !app.files.is_shared() && matches!(error, Error::Damaged(_)))?;
    let path = request.uri().path_and_query()?;
    Some(format!("{}{path}", replica.primary_url()))
}

/// The response for a content that cannot be sent. It is never cached.
fn failure_response(request: &HttpRequest, app: &App, error: Error) -> HttpResponse {
    let problem = Problem::from(error);
    let is_unavailable = problem.status() == StatusCode::SERVICE_UNAVAILABLE;
    let mut response = if is_unavailable && takes_html(request) {
        let language = screen_language(request, &app.settings);
        let mut page = page_response(problem.status(), plain_page::unavailable_file(&language));
        for (name, value) in problem.headers() {
            page.headers_mut().insert(name.clone(), value.clone());
        }
        page
    } else {
        problem.error_response()
    };
    response.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    response
}

/// The preview of the file that a language version has now.
#[utoipa::path(tag = "files", operation_id = "getPreview",
    params(
        ("id" = String, Path, description = "ID or readable ID of the citation"),
        ("tag" = String, Path, description = "BCP 47 tag of the language, or its value where it has none"),
        PreviewParameters,
    ),
    responses(
        (status = 200, body = Vec<u8>, content_type = "image/png", headers(("ETag" = String))),
        (status = 304),
        (status = 308, description = "Location is the address that the version has now", headers(("Location" = String))),
        (status = 400),
        (status = 404, description = "No such file, or it has no preview"),
        (status = 410, description = "It was withdrawn: the reason"),
        (status = 503, description = "It is being drawn, or the store of files cannot be reached",
            headers(("Retry-After" = u32))),
    ))]
#[get("/file/{id}/{tag}/preview")]
pub(in crate::web) async fn current_preview(
    request: HttpRequest,
    app: web::Data<App>,
    address: web::Path<(String, String)>,
) -> HttpResult {
    let (citation, part) = address.into_inner();
    preview(&request, &app, FileAddress { citation, part, digest: None }).await
}

/// The preview of one content of a language version, present or former.
#[utoipa::path(tag = "files", operation_id = "getContentPreview",
    params(
        ("id" = String, Path, description = "ID or readable ID of the citation"),
        ("tag" = String, Path, description = "BCP 47 tag of the language, or its value where it has none"),
        ("digest" = String, Path, description = "SHA-256 of the content"),
        PreviewParameters,
    ),
    responses(
        (status = 200, body = Vec<u8>, content_type = "image/png", headers(("ETag" = String))),
        (status = 304),
        (status = 308, description = "Location is the address that the version has now", headers(("Location" = String))),
        (status = 400),
        (status = 404, description = "No such file, or it has no preview"),
        (status = 410, description = "It was withdrawn: the reason"),
        (status = 503, description = "It is being drawn, or the store of files cannot be reached",
            headers(("Retry-After" = u32))),
    ))]
#[get("/file/{id}/{tag}/{digest}/preview")]
pub(in crate::web) async fn preview_content(
    request: HttpRequest,
    app: web::Data<App>,
    address: web::Path<(String, String, String)>,
) -> HttpResult {
    let (citation, part, rest) = address.into_inner();
    match Digest::parse(&rest) {
        Some(digest) => preview(&request, &app, FileAddress { citation, part, digest: Some(digest) }).await,
        None => Err(Error::NotFound("There is no preview.".into()).into()),
    }
}

async fn preview(request: &HttpRequest, app: &web::Data<App>, requested: FileAddress) -> HttpResult {
    let width = parameters::<PreviewParameters>(request)?.width()?;
    match run(app, move |app| serving::target(&app.store, &requested)).await? {
        FileTarget::Content(file) => send_preview(request, app, file.digest, width).await,
        FileTarget::Moved(path) => {
            let to = format!("{}?{}", page_urls::preview(&path), request.query_string());
            Ok(redirect(HttpResponse::PermanentRedirect(), &to))
        }
        FileTarget::Withdrawn(why) => Err(Error::Gone(why.message()).into()),
        FileTarget::Link(_) | FileTarget::Missing => {
            Err(Error::NotFound("There is no preview.".into()).into())
        }
    }
}

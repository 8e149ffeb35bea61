//! Addresses that lead to a page: `/qrredirect`, the short ones under QR codes (`/i/{item number}`), those with a trailing
//! slash, and copied and typed ones with capitals or text after the path of a page.

use crate::domain::app::App;
use crate::domain::citations::addresses::{self, PrintedHandout, QrTarget, item_target, scanned_code};
use crate::domain::usage;
use crate::model::error::{Error, Result};
use crate::model::languages::language::requested_language;
use crate::model::languages::tag::LanguageTag;
use crate::model::page_urls::{self, encode, is_added, without_additions};
use crate::model::usage::UsageKind;
use crate::web::addresses::is_screen_of_the_signed_in;
use crate::web::blocking::run;
use crate::web::interface::LazyInterface;
use crate::web::middleware::same_origin;
use crate::web::pages::screens::{self, unknown_item_number};
use crate::web::problem::HttpResult;
use crate::web::state::Web;
use crate::web::usage_client;
use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{StatusCode, header};
use actix_web::middleware::Next;
use actix_web::{HttpRequest, HttpResponse, get, web};
use percent_encoding::percent_decode_str;
use serde::Deserialize;

#[derive(Deserialize)]
struct QrParameters {
    #[serde(default)]
    id: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    u: String,
}

/// Where a printed QR code leads: to the handout, when the address, or the one that `u` is the digest of, is or once was one
/// of that citation's; otherwise to the citation's page. The page of an obsolete citation leads on to its replacement. It never redirects anywhere else.
#[get("/qrredirect")]
pub(in crate::web) async fn qr_redirect(request: HttpRequest, app: web::Data<App>) -> HttpResult {
    let Ok(code) = web::Query::<QrParameters>::from_query(request.query_string()) else {
        return Ok(screens::not_found(&request, &app));
    };
    let code = code.into_inner();
    if code.id.is_empty() {
        return Ok(screens::not_found(&request, &app));
    }
    let id = code.id.clone();
    let (found, used) = run(&app, move |app| {
        let handout = match code.url.as_str() {
            "" => PrintedHandout::Digest(&code.u),
            url => PrintedHandout::Url(url),
        };
        match scanned_code(&app.store, &code.id, handout) {
            Err(Error::NotFound(_)) => Ok((QrTarget::Page(code.id), None)),
            Ok(scanned) => {
                let url = scanned.url.unwrap_or_default();
                let used = usage::use_of_scan(&app.store, scanned.printed, &url, scanned.leads_to)?;
                Ok((scanned.target, Some(used)))
            }
            Err(other) => Err(other),
        }
    })
    .await?;
    if let Some(used) = used {
        usage_client::count(&request, &app, (used.citation, &used.tag), UsageKind::Scan);
    }
    Ok(found_at(found, &id))
}

/// 302 to a page of ours or a handout; to the page of `citation` when the URL of the handout is not valid.
pub(super) fn found_at(target: QrTarget, citation: &str) -> HttpResponse {
    let page = |id: &str| page_urls::citation("", id);
    let to = match target {
        QrTarget::Page(id) => page(&id),
        // The standard's own serialization: blanks and letters of other scripts are encoded.
        QrTarget::Address(address) => match url::Url::parse(&address) {
            Ok(url) if matches!(url.scheme(), "http" | "https") => url.to_string(),
            _ => page(citation),
        },
    };
    HttpResponse::Found().insert_header((header::LOCATION, to)).finish()
}

/// 302 to the page at its current address, with the same query. It is not stored: the address may change again.
pub(super) fn to_current_page(request: &HttpRequest, path: &str) -> HttpResponse {
    HttpResponse::Found()
        .insert_header((header::LOCATION, with_query(request, path)))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .finish()
}

fn with_query(request: &HttpRequest, path: &str) -> String {
    match request.query_string() {
        "" => path.to_owned(),
        query => format!("{path}?{query}"),
    }
}

/// 308 to the address without its last slash.
pub(in crate::web) fn without_slash(request: &HttpRequest, path: &str) -> HttpResponse {
    HttpResponse::PermanentRedirect().insert_header((header::LOCATION, with_query(request, path))).finish()
}

/// Redirects to the citation of the item number. Case and separators do not matter.
#[utoipa::path(tag = "citations", operation_id = "openItemNumber",
    params(("number" = String, Path, description = "Item number of a language version")),
    responses(
        (status = 302, description = "Location is the page of the citation", headers(("Location" = String))),
        (status = 404, description = "No citation has the number: a page with a search for it",
            body = String, content_type = "text/html"),
    ))]
#[get("/i/{number}")]
pub(in crate::web) async fn to_citation(
    request: HttpRequest,
    app: web::Data<App>,
    number: web::Path<String>,
) -> HttpResult {
    redirect_item_number(&request, &app, number.into_inner(), None).await
}

/// Redirects to the handout in this language. What is not a language tag is treated as a language without a handout.
#[utoipa::path(tag = "citations", operation_id = "openHandoutOfItemNumber",
    params(
        ("number" = String, Path, description = "Item number of any language version of the citation"),
        ("tag" = String, Path, description = "BCP 47 tag of the language"),
    ),
    responses(
        (status = 302, description = "Location is the handout, or the page of a citation without one in this language",
            headers(("Location" = String))),
        (status = 404, description = "No citation has the number: a page with a search for it",
            body = String, content_type = "text/html"),
    ))]
#[get("/i/{number}/{tag}")]
pub(in crate::web) async fn to_handout(
    request: HttpRequest,
    app: web::Data<App>,
    address: web::Path<(String, String)>,
) -> HttpResult {
    let (number, tag) = address.into_inner();
    redirect_item_number(&request, &app, number, requested_language(&tag)).await
}

async fn redirect_item_number(
    request: &HttpRequest,
    app: &web::Data<App>,
    number: String,
    tag: Option<LanguageTag>,
) -> HttpResult {
    let requested_number = number.clone();
    let found = run(app, move |app| item_target(&app.store, &requested_number, tag.as_ref())).await?;
    Ok(match found {
        Some(item) => {
            usage_client::count(request, app, (item.used.citation, &item.used.tag), UsageKind::Scan);
            found_at(item.target, &item.id)
        }
        None => unknown_item_number(request, app, &number),
    })
}

/// Longest path for which a page is looked up, in bytes.
const MAX_PATH: usize = 2_000;

/// Redirects a path that is not ours to the one that it was copied or typed from; except calls of the interface.
pub(in crate::web) async fn redirect_copied(
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> std::result::Result<ServiceResponse, actix_web::Error> {
    let response = next.call(request).await?;
    Ok(match copied_from(response.request(), response.status()).await {
        Some(redirect) => response.into_response(redirect),
        None => response,
    })
}

/// The redirect from a copied path; `status` is the response that the request got.
async fn copied_from(request: &HttpRequest, status: StatusCode) -> Option<HttpResponse> {
    if !same_origin::is_safe(request.method()) {
        return None;
    }
    let (app, web) = (request.app_data::<web::Data<App>>()?, request.app_data::<web::Data<Web>>()?);
    let path = request.uri().path();
    // Two slashes at the start would name another host.
    if path.len() > MAX_PATH || path.starts_with("//") {
        return None;
    }
    let path = percent_decode_str(path).decode_utf8_lossy().into_owned();
    // A screen for the signed-in has status 200 whatever its path names.
    let may_be_copied =
        path.ends_with(is_added) || path.chars().any(char::is_uppercase) && is_screen_of_the_signed_in(&path);
    if status != StatusCode::NOT_FOUND && !may_be_copied || is_in_interface(&path) {
        return None;
    }
    let web = web.clone();
    let found = run(app, move |app| page(app, &web.interface, &path)).await.ok()??;
    Some(to_current_page(request, &found))
}

fn is_in_interface(path: &str) -> bool {
    let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
    first.trim_end_matches(is_added).eq_ignore_ascii_case("api")
}

/// The path of ours that `path` was copied from; `None` when it is one of ours itself, or when there is none.
fn page(app: &App, interface: &LazyInterface, path: &str) -> Result<Option<String>> {
    if is_ours(app, interface, path)? {
        return Ok(None);
    }
    if let Some(found) = in_other_case(app, interface, path)? {
        return Ok(Some(found));
    }
    for shorter in without_additions(path, |c| c == '/' || is_added(c)) {
        if is_ours(app, interface, shorter)? {
            return Ok(Some(written(shorter)));
        }
        if let Some(found) = in_other_case(app, interface, shorter)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn segments(path: &str) -> Vec<&str> {
    path.strip_prefix('/').unwrap_or(path).split('/').collect()
}

/// The path as it is sent.
fn written(path: &str) -> String {
    segments(path).iter().fold(String::new(), |path, segment| format!("{path}/{}", encode(segment)))
}

/// Whether a page is there.
fn is_ours(app: &App, interface: &LazyInterface, path: &str) -> Result<bool> {
    Ok(match addresses::exists(&app.store, &segments(path))? {
        Some(exists) => exists,
        None => path.starts_with('/') && crate::web::addresses::is_known(interface, &app.public_url, path),
    })
}

/// The only path of ours that differs from this one in case alone, as it is sent.
fn in_other_case(app: &App, interface: &LazyInterface, path: &str) -> Result<Option<String>> {
    let lower = path.to_lowercase();
    let words = segments(&lower);
    // Names keep their capitals; the words of our paths have none.
    let word_count = match words.as_slice() {
        ["citation" | "packet", "add" | "edit", ..] => 2,
        ["citation" | "packet" | "orders", _] | ["i" | "file", ..] => 1,
        _ => words.len(),
    };
    let given = segments(path);
    let is_digest = |n: usize| n == 3 && words[0] == "file";
    let mut found: Vec<&str> = given.clone();
    for (n, word) in words.iter().enumerate().filter(|(n, _)| *n < word_count || is_digest(*n)) {
        found[n] = word;
    }
    let joined = |found: &[&str]| format!("/{}", found.join("/"));
    if found != given && is_ours(app, interface, &joined(&found))? {
        return Ok(Some(written(&joined(&found))));
    }
    let other = match found.as_slice() {
        ["citation", id] | ["citation", "edit", id] | ["file", id, ..] => {
            addresses::citation_in_other_case(&app.store, id)?
        }
        ["packet", id] | ["packet", "edit", id] => addresses::packet_in_other_case(&app.store, id)?,
        _ => None,
    };
    let Some(other) = other.as_deref() else { return Ok(None) };
    let id = if found[0] == "file" { 1 } else { found.len() - 1 };
    found[id] = other;
    let found = joined(&found);
    // A file has more in its address than the citation.
    Ok(if is_ours(app, interface, &found)? { Some(written(&found)) } else { None })
}

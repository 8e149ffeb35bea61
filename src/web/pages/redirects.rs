//! `/qrredirect`, and addresses with a trailing slash.

use crate::domain::app::App;
use crate::domain::citations::addresses::{PrintedHandout, QrTarget, scanned_code};
use crate::domain::usage;
use crate::model::error::Error;
use crate::model::page_urls;
use crate::model::usage::UsageKind;
use crate::web::blocking::run;
use crate::web::pages::screens;
use crate::web::problem::Problem;
use crate::web::usage_client;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};
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
pub(in crate::web) async fn qr_redirect(
    request: HttpRequest,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
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
pub(in crate::web::pages) fn found_at(target: QrTarget, citation: &str) -> HttpResponse {
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

//! `/qrredirect`, and addresses with a slash too many.

use crate::domain::app::App;
use crate::domain::citations::editing::{self, QrTarget};
use crate::model::error::Error;
use crate::model::page_urls;
use crate::web::blocking::run;
use crate::web::pages::shell;
use crate::web::problem::Problem;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;

#[derive(Deserialize)]
struct QrParameters {
    #[serde(default)]
    id: String,
    #[serde(default)]
    url: String,
}

/// Where a printed QR code leads: to the handout, when the address is or once was one of that citation's; otherwise
/// to the citation's page. That of an obsolete citation leads on to what replaces it. Never anywhere else.
#[get("/qrredirect")]
pub(in crate::web) async fn qr_redirect(
    request: HttpRequest,
    app: web::Data<App>,
) -> Result<HttpResponse, Problem> {
    let Ok(asked) = web::Query::<QrParameters>::from_query(request.query_string()) else {
        return Ok(shell::not_found(&request, &app));
    };
    let asked = asked.into_inner();
    if asked.id.is_empty() {
        return Ok(shell::not_found(&request, &app));
    }
    let id = asked.id.clone();
    let found = run(&app, move |app| match editing::qr_target(&app.store, &asked.id, &asked.url) {
        Err(Error::NotFound(_)) => Ok(QrTarget::Page(asked.id)),
        found => found,
    })
    .await?;
    // The standard's own serialization: blanks and letters of other scripts are encoded.
    let page = |id: &str| page_urls::citation("", id);
    let to = match found {
        QrTarget::Page(id) => page(&id),
        QrTarget::Address(address) => match url::Url::parse(&address) {
            Ok(url) if matches!(url.scheme(), "http" | "https") => url.to_string(),
            _ => page(&id),
        },
    };
    Ok(HttpResponse::Found().insert_header((header::LOCATION, to)).finish())
}

/// 308 to the address without its last slash.
pub(in crate::web) fn without_slash(request: &HttpRequest, path: &str) -> HttpResponse {
    let query = request.query_string();
    let to = if query.is_empty() { path.to_owned() } else { format!("{path}?{query}") };
    HttpResponse::PermanentRedirect().insert_header((header::LOCATION, to)).finish()
}

//! `/robots.txt` (RFC 9309): what search engines may fetch.

use crate::domain::app::App;
use crate::web::addresses::screens;
use actix_web::http::header;
use actix_web::{HttpResponse, get, web};
use std::fmt::Write;

/// What is neither a page for visitors nor one of its files. Filtered results are excluded: there is one for each
/// combination.
const NOT_FETCHED: [&str; 7] =
    ["/api/", "/language/", "/login", "/logout", "/qrredirect", "/*?*filters=", "/*?*asOf="];

/// Robots may read the pages for visitors and find them in the sitemap.
#[get("/robots.txt")]
pub(in crate::web) async fn robots(app: web::Data<App>) -> HttpResponse {
    let mut text = String::from("User-agent: *\n");
    for rule in NOT_FETCHED.map(str::to_owned).into_iter().chain(screens().flat_map(rules_for_screen)) {
        let _ = writeln!(text, "Disallow: {rule}");
    }
    let _ = writeln!(text, "\nSitemap: {}/sitemap.xml", app.public_url);
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/plain; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(text)
}

/// Rules that match a screen and no longer path: `/citation/add` would match `/citation/addisons-disease` too.
fn rules_for_screen(pattern: &str) -> Vec<String> {
    match pattern.split_once('{') {
        Some((folder, _)) => vec![folder.to_owned()],
        None => vec![format!("{pattern}$"), format!("{pattern}?")],
    }
}

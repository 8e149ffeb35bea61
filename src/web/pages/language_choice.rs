//! Responds to `/language/{tag}`: chooses the language of the screens by a plain link, as the screens do by a script.

use crate::domain::app::App;
use crate::web::pages::screens;
use crate::web::screen_language::{COOKIES, screen_languages};
use crate::web::session_cookie::is_https;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;

/// How long the choice is kept; the same as in the screens.
const COOKIE_MAX_AGE: Duration = Duration::days(365);

#[derive(Deserialize)]
struct Parameters {
    /// The page to return to.
    #[serde(default, rename = "return")]
    back: String,
}

/// Stores the choice in its cookie and returns to the page; 404 for a language that the screens do not have.
#[get("/language/{tag}")]
pub(in crate::web) async fn choose_language(
    request: HttpRequest,
    app: web::Data<App>,
    tag: web::Path<String>,
) -> HttpResponse {
    let Some(language) = screen_languages(&app.settings).into_iter().find(|language| language.tag == *tag)
    else {
        return screens::not_found(&request, &app);
    };
    let back = web::Query::<Parameters>::from_query(request.query_string())
        .map(|parameters| parameters.into_inner().back);
    let is_https = is_https(&app.public_url);
    let [guarded, plain] = COOKIES;
    // Scripts change it too, so they must be able to read it.
    let cookie = Cookie::build(if is_https { guarded } else { plain }, language.tag)
        .path("/")
        .max_age(COOKIE_MAX_AGE)
        .same_site(SameSite::Lax)
        .secure(is_https)
        .finish();
    HttpResponse::SeeOther()
        .cookie(cookie)
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::LOCATION, local_path(back.as_deref().unwrap_or_default())))
        .finish()
}

/// The path if it is one of this server, else the home page. Browsers read a backslash as a slash, and leave out tabs and
/// line breaks.
fn local_path(path: &str) -> &str {
    let is_local = path.starts_with('/') && !path.starts_with("//");
    if is_local && path.bytes().all(|b| b.is_ascii_graphic() && b != b'\\') { path } else { "/" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_returns_to_pages_of_this_server_alone() {
        let check = |path: &str, expected: &str| assert_eq!(local_path(path), expected, "{path:?}");
        check("/search?q=a%20b&page=2", "/search?q=a%20b&page=2");
        check("", "/");
        check("//evil.example", "/");
        check("/\\evil.example", "/");
        check("/\t/evil.example", "/");
        check("https://evil.example", "/");
        check("/a\r\nSet-Cookie: x", "/");
    }
}

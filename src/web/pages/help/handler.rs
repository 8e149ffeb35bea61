//! Answers `/help`, `/help/{page}` and the pictures of the pages.

use crate::domain::app::App;
use crate::model::accounts::Roles;
use crate::model::guide::{self, GuidePage};
use crate::web::caller::visitor_of_request;
use crate::web::pages::help::{content, document::answer, finding::find};
use crate::web::pages::languages::to_language_tag;
use crate::web::pages::parts::header::sign_in_url;
use crate::web::pages::view::{View, named_language};
use crate::web::problem::Problem;
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, get, web};

/// The list of pages; with `q` those that were found, with `for` a redirect to the page of that screen.
pub(in crate::web) async fn list(request: HttpRequest, app: web::Data<App>) -> Result<HttpResponse, Problem> {
    let roles = roles(&request, &app).await?;
    if let Some(screen) = parameter(&request, "for") {
        let page = guide::page_of_screen(&screen, roles);
        return Ok(redirect(&page.map_or_else(|| "/help".into(), |page| format!("/help/{}", page.name))));
    }
    let view = View::new(&request, &app, &named_language(&request));
    let pages = readable(&view, roles);
    let texts = &view.texts.server;
    Ok(match parameter(&request, "q").filter(|text| !text.is_empty()) {
        Some(text) => {
            let content = content::results(&view, &text, &find(&pages, &text));
            answer(&view, roles, StatusCode::OK, texts.help_title, None, &content)
        }
        None => {
            let canonical = view.canonical(format!("{}/help", app.public_url));
            let content = content::list(&view, &pages, roles.is_none());
            answer(&view, roles, StatusCode::OK, texts.help_title, Some(&canonical), &content)
        }
    })
}

/// A page. Visitors sign in to see a page for staff; a page for another role does not exist for the signed-in.
pub(in crate::web) async fn page(
    request: HttpRequest,
    app: web::Data<App>,
    name: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    if let Some(redirect) = to_language_tag(&request, &app) {
        return Ok(redirect);
    }
    let roles = roles(&request, &app).await?;
    let view = View::new(&request, &app, &named_language(&request));
    Ok(match guide::page(&name, guide_language(&view)) {
        Some(page) if page.reader.includes(roles) => {
            let address = format!("{}/help/{}", app.public_url, page.name);
            let canonical = page.reader.is_public().then(|| view.canonical(address));
            let content = content::guide_page(&view, page);
            answer(&view, roles, StatusCode::OK, page.title, canonical.as_deref(), &content)
        }
        Some(_) if roles.is_none() => redirect(&sign_in_url(&view)),
        _ => {
            let title = view.texts.shell.not_found_title;
            answer(&view, roles, StatusCode::NOT_FOUND, title, None, &content::missing(&view))
        }
    })
}

/// A picture of the guide. Pages name it with a mark of its content, so clients keep it for a year.
#[get("/help/pictures/{name}")]
pub(in crate::web) async fn picture(name: web::Path<String>) -> HttpResponse {
    let Some(content) = guide::picture(&name) else { return HttpResponse::NotFound().finish() };
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "image/webp"))
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .body(web::Bytes::from_static(content))
}

/// The roles of the caller; none for a visitor.
async fn roles(request: &HttpRequest, app: &web::Data<App>) -> Result<Option<Roles>, Problem> {
    Ok(visitor_of_request(request, app).await?.0.map(|caller| caller.person.roles))
}

/// The language that the address names, also for the signed-in and those who chose another for the screens: staff show a family
/// its page.
fn guide_language(view: &View) -> &'static str {
    view.named.unwrap_or(view.language.tag)
}

fn readable(view: &View, roles: Option<Roles>) -> Vec<&'static GuidePage> {
    let mut pages = guide::pages(guide_language(&view));
    pages.retain(|page| page.reader.includes(roles));
    pages
}

fn parameter(request: &HttpRequest, name: &str) -> Option<String> {
    let mut parameters = url::form_urlencoded::parse(request.query_string().as_bytes());
    parameters.find(|(known, _)| known == name).map(|(_, value)| value.trim().to_owned())
}

/// 302 that depends on who asks.
fn redirect(to: &str) -> HttpResponse {
    HttpResponse::Found()
        .insert_header((header::LOCATION, to))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .finish()
}

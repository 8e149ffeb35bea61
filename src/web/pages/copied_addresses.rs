//! Copied and typed addresses: what follows the path of one of our pages, and capitals, lead to that page.

use crate::domain::app::App;
use crate::domain::citations::addresses;
use crate::model::error::Result;
use crate::model::page_urls::encoded;
use crate::model::page_urls::{is_added, without_additions};
use crate::web::blocking::run;
use crate::web::interface::LazyInterface;
use crate::web::pages::redirects::to_current_page;
use crate::web::state::Web;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use percent_encoding::percent_decode_str;

/// Longest path that is looked for elsewhere, in bytes.
const MAX_PATH: usize = 2_000;

/// The redirect from a path that is not ours to the one that it was copied or typed from; `None` for anything else, and for
/// calls of the interface. `status` is the response that the request got.
pub(in crate::web) async fn redirect(request: &HttpRequest, status: StatusCode) -> Option<HttpResponse> {
    let (app, web) = (request.app_data::<web::Data<App>>()?, request.app_data::<web::Data<Web>>()?);
    let path = request.uri().path();
    // Two slashes at the start would name another host.
    if path.len() > MAX_PATH || path.starts_with("//") {
        return None;
    }
    let path = percent_decode_str(path).decode_utf8_lossy().into_owned();
    // A screen for the signed-in answers 200 whatever is named in its path.
    if status != StatusCode::NOT_FOUND && !path.ends_with(is_added) || is_in_interface(&path) {
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
    segments(path).iter().fold(String::new(), |path, segment| format!("{path}/{}", encoded(segment)))
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
        ["citation" | "packet" | "orders", _] | ["i", ..] => 1,
        _ => words.len(),
    };
    let given = segments(path);
    let mut found: Vec<&str> =
        words.into_iter().take(word_count).chain(given.iter().copied().skip(word_count)).collect();
    let joined = |found: &[&str]| format!("/{}", found.join("/"));
    if found != given && is_ours(app, interface, &joined(&found))? {
        return Ok(Some(written(&joined(&found))));
    }
    let other = match found.as_slice() {
        ["citation", id] | ["citation", "edit", id] => addresses::citation_in_other_case(&app.store, id)?,
        ["packet", id] | ["packet", "edit", id] => addresses::packet_in_other_case(&app.store, id)?,
        _ => None,
    };
    let (Some(other), Some(last)) = (other.as_deref(), found.last_mut()) else { return Ok(None) };
    *last = other;
    Ok(Some(written(&joined(&found))))
}

//! Every route outside `/api`, and the answer to a request that no route takes.

use crate::domain::app::App;
use crate::web::guards::same_origin;
use crate::web::pages::{assets, redirects, shell};
use crate::web::problem::Problem;
use crate::web::state::Web;
use crate::web::{health, sign_in};
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, ResponseError, web};

/// The screens of the front end that are for everybody, beside that of a citation.
const PUBLIC_SCREENS: [&str; 2] = ["/", "/search"];
/// Those for people who are signed in.
const SCREENS: [&str; 17] = [
    "/citation/add",
    "/citation/edit/{id}",
    "/order",
    "/my_orders",
    "/orders",
    "/orders/{id}",
    "/profile",
    "/manage_lookups",
    "/search_insight",
    "/translations",
    "/overview",
    "/review",
    "/links",
    "/duplicates",
    "/import_export",
    "/jobs",
    "/jobs/change",
];

/// Every route.
pub(in crate::web) fn routes(config: &mut web::ServiceConfig) {
    config
        .service(health::health)
        .service(health::ready)
        .service(health::metrics)
        .service(health::robots)
        .service(assets::asset)
        .service(redirects::qr_redirect)
        .service(sign_in::login)
        .service(sign_in::callback)
        .service(sign_in::logout)
        .service(sign_in::plain_styles);
    for path in PUBLIC_SCREENS.into_iter().chain(SCREENS) {
        config.route(path, web::get().to(shell::screen));
    }
    // `edit` without an id is no citation.
    config.route(
        "/citation/edit",
        web::get()
            .to(|request: HttpRequest, app: web::Data<App>| async move { shell::not_found(&request, &app) }),
    );
    config.route("/citation/{id}", web::get().to(shell::citation));
}

/// Whatever no route takes: a slash too many, a wrong method, or nothing of ours.
pub(in crate::web) async fn otherwise(
    request: HttpRequest,
    app: web::Data<App>,
    web: web::Data<Web>,
) -> HttpResponse {
    let path = request.path();
    let in_api = path == "/api" || path.starts_with("/api/");
    let safe = same_origin::is_safe(request.method());
    // Two slashes in front would lead a browser to another host.
    if safe && path.len() > 1 && path.ends_with('/') && !path.starts_with("//") {
        let shorter = path.trim_end_matches('/');
        if !shorter.is_empty() && path.len() == shorter.len() + 1 && is_known(&app, &web, shorter) {
            return redirects::without_slash(&request, shorter);
        }
    }
    if let Some(allowed) = allowed_methods(&app, &web, path) {
        let allow =
            header::HeaderValue::from_str(&allowed).unwrap_or(header::HeaderValue::from_static("GET"));
        return Problem::new(StatusCode::METHOD_NOT_ALLOWED, format!("This address answers {allowed} only."))
            .with_header(header::ALLOW, allow)
            .error_response();
    }
    if in_api || !safe {
        return Problem::new(StatusCode::NOT_FOUND, "There is nothing at this address.").error_response();
    }
    shell::not_found(&request, &app)
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.trim_start_matches('/').split('/')
}

fn fits(pattern: &[String], path: &str) -> bool {
    let mut parts = segments(path);
    pattern
        .iter()
        .all(|p| parts.next().is_some_and(|part| p.starts_with('{') && !part.is_empty() || p == part))
        && parts.next().is_none()
}

/// The methods of an address that exists, as the Allow header lists them.
pub(in crate::web) fn allowed_methods(app: &App, web: &Web, path: &str) -> Option<String> {
    let mut methods: Vec<&str> = Vec::new();
    let paths = web.interface.get(&app.public_url).map_or(&[][..], |interface| &interface.paths);
    for (pattern, of_pattern) in paths {
        if fits(pattern, path) {
            methods.extend(of_pattern.iter().map(String::as_str));
        }
    }
    if methods.is_empty() {
        methods.extend(match path {
            "/logout" => ["POST"].as_slice(),
            "/login" | "/login/callback" | "/qrredirect" | "/healthz" | "/readyz" | "/metrics"
            | "/robots.txt" => &["GET", "HEAD"],
            _ if is_screen(path) => &["GET", "HEAD"],
            _ => &[],
        });
    }
    methods.dedup();
    (!methods.is_empty()).then(|| methods.join(", "))
}

fn is_screen(path: &str) -> bool {
    path != "/citation/edit"
        && (is_screen_of_the_signed_in(path)
            || PUBLIC_SCREENS.iter().chain(&["/citation/{id}"]).any(|pattern| fits(&shape(pattern), path)))
}

/// Whether an address is a screen that asks visitors to sign in.
pub(in crate::web) fn is_screen_of_the_signed_in(path: &str) -> bool {
    SCREENS.iter().any(|pattern| fits(&shape(pattern), path))
}

fn shape(pattern: &str) -> Vec<String> {
    segments(pattern).map(str::to_owned).collect()
}

fn is_known(app: &App, web: &Web, path: &str) -> bool {
    allowed_methods(app, web, path).is_some_and(|methods| methods.contains("GET"))
}

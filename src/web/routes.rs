//! Every route outside `/api`, and the response to a request that matches no route.

use crate::domain::app::App;
use crate::web::discovery::{self, robots};
use crate::web::middleware::same_origin;
use crate::web::pages::{
    assets, citation, help, language_choice, packet, packets, plain_page, redirects, screens, search,
};
use crate::web::problem::Problem;
use crate::web::state::Web;
use crate::web::{addresses, health, sign_in};
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, ResponseError, web};

/// Every route.
pub(in crate::web) fn routes(config: &mut web::ServiceConfig) {
    config
        .service(health::health)
        .service(health::ready)
        .service(health::metrics)
        .service(robots::robots)
        .service(assets::asset)
        .service(redirects::qr_redirect)
        .service(language_choice::choose_language)
        .service(sign_in::login)
        .service(sign_in::callback)
        .service(sign_in::logout)
        .service(plain_page::styles)
        .service(help::document::styles)
        .service(help::handler::picture)
        .configure(discovery::routes);
    for path in addresses::SEARCH {
        config.route(path, web::get().to(search::handler::search));
    }
    for path in addresses::screens() {
        config.route(path, web::get().to(screens::screen));
    }
    for path in addresses::NO_SCREENS {
        config.route(
            path,
            web::get().to(|request: HttpRequest, app: web::Data<App>| async move {
                screens::not_found(&request, &app)
            }),
        );
    }
    config.route(addresses::PACKETS, web::get().to(packets::handler::packets));
    config.route("/citation/{id}", web::get().to(citation::handler::citation));
    config.route("/packet/{id}", web::get().to(packet::handler::packet));
    config.route(addresses::HELP[0], web::get().to(help::handler::list));
    config.route(addresses::HELP[1], web::get().to(help::handler::page));
}

/// Responds to what no route matches: a trailing slash, a wrong method, or an unknown address.
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
        if !shorter.is_empty()
            && path.len() == shorter.len() + 1
            && addresses::is_known(&web.interface, &app.public_url, shorter)
        {
            return redirects::without_slash(&request, shorter);
        }
    }
    if let Some(allowed) = addresses::allowed_methods(&web.interface, &app.public_url, path) {
        let allow =
            header::HeaderValue::from_str(&allowed).unwrap_or(header::HeaderValue::from_static("GET"));
        return Problem::new(StatusCode::METHOD_NOT_ALLOWED, format!("This address answers {allowed} only."))
            .with_header(header::ALLOW, allow)
            .error_response();
    }
    if in_api || !safe {
        return Problem::new(StatusCode::NOT_FOUND, "There is nothing at this address.").error_response();
    }
    screens::not_found(&request, &app)
}

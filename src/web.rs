//! HTTP: the server, its state and all routes outside `/api` in one list. Only this module uses actix-web.

mod addresses;
pub mod api;
mod blocking;
mod call;
pub mod caller;
mod client_address;
mod conditional;
mod connection;
mod content_coding;
mod content_disposition;
pub mod demo_provider;
mod discovery;
mod files;
mod health;
mod interface;
mod metrics;
mod middleware;
mod pages;
mod pending_sign_ins;
pub mod problem;
mod query;
mod rate_limit;
mod request_body;
mod screen_language;
mod security_headers;
mod session_cookie;
mod sign_in;
mod slots;
mod state;
mod table;
mod tls;
mod usage_client;
mod xml;

pub use tls::Certificate;

use crate::domain::app::App;
use crate::model::error::{Error, Result};
use crate::web::connection::exchange;
use crate::web::connection::refusals::Refusals;
use crate::web::connection::socket::Registry;
use crate::web::demo_provider::DemoProvider;
use crate::web::discovery::sitemap;
use crate::web::metrics::Metrics;
use crate::web::middleware::response_headers;
use crate::web::middleware::same_origin;
use crate::web::middleware::{access, audit, head_requests, panics, replica, request_log};
use crate::web::pages::{
    assets, citation, help, language_choice, packet, packets, plain_page, redirects, screens, search,
};
use crate::web::problem::Problem;
use crate::web::request_body::MAX_BODY_BYTES;
use crate::web::security_headers::SecurityHeaders;
use crate::web::state::Web;
use actix_web::dev::ServerHandle;
use actix_web::http::{StatusCode, header};
use actix_web::{App as ActixApp, HttpRequest, HttpResponse, ResponseError, get, web};
use std::net::TcpListener;
use std::sync::Arc;

/// Runs a future to its end on this thread, in the runtime that handlers and background work need.
pub fn block_on<F: Future>(future: F) -> F::Output {
    actix_web::rt::System::new().block_on(future)
}

/// The server, running.
pub struct Running {
    /// Stops it.
    pub handle: ServerHandle,
    /// Ends when it has stopped.
    pub ended: tokio::task::JoinHandle<std::io::Result<()>>,
    certificate: Option<Arc<Certificate>>,
}

impl Running {
    /// Reads the certificate again; returns whether there is one to read.
    pub fn reload(&self) -> Result<bool> {
        match &self.certificate {
            Some(certificate) => certificate.reload().map(|()| true),
            None => Ok(false),
        }
    }
}

/// Wraps an app in middleware. actix runs what is added last first.
macro_rules! outermost_first {
    ($app:expr,) => { $app };
    ($app:expr, $outer:path, $($inner:path,)*) => {
        outermost_first!($app, $($inner,)*).wrap(actix_web::middleware::from_fn($outer))
    };
}

/// Serves on `listener` until [`Running::handle`] stops it; by HTTPS with a certificate.
///
/// `more` adds addresses behind the same middleware; the product has none, benchmarks do.
pub fn start(
    app: Arc<App>,
    listener: TcpListener,
    certificate: Option<Arc<Certificate>>,
    demo: Option<DemoProvider>,
    more: fn(&mut web::ServiceConfig),
) -> Result<Running> {
    let headers = SecurityHeaders::new(&app.settings, &app.public_url);
    let metrics = Arc::new(Metrics::new(app.store.replica().is_some()));
    let refusals = Arc::new(Refusals { headers: headers.clone(), metrics: metrics.clone() });
    let state = web::Data::new(Web::new(&app.settings.server, headers, metrics)?);
    let demo = demo.map(web::Data::new);
    let shared: web::Data<App> = web::Data::from(app.clone());
    let factory = move || {
        let demo = demo.clone();
        let app = ActixApp::new()
            .app_data(shared.clone())
            .app_data(state.clone())
            .app_data(web::PayloadConfig::new(MAX_BODY_BYTES))
            // Before the scope of the API, which would take its address.
            .service(openapi_document)
            .service(response_headers::preflight)
            .service(web::scope("/api").configure(api::routes))
            .configure(routes)
            .configure(more)
            .configure(move |config| {
                if let Some(demo) = demo {
                    config.app_data(demo).configure(demo_provider::routes);
                }
            })
            .default_service(web::to(fallback));
        outermost_first!(
            app,
            exchange::close_with_body,
            content_coding::revalidate_and_compress,
            response_headers::put_headers,
            request_log::log_and_count,
            audit::record,
            redirects::redirect_copied,
            access::authorize,
            replica::leave_to_primary,
            panics::catch,
            head_requests::treat_as_get,
        )
    };
    let tls = certificate.as_ref().map(Certificate::config).transpose()?;
    let registry = Registry::new(&app.settings.server.trusted_proxies);
    let server = connection::serve(listener, tls, registry, refusals, factory)
        .map_err(|e| Error::io("listening", e))?;
    Ok(Running { handle: server.handle(), ended: tokio::spawn(server), certificate })
}

/// Every route.
fn routes(config: &mut web::ServiceConfig) {
    config
        .service(health::health)
        .service(health::ready)
        .service(health::metrics)
        .service(sitemap::robots)
        .service(assets::asset)
        .service(redirects::qr_redirect)
        .service(language_choice::choose_language)
        .service(sign_in::login)
        .service(sign_in::callback)
        .service(sign_in::logout)
        .service(plain_page::styles)
        .service(help::styles)
        .service(help::picture)
        .configure(discovery::routes);
    for path in addresses::SEARCH {
        config.route(path, web::get().to(search::search));
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
    config.route(addresses::PACKETS, web::get().to(packets::packets));
    config.route("/citation/{id}", web::get().to(citation::citation));
    config.route("/packet/{id}", web::get().to(packet::packet));
    config.route(addresses::HELP[0], web::get().to(help::list));
    config.route(addresses::HELP[1], web::get().to(help::page));
}

/// The OpenAPI document.
#[get("/api/openapi.json")]
async fn openapi_document(app: web::Data<App>, state: web::Data<Web>) -> Result<HttpResponse, Problem> {
    let document = state.interface.get(&app.public_url)?.document.clone();
    Ok(HttpResponse::Ok().content_type("application/json").body(document))
}

/// Responds to what no route matches: a trailing slash, a wrong method, or an unknown address.
async fn fallback(request: HttpRequest, app: web::Data<App>, web: web::Data<Web>) -> HttpResponse {
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
        return Problem::new(StatusCode::METHOD_NOT_ALLOWED, format!("Method not allowed; use {allowed}."))
            .with_header(header::ALLOW, allow)
            .error_response();
    }
    if in_api || !safe {
        return Problem::new(StatusCode::NOT_FOUND, "There is nothing at this address.").error_response();
    }
    screens::not_found(&request, &app)
}

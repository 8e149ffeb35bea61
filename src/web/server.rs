//! Assembles the server and runs it until it is asked to stop.

use crate::domain::app::App;
use crate::model::error::{Error, Result};
use crate::web::api;
use crate::web::body::json::MAX_BODY_BYTES;
use crate::web::connection::refusals::Refusals;
use crate::web::connection::registry::Registry;
use crate::web::connection::service;
use crate::web::content_coding::DecompressedFiles;
use crate::web::demo_provider::{self, DemoProvider};
use crate::web::interface::LazyInterface;
use crate::web::limits::body_slots::BodySlots;
use crate::web::limits::download_slots::DownloadSlots;
use crate::web::limits::heavy::HeavyWork;
use crate::web::metrics::Metrics;
use crate::web::middleware::open_origin;
use crate::web::middleware::rate_limit::RateLimit;
use crate::web::middleware::security_headers::SecurityHeaders;
use crate::web::openapi::document::openapi_document;
use crate::web::pending_sign_ins::PendingSignIns;
use crate::web::request_guard::guard;
use crate::web::routes::{otherwise, routes};
use crate::web::state::Web;
use crate::web::tls::Certificate;
use actix_web::dev::ServerHandle;
use actix_web::{App as ActixApp, middleware, web};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

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
    let state = web::Data::new(Web {
        headers,
        limit: RateLimit::new(&app.settings.server),
        pending: PendingSignIns::new(),
        metrics,
        bodies: BodySlots::new(),
        downloads: DownloadSlots::new(&app.settings.server),
        decompressed: DecompressedFiles::new(),
        heavy: HeavyWork::new(),
        facets: Mutex::default(),
        interface: LazyInterface::default(),
        cookie_key: crate::identity::sealed::new_secret()?,
    });
    let demo = demo.map(web::Data::new);
    let shared: web::Data<App> = web::Data::from(app.clone());
    let factory = move || {
        let demo = demo.clone();
        ActixApp::new()
            .app_data(shared.clone())
            .app_data(state.clone())
            .app_data(web::PayloadConfig::new(MAX_BODY_BYTES))
            .wrap(middleware::from_fn(guard))
            // Before the scope of the API, which would take its address.
            .service(openapi_document)
            .service(open_origin::preflight)
            .service(web::scope("/api").configure(api::routes))
            .configure(routes)
            .configure(more)
            .configure(move |config| {
                if let Some(demo) = demo {
                    config.app_data(demo).configure(demo_provider::routes);
                }
            })
            .default_service(web::to(otherwise))
    };
    let tls = certificate.as_ref().map(Certificate::config).transpose()?;
    let registry = Registry::new(&app.settings.server.trusted_proxies);
    let server =
        service::serve(listener, tls, registry, refusals, factory).map_err(|e| Error::io("listening", e))?;
    Ok(Running { handle: server.handle(), ended: tokio::spawn(server), certificate })
}

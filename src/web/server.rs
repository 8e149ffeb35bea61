//! Puts the server together and runs it until told to stop.

use crate::domain::app::App;
use crate::model::error::{Error, Result};
use crate::web::api;
use crate::web::body::MAX_BODY_BYTES;
use crate::web::demo_provider::{self, DemoProvider};
use crate::web::guards::rate_limit::RateLimit;
use crate::web::guards::security_headers::SecurityHeaders;
use crate::web::metrics::Metrics;
use crate::web::request_guard::guard;
use crate::web::routes::{otherwise, routes};
use crate::web::state::Web;

use actix_web::dev::ServerHandle;
use actix_web::{App as ActixApp, HttpServer, middleware, web};
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::{Arc, RwLock};
use std::time::Duration;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{
    ContactBuilder, ContentBuilder, InfoBuilder, OpenApi, OpenApiBuilder, Ref, ResponseBuilder,
};
use utoipa_actix_web::AppExt;

/// How long a client has to send the head of a request.
const HEAD_WITHIN: Duration = Duration::from_secs(10);
/// How many use cases run at once on the threads of one worker; the others wait their turn, which is short. A download
/// to a slow client keeps its thread.
const MAX_BLOCKING: usize = 32;
/// How long a connection is kept for another request.
const KEPT_FOR: Duration = Duration::from_secs(60);
/// How long requests have to finish when the server stops, in seconds.
const STOPS_WITHIN_S: u64 = 7;

/// The server, running.
pub struct Running {
    /// Stops it.
    pub handle: ServerHandle,
    /// Ends when it has stopped.
    pub ended: tokio::task::JoinHandle<std::io::Result<()>>,
    certificate: Option<Arc<Certificate>>,
}

impl Running {
    /// Reads the certificate again; says whether there is one to read.
    pub fn reload(&self) -> Result<bool> {
        match &self.certificate {
            Some(certificate) => certificate.reload().map(|()| true),
            None => Ok(false),
        }
    }
}

/// Serves on `listener` until [`Running::handle`] stops it.
///
/// `more` adds addresses behind the same guards; the product has none, benchmarks do.
pub fn start(
    app: Arc<App>,
    listener: TcpListener,
    demo: Option<DemoProvider>,
    more: fn(&mut web::ServiceConfig),
) -> Result<Running> {
    let openapi = describe();
    let state = web::Data::new(Web {
        headers: SecurityHeaders::new(&app.settings, &app.public_url),
        limit: RateLimit::new(&app.settings.server),
        metrics: Arc::new(Metrics::new()),
        described: described(&openapi),
        openapi: openapi.to_json().map_err(|e| Error::internal("describing the interface", e))?,
        cookie_key: crate::identity::sealed::new_secret()?,
    });
    let demo = demo.map(web::Data::new);
    let shared: web::Data<App> = web::Data::from(app.clone());
    let serving = HttpServer::new(move || {
        let demo = demo.clone();
        ActixApp::new()
            .app_data(shared.clone())
            .app_data(state.clone())
            .app_data(web::PayloadConfig::new(MAX_BODY_BYTES))
            .wrap(middleware::from_fn(guard))
            // Before the scope that it describes, which would take its address.
            .service(openapi_document)
            .into_utoipa_app()
            .service(utoipa_actix_web::scope("/api").configure(api::routes))
            .into_app()
            .configure(routes)
            .configure(more)
            .configure(move |config| {
                if let Some(demo) = demo {
                    config.app_data(demo).configure(demo_provider::routes);
                }
            })
            .default_service(web::to(otherwise))
    })
    .worker_max_blocking_threads(MAX_BLOCKING)
    .client_request_timeout(HEAD_WITHIN)
    .keep_alive(KEPT_FOR)
    .shutdown_timeout(STOPS_WITHIN_S)
    .disable_signals();
    let bound = |e: std::io::Error| Error::io("listening", e);
    let server = &app.settings.server;
    let (http, certificate) = match (&server.tls_cert, &server.tls_key) {
        (Some(cert), Some(key)) => {
            let certificate = Arc::new(Certificate::read(cert, key)?);
            (
                serving.listen_rustls_0_23(listener, tls(certificate.clone())?).map_err(bound)?,
                Some(certificate),
            )
        }
        _ => (serving.listen(listener).map_err(bound)?, None),
    };
    let running = http.run();
    Ok(Running { handle: running.handle(), ended: tokio::spawn(running), certificate })
}

/// The described interface.
#[actix_web::get("/api/openapi.json")]
async fn openapi_document(state: web::Data<Web>) -> actix_web::HttpResponse {
    actix_web::HttpResponse::Ok().content_type("application/json").body(state.openapi.clone())
}

fn describe() -> OpenApi {
    let (_, described) = ActixApp::new()
        .into_utoipa_app()
        .service(utoipa_actix_web::scope("/api").configure(api::routes))
        .split_for_parts();
    let info = InfoBuilder::new()
        .title("Handout")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some("Patient and family education catalogue of a children's hospital."))
        .contact(Some(ContactBuilder::new().name(Some("Hospital IT")).build()))
        .build();
    let mut whole = OpenApiBuilder::from(described).info(info).build();
    for item in whole.paths.paths.values_mut() {
        let operations = [(&mut item.get, false), (&mut item.post, true), (&mut item.put, true)];
        for (operation, changes) in operations {
            if let Some(operation) = operation {
                add_common_answers(operation, changes);
            }
        }
    }
    whole
}

/// The answers that the guards and the limits give to any call, where its own description has none of that status.
fn add_common_answers(operation: &mut Operation, changes: bool) {
    let always = [
        ("401", "The bearer token is not valid"),
        ("429", "Too many requests of somebody who is not signed in; Retry-After says when to come back"),
        ("503", "Something needed does not answer at the moment; Retry-After says when to come back"),
    ];
    let of_changes = [
        ("403", "The change did not come from a page of ours"),
        ("408", "The body did not arrive in time"),
        ("413", "The body is too large"),
        ("507", "The disk is full; nothing was saved"),
    ];
    let also = if changes { of_changes.as_slice() } else { &[] };
    for (status, message) in always.iter().chain(also) {
        operation.responses.responses.entry((*status).to_owned()).or_insert_with(|| {
            let problem = Ref::from_schema_name("ProblemBody");
            ResponseBuilder::new()
                .description(*message)
                .content("application/problem+json", ContentBuilder::new().schema(Some(problem)).build())
                .build()
                .into()
        });
    }
}

/// Every described path with its methods.
fn described(openapi: &OpenApi) -> Vec<(Vec<String>, Vec<String>)> {
    let mut all: Vec<(Vec<String>, Vec<String>)> = openapi
        .paths
        .paths
        .iter()
        .map(|(path, item)| {
            let mut methods = Vec::new();
            if item.get.is_some() {
                methods.extend(["GET".to_owned(), "HEAD".to_owned()]);
            }
            if item.post.is_some() {
                methods.push("POST".to_owned());
            }
            if item.put.is_some() {
                methods.push("PUT".to_owned());
            }
            (path.trim_start_matches('/').split('/').map(str::to_owned).collect(), methods)
        })
        .collect();
    all.push((vec!["api".into(), "openapi.json".into()], vec!["GET".into(), "HEAD".into()]));
    all
}

/// The certificate that connections are served with; read again on SIGHUP.
#[derive(Debug)]
struct Certificate {
    cert: PathBuf,
    key: PathBuf,
    current: RwLock<Arc<CertifiedKey>>,
}

impl Certificate {
    fn read(cert: &Path, key: &Path) -> Result<Certificate> {
        let current = RwLock::new(Arc::new(certified(cert, key)?));
        Ok(Certificate { cert: cert.to_owned(), key: key.to_owned(), current })
    }

    fn reload(&self) -> Result<()> {
        let fresh = Arc::new(certified(&self.cert, &self.key)?);
        if let Ok(mut current) = self.current.write() {
            *current = fresh;
        }
        Ok(())
    }
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        self.current.read().ok().map(|current| current.clone())
    }
}

fn certified(cert: &Path, key: &Path) -> Result<CertifiedKey> {
    let bad = |file: &Path, what: &dyn std::fmt::Display| {
        Error::Settings(format!("{}: expected PEM, {what}", file.display()))
    };
    let chain = CertificateDer::pem_file_iter(cert)
        .and_then(Iterator::collect::<std::result::Result<Vec<_>, _>>)
        .map_err(|e| bad(cert, &e))?;
    if chain.is_empty() {
        return Err(bad(cert, &"there is no certificate in it"));
    }
    let private = PrivateKeyDer::from_pem_file(key).map_err(|e| bad(key, &e))?;
    let signing = rustls::crypto::ring::sign::any_supported_type(&private).map_err(|e| bad(key, &e))?;
    let certified = CertifiedKey::new(chain, signing);
    certified.keys_match().map_err(|e| bad(key, &e))?;
    Ok(certified)
}

fn tls(certificate: Arc<Certificate>) -> Result<ServerConfig> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    Ok(ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|e| Error::internal("setting up TLS", e))?
        .with_no_client_auth()
        .with_cert_resolver(certificate))
}

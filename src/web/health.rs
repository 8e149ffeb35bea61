//! Endpoints for machines: liveness, readiness, metrics.

use crate::domain::app::App;
use crate::domain::freshness;
use crate::web::blocking::run;
use crate::web::client_address::{client_address, plain};
use crate::web::pages::screens;
use crate::web::state::Web;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};

/// The process is running.
#[get("/healthz")]
pub(super) async fn health() -> HttpResponse {
    text("ok\n")
}

/// Database and index are usable; on a replica, the served state is not too old.
#[get("/readyz")]
pub(super) async fn ready(app: web::Data<App>) -> HttpResponse {
    if let Some(freshness) = freshness::replica_freshness(&app).filter(|freshness| freshness.is_stale) {
        return unready(freshness.sentence() + "\n");
    }
    match run(&app, |app| app.store.read(|db| db.latest_change())).await {
        Ok(_) if app.search.index.has_followed() => text("ready\n"),
        Ok(_) => unready("the index is being built\n".into()),
        Err(_) => unready("the database does not answer\n".into()),
    }
}

/// Metrics, for loopback peers and those that the settings name.
#[get("/metrics")]
pub(super) async fn metrics(
    request: HttpRequest,
    app: web::Data<App>,
    state: web::Data<Web>,
) -> HttpResponse {
    let server = &app.settings.server;
    let allowed = client_address(&request, &server.trusted_proxies).is_some_and(|client| {
        let peer_is_local = request.peer_addr().is_some_and(|p| plain(p.ip()).is_loopback());
        // A proxy on this machine passes on requests from anywhere: then it is the client that counts.
        let from_outside =
            request.headers().contains_key("x-forwarded-for") || request.headers().contains_key("forwarded");
        (peer_is_local && !from_outside) || server.metrics_from.iter().any(|net| net.contains(&client))
    });
    if !allowed {
        return screens::not_found(&request, &app);
    }
    let counted = state.metrics.clone();
    match run(&app, move |app| Ok(counted.text(app))).await {
        Ok(text) => HttpResponse::Ok()
            .insert_header((
                header::CONTENT_TYPE,
                "application/openmetrics-text; version=1.0.0; charset=utf-8",
            ))
            .body(text),
        Err(problem) => actix_web::ResponseError::error_response(&problem),
    }
}

fn text(words: &'static str) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/plain; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(words)
}

fn unready(words: String) -> HttpResponse {
    HttpResponse::ServiceUnavailable()
        .insert_header((header::CONTENT_TYPE, "text/plain; charset=utf-8"))
        .insert_header((header::RETRY_AFTER, "5"))
        .body(words)
}

//! What handlers and middleware share.

use crate::search::Snapshot;
use crate::web::blocking::HeavyWork;
use crate::web::content_coding::DecompressedFiles;
use crate::web::interface::LazyInterface;
use crate::web::metrics::Metrics;
use crate::web::middleware::rate_limit::RateLimit;
use crate::web::middleware::response_headers::SecurityHeaders;
use crate::web::pending_sign_ins::PendingSignIns;
use crate::web::slots::{BodySlots, DownloadSlots};
use actix_web::dev::ServiceRequest;
use actix_web::error::{Error, ErrorInternalServerError};
use actix_web::web::{self, Bytes};
use std::sync::{Arc, Mutex, Weak};

/// State of the HTTP server, one for all of its workers.
pub(in crate::web) struct Web {
    pub headers: SecurityHeaders,
    pub limit: RateLimit,
    pub pending: PendingSignIns,
    pub metrics: Arc<Metrics>,
    pub bodies: BodySlots,
    pub downloads: DownloadSlots,
    pub decompressed: DecompressedFiles,
    pub heavy: HeavyWork,
    /// All facets as JSON, with the snapshot that they were counted in.
    pub facets: Mutex<Option<(Weak<Snapshot>, Bytes)>>,
    /// The described interface.
    pub interface: LazyInterface,
    /// Seals the cookies of pending sign-ins; new at every start.
    pub cookie_key: String,
}

/// What middleware shares with the handlers, which have it as an argument: `App` or [`Web`].
pub(in crate::web) fn shared<T: 'static>(request: &ServiceRequest) -> Result<web::Data<T>, Error> {
    let shared = request.app_data::<web::Data<T>>().cloned();
    shared.ok_or_else(|| ErrorInternalServerError("shared state is missing"))
}

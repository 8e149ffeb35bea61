//! What handlers and middleware share.

use crate::identity::sealed;
use crate::model::error::Result;
use crate::search::Snapshot;
use crate::settings::Server;
use crate::web::blocking::HeavyWork;
use crate::web::content_coding::DecompressedFiles;
use crate::web::interface::LazyInterface;
use crate::web::metrics::Metrics;
use crate::web::pending_sign_ins::PendingSignIns;
use crate::web::rate_limit::RateLimit;
use crate::web::security_headers::SecurityHeaders;
use crate::web::slots::{BodySlots, DownloadSlots};
use actix_web::dev::ServiceRequest;
use actix_web::error::ErrorInternalServerError;
use actix_web::web::{self, Bytes};
use std::sync::{Arc, Mutex, Weak};

/// State of the HTTP server, one for all of its workers.
pub(super) struct Web {
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

impl Web {
    pub fn new(settings: &Server, headers: SecurityHeaders, metrics: Arc<Metrics>) -> Result<Web> {
        Ok(Web {
            headers,
            limit: RateLimit::new(settings),
            pending: PendingSignIns::new(),
            metrics,
            bodies: BodySlots::new(),
            downloads: DownloadSlots::new(settings),
            decompressed: DecompressedFiles::new(),
            heavy: HeavyWork::new(),
            facets: Mutex::default(),
            interface: LazyInterface::default(),
            cookie_key: sealed::new_secret()?,
        })
    }
}

/// What middleware shares with the handlers, which have it as an argument: `App` or [`Web`].
pub(super) fn shared_data<T: 'static>(
    request: &ServiceRequest,
) -> std::result::Result<web::Data<T>, actix_web::Error> {
    let shared = request.app_data::<web::Data<T>>().cloned();
    shared.ok_or_else(|| ErrorInternalServerError("shared state is missing"))
}

//! What the handlers share beside the [`App`](crate::domain::app::App).

use crate::search::Snapshot;
use crate::web::blocking::HeavyWork;
use crate::web::content_coding::DecompressedFiles;
use crate::web::interface::LazyInterface;
use crate::web::metrics::Metrics;
use crate::web::middleware::rate_limit::RateLimit;
use crate::web::middleware::security_headers::SecurityHeaders;
use crate::web::pending_sign_ins::PendingSignIns;
use crate::web::slots::{BodySlots, DownloadSlots};
use actix_web::web::Bytes;
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

//! The metrics, in the format of Prometheus.

use crate::domain::app::App;
use crate::domain::audit;
use crate::domain::{freshness, indexing};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::time::Duration;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: String,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabels {
    route: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct SinkLabels {
    sink: &'static str,
}

/// All metrics of this process since its start.
pub(super) struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    durations: Family<RouteLabels, Histogram>,
    searches: Counter,
    empty_searches: Counter,
    sign_ins: Counter,
    sign_in_failures: Counter,
    index_lag: Gauge,
    jobs_waiting: Gauge,
    orders_waiting: Gauge,
    mails_refused: Gauge,
    database_bytes: Gauge,
    citations: Gauge,
    replica_age: Gauge,
    files_store_up: Gauge,
    files_missing: Gauge,
    audit_rows: Family<SinkLabels, Gauge>,
    audit_seconds: Family<SinkLabels, Gauge>,
}

fn duration_histogram() -> Histogram {
    Histogram::new([0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0])
}

impl Metrics {
    /// The metrics of a replica or a primary, without those of the other.
    pub fn new(is_replica: bool) -> Self {
        let mut registry = Registry::with_prefix("handout");
        let requests = Family::default();
        let durations = Family::new_with_constructor(duration_histogram as fn() -> Histogram);
        let (searches, empty_searches) = (Counter::default(), Counter::default());
        let (sign_ins, sign_in_failures) = (Counter::default(), Counter::default());
        let index_lag = Gauge::default();
        let (jobs_waiting, orders_waiting) = (Gauge::default(), Gauge::default());
        let mails_refused = Gauge::default();
        let database_bytes = Gauge::default();
        let citations = Gauge::default();
        let replica_age = Gauge::default();
        let (files_store_up, files_missing) = (Gauge::default(), Gauge::default());
        let (audit_rows, audit_seconds) = (Family::default(), Family::default());
        registry.register("requests", "Requests by method, route and status", requests.clone());
        registry.register("request_duration_seconds", "Time to answer, by route", durations.clone());
        registry.register("searches", "Searches answered", searches.clone());
        registry.register("searches_without_result", "Searches that found nothing", empty_searches.clone());
        registry.register("sign_ins", "Sign-ins that succeeded", sign_ins.clone());
        registry.register("sign_in_failures", "Sign-ins that failed", sign_in_failures.clone());
        registry.register("index_lag_changes", "Changes the index is behind the database", index_lag.clone());
        if is_replica {
            let help = "Age of the state that this replica serves";
            registry.register("replica_age_seconds", help, replica_age.clone());
        } else {
            registry.register("jobs_waiting", "Batch jobs not complete", jobs_waiting.clone());
            registry.register("order_mails_waiting", "Order mails not yet sent", orders_waiting.clone());
            let help = "Mails that the mail server has refused and that are not sent";
            registry.register("mails_refused", help, mails_refused.clone());
            let help = "Rows of the audit trail that a sink has not got";
            registry.register("audit_sink_lag_rows", help, audit_rows.clone());
            let help = "Age of the oldest row of the audit trail that a sink has not got";
            registry.register("audit_sink_lag_seconds", help, audit_seconds.clone());
        }
        registry.register("database_bytes", "Size of the database file", database_bytes.clone());
        registry.register("citations", "Citations in the index", citations.clone());
        let help = "Whether the store of files can be reached";
        registry.register("files_store_up", help, files_store_up.clone());
        registry.register("files_missing", "Stored files that are missing", files_missing.clone());
        Metrics {
            registry,
            requests,
            durations,
            searches,
            empty_searches,
            sign_ins,
            sign_in_failures,
            index_lag,
            jobs_waiting,
            orders_waiting,
            mails_refused,
            database_bytes,
            citations,
            replica_age,
            files_store_up,
            files_missing,
            audit_rows,
            audit_seconds,
        }
    }

    /// Counts a completed request. `method` is one of a fixed set, so that clients cannot add series without limit.
    pub fn request(&self, method: &'static str, route: &str, status: u16, took: Duration) {
        let labels = RequestLabels { method, route: route.to_owned(), status };
        self.requests.get_or_create(&labels).inc();
        self.durations.get_or_create(&RouteLabels { route: route.to_owned() }).observe(took.as_secs_f64());
    }

    /// Counts a search.
    pub fn search(&self, found_nothing: bool) {
        self.searches.inc();
        if found_nothing {
            self.empty_searches.inc();
        }
    }

    /// Counts a sign-in.
    pub fn sign_in(&self, succeeded: bool) {
        if succeeded {
            self.sign_ins.inc()
        } else {
            self.sign_in_failures.inc()
        };
    }

    /// All metrics as text (OpenMetrics), including those that are read now.
    pub fn text(&self, app: &App) -> String {
        let set = |gauge: &Gauge, value: u64| {
            gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
        };
        if let Ok(lag) = indexing::lag(app) {
            set(&self.index_lag, lag);
        }
        if let Ok(waiting) = app.store.read(|db| db.jobs_waiting()) {
            set(&self.jobs_waiting, waiting);
        }
        if let Ok(waiting) = crate::domain::outbox::mails_waiting(&app.store) {
            set(&self.orders_waiting, waiting.about_orders);
            set(&self.mails_refused, waiting.refused);
        }
        for (sink, target) in audit::delivery_targets(&app.settings.audit) {
            if let Ok(lag) = audit::delivery_lag(&app.store, &target) {
                set(&self.audit_rows.get_or_create(&SinkLabels { sink }), lag.rows);
                set(&self.audit_seconds.get_or_create(&SinkLabels { sink }), lag.seconds);
            }
        }
        if let Ok(meta) = std::fs::metadata(app.store.path()) {
            set(&self.database_bytes, meta.len());
        }
        set(&self.citations, app.search.index.documents());
        set(&self.files_store_up, u64::from(app.files_state.is_up()));
        set(&self.files_missing, app.files_state.missing());
        if let Some(freshness) = freshness::replica_freshness(app) {
            set(&self.replica_age, freshness.age_seconds);
        }
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

//! Notifications to systemd: ready, reloading, stopping, and the watchdog's keep-alive (`sd_notify(3)`).
//!
//! Without `NOTIFY_SOCKET` in the environment nothing happens. A full disk or a provider that is down is no reason to
//! be killed: the watchdog asks only whether the database answers and the index follower makes progress.

use crate::domain::app::App;
use crate::model::error::lock;
use crate::work::periodic::{Stop, wait};
use sd_notify::NotifyState;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// For how long the index follower may be busy with one piece of work, a rebuild for instance.
const MAX_FOLLOWER_BUSY_TIME: Duration = Duration::from_secs(600);

/// The time one loop last reported progress; the watchdog reads it. Clones share one time.
#[derive(Clone)]
pub(super) struct Heartbeat(Arc<Mutex<Instant>>);

impl Heartbeat {
    /// A heartbeat that beats now for the first time.
    pub(super) fn new() -> Heartbeat {
        Heartbeat(Arc::new(Mutex::new(Instant::now())))
    }

    /// Records a heartbeat.
    pub(super) fn beat(&self) {
        *lock(&self.0) = Instant::now();
    }

    fn age(&self) -> Duration {
        lock(&self.0).elapsed()
    }
}

/// Notifies systemd that the server is ready, keeps the watchdog fed, and notifies that it stops at the end.
pub(super) async fn run(app: Arc<App>, follower: Heartbeat, mut stop: Stop) {
    if std::env::var_os("NOTIFY_SOCKET").is_none_or(|socket| socket.is_empty()) {
        return;
    }
    let watchdog = sd_notify::watchdog_enabled().filter(|limit| !limit.is_zero());
    notify(&[NotifyState::Ready, NotifyState::Status("Serving")]);
    let every = watchdog.map_or(Duration::from_secs(3600), |limit| limit / 3);
    while !*stop.borrow() {
        if watchdog.is_some() && is_healthy(&app, &follower, every).await {
            notify(&[NotifyState::Watchdog]);
        }
        wait(every, None, &mut stop).await;
    }
    notify(&[NotifyState::Stopping, NotifyState::Status("Finishing the requests in progress")]);
}

/// Notifies systemd that a replica waits for its database, for as long as that takes.
pub fn waiting_for_database() {
    if std::env::var_os("NOTIFY_SOCKET").is_some_and(|socket| !socket.is_empty()) {
        notify(&[
            NotifyState::Status("Waiting for the database"),
            NotifyState::Custom("EXTEND_TIMEOUT_USEC=30000000"),
        ]);
    }
}

/// Notifies systemd that the settings are being read again; call [`reloaded`] afterwards.
pub fn reloading() {
    notify(&[NotifyState::Reloading]);
}

/// Notifies systemd that the reload is over.
pub fn reloaded() {
    notify(&[NotifyState::Ready]);
}

fn notify(state: &[NotifyState<'_>]) {
    if let Err(e) = sd_notify::notify(state) {
        tracing::warn!(cause = %e, "systemd could not be notified");
    }
}

async fn is_healthy(app: &Arc<App>, follower: &Heartbeat, timeout: Duration) -> bool {
    if follower.age() > MAX_FOLLOWER_BUSY_TIME {
        tracing::error!("no heartbeat from the index follower; the watchdog is not notified");
        return false;
    }
    let app = app.clone();
    let answer = tokio::task::spawn_blocking(move || app.store.read(|db| db.latest_change()));
    match tokio::time::timeout(timeout, answer).await {
        Ok(Ok(Ok(_))) => true,
        Ok(Ok(Err(e))) => {
            tracing::error!(cause = %e, "the database does not answer; the watchdog is not notified");
            false
        }
        Ok(Err(_)) | Err(_) => {
            tracing::error!("the database does not answer in time; the watchdog is not notified");
            false
        }
    }
}

//! Background loops, and starting and stopping them.

mod audit_delivery;
mod backup_schedule;
mod cleanup;
pub mod database_watch;
mod files;
mod index_follower;
mod job_runner;
mod link_check;
mod mails;
mod periodic;
mod replica_follower;
pub mod systemd;

use crate::domain::app::App;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// How long the loops have to finish their present work.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(8);

/// The loops, running.
pub struct Running {
    app: Arc<App>,
    stop: watch::Sender<bool>,
    loops: JoinSet<()>,
}

/// Starts every loop on the caller's runtime; on a replica only those that do not write.
pub fn start(app: Arc<App>) -> Running {
    let (stop, stopped) = watch::channel(false);
    let mut loops = JoinSet::new();
    let heartbeat = systemd::Heartbeat::new();
    loops.spawn(index_follower::run(app.clone(), heartbeat.clone()));
    loops.spawn(systemd::run(app.clone(), heartbeat, stopped.clone()));
    loops.spawn(index_follower::follow_thesaurus(app.clone(), stopped.clone()));
    if app.store.replica().is_some() {
        // Everything else writes, which only the primary may do.
        loops.spawn(replica_follower::run(app.clone(), stopped.clone()));
        loops.spawn(files::watch(app.clone(), stopped));
        return Running { app, stop, loops };
    }
    loops.spawn(cleanup::record_time(app.clone(), stopped.clone()));
    loops.spawn(job_runner::run(app.clone(), stopped.clone()));
    loops.spawn(mails::send_outbox(app.clone(), stopped.clone()));
    loops.spawn(backup_schedule::run(app.clone(), stopped.clone()));
    loops.spawn(audit_delivery::to_syslog(app.clone(), stopped.clone()));
    loops.spawn(audit_delivery::to_file(app.clone(), stopped.clone()));
    loops.spawn(link_check::run(app.clone(), stopped.clone()));
    loops.spawn(mails::write_review_digests(app.clone(), stopped.clone()));
    loops.spawn(mails::write_report_lists(app.clone(), stopped.clone()));
    loops.spawn(files::read_texts(app.clone(), stopped.clone()));
    loops.spawn(files::clean_up(app.clone(), stopped.clone()));
    loops.spawn(files::watch(app.clone(), stopped.clone()));
    loops.spawn(cleanup::run(app.clone(), stopped));
    Running { app, stop, loops }
}

/// Starts only what makes the index follow the database: nothing is written or sent, and systemd gets no message.
pub fn start_following(app: Arc<App>) -> Running {
    let (stop, stopped) = watch::channel(false);
    let mut loops = JoinSet::new();
    loops.spawn(index_follower::run(app.clone(), systemd::Heartbeat::new()));
    loops.spawn(index_follower::follow_thesaurus(app.clone(), stopped));
    Running { app, stop, loops }
}

impl Running {
    /// Stops every loop and waits for them up to a limit: interrupted work resumes at the next start.
    pub async fn stop(mut self) {
        // An error means that all loops have ended.
        let _ = self.stop.send(true);
        self.app.store.changes().close();
        let all = async { while self.loops.join_next().await.is_some() {} };
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, all).await.is_err() {
            tracing::warn!("background work was interrupted; it resumes at the next start");
        }
    }
}

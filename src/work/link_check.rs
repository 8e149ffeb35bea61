//! Checks the links of handouts: those of a night here, those that people ask for in `link_check_requests.rs`.
//!
//! Several hosts are checked at once, each by one task; `src/link_check` decides how fast one host is asked. Stopping drops
//! the tasks and with them their connections: an address whose result was not stored is still due.

use crate::domain::app::App;
use crate::domain::handout_text;
use crate::domain::link_check::{LinkChecker, NightPlan};
use crate::settings::LinkChecks;
use crate::work::link_check_requests;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Hosts that are asked at once.
const MAX_HOSTS: usize = 8;
/// How often the clock is read, and the pause after an internal error.
const CHECK_INTERVAL: Duration = Duration::from_secs(60);

/// Runs until `stop` changes; what is being asked then is dropped.
pub(super) async fn run(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    if let Err(e) = handout_text::delete_unwanted(app.clone()).await {
        tracing::error!(cause = %e, "the texts of handouts cannot be deleted");
    }
    let checker = Arc::new(LinkChecker::new(app.clone()));
    let nightly = app.settings.links.check == LinkChecks::Nightly;
    let nights = async {
        if nightly {
            all_nights(&checker).await;
        } else {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = nights => {}
        () = link_check_requests::run(&app, &checker) => {}
        _ = stop.wait_for(|stopped| *stopped) => {}
    }
}

async fn all_nights(checker: &Arc<LinkChecker>) {
    loop {
        match checker.plan().await {
            Ok(Some(plan)) => one_night(checker, plan).await,
            Ok(None) => {}
            Err(e) => tracing::error!(cause = %e, "which links are due cannot be read; trying again"),
        }
        tokio::time::sleep(CHECK_INTERVAL).await;
    }
}

/// Checks everything that is due in a night. A check that fails internally stays due.
async fn one_night(checker: &Arc<LinkChecker>, plan: NightPlan) {
    let night = plan.night;
    let count: usize = plan.hosts.iter().map(Vec::len).sum();
    if count > 0 {
        tracing::info!(links = count, hosts = plan.hosts.len(), "checking links");
    }
    let mut tasks = JoinSet::new();
    for addresses in plan.hosts {
        if tasks.len() >= MAX_HOSTS {
            ended(tasks.join_next().await);
        }
        let checker = checker.clone();
        tasks.spawn(async move {
            for address in addresses {
                if !checker.is_night(night) {
                    return;
                }
                if let Err(e) = checker.check(&address, Some(night)).await {
                    tracing::error!(cause = %e, "the result of a link check could not be stored; trying again");
                    tokio::time::sleep(CHECK_INTERVAL).await;
                }
            }
        });
    }
    while let Some(task) = tasks.join_next().await {
        ended(Some(task));
    }
    match checker.finish(night).await {
        Ok(true) if count > 0 => tracing::info!(links = count, "all links of this night were checked"),
        Ok(_) => {}
        Err(e) => tracing::error!(cause = %e, "the end of a night of link checks could not be stored"),
    }
}

fn ended(task: Option<Result<(), tokio::task::JoinError>>) {
    if let Some(Err(e)) = task {
        tracing::error!(cause = %e, "the checks of a host panicked");
    }
}

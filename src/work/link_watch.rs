//! Checks the links of handouts: those of a night, and those that somebody asked about.
//!
//! Several hosts are asked at once, each by one task; what one host is asked in what pace is `src/links`' business. Being
//! stopped drops the tasks and with them their connections: an address whose check was not kept is still due.

use crate::domain::app::App;
use crate::domain::link_watch::{LinkWatch, NightPlan};
use crate::settings::LinkChecks;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// Hosts that are asked at once.
const MAX_HOSTS: usize = 8;
/// Checks at once that somebody asked for.
const MAX_REQUESTED: usize = 8;
/// How often the clock is read, and the pause after a fault of our own.
const CHECK_EVERY: Duration = Duration::from_secs(60);

/// Runs until `stop` changes; what is being asked then is dropped.
pub(super) async fn run(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    let watch = Arc::new(LinkWatch::new(app.clone()));
    let nightly = app.settings.links.check == LinkChecks::Nightly;
    let nights = async {
        if nightly {
            all_nights(&watch).await;
        } else {
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = nights => {}
        () = all_requests(&app, &watch) => {}
        _ = stop.wait_for(|stopped| *stopped) => {}
    }
}

async fn all_nights(watch: &Arc<LinkWatch>) {
    loop {
        match watch.plan().await {
            Ok(Some(plan)) => one_night(watch, plan).await,
            Ok(None) => {}
            Err(e) => tracing::error!(cause = %e, "which links are due cannot be read; trying again"),
        }
        tokio::time::sleep(CHECK_EVERY).await;
    }
}

/// Checks everything that is due in a night. What fails for a fault of our own is still due.
async fn one_night(watch: &Arc<LinkWatch>, plan: NightPlan) {
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
        let watch = watch.clone();
        tasks.spawn(async move {
            for address in addresses {
                if !watch.is_night(night) {
                    return;
                }
                if let Err(e) = watch.check(&address, Some(night)).await {
                    tracing::error!(cause = %e, "a check of a link could not be kept; trying again");
                    tokio::time::sleep(CHECK_EVERY).await;
                }
            }
        });
    }
    while let Some(task) = tasks.join_next().await {
        ended(Some(task));
    }
    match watch.finish(night).await {
        Ok(true) if count > 0 => tracing::info!(links = count, "all links of this night were checked"),
        Ok(_) => {}
        Err(e) => tracing::error!(cause = %e, "the end of a night of link checks could not be kept"),
    }
}

async fn all_requests(app: &Arc<App>, watch: &Arc<LinkWatch>) {
    let mut tasks: JoinSet<String> = JoinSet::new();
    let mut under_way: Vec<String> = Vec::new();
    loop {
        match watch.requested().await {
            Ok(requested) => {
                for url in requested {
                    if tasks.len() >= MAX_REQUESTED {
                        break;
                    }
                    if under_way.contains(&url) {
                        continue;
                    }
                    under_way.push(url.clone());
                    let watch = watch.clone();
                    tasks.spawn(async move {
                        if let Err(e) = watch.check(&url, None).await {
                            tracing::error!(cause = %e, "a check of a link could not be kept; trying again");
                            tokio::time::sleep(CHECK_EVERY).await;
                        }
                        url
                    });
                }
            }
            Err(e) => tracing::error!(cause = %e, "links to check now cannot be read; trying again"),
        }
        tokio::select! {
            () = app.link_requested.notified() => {}
            Some(done) = tasks.join_next(), if !tasks.is_empty() => match done {
                Ok(url) => under_way.retain(|other| *other != url),
                Err(e) => tracing::error!(cause = %e, "a check of a link panicked"),
            },
            () = tokio::time::sleep(CHECK_EVERY) => {}
        }
        // Which one panicked is not known; with nothing left in hand every one may be tried again.
        if tasks.is_empty() {
            under_way.clear();
        }
    }
}

fn ended(task: Option<Result<(), tokio::task::JoinError>>) {
    if let Some(Err(e)) = task {
        tracing::error!(cause = %e, "the checks of a host panicked");
    }
}

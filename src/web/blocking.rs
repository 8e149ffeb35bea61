//! Runs blocking use cases off the workers; heavy ones in a bounded queue on a few threads, so that no event loop waits for
//! them and short requests keep most of the machine.

use crate::domain::app::App;
use crate::model::error::{Error, Result};
use crate::web::client_address::{client_address, client_key};
use crate::web::problem::Problem;
use crate::web::slots::KeyedPermits;
use actix_web::{HttpRequest, web};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// Runs a use case off the async workers, which never wait for the disk.
pub(super) async fn run<T: Send + 'static>(
    app: &web::Data<App>,
    work: impl FnOnce(&Arc<App>) -> Result<T> + Send + 'static,
) -> std::result::Result<T, Problem> {
    let app = app.clone().into_inner();
    match web::block(move || work(&app)).await {
        Ok(result) => result.map_err(Problem::from),
        Err(_) => Err(Error::Unavailable("The server is stopping. Please try again.".into()).into()),
    }
}

/// Maximum numbers of waiting and running work, in total and for each client.
const MAX_QUEUED: usize = 64;
const MAX_QUEUED_PER_CLIENT: usize = 16;
/// How long work waits in the queue.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(5);

/// The queue and its threads.
#[derive(Debug)]
pub(super) struct HeavyWork {
    running: Arc<Semaphore>,
    queued: Arc<Semaphore>,
    per_client: KeyedPermits<Option<IpAddr>>,
}

impl HeavyWork {
    /// One core is left for the event loops.
    pub fn new() -> HeavyWork {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        HeavyWork {
            running: Arc::new(Semaphore::new(processors.saturating_sub(1).max(1))),
            queued: Arc::new(Semaphore::new(MAX_QUEUED)),
            per_client: KeyedPermits::new(MAX_QUEUED_PER_CLIENT),
        }
    }

    /// Runs `work` when there is room for it; 503 if too much is waiting, or if it waits for too long.
    pub async fn run<T: Send + 'static>(
        &self,
        app: &web::Data<App>,
        request: &HttpRequest,
        work: impl FnOnce(&Arc<App>) -> Result<T> + Send + 'static,
    ) -> std::result::Result<T, Problem> {
        let busy = || Error::Unavailable("The server is busy. Please try again in a moment.".into());
        let client = client_address(request, &app.settings.server.trusted_proxies).map(client_key);
        let per_client = self.per_client.semaphore(client).try_acquire_owned().map_err(|_| busy())?;
        let queued = self.queued.clone().try_acquire_owned().map_err(|_| busy())?;
        let running = tokio::time::timeout(QUEUE_TIMEOUT, self.running.clone().acquire_owned()).await;
        let Ok(Ok(running)) = running else { return Err(busy().into()) };
        run(app, move |app| {
            // The thread holds the permits: a client that disconnects frees nothing before the work is done.
            let _held = (per_client, queued, running);
            work(app)
        })
        .await
    }
}

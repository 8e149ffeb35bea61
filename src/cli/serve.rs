//! `handout serve`: listens, opens the data, runs until it is asked to stop.

use crate::domain::app::App;
use crate::domain::audit::record;
use crate::model::audit::event::Action;
use crate::model::audit::event::AuditSource;
use crate::model::error::{Error, Result};
use crate::settings::Settings;
use crate::store::{ServerLock, Store, refuse_primary_folder};
use crate::web::Certificate;
use crate::web::demo_provider::DemoProvider;
use crate::{web, work};
use std::net::TcpListener;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Serves what the settings say.
pub(super) fn run(settings: Settings) -> Result<ExitCode> {
    // Checked before anything else starts: an invalid certificate counts as an invalid setting.
    let certificate = Certificate::from_settings(&settings.server)?;
    if let Some(certificate) = &certificate {
        certificate.log_validity();
    }
    let listener = listen(&settings)?;
    let public_url = public_url(&settings, &listener)?;
    let options = ServeOptions { certificate, demo: None, console: None };
    if settings.replica.enabled {
        return serve_replica(settings, listener, options);
    }
    serve(settings, listener, &public_url, options, |_| {})
}

/// How often a replica without a database looks for one.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// How often it logs that it is waiting.
const LOG_INTERVAL: Duration = Duration::from_secs(30);

/// Serves a replica. It listens only once it has a complete state: until then the address refuses connections,
/// so that a proxy asks another replica.
fn serve_replica(settings: Settings, listener: TcpListener, options: ServeOptions) -> Result<ExitCode> {
    let (Some(database), Some(primary)) = (&settings.replica.database, &settings.replica.primary_url) else {
        return Err(Error::Settings(
            "replica.database and replica.primary_url are required for a replica".into(),
        ));
    };
    let _lock = ServerLock::take(&settings.data.dir)?;
    refuse_primary_folder(&settings.data.dir)?;
    let primary = primary.as_str().trim_end_matches('/');
    let mut listener = Some(listener);
    // A file that is being written is complete in a moment.
    let mut next_log_at = Instant::now() + 2 * POLL_INTERVAL;
    let store = loop {
        match Store::open_replica(&settings.data.dir, database, primary) {
            Ok(store) => break store,
            // An unusable state may be replaced by a usable one.
            Err(why @ (Error::Unavailable(_) | Error::Conflict(_))) => {
                drop(listener.take());
                if Instant::now() >= next_log_at {
                    tracing::warn!(database = %database.display(), %why, "waiting for the database");
                    next_log_at = Instant::now() + LOG_INTERVAL;
                }
                work::systemd::waiting_for_database();
                std::thread::sleep(POLL_INTERVAL);
            }
            Err(e) => return Err(e),
        }
    };
    let listener = match listener {
        Some(listener) => listener,
        None => listen(&settings)?,
    };
    let public_url = public_url(&settings, &listener)?;
    tracing::info!(
        database = %database.display(),
        primary,
        as_of = %store.replica().map(|replica| replica.as_of()).unwrap_or_default(),
        "a replica: serving what another server writes"
    );
    let app = App::from_store(Arc::new(settings), &public_url, store)?;
    serve_opened(app, listener, options, |_| {})
}

/// What a server may have besides its settings.
pub(super) struct ServeOptions {
    /// Serves HTTPS.
    pub certificate: Option<Arc<Certificate>>,
    /// The demo's identity provider.
    pub demo: Option<DemoProvider>,
    /// Shows orders instead of mailing them.
    pub console: Option<fn(&str)>,
}

/// Binds the address before any file is touched.
pub(super) fn listen(settings: &Settings) -> Result<TcpListener> {
    let address = settings.server.listen;
    TcpListener::bind(address).map_err(|e| Error::io(format!("listening on {address}"), e))
}

/// The public URL.
pub(super) fn public_url(settings: &Settings, listener: &TcpListener) -> Result<String> {
    let address = listener.local_addr().map_err(|e| Error::io("listening", e))?;
    Ok(settings.public_url(address))
}

/// A catalogue of usual size whose index is missing or outdated is indexed before the server accepts requests.
/// Beyond this, searches answer that the index is being prepared, and citation pages are served.
const PREPARATION_TIMEOUT: Duration = Duration::from_secs(3);
/// An index that lags behind catches up before the server accepts requests; beyond this, it accepts them anyway.
const CATCH_UP_TIMEOUT: Duration = Duration::from_secs(20);
/// How often the index is polled meanwhile.
const READINESS_POLL_INTERVAL: Duration = Duration::from_millis(5);

async fn until_searchable(app: &Arc<App>) -> Result<()> {
    let reading = app.clone();
    let latest = tokio::task::spawn_blocking(move || reading.store.read(|db| db.latest_change()));
    let latest = latest.await.map_err(|e| Error::internal("waiting for the search index", e))??;
    let begun = Instant::now();
    while !app.search.wait_until_applied(latest, Duration::ZERO) {
        let patience = if app.search.index.has_followed() { CATCH_UP_TIMEOUT } else { PREPARATION_TIMEOUT };
        if begun.elapsed() > patience {
            tracing::warn!("the search index is still being built");
            break;
        }
        tokio::time::sleep(READINESS_POLL_INTERVAL).await;
    }
    Ok(())
}

/// The signals that a server handles.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
    hangup: Signal,
}

impl Signals {
    fn listen() -> Result<Signals> {
        let on = |kind| signal(kind).map_err(|e| Error::io("listening for signals", e));
        Ok(Signals {
            terminate: on(SignalKind::terminate())?,
            interrupt: on(SignalKind::interrupt())?,
            hangup: on(SignalKind::hangup())?,
        })
    }

    /// Waits for the next signal; returns `true` to stop and `false` to reload.
    async fn wants_stop(&mut self) -> bool {
        tokio::select! {
            _ = self.terminate.recv() => true,
            _ = self.interrupt.recv() => true,
            _ = self.hangup.recv() => false,
        }
    }

    /// Returns when the server should stop.
    async fn stop(&mut self) {
        while !self.wants_stop().await {}
    }
}

/// Serves until it is asked to stop; `ready` is called once with the address listened on.
pub(super) fn serve(
    settings: Settings,
    listener: TcpListener,
    public_url: &str,
    options: ServeOptions,
    ready: impl FnOnce(&App),
) -> Result<ExitCode> {
    let _lock = ServerLock::take(&settings.data.dir)?;
    let app = App::open(Arc::new(settings), public_url)?;
    serve_opened(app, listener, options, ready)
}

/// Serves what is open until it is asked to stop.
fn serve_opened(
    app: App,
    listener: TcpListener,
    options: ServeOptions,
    ready: impl FnOnce(&App),
) -> Result<ExitCode> {
    let app = Arc::new(match options.console {
        Some(console) => app.with_console(console),
        None => app,
    });
    web::block_on(async {
        // Before the loops start: from then on, every path stops them.
        let mut signals = Signals::listen()?;
        let background = work::start(app.clone());
        let served = serve_until_stopped(&app, listener, options, &mut signals, ready).await;
        background.stop().await;
        if !app.store.is_replaced() {
            record(&app, AuditSource::server().event(Action::ServerStop, ""));
        }
        match served {
            Ok(()) => Ok(ExitCode::SUCCESS),
            Err(replaced) if app.store.is_replaced() => Err(keep_replaced(&app, replaced)),
            Err(e) => Err(e),
        }
    })
}

/// Waits for the index, then serves; returns when asked to stop, or with the error.
async fn serve_until_stopped(
    app: &Arc<App>,
    listener: TcpListener,
    options: ServeOptions,
    signals: &mut Signals,
    ready: impl FnOnce(&App),
) -> Result<()> {
    tokio::select! {
        searchable = until_searchable(app) => searchable?,
        () = signals.stop() => return Ok(()),
    }
    let address = listener.local_addr().map_err(|e| Error::io("listening", e))?;
    let scheme = if options.certificate.is_some() { "https" } else { "http" };
    let mut server = web::start(app.clone(), listener, options.certificate, options.demo, |_| {})?;
    tracing::info!("listening on {scheme}://{address}");
    record(app, AuditSource::server().event(Action::ServerStart, "").with_detail(env!("CARGO_PKG_VERSION")));
    ready(app);
    loop {
        tokio::select! {
            wants_stop = signals.wants_stop() => {
                if wants_stop {
                    break;
                }
                work::systemd::reloading();
                match server.reload() {
                    Ok(true) => tracing::info!("the certificate was reloaded"),
                    Ok(false) => tracing::info!("SIGHUP has nothing to reload"),
                    Err(e) => tracing::error!(cause = %e, "the new certificate cannot be used; the old one stays in use"),
                }
                work::systemd::reloaded();
            },
            replaced = work::database_watch::until_replaced(app) => {
                tracing::error!(cause = %replaced, "stopping");
                server.handle.stop(false).await;
                return Err(replaced);
            }
            ended = &mut server.ended => return match ended {
                Ok(Ok(())) => Ok(()),
                Ok(Err(e)) => Err(Error::io("serving", e)),
                Err(e) => Err(Error::internal("serving", e)),
            },
        }
    }
    tracing::info!("stopping");
    // New connections are refused at once; running requests have some seconds to finish.
    server.handle.stop(true).await;
    Ok(())
}

/// After the database was replaced: the error to exit with, which names the file that holds the previous database.
fn keep_replaced(app: &App, replaced: Error) -> Error {
    match app.store.keep_replaced() {
        Ok(Some(kept)) => {
            Error::Conflict(format!("{replaced}. The database that was there is kept as {}", kept.display()))
        }
        Ok(None) => Error::Conflict(replaced.to_string()),
        Err(cause) => Error::Conflict(format!("{replaced}. What was there cannot be kept: {cause}")),
    }
}

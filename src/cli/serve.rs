//! `handout serve`: listens, opens the data, runs until told to stop.

use crate::domain::app::App;
use crate::model::error::{Error, Result};
use crate::settings::Settings;
use crate::store::ServerLock;
use crate::web::demo_provider::DemoProvider;
use crate::{web, work};
use std::net::TcpListener;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use tokio::signal::unix::{SignalKind, signal};

/// Serves what the settings say.
pub(super) fn run(settings: Settings) -> Result<ExitCode> {
    let listener = listen(&settings)?;
    let public_url = public_url(&settings, &listener)?;
    serve(settings, listener, &public_url, None, None, |_| {})
}

/// Takes the address, before anything is touched.
pub(super) fn listen(settings: &Settings) -> Result<TcpListener> {
    let address = settings.server.listen;
    TcpListener::bind(address).map_err(|e| Error::io(format!("listening on {address}"), e))
}

/// The address users type.
pub(super) fn public_url(settings: &Settings, listener: &TcpListener) -> Result<String> {
    let address = listener.local_addr().map_err(|e| Error::io("listening", e))?;
    Ok(match &settings.server.public_url {
        Some(url) => url.as_str().trim_end_matches('/').to_owned(),
        None if settings.server.tls_cert.is_some() => format!("https://{address}"),
        None => format!("http://{address}"),
    })
}

/// A catalogue that was filled while no server ran, or whose index is gone, is searchable before anybody asks. Beyond
/// this, people are let in all the same and `/readyz` tells how it stands.
const FILLS_WITHIN: Duration = Duration::from_secs(20);

async fn until_searchable(app: &Arc<App>) -> Result<()> {
    let app = app.clone();
    let filled = tokio::task::spawn_blocking(move || {
        let latest = app.store.read(|db| db.latest_change())?;
        Ok(app.wait_until_applied(latest, FILLS_WITHIN))
    });
    match filled.await {
        Ok(Ok(true)) => Ok(()),
        Ok(Ok(false)) => {
            tracing::warn!("the search index is still being built");
            Ok(())
        }
        Ok(Err(e)) => Err(e),
        Err(e) => Err(Error::internal("waiting for the search index", e)),
    }
}

/// Serves until told to stop; `ready` is called once with the address listened on.
pub(super) fn serve(
    settings: Settings,
    listener: TcpListener,
    public_url: &str,
    demo: Option<DemoProvider>,
    console: Option<fn(&str)>,
    ready: impl FnOnce(&App),
) -> Result<ExitCode> {
    let _lock = ServerLock::take(&settings.data.dir)?;
    let address = listener.local_addr().map_err(|e| Error::io("listening", e))?;
    let scheme = if settings.server.tls_cert.is_some() { "https" } else { "http" };
    let app = App::open(Arc::new(settings), public_url)?;
    let app = Arc::new(match console {
        Some(console) => app.with_console(console),
        None => app,
    });
    let stopped: Result<()> = actix_web::rt::System::new().block_on(async {
        let background = work::start(app.clone());
        until_searchable(&app).await?;
        // Before anybody hears that it is ready, who might say 'stop' at once.
        let fault = |e| Error::io("listening for signals", e);
        let mut terminate = signal(SignalKind::terminate()).map_err(fault)?;
        let mut interrupt = signal(SignalKind::interrupt()).map_err(fault)?;
        let mut hangup = signal(SignalKind::hangup()).map_err(fault)?;
        let mut server = web::start(app.clone(), listener, demo, |_| {})?;
        tracing::info!("listening on {scheme}://{address}");
        ready(&app);
        loop {
            tokio::select! {
                _ = terminate.recv() => break,
                _ = interrupt.recv() => break,
                _ = hangup.recv() => {
                    work::systemd::reloading();
                    match server.reload() {
                        Ok(true) => tracing::info!("the certificate was read again"),
                        Ok(false) => tracing::info!("there is nothing to read again"),
                        Err(e) => tracing::error!(cause = %e, "the old certificate stays"),
                    }
                    work::systemd::reloaded();
                },
                replaced = work::database_watch::until_replaced(&app) => {
                    tracing::error!(cause = %replaced, "stopping");
                    server.handle.stop(false).await;
                    background.stop().await;
                    return Err(keep_replaced(&app, replaced));
                }
                ended = &mut server.ended => {
                    background.stop().await;
                    return match ended {
                        Ok(Ok(())) => Ok(()),
                        Ok(Err(e)) => Err(Error::io("serving", e)),
                        Err(e) => Err(Error::internal("serving", e)),
                    };
                }
            }
        }
        tracing::info!("stopping");
        // New connections are refused at once; requests in hand have some seconds.
        server.handle.stop(true).await;
        background.stop().await;
        Ok(())
    });
    stopped.map(|()| ExitCode::SUCCESS)
}

/// After the database was replaced: the error to end with, which says where the one before is kept.
fn keep_replaced(app: &App, replaced: Error) -> Error {
    match app.store.keep_replaced() {
        Ok(Some(kept)) => {
            Error::Conflict(format!("{replaced}. The database that was there is kept as {}", kept.display()))
        }
        Ok(None) => Error::Conflict(replaced.to_string()),
        Err(cause) => Error::Conflict(format!("{replaced}. What was there cannot be kept: {cause}")),
    }
}

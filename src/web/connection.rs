//! Connections of clients: how many there may be, how long they may stall, and which bytes reach the HTTP parser; from an
//! accepted TCP connection to the HTTP service of a worker.
//!
//! actix-http parses everything that has arrived, copies responses into its buffers as they come, waits for slow readers
//! forever, and responds to what it cannot parse without our headers. The layers here stand between the socket and it:
//!
//! Each rule names the attack that it stops, and has a test beside it or in `tests/it/server/connections.rs`.
//!
//! `TcpStream` → [`socket`] (deadline for progress, can be closed from outside, TLS or not) → [`request_stream`] (one whole,
//! well-formed request at a time, or our response to anything else) → actix-http.

use crate::web::connection::refusals::Refusals;
use crate::web::connection::request_stream::RequestStream;
use crate::web::connection::socket::{Registry, Socket, Transport};
use actix_http::HttpService;
use actix_service::{IntoServiceFactory, ServiceFactory, ServiceFactoryExt, boxed, fn_service, map_config};
use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{AppConfig, Response, Server};
use actix_web::rt::net::TcpStream;
use std::fmt::Debug;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

pub(super) mod exchange;
mod head;
pub(super) mod refusals;
mod request_stream;
pub(super) mod socket;

/// Maximum number of concurrent blocking use cases per worker; others wait briefly.
const MAX_BLOCKING: usize = 32;
/// How long a client has for the TLS handshake. Attack: connections that never finish it.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a connection is kept for another request. Attack: idle connections that fill the registry.
const KEEP_ALIVE_TIMEOUT: Duration = Duration::from_secs(60);
/// How much of a response is buffered before it is written. Attack: many large responses that nobody reads fill the memory.
const WRITE_BUFFER_BYTES: usize = 32 << 10;
/// How long the rest of a body, such as a file that is too large, is read after the response: closing a connection with unread
/// bytes would discard the response. Attack: bodies without end.
const DISCONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long requests have to finish when the server stops, in seconds.
const SHUTDOWN_TIMEOUT_S: u64 = 7;

/// Serves what `factory` makes, on every core, until it is stopped. `refusals` responds to what is not a request.
pub(super) fn serve<F, I, S, B>(
    listener: TcpListener,
    tls: Option<Arc<rustls::ServerConfig>>,
    registry: Arc<Registry>,
    refusals: Arc<Refusals>,
    factory: F,
) -> std::io::Result<Server>
where
    F: Fn() -> I + Send + Clone + 'static,
    I: IntoServiceFactory<S, actix_http::Request>,
    S: ServiceFactory<actix_http::Request, Config = AppConfig> + 'static,
    S::Error: Into<Error> + 'static,
    S::InitError: Debug,
    S::Response: Into<Response<B>> + 'static,
    B: MessageBody + 'static,
{
    let server = Server::build()
        .worker_max_blocking_threads(MAX_BLOCKING)
        .shutdown_timeout(SHUTDOWN_TIMEOUT_S)
        .disable_signals();
    let stopping = server.graceful_shutdown_signal();
    let acceptor = tls.map(TlsAcceptor::from);
    let server = server.listen("http", listener, move || {
        let (registry, acceptor, stopping) = (registry.clone(), acceptor.clone(), stopping.clone());
        let refusals = refusals.clone();
        let app = factory().into_factory().map_err(|e: S::Error| Response::from(e.into()));
        let http = HttpService::build()
            .graceful_shutdown_signal(move || {
                let stopping = stopping.clone();
                async move { stopping.notified().await }
            })
            .keep_alive(KEEP_ALIVE_TIMEOUT)
            // Heads have their deadline in the request stream, which responds with our headers.
            .client_request_timeout(Duration::ZERO)
            .client_disconnect_timeout(DISCONNECT_TIMEOUT)
            .h1_write_buffer_size(WRITE_BUFFER_BYTES)
            .on_connect_ext(|stream: &RequestStream, data| {
                data.insert(stream.exchange().clone());
            })
            // Boxed: the future of a request takes kilobytes, which the connection would move several times.
            .h1(boxed::factory(map_config(app, |()| AppConfig::default())));
        fn_service(move |stream: TcpStream| {
            accept(stream, registry.clone(), acceptor.clone(), refusals.clone())
        })
        .and_then(http.map_err(drop))
    })?;
    Ok(server.run())
}

/// Registers a connection, and does the TLS handshake where HTTPS is served. A failure here affects only this client.
async fn accept(
    stream: TcpStream,
    registry: Arc<Registry>,
    acceptor: Option<TlsAcceptor>,
    refusals: Arc<Refusals>,
) -> Result<(RequestStream, Option<SocketAddr>), ()> {
    let peer = stream.peer_addr().ok();
    let socket = Socket::new(stream, &registry);
    let transport = match acceptor {
        None => Transport::Plain(socket),
        Some(acceptor) => Transport::Tls(Box::new(handshake(&acceptor, socket).await?)),
    };
    Ok((RequestStream::new(transport, refusals), peer))
}

async fn handshake(acceptor: &TlsAcceptor, socket: Socket) -> Result<TlsStream<Socket>, ()> {
    let handshake = tokio::time::timeout(HANDSHAKE_TIMEOUT, acceptor.accept(socket));
    handshake.await.map_err(drop)?.map_err(drop)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use rustls::server::ResolvesServerCertUsingSni;

    // The paused clock advances when every task is waiting.
    #[tokio::test(start_paused = true)]
    async fn a_client_that_does_not_finish_the_handshake_is_cut_off() {
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = rustls::ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_cert_resolver(Arc::new(ResolvesServerCertUsingSni::new()));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let _client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (accepted, _) = listener.accept().await.unwrap();
        let begun = tokio::time::Instant::now();
        let socket = Socket::new(accepted, &Registry::new(&[]));
        assert!(handshake(&TlsAcceptor::from(Arc::new(config)), socket).await.is_err());
        assert_eq!(begun.elapsed().as_secs(), HANDSHAKE_TIMEOUT.as_secs());
    }
}

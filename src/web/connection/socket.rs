//! TCP connections, with or without TLS, that must make progress: a client that does not read its response is disconnected. The
//! registry has every open one, limits how many a client has, and can close one at any time.

use crate::model::error::lock;
use crate::web::client_address::{client_key, plain};
use actix_web::rt::net::TcpStream;
use futures_util::task::AtomicWaker;
use ipnet::IpNet;
use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker, ready};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep_until};
use tokio_rustls::server::TlsStream;

/// How long a client that does not keep up has to take the next [`MIN_PROGRESS_BYTES`], or what is left. Attack: clients that
/// request much and read nothing, or a byte at a time.
const PROGRESS_TIMEOUT: Duration = Duration::from_secs(20);
/// Half a kilobyte a second, slower than any real connection.
const MIN_PROGRESS_BYTES: usize = 10 << 10;
/// How many bytes the system buffers beyond the client's window: with more, the progress of a slow client would be
/// invisible for minutes. Attack: responses that nobody reads fill the system's memory.
const MAX_UNSENT_BYTES: u32 = 32 << 10;

/// A connection with its entry in the registry.
pub(super) struct Socket {
    stream: TcpStream,
    place: Place,
    /// Set while writing waits for the client.
    stalled: Option<Stalled>,
}

struct Stalled {
    deadline: Pin<Box<Sleep>>,
    written: usize,
}

impl Socket {
    pub fn new(stream: TcpStream, registry: &Arc<Registry>) -> Socket {
        // These options are optional: the connection works without them.
        let _ = stream.set_nodelay(true);
        let _ = socket2::SockRef::from(&stream).set_tcp_notsent_lowat(MAX_UNSENT_BYTES);
        let place = registry.open(stream.peer_addr().ok().map(|peer| peer.ip()));
        Socket { stream, place, stalled: None }
    }

    /// The connection's entry in the registry.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Ends the connection at once. What the system has buffered for the client is discarded; otherwise it would stay for minutes.
    fn cut_off(&self, kind: io::ErrorKind) -> io::Error {
        let _ = self.stream.set_zero_linger();
        kind.into()
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.place.is_closed(cx.waker()) {
            return Poll::Ready(Ok(()));
        }
        let before = into.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, into))?;
        if into.filled().len() > before {
            self.place.progress();
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Socket {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if self.place.is_closed(cx.waker()) {
            return Poll::Ready(Err(self.cut_off(io::ErrorKind::ConnectionAborted)));
        }
        if let Poll::Ready(written) = Pin::new(&mut self.stream).poll_write(cx, bytes) {
            let written = written?;
            self.place.progress();
            if let Some(stalled) = &mut self.stalled {
                stalled.written += written;
                if stalled.written >= MIN_PROGRESS_BYTES || written == bytes.len() {
                    self.stalled = None;
                }
            }
            return Poll::Ready(Ok(written));
        }
        let stalled = self.stalled.get_or_insert_with(|| Stalled {
            deadline: Box::pin(sleep_until(tokio::time::Instant::now() + PROGRESS_TIMEOUT)),
            written: 0,
        });
        ready!(stalled.deadline.as_mut().poll(cx));
        Poll::Ready(Err(self.cut_off(io::ErrorKind::TimedOut)))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// Open connections of one client. Attack: one client takes all connections. A proxy in `server.trusted_proxies`, which connects for many, has no such limit.
const MAX_PER_CLIENT: usize = 512;
/// Open connections of all clients together. Attack: many clients fill the memory; a connection takes up to 100 kB while it
/// is being served.
const MAX_CONNECTIONS: usize = 2_048;

/// The open connections of this server.
#[derive(Debug)]
pub(in crate::web) struct Registry {
    trusted: Vec<IpNet>,
    started: Instant,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    clients: HashMap<Option<IpAddr>, Vec<Arc<Connection>>>,
    count: usize,
}

/// A connection, shared by its layers and the registry.
#[derive(Debug)]
pub(super) struct Connection {
    /// `None` for proxies and for peers without an address.
    client: Option<IpAddr>,
    /// Milliseconds from the registry's start to the latest byte read or written.
    progress_ms: AtomicU64,
    /// Whether a handler is running: closing the connection would lose its work.
    is_working: AtomicBool,
    is_closed: AtomicBool,
    waker: AtomicWaker,
}

/// A place in the registry, released when dropped.
#[derive(Debug)]
pub(super) struct Place {
    registry: Arc<Registry>,
    connection: Arc<Connection>,
}

impl Registry {
    pub fn new(trusted: &[IpNet]) -> Arc<Registry> {
        Arc::new(Registry { trusted: trusted.to_vec(), started: Instant::now(), open: Mutex::default() })
    }

    /// Adds a new connection; closes the most idle one if there are too many.
    pub(super) fn open(self: &Arc<Self>, peer: Option<IpAddr>) -> Place {
        let peer = peer.map(plain);
        let client = peer.filter(|peer| !self.trusted.iter().any(|net| net.contains(peer))).map(client_key);
        let connection = Arc::new(Connection {
            client,
            progress_ms: AtomicU64::new(self.now_ms()),
            is_working: AtomicBool::new(false),
            is_closed: AtomicBool::new(false),
            waker: AtomicWaker::new(),
        });
        let mut open = lock(&self.open);
        if client.is_some() && open.clients.get(&client).is_some_and(|all| all.len() >= MAX_PER_CLIENT) {
            open.close_most_idle(client);
        }
        if open.count >= MAX_CONNECTIONS
            && let Some(client) = open.client_with_most()
        {
            open.close_most_idle(client);
        }
        open.clients.entry(client).or_default().push(connection.clone());
        open.count += 1;
        Place { registry: self.clone(), connection }
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

impl Open {
    fn client_with_most(&self) -> Option<Option<IpAddr>> {
        self.clients.iter().max_by_key(|(_, all)| all.len()).map(|(client, _)| *client)
    }

    /// Closes the connection of this client that has been idle the longest.
    fn close_most_idle(&mut self, client: Option<IpAddr>) {
        let Some(all) = self.clients.get_mut(&client) else { return };
        let rank = |connection: &Connection| {
            (connection.is_working.load(Ordering::Relaxed), connection.progress_ms.load(Ordering::Relaxed))
        };
        let most_idle = all.iter().enumerate().min_by_key(|(_, connection)| rank(connection));
        if let Some((index, _)) = most_idle {
            let connection = all.swap_remove(index);
            self.count -= 1;
            connection.is_closed.store(true, Ordering::Release);
            connection.waker.wake();
        }
    }
}

impl Place {
    /// Records that a byte was read or written.
    pub fn progress(&self) {
        self.connection.progress_ms.store(self.registry.now_ms(), Ordering::Relaxed);
    }

    /// Records whether a handler is running.
    pub fn set_working(&self, is_working: bool) {
        self.connection.is_working.store(is_working, Ordering::Relaxed);
    }

    /// Whether this connection must close. Wakes `waker` when that changes.
    pub fn is_closed(&self, waker: &Waker) -> bool {
        self.connection.waker.register(waker);
        self.connection.is_closed.load(Ordering::Acquire)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = lock(&self.registry.open);
        let client = self.connection.client;
        let Some(all) = open.clients.get_mut(&client) else { return };
        let Some(index) = all.iter().position(|other| Arc::ptr_eq(other, &self.connection)) else { return };
        all.swap_remove(index);
        if all.is_empty() {
            open.clients.remove(&client);
        }
        open.count -= 1;
    }
}

/// A transport of HTTP.
pub(super) enum Transport {
    Plain(Socket),
    Tls(Box<TlsStream<Socket>>),
}

impl Transport {
    /// The connection's entry in the registry.
    pub fn place(&self) -> &Place {
        match self {
            Transport::Plain(socket) => socket.place(),
            Transport::Tls(stream) => stream.get_ref().0.place(),
        }
    }
}

impl AsyncRead for Transport {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Transport::Plain(socket) => Pin::new(socket).poll_read(cx, into),
            Transport::Tls(stream) => Pin::new(stream).poll_read(cx, into),
        }
    }
}

impl AsyncWrite for Transport {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Transport::Plain(socket) => Pin::new(socket).poll_write(cx, bytes),
            Transport::Tls(stream) => Pin::new(stream).poll_write(cx, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Transport::Plain(socket) => Pin::new(socket).poll_flush(cx),
            Transport::Tls(stream) => Pin::new(stream).poll_flush(cx),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Transport::Plain(socket) => Pin::new(socket).poll_shutdown(cx),
            Transport::Tls(stream) => Pin::new(stream).poll_shutdown(cx),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::future::poll_fn;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    async fn pair() -> (Socket, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (accepted, _) = listener.accept().await.unwrap();
        (Socket::new(accepted, &Registry::new(&[])), client)
    }

    /// Writes until the socket accepts no more.
    async fn fill(socket: &mut Socket) {
        let bytes = vec![0; 64 << 10];
        let is_full = |written: Poll<io::Result<usize>>| match written {
            Poll::Ready(written) => written.map(|_| false),
            Poll::Pending => Ok(true),
        };
        while !poll_fn(|cx| Poll::Ready(is_full(Pin::new(&mut *socket).poll_write(cx, &bytes))))
            .await
            .unwrap()
        {
            tokio::task::yield_now().await;
        }
    }

    // The paused clock advances when every task is waiting.
    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_nothing_is_cut_off() {
        let (mut socket, mut client) = pair().await;
        fill(&mut socket).await;
        let begun = tokio::time::Instant::now();
        let error = socket.write_all(&[0; 1 << 20]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert_eq!(begun.elapsed().as_secs(), PROGRESS_TIMEOUT.as_secs());
        drop(socket);
        let mut rest = Vec::new();
        let ended = client.read_to_end(&mut rest).await;
        assert_eq!(
            ended.unwrap_err().kind(),
            io::ErrorKind::ConnectionReset,
            "the system keeps nothing for it"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_a_few_bytes_at_a_time_is_cut_off() {
        let (mut socket, mut client) = pair().await;
        fill(&mut socket).await;
        let reading = tokio::spawn(async move {
            let mut few = [0; 16];
            while client.read_exact(&mut few).await.is_ok() {
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        });
        let begun = tokio::time::Instant::now();
        let error = socket.write_all(&[0; 1 << 20]).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        assert_eq!(begun.elapsed().as_secs(), PROGRESS_TIMEOUT.as_secs());
        drop(socket);
        reading.await.unwrap();
    }

    #[tokio::test]
    async fn a_client_that_reads_is_not() {
        let (mut socket, mut client) = pair().await;
        fill(&mut socket).await;
        assert!(socket.stalled.is_some());
        let reading = tokio::spawn(async move {
            let mut read = Vec::new();
            client.read_to_end(&mut read).await.unwrap();
            read.len()
        });
        socket.write_all(&[0; 1 << 20]).await.unwrap();
        assert!(socket.stalled.is_none());
        drop(socket);
        assert!(reading.await.unwrap() >= 1 << 20);
    }
}

#[cfg(test)]
mod registry_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn is_closed(place: &Place) -> bool {
        place.is_closed(Waker::noop())
    }

    fn address(text: &str) -> Option<IpAddr> {
        Some(text.parse().unwrap())
    }

    #[test]
    fn the_most_idle_connection_of_a_client_makes_room_for_its_next() {
        let registry = Registry::new(&[]);
        let other = registry.open(address("198.51.100.2"));
        let mut places: Vec<Place> =
            (0..MAX_PER_CLIENT).map(|_| registry.open(address("198.51.100.1"))).collect();
        for place in &places {
            place.connection.progress_ms.store(1_000, Ordering::Relaxed);
        }
        places[0].connection.progress_ms.store(1, Ordering::Relaxed);
        places[0].set_working(true);
        places[7].connection.progress_ms.store(500, Ordering::Relaxed);
        places.push(registry.open(address("198.51.100.1")));
        let closed: Vec<usize> = (0..places.len()).filter(|n| is_closed(&places[*n])).collect();
        assert_eq!(closed, [7], "neither the one at work, nor the newest");
        assert!(!is_closed(&other));
        assert_eq!(lock(&registry.open).count, MAX_PER_CLIENT + 1);
        drop(places);
        drop(other);
        assert!(lock(&registry.open).clients.is_empty());
        assert_eq!(lock(&registry.open).count, 0);
    }

    #[test]
    fn a_trusted_proxy_is_held_to_the_limit_of_all_only() {
        let registry = Registry::new(&["10.0.0.0/8".parse().unwrap()]);
        let visitor = registry.open(address("198.51.100.2"));
        let places: Vec<Place> = (0..MAX_CONNECTIONS).map(|_| registry.open(address("10.0.0.1"))).collect();
        assert_eq!(places.iter().filter(|place| is_closed(place)).count(), 1);
        assert!(!is_closed(&visitor));
        assert_eq!(lock(&registry.open).count, MAX_CONNECTIONS);
    }

    #[test]
    fn an_ipv6_client_is_its_network() {
        let registry = Registry::new(&[]);
        let places: Vec<Place> =
            (0..=MAX_PER_CLIENT).map(|n| registry.open(address(&format!("2001:db8::{n:x}")))).collect();
        assert_eq!(places.iter().filter(|place| is_closed(place)).count(), 1);
    }
}

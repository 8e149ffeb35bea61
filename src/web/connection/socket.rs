//! A TCP connection that must make progress: a client that does not read its response is disconnected, and the registry can
//! close it at any time.

use crate::web::connection::registry::{Place, Registry};
use actix_web::rt::net::TcpStream;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

/// How long a client that does not keep up has to take the next [`MIN_PROGRESS_BYTES`], or what is left.
const PROGRESS_TIMEOUT: Duration = Duration::from_secs(20);
/// Half a kilobyte a second, slower than any real connection.
const MIN_PROGRESS_BYTES: usize = 10 << 10;
/// How many bytes the system buffers beyond the client's window. With more, the progress of a slow client would be
/// invisible for minutes, and clients without progress would fill the system's memory.
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

    /// Ends the connection at once and discards what the system has buffered for the client.
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
            deadline: Box::pin(sleep_until(Instant::now() + PROGRESS_TIMEOUT)),
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
        let begun = Instant::now();
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

//! Lets requests through to the server's parser one at a time: a head as a whole once it is known to be well formed,
//! then its body, then nothing until the response is written. To bytes that are not a request it writes a response of its
//! own and ends the connection; the parser sees only that end.

use crate::web::connection::exchange::Exchange;
use crate::web::connection::head::{self, BodyFraming};
use crate::web::connection::refusals::{Refusals, RequestError};
use crate::web::connection::socket::Transport;
use actix_web::web::{Buf, Bytes, BytesMut};
use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

/// How long a client has to send the head of a request, or anything at all on a new connection. Attack: heads that arrive a
/// byte at a time hold connections (Slowloris).
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// How many bytes of pipelined requests are buffered before the response to the present one is complete. Attack: clients
/// that pipeline without end fill the memory.
const MAX_AHEAD_BYTES: usize = 4 << 10;
/// Bytes read from the transport at once.
const READ_BYTES: usize = 8 << 10;
/// How long, and how many bytes, are read after the response to an unreadable request: closing a connection with unread bytes
/// would discard the response. Attack: requests without end.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);
const MAX_DRAIN_BYTES: usize = 1 << 20;

/// The requests of one connection, as bytes.
pub(in crate::web) struct RequestStream {
    transport: Transport,
    exchange: Rc<Exchange>,
    refusals: Arc<Refusals>,
    /// Read but not passed on yet.
    buffer: BytesMut,
    /// The number of bytes at its start that may be passed on.
    cleared: usize,
    phase: Phase,
    /// The client has closed its side.
    is_ended: bool,
    /// The client does not read the response.
    is_write_blocked: bool,
    deadline: Option<Pin<Box<Sleep>>>,
    is_refused: bool,
    drain: Option<Drain>,
}

enum Phase {
    /// Looking for the end of a head; this many bytes were searched.
    Head(usize),
    Body(BodyFraming),
    /// The request has arrived; the response is not written yet.
    Response,
    /// What arrived is not a request; the rest of the response to it.
    Refusal(Bytes),
    /// Nothing more is passed on.
    Closed,
}

struct Drain {
    deadline: Pin<Box<Sleep>>,
    /// How many more bytes are read.
    bytes: usize,
}

impl RequestStream {
    pub(super) fn new(transport: Transport, refusals: Arc<Refusals>) -> RequestStream {
        RequestStream {
            transport,
            exchange: Rc::default(),
            refusals,
            buffer: BytesMut::new(),
            cleared: 0,
            phase: Phase::Head(0),
            is_ended: false,
            is_write_blocked: false,
            deadline: Some(Box::pin(sleep_until(Instant::now() + HEAD_TIMEOUT))),
            is_refused: false,
            drain: None,
        }
    }

    /// For the middleware, which closes it.
    pub fn exchange(&self) -> &Rc<Exchange> {
        &self.exchange
    }

    /// Reads more into the buffer; `false` if the client has closed its side.
    fn poll_fill(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<bool>> {
        if self.is_ended {
            return Poll::Ready(Ok(false));
        }
        let mut space = [const { MaybeUninit::uninit() }; READ_BYTES];
        let mut read = ReadBuf::uninit(&mut space);
        ready!(Pin::new(&mut self.transport).poll_read(cx, &mut read))?;
        self.is_ended = read.filled().is_empty();
        self.buffer.extend_from_slice(read.filled());
        Poll::Ready(Ok(!self.is_ended))
    }

    /// Processes the next part of the buffer; `None` if more is needed.
    fn advance(&mut self) -> Option<()> {
        match &mut self.phase {
            Phase::Head(seen) => {
                // RFC 9112 section 2.2: an empty line before a request is skipped.
                while *seen == 0 && self.buffer.starts_with(b"\r\n") {
                    self.buffer.advance(2);
                }
                match head::length(&self.buffer, *seen) {
                    Ok(Some(length)) => match head::framing(&self.buffer[..length]) {
                        Ok(framing) => {
                            self.cleared = length;
                            self.deadline = None;
                            self.exchange.begin();
                            self.phase = Phase::Body(framing);
                        }
                        Err(error) => self.refuse(error),
                    },
                    Ok(None) => {
                        *seen = self.buffer.len();
                        return None;
                    }
                    Err(error) => self.refuse(error),
                }
            }
            Phase::Body(framing) if framing.is_done() => self.phase = Phase::Response,
            Phase::Body(_) if self.buffer.is_empty() => return None,
            Phase::Body(framing) => match framing.take(&self.buffer) {
                Ok(taken) => self.cleared = taken,
                // The handler learns that the body is cut off.
                Err(_) => self.phase = Phase::Closed,
            },
            Phase::Response if self.exchange.is_open() || self.is_write_blocked => return None,
            Phase::Response => self.phase = Phase::Head(0),
            Phase::Refusal(_) | Phase::Closed => return None,
        }
        Some(())
    }

    /// Ends the connection with a response to what is not a request.
    fn refuse(&mut self, error: RequestError) {
        self.buffer = BytesMut::new();
        self.deadline = None;
        self.phase = Phase::Refusal(self.refusals.response(error));
        self.is_refused = true;
    }

    /// Writes the response to what is not a request. The responses before it are written: the phase [`Phase::Head`], in
    /// which a request is refused, begins only then.
    fn poll_refusal(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while let Phase::Refusal(response) = &mut self.phase {
            if response.is_empty() {
                ready!(Pin::new(&mut self.transport).poll_flush(cx))?;
                self.phase = Phase::Closed;
            } else {
                let written = ready!(Pin::new(&mut self.transport).poll_write(cx, response))?;
                if written == 0 {
                    return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
                }
                response.advance(written);
            }
        }
        Poll::Ready(Ok(()))
    }

    /// Waits for the rest of a head: for its bytes, or until its timeout.
    fn poll_head(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<bool>> {
        if let Poll::Ready(more) = self.poll_fill(cx)? {
            return Poll::Ready(Ok(more));
        }
        if self.deadline.is_none() && !self.buffer.is_empty() {
            self.deadline = Some(Box::pin(sleep_until(Instant::now() + HEAD_TIMEOUT)));
        }
        match &mut self.deadline {
            Some(deadline) => ready!(deadline.as_mut().poll(cx)),
            // Between two requests the server's own keep-alive timeout applies.
            None => return Poll::Pending,
        }
        if self.buffer.is_empty() {
            return Poll::Ready(Ok(false));
        }
        self.refuse(RequestError::TooSlow);
        Poll::Ready(Ok(true))
    }
}

impl AsyncRead for RequestStream {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        loop {
            if this.cleared > 0 {
                let length = this.cleared.min(into.remaining());
                into.put_slice(&this.buffer[..length]);
                this.buffer.advance(length);
                this.cleared -= length;
                if this.buffer.is_empty() {
                    // Idle connections hold no buffer.
                    this.buffer = BytesMut::new();
                }
                return Poll::Ready(Ok(()));
            }
            if this.advance().is_some() {
                let is_working = matches!(this.phase, Phase::Response);
                this.transport.place().set_working(is_working);
                continue;
            }
            let more = match this.phase {
                Phase::Head(_) => ready!(this.poll_head(cx))?,
                Phase::Body(_) => {
                    // A handler that responds before the end of the body no longer asks the parser for it, and the parser
                    // would wait: the rest of the body must still be read.
                    this.exchange.wake_when_closed(cx.waker());
                    ready!(this.poll_fill(cx))?
                }
                Phase::Response => {
                    if this.is_ended || !this.buffer.is_empty() {
                        this.exchange.wake_when_closed(cx.waker());
                    }
                    if this.buffer.len() >= MAX_AHEAD_BYTES {
                        return Poll::Pending;
                    }
                    if !ready!(this.poll_fill(cx))? {
                        // A half-closed connection still gets its response; the end is passed on after it.
                        this.exchange.wake_when_closed(cx.waker());
                        return Poll::Pending;
                    }
                    true
                }
                Phase::Refusal(_) => {
                    ready!(this.poll_refusal(cx))?;
                    false
                }
                Phase::Closed => false,
            };
            if !more {
                return Poll::Ready(Ok(()));
            }
        }
    }
}

impl AsyncWrite for RequestStream {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.transport).poll_write(cx, bytes);
        this.record_blocked(written.is_pending(), cx);
        written
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let flushed = Pin::new(&mut this.transport).poll_flush(cx);
        this.record_blocked(flushed.is_pending(), cx);
        flushed
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        if this.drain.is_none() {
            ready!(Pin::new(&mut this.transport).poll_shutdown(cx))?;
            if !this.is_refused {
                return Poll::Ready(Ok(()));
            }
        }
        let drain = this.drain.get_or_insert_with(|| Drain {
            deadline: Box::pin(sleep_until(Instant::now() + DRAIN_TIMEOUT)),
            bytes: MAX_DRAIN_BYTES,
        });
        while drain.bytes > 0 && drain.deadline.as_mut().poll(cx).is_pending() {
            let mut space = [const { MaybeUninit::uninit() }; READ_BYTES];
            let mut read = ReadBuf::uninit(&mut space);
            ready!(Pin::new(&mut this.transport).poll_read(cx, &mut read))?;
            if read.filled().is_empty() {
                break;
            }
            drain.bytes = drain.bytes.saturating_sub(read.filled().len());
        }
        Poll::Ready(Ok(()))
    }
}

impl RequestStream {
    fn record_blocked(&mut self, is_blocked: bool, cx: &mut Context<'_>) {
        if self.is_write_blocked && !is_blocked {
            // The next request may have been waiting for this.
            cx.waker().wake_by_ref();
        }
        if is_blocked {
            self.transport.place().set_working(false);
        }
        self.is_write_blocked = is_blocked;
    }
}

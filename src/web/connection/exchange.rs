//! State shared by the byte stream of a connection and the middleware of its requests, which run on one thread; and the body
//! of a response in small pieces: the connection copies each one into its buffer, even while the client does not read.

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use std::cell::{Cell, RefCell};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker, ready};

/// The request that a connection is responding to: never more than one at a time.
#[derive(Debug, Default)]
pub(in crate::web) struct Exchange {
    is_open: Cell<bool>,
    /// Wakes the reader of the connection.
    reader: RefCell<Option<Waker>>,
}

impl Exchange {
    /// A request is being passed to its handler.
    pub(super) fn begin(&self) {
        self.is_open.set(true);
    }

    /// Whether there is a request whose response is not complete.
    pub(super) fn is_open(&self) -> bool {
        self.is_open.get()
    }

    /// Wakes `waker` when the response to the present request is complete.
    pub(super) fn wake_when_closed(&self, waker: &Waker) {
        self.reader.replace(Some(waker.clone()));
    }
}

/// Closes the exchange when the connection has the whole body of the response, or when there is none: then the connection
/// takes its next request.
pub(in crate::web) async fn close_with_body(
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse<ResponseBody>, actix_web::Error> {
    let exchange = request.request().conn_data::<Rc<Exchange>>().cloned().map(OpenExchange);
    Ok(next.call(request).await?.map_body(|_, body| ResponseBody::new(body, exchange)))
}

/// Lets the next request of a connection through when dropped.
#[derive(Debug)]
struct OpenExchange(Rc<Exchange>);

impl Drop for OpenExchange {
    fn drop(&mut self) {
        self.0.is_open.set(false);
        if let Some(reader) = self.0.reader.take() {
            reader.wake();
        }
    }
}

/// The size of a piece: most searches have one, which is sent at once with the head. Attack: large responses that nobody
/// reads fill the memory.
const PIECE_BYTES: usize = 32 << 10;

/// A body that is sent piece by piece.
pub(in crate::web) struct ResponseBody {
    size: BodySize,
    /// The rest of the latest piece of `rest`, or of the whole body.
    piece: Bytes,
    rest: Option<BoxBody>,
    _exchange: Option<OpenExchange>,
}

impl ResponseBody {
    /// `exchange` is dropped with the body.
    fn new(body: BoxBody, exchange: Option<OpenExchange>) -> ResponseBody {
        let size = body.size();
        let (piece, rest) = match body.try_into_bytes() {
            Ok(whole) => (whole, None),
            Err(stream) => (Bytes::new(), Some(stream)),
        };
        ResponseBody { size, piece, rest, _exchange: exchange }
    }
}

impl MessageBody for ResponseBody {
    type Error = Box<dyn std::error::Error>;

    fn size(&self) -> BodySize {
        self.size
    }

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        while self.piece.is_empty() {
            let Some(rest) = &mut self.rest else { return Poll::Ready(None) };
            match ready!(Pin::new(rest).poll_next(cx)) {
                Some(Ok(piece)) => self.piece = piece,
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => self.rest = None,
            }
        }
        let length = self.piece.len().min(PIECE_BYTES);
        Poll::Ready(Some(Ok(self.piece.split_to(length))))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use futures_util::stream;

    fn pieces(body: BoxBody) -> Vec<usize> {
        let mut body = ResponseBody::new(body, None);
        let mut cx = Context::from_waker(std::task::Waker::noop());
        let mut lengths = Vec::new();
        while let Poll::Ready(Some(piece)) = Pin::new(&mut body).poll_next(&mut cx) {
            lengths.push(piece.unwrap().len());
        }
        lengths
    }

    #[test]
    fn a_large_body_is_handed_over_in_pieces() {
        assert_eq!(pieces(BoxBody::new(())), [0; 0]);
        assert_eq!(pieces(BoxBody::new("short")), [5]);
        assert_eq!(pieces(BoxBody::new(Bytes::from(vec![0; PIECE_BYTES + 1]))), [PIECE_BYTES, 1]);
        let streamed =
            stream::iter([0, 3, PIECE_BYTES + 2].map(|n| Ok::<_, actix_web::Error>(vec![0; n].into())));
        assert_eq!(pieces(BoxBody::new(actix_web::body::BodyStream::new(streamed))), [3, PIECE_BYTES, 2]);
    }
}

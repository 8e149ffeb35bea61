//! The memory of JSON responses. Each thread keeps it for the next response, so that it stays in the cache of the processor.

use actix_web::web::Bytes;
use std::cell::Cell;

/// The size of a new buffer: enough for most searches.
const NEW_BYTES: usize = 32 << 10;
/// The size up to which a buffer is kept.
const MAX_KEPT_BYTES: usize = 64 << 10;

thread_local! {
    static SPARE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Receives a response. When it is dropped, the thread keeps its memory.
pub(in crate::web) struct ResponseBuffer(pub Vec<u8>);

impl ResponseBuffer {
    /// An empty buffer.
    pub fn take() -> ResponseBuffer {
        let mut buffer = SPARE.take();
        buffer.reserve(NEW_BYTES);
        ResponseBuffer(buffer)
    }

    /// The response as a body. Its memory is kept when the last reference is dropped.
    pub fn into_body(self) -> Bytes {
        Bytes::from_owner(self)
    }
}

impl AsRef<[u8]> for ResponseBuffer {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Drop for ResponseBuffer {
    fn drop(&mut self) {
        let mut buffer = std::mem::take(&mut self.0);
        if buffer.capacity() <= MAX_KEPT_BYTES {
            buffer.clear();
            // While a thread ends there is nothing to keep it in.
            let _ = SPARE.try_with(|spare| spare.set(buffer));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_response_is_used_for_the_next_one() {
        let mut buffer = ResponseBuffer::take();
        buffer.0.extend_from_slice(b"first");
        let body = buffer.into_body();
        assert_eq!(body, "first");
        let memory = body.as_ptr();
        let piece = body.slice(1..3);
        drop(body);
        assert_eq!(piece, "ir");
        assert_ne!(ResponseBuffer::take().0.as_ptr(), memory, "a piece is still in use");
        drop(piece);
        let next = ResponseBuffer::take();
        assert_eq!(next.0.as_ptr(), memory);
        assert!(next.0.is_empty());
    }

    #[test]
    fn the_memory_of_an_unusually_long_response_is_not_kept() {
        let mut buffer = ResponseBuffer::take();
        buffer.0.resize(MAX_KEPT_BYTES + 1, b'a');
        drop(buffer);
        assert!(ResponseBuffer::take().0.capacity() <= MAX_KEPT_BYTES);
    }
}

//! State shared by the byte stream of a connection and the middleware of its requests. Both run on one thread.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::task::Waker;

/// The request that is being answered on a connection: never more than one at a time.
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

    /// Whether there is a request that has not been answered completely.
    pub(super) fn is_open(&self) -> bool {
        self.is_open.get()
    }

    /// Wakes `waker` when the present request has been answered.
    pub(super) fn wake_when_answered(&self, waker: &Waker) {
        self.reader.replace(Some(waker.clone()));
    }

    /// A guard to hold until the present request has been answered.
    pub fn until_answered(self: &Rc<Self>) -> Unanswered {
        Unanswered(self.clone())
    }
}

/// Lets the next request of a connection through when dropped.
#[derive(Debug)]
pub(in crate::web) struct Unanswered(Rc<Exchange>);

impl Drop for Unanswered {
    fn drop(&mut self) {
        self.0.is_open.set(false);
        if let Some(reader) = self.0.reader.take() {
            reader.wake();
        }
    }
}

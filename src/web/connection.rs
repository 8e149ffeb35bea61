//! Connections of clients: how many there may be, how long they may stall, and which bytes reach the HTTP parser.
//!
//! actix-http parses everything that has arrived, copies answers into its buffers as they come, waits for slow readers
//! forever, and answers what it cannot parse without our headers. The layers here stand between the socket and it:
//!
//! `TcpStream` → [`socket`] (deadline for progress, can be closed from outside) → [`transport`] (TLS or not) →
//! [`request_stream`] (one whole, well-formed request at a time, or our response to anything else) → actix-http.

pub(in crate::web) mod answer_body;
mod body_framing;
pub(in crate::web) mod exchange;
mod head;
pub(in crate::web) mod refusals;
pub(in crate::web) mod registry;
mod request_stream;
pub(in crate::web) mod service;
mod socket;
mod transport;

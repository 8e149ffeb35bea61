//! HTTP. Only this module uses actix-web.

mod addresses;
pub mod api;
mod blocking;
mod body;
pub mod caller;
mod compression;
mod conditional;
mod connection;
mod content_coding;
pub mod demo_provider;
mod discovery;
mod files;
mod health;
mod interface;
mod limits;
mod metrics;
mod middleware;
mod openapi;
mod pages;
mod pending_sign_ins;
pub mod problem;
mod query;
mod request_guard;
mod routes;
mod screen_language;
mod server;
mod session_cookie;
mod sign_in;
mod state;
mod tls;
mod usage_client;
mod xml;

pub use server::{Running, block_on, start};
pub use tls::Certificate;

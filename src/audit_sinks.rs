//! Where the audit trail is delivered: syslog messages (RFC 5424) and files of JSON Lines.

mod json_file;
mod syslog_connection;
mod syslog_message;

pub use json_file::JsonFile;
pub use syslog_connection::Syslog;

//! Requests to the server of the drill, on loopback.

use crate::model::error::{Error, Result};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// How long one response may take.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The server, as a visitor sees it.
pub(super) struct Visitor {
    /// Where the server listens.
    pub address: SocketAddr,
}

impl Visitor {
    /// Status and JSON body of a response; null for another body.
    pub fn get(&self, path: &str) -> Result<(u16, Value)> {
        let response =
            self.exchange(path).map_err(|e| Error::io(format!("asking the server for {path}"), e))?;
        parse(&response).ok_or_else(|| {
            Error::internal(format!("asking the server for {path}"), "the response is incomplete")
        })
    }

    /// What a search for this text answers, obsolete citations included if so; it is counted nowhere.
    pub fn search(&self, text: &str, with_obsolete: bool) -> Result<Value> {
        let text = utf8_percent_encode(text, NON_ALPHANUMERIC);
        self.expect(&format!("/api/search?q={text}&start=0&obsolete={with_obsolete}&record=false"))
    }

    /// The citation with this ID.
    pub fn citation(&self, id: &str) -> Result<Value> {
        self.expect(&format!("/api/citations/{}", utf8_percent_encode(id, NON_ALPHANUMERIC)))
    }

    /// The body of a response with status 200.
    pub fn expect(&self, path: &str) -> Result<Value> {
        match self.get(path)? {
            (200, body) => Ok(body),
            (status, body) => {
                let detail = body.get("detail").and_then(Value::as_str).unwrap_or("no reason is given");
                Err(Error::Conflict(format!("the server answers {path} with status {status}: {detail}")))
            }
        }
    }

    fn exchange(&self, path: &str) -> std::io::Result<Vec<u8>> {
        let mut connection = TcpStream::connect_timeout(&self.address, TIMEOUT)?;
        connection.set_read_timeout(Some(TIMEOUT))?;
        connection.set_write_timeout(Some(TIMEOUT))?;
        let address = self.address;
        write!(connection, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        let mut response = Vec::new();
        connection.read_to_end(&mut response)?;
        Ok(response)
    }
}

/// `None` unless head and body are complete.
fn parse(response: &[u8]) -> Option<(u16, Value)> {
    let end = memchr::memmem::find(response, b"\r\n\r\n")?;
    let (head, body) = (std::str::from_utf8(response.get(..end)?).ok()?, response.get(end + 4..)?);
    let mut lines = head.lines();
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let length = lines.find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    })?;
    (length == body.len()).then(|| (status, serde_json::from_slice(body).unwrap_or(Value::Null)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_response_is_read_only_when_it_is_complete() {
        let response =
            b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nContent-Length: 9\r\n\r\n{\"a\": 12}";
        assert_eq!(parse(response), Some((200, json!({"a": 12}))));
        assert_eq!(parse(&response[..response.len() - 1]), None);
        assert_eq!(parse(b"HTTP/1.1 200 OK\r\n"), None);
        assert_eq!(parse(b"HTTP/1.1 204 No\r\ncontent-length: 0\r\n\r\n"), Some((204, Value::Null)));
    }
}

//! What the server of a drill must answer: the counts of the backup, and the citations that are searched for.

use crate::model::error::{Error, Result};
use crate::store::{CitationSample, RowCounts, Store};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// How many citations are searched for.
const SEARCHED: u32 = 8;
/// A longer title is not searched for: a query has fewer words.
const MAX_TITLE_CHARACTERS: usize = 200;
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

/// Compares what the backup held with what the restored database holds and the server answers; returns the counts in
/// words.
pub(super) fn compare_counts(held: &RowCounts, store: &Store, visitor: &Visitor) -> Result<String> {
    let (now, current, packets) = store.read(|db| {
        Ok((db.row_counts()?, db.current_citation_count()?, db.published_packets(None, false)?.len()))
    })?;
    if let Some((subject, held, found)) = held.difference(&now) {
        return Err(differs(&format!("the restored database holds {found} {subject}"), held));
    }
    let citations = now.count("citations");
    for (with_obsolete, expected) in [(true, citations), (false, current)] {
        let found = visitor.search("", with_obsolete)?.pointer("/hits/found").and_then(Value::as_u64);
        if found != Some(expected) {
            let what = if with_obsolete { "citations" } else { "citations that are not obsolete" };
            return Err(differs(
                &format!("a search for everything finds {} {what}", or_none(found)),
                expected,
            ));
        }
    }
    let found = visitor.expect("/api/packets")?.get("found").and_then(Value::as_u64);
    let packets = u64::try_from(packets).unwrap_or(u64::MAX);
    if found != Some(packets) {
        return Err(differs(&format!("the server lists {} published packets", or_none(found)), packets));
    }
    Ok(now.iter().map(|(subject, count)| format!("{count} {subject}")).collect::<Vec<_>>().join(", "))
}

fn differs(what: &str, held: u64) -> Error {
    Error::Conflict(format!("the backup is not good: {what}, the backup {held}"))
}

fn or_none(count: Option<u64>) -> String {
    count.map_or_else(|| "no".into(), |count| count.to_string())
}

/// Searches for some citations by title and item number, and opens them; returns how many searches that were.
pub(super) fn search(store: &Store, visitor: &Visitor) -> Result<u32> {
    let mut searches = 0;
    for citation in store.read(|db| db.citation_samples(SEARCHED))? {
        if let Some(title) = searchable(&citation.title) {
            must_find(visitor, &title, &citation, "title")?;
            searches += 1;
        }
        if let Some(number) = citation.item_number.as_deref().filter(|number| !number.starts_with('-')) {
            must_find(visitor, number, &citation, "item number")?;
            searches += 1;
        }
        let shown = visitor.citation(&citation.id)?;
        if shown.get("title").and_then(Value::as_str) != Some(&citation.title) {
            return Err(Error::Conflict(format!(
                "the backup is not good: citation {} is shown with another title than '{}'",
                citation.id, citation.title
            )));
        }
    }
    Ok(searches)
}

/// The title as a query: without the characters that have a meaning in one.
fn searchable(title: &str) -> Option<String> {
    let words = title.split(|c: char| c.is_whitespace() || c == '"');
    let words: Vec<&str> =
        words.map(|word| word.trim_start_matches('-')).filter(|word| !word.is_empty()).collect();
    let text = words.join(" ");
    (text.chars().any(char::is_alphanumeric) && text.chars().count() <= MAX_TITLE_CHARACTERS).then_some(text)
}

/// The first hits of a search for this text contain the citation, or one with the same title or item number.
fn must_find(visitor: &Visitor, text: &str, citation: &CitationSample, by: &str) -> Result<()> {
    let answer = visitor.search(text, true)?;
    let hits = answer.pointer("/hits/hit").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let id = format!("citation:{}", citation.id);
    // Of many with one title or number the page shows only some.
    let has = |hit: &Value, field: &str, text: &str| {
        let values = hit.get("fields").and_then(|fields| fields.get(field)).and_then(Value::as_array);
        values.into_iter().flatten().any(|value| value.as_str() == Some(text))
    };
    let is_it = |hit: &Value| {
        hit.get("id").and_then(Value::as_str) == Some(&id)
            || has(hit, "title", &citation.title)
            || citation.item_number.as_deref().is_some_and(|number| has(hit, "ksbg_numbers", number))
    };
    if hits.iter().any(is_it) {
        Ok(())
    } else {
        Err(Error::Conflict(format!(
            "the backup is not good: a search by {by}, '{text}', does not find citation {} ('{}')",
            citation.id, citation.title
        )))
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

    #[test]
    fn a_title_is_searched_for_without_operators() {
        let check = |title: &str, expected: Option<&str>| assert_eq!(searchable(title).as_deref(), expected);
        check("Going Home", Some("Going Home"));
        check("Fever \u{2013} \"When to call\" -- at night", Some("Fever \u{2013} When to call at night"));
        check("Over-the-counter", Some("Over-the-counter"));
        check("-- \"\"", None);
        check("?!", None);
        check(&"word ".repeat(60), None);
    }
}

#[cfg(test)]
mod requests_tests {
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

//! The API responses that a page was made from, so that the screens need not request them again.

use crate::web::api::config::Config;
use crate::web::pages::view::View;
use crate::web::problem::Problem;
use maud::{Markup, PreEscaped};
use memchr::memchr2;
use serde::Serialize;
use std::fmt::Write;

/// The responses as the JSON of an element `script`, in which nothing can end the element.
#[derive(Debug, Default)]
pub(super) struct PageData {
    /// Each followed by a comma.
    responses: String,
}

impl PageData {
    /// What every page has: the configuration of visitors and the languages of the catalogue. The configuration of a
    /// signed-in person is another.
    pub fn with_shared_answers(view: &View) -> PageData {
        let mut data = PageData::default();
        if !view.has_session {
            data.add::<Config>("/api/config", &view.config);
        }
        if !view.languages.all.is_empty() {
            data.add("/api/languages", &view.languages.all);
        }
        data
    }

    /// Adds a response.
    pub fn add<T: Serialize>(&mut self, path: &str, body: &T) {
        if let Ok(json) = serde_json::to_vec(body) {
            self.push(path, "", &json);
        }
    }

    /// Adds a response that is JSON already.
    pub fn add_json(&mut self, path: &str, json: &[u8]) {
        self.push(path, "", json);
    }

    /// Adds a response with its entity tag.
    pub fn add_tagged(&mut self, path: &str, tag: &str, json: &[u8]) {
        self.push(path, &format!("\"etag\":{},", json_text(tag)), json);
    }

    /// Adds an error.
    pub fn add_problem(&mut self, path: &str, problem: &Problem) {
        if let Ok(json) = serde_json::to_vec(&problem.body()) {
            self.push(path, &format!("\"status\":{},", problem.status().as_u16()), &json);
        }
    }

    fn push(&mut self, path: &str, members: &str, json: &[u8]) {
        let path = json_text(path);
        self.responses.reserve(json.len() + path.len() + members.len() + 24);
        let _ = write!(self.responses, "{{\"path\":{path},{members}\"body\":");
        push_escaped(&mut self.responses, json);
        self.responses.push_str("},");
    }

    /// The element.
    pub fn element(&self) -> Markup {
        let responses = self.responses.strip_suffix(',').unwrap_or_default();
        PreEscaped(format!(
            "<script type=\"application/json\" id=\"page-data\">{{\"responses\":[{responses}]}}</script>"
        ))
    }
}

/// A text as JSON that may be inside a `script` element.
fn json_text(text: &str) -> String {
    let mut escaped = String::new();
    push_escaped(&mut escaped, &serde_json::to_vec(text).unwrap_or_default());
    escaped
}

/// Appends JSON with `<` and the line separators of JavaScript as escapes, which mean the same in JSON.
fn push_escaped(to: &mut String, json: &[u8]) {
    let json = String::from_utf8_lossy(json);
    let mut rest: &str = &json;
    while let Some(at) = memchr2(b'<', 0xE2, rest.as_bytes()) {
        let (before, found) = rest.split_at(at);
        to.push_str(before);
        let Some(sign) = found.chars().next() else { break };
        match sign {
            '<' => to.push_str("\\u003c"),
            '\u{2028}' => to.push_str("\\u2028"),
            '\u{2029}' => to.push_str("\\u2029"),
            other => to.push(other),
        }
        rest = &found[sign.len_utf8()..];
    }
    to.push_str(rest);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn nothing_in_an_answer_ends_the_element() {
        let hostile = "</script><!-- \u{2028}\u{2029} – €";
        let mut data = PageData::default();
        data.add(&format!("/api/x?q={hostile}"), &serde_json::json!({"title": hostile}));
        data.add_tagged("/api/y", "\"a\"", b"[1]");
        let element = data.element().into_string();
        let json = element.strip_prefix("<script type=\"application/json\" id=\"page-data\">").unwrap();
        let json = json.strip_suffix("</script>").unwrap();
        assert!(!json.contains(['<', '\u{2028}', '\u{2029}']), "{json}");
        let value: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(value["responses"][0]["body"]["title"], hostile);
        assert_eq!(
            value["responses"][1],
            serde_json::json!({"path": "/api/y", "etag": "\"a\"", "body": [1]})
        );
    }
}

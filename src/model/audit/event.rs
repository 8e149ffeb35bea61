//! An event on its way into the audit trail.

use crate::model::audit::action::Action;
use crate::model::variant_names::variant_names;
use std::net::IpAddr;

/// Longest text of a field, in characters: what callers send is cut there.
const MAX_CHARACTERS: usize = 500;

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It was done.
    Ok,
    /// It was not allowed.
    Refused,
    /// It was tried, and failed.
    Failed,
}

variant_names!(Outcome { Ok = "ok", Refused = "refused", Failed = "failed" });

/// The request that an event belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RequestSource {
    /// Address of the client.
    pub client: Option<IpAddr>,
    /// ID of the request.
    pub request: String,
}

/// Who did something, and from where.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditSource {
    /// `issuer|sub` of a person, `os|user` of a command; empty for a visitor and for the server itself.
    pub actor: String,
    /// The roles of a person, or `staff` without any; `visitor`, `command`, `server`.
    pub role: String,
    /// Address of the client; empty for commands, jobs and the server itself.
    pub client: String,
    /// ID of the request or of the job.
    pub request: String,
}

impl AuditSource {
    /// Somebody who is not signed in.
    pub fn visitor(source: &RequestSource) -> AuditSource {
        AuditSource { role: "visitor".into(), ..AuditSource::default() }.from_request(source)
    }

    /// The server itself.
    pub fn server() -> AuditSource {
        AuditSource { role: "server".into(), ..AuditSource::default() }
    }

    /// The same, by this request.
    pub fn from_request(mut self, source: &RequestSource) -> AuditSource {
        self.client = source.client.map(|client| client.to_string()).unwrap_or_default();
        self.request.clone_from(&source.request);
        self
    }

    /// Something that was done.
    pub fn event(&self, action: Action, object: impl Into<String>) -> AuditEvent {
        AuditEvent {
            source: self.clone(),
            action,
            object: cut(object.into()),
            outcome: Outcome::Ok,
            tag_before: String::new(),
            tag_after: String::new(),
            count: 1,
            detail: String::new(),
        }
    }
}

/// What a row of the audit trail says, without its place in the chain. An empty text means that there is nothing to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEvent {
    /// Who, and from where.
    pub source: AuditSource,
    /// What was done.
    pub action: Action,
    /// To what, such as `citation/ID`.
    pub object: String,
    /// How it ended.
    pub outcome: Outcome,
    /// Entity tag of the object before.
    pub tag_before: String,
    /// Entity tag of the object afterwards.
    pub tag_after: String,
    /// How many events it stands for.
    pub count: u64,
    /// Other details, such as the granted role.
    pub detail: String,
}

impl AuditEvent {
    /// With the entity tags of its object before and afterwards.
    pub fn with_tags(mut self, before: impl Into<String>, after: impl Into<String>) -> AuditEvent {
        self.tag_before = before.into();
        self.tag_after = after.into();
        self
    }

    /// With this detail.
    pub fn with_detail(mut self, detail: impl Into<String>) -> AuditEvent {
        self.detail = cut(detail.into());
        self
    }

    /// With this outcome.
    pub fn with_outcome(mut self, outcome: Outcome) -> AuditEvent {
        self.outcome = outcome;
        self
    }
}

/// At most [`MAX_CHARACTERS`] of a text.
fn cut(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MAX_CHARACTERS) {
        text.truncate(end);
    }
    text
}

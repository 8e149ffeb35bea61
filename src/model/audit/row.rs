//! A row of the audit trail, and the form in which it is hashed.

use crate::model::text::hex::lower_hex;
use ring::digest::{SHA256, digest};
use serde::Serialize;
use utoipa::ToSchema;

/// A row of the audit trail. An empty text means that there is nothing to say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AuditRow {
    /// Its number: from 1, without gaps.
    pub number: u64,
    /// When it was recorded: ISO 8601, UTC.
    pub at: String,
    /// `issuer|sub` of a person, `os|user` of a command; empty for a visitor and for the server itself.
    pub actor: String,
    /// The roles of a person, or `staff` without any; `visitor`, `command`, `server`.
    pub role: String,
    /// IP address of the client.
    pub client: String,
    /// What was done.
    pub action: String,
    /// To what, such as `citation/ID`.
    pub object: String,
    /// `ok`, `refused` or `failed`.
    pub outcome: String,
    /// ID of the request, which the server's log has too; of a job's changes the ID of the job.
    pub request: String,
    /// Entity tag of the object before.
    pub tag_before: String,
    /// Entity tag of the object afterwards.
    pub tag_after: String,
    /// How many events it stands for: more than one only for `access.refuse_more`.
    pub count: u64,
    /// Other details.
    pub detail: String,
    /// Hash of the row before; empty for the first.
    pub previous: String,
    /// SHA-256 of all of the above, in lower-case hexadecimal.
    pub hash: String,
}

impl AuditRow {
    /// What is hashed: every member but the hash itself, in the order in which they are declared, each as its length in
    /// bytes in decimal, a colon, its text and a comma (a netstring). Numbers are decimal.
    pub fn canonical_form(&self) -> String {
        let (number, count) = (self.number.to_string(), self.count.to_string());
        let members = [
            &number,
            &self.at,
            &self.actor,
            &self.role,
            &self.client,
            &self.action,
            &self.object,
            &self.outcome,
            &self.request,
            &self.tag_before,
            &self.tag_after,
            &count,
            &self.detail,
            &self.previous,
        ];
        members.iter().map(|member| format!("{}:{member},", member.len())).collect()
    }

    /// The hash that it must have.
    pub fn computed_hash(&self) -> String {
        lower_hex(digest(&SHA256, self.canonical_form().as_bytes()).as_ref())
    }
}

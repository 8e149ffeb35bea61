//! A packet as a line of a file, exported and imported.

use crate::model::accounts::email_address::email_address;
use crate::model::characters::is_blank;
use crate::model::citations::readable_id;
use crate::model::packets::code::PacketCode;
use crate::model::packets::draft::{PacketDraft, PacketInput, PacketItemInput};
use crate::model::packets::packet::{ContentsItem, PacketContents};
use serde::{Deserialize, Serialize};

/// A line of a file of packets. An owner who has signed in stays whatever the line says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct PacketRecord {
    /// ID; missing: a new one is made.
    pub id: Option<String>,
    /// Code; missing: a new one is made.
    pub code: Option<String>,
    /// Readable IDs, the current one first.
    pub readable_ids: Vec<String>,
    /// Title.
    pub title: String,
    /// Whom the packet is for, and when it is given.
    pub description: Option<String>,
    /// Department; a new one is added to the lookup values.
    pub department: Option<String>,
    /// A department packet.
    pub published: bool,
    /// Address of the owner of a personal packet, who gets it by signing in with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The citations.
    pub items: Vec<PacketItemInput>,
}

/// A record whose own values are valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedRecord {
    /// ID, if it has one.
    pub id: Option<String>,
    /// Code, if it has one.
    pub code: Option<PacketCode>,
    /// Readable IDs, the current one first.
    pub readable_ids: Vec<String>,
    /// Address of the owner, for a personal packet.
    pub owner: Option<String>,
    /// What is saved.
    pub draft: PacketDraft,
}

impl PacketRecord {
    /// The record of a packet.
    pub fn new(
        id: String,
        code: String,
        readable_ids: Vec<String>,
        contents: PacketContents,
        owner: Option<String>,
    ) -> PacketRecord {
        let item = |item: ContentsItem| PacketItemInput { citation: item.citation, note: item.note };
        PacketRecord {
            id: Some(id),
            code: Some(code),
            readable_ids,
            title: contents.title,
            description: contents.description,
            department: contents.department,
            published: contents.published,
            owner: owner.filter(|_| !contents.published),
            items: contents.items.into_iter().map(item).collect(),
        }
    }

    /// The record with everything checked that needs no database, or every error.
    pub fn check(self) -> Result<CheckedRecord, Vec<String>> {
        let mut errors = Vec::new();
        if self.id.as_deref().and_then(readable_id::problem).is_some() {
            errors.push(format!("id: {}", readable_id::ID_RULE));
        }
        if self.readable_ids.iter().any(|id| readable_id::problem(id).is_some()) {
            errors.push("readableIds: This is not a list of readable IDs.".to_owned());
        }
        let code = self.code.as_deref().map(PacketCode::parse);
        if code == Some(None) {
            errors.push("code: A code has 12 characters of Crockford base32.".to_owned());
        }
        let owner = self.owner.filter(|owner| !is_blank(owner) && !self.published);
        if owner.as_deref().is_some_and(|owner| email_address(owner).is_none()) {
            errors.push("owner: Expected an email address such as name@example.org.".to_owned());
        }
        let input = PacketInput {
            title: self.title,
            description: self.description,
            department: self.department,
            published: self.published,
            items: self.items,
        };
        match PacketDraft::parse(input) {
            Ok(draft) if errors.is_empty() => Ok(CheckedRecord {
                id: self.id,
                code: code.flatten(),
                readable_ids: self.readable_ids,
                owner: owner.as_deref().and_then(email_address).map(str::to_owned),
                draft,
            }),
            Ok(_) => Err(errors),
            Err(of_draft) => {
                errors.extend(of_draft.iter().map(|error| format!("{}: {}", error.field, error.message)));
                Err(errors)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[test]
    fn every_error_of_a_line_is_named() {
        let record: PacketRecord = serde_json::from_value(json!({
            "id": "a/b", "code": "1", "readableIds": [""], "owner": "ada", "title": "", "items": [{"citation": ""}]
        }))
        .unwrap();
        let errors = record.check().unwrap_err();
        let fields: Vec<&str> = errors.iter().filter_map(|error| error.split(':').next()).collect();
        assert_eq!(fields, ["id", "readableIds", "code", "owner", "title", "items[0].citation"]);
        for id in ["..", "a\u{200b}b", "a b", ""] {
            let record = json!({"id": id, "readableIds": [id], "title": "A", "items": [{"citation": "c"}]});
            let record: PacketRecord = serde_json::from_value(record).unwrap();
            assert_eq!(record.check().unwrap_err().len(), 2, "{id:?}");
        }
        let least: PacketRecord =
            serde_json::from_value(json!({"title": "A", "items": [{"citation": "c"}]})).unwrap();
        assert_eq!(least.check().unwrap().code, None);
    }
}

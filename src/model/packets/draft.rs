//! A packet as somebody sends it or as a line of a file has it, and how it is checked.

use crate::model::accounts::email_address;
use crate::model::citations::readable_id;
use crate::model::error::FieldError;
use crate::model::packets::access::PacketCode;
use crate::model::packets::packet::{ContentsItem, PacketContents};
use crate::model::text::is_blank;
use crate::model::text_bounds::TextBounds;
use crate::model::thesaurus::LineMessage;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// Longest title, in characters.
const MAX_TITLE: usize = 200;
/// Longest description, in characters.
const MAX_DESCRIPTION: usize = 2_000;
/// Longest note of an item, in characters.
const MAX_NOTE: usize = 200;
/// Longest ID of a citation or name of a department, in characters.
const MAX_NAME: usize = 500;
/// Most citations of a packet.
pub const MAX_ITEMS: usize = 50;

/// A packet as it is sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(default)]
pub struct PacketInput {
    /// Title.
    #[schema(required, min_length = 1, max_length = 200)]
    pub title: String,
    /// Whom the packet is for, and when it is given.
    #[schema(max_length = 2000)]
    pub description: Option<String>,
    /// A department among the lookup values.
    pub department: Option<String>,
    /// A department packet, which is public; otherwise a personal one.
    pub published: bool,
    /// The citations in their order, each once.
    #[schema(required, min_items = 1, max_items = 50)]
    pub items: Vec<PacketItemInput>,
}

/// One citation of a packet as it is sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PacketItemInput {
    /// ID or readable ID of the citation.
    pub citation: String,
    /// What the family should know about it.
    #[serde(default)]
    #[schema(max_length = 200)]
    pub note: Option<String>,
}

/// A packet whose texts are checked. Whether its department and citations exist is up to the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PacketDraft {
    /// One line, not empty.
    pub title: String,
    /// Several lines, not empty.
    pub description: Option<String>,
    /// One line, not empty.
    pub department: Option<String>,
    /// Whether it is a department packet.
    pub published: bool,
    /// From 1 to [`MAX_ITEMS`]; no text of a citation twice.
    pub items: Vec<DraftItem>,
}

impl PacketDraft {
    /// The draft with normalized texts, or every error by its field. Empty texts count as absent.
    pub fn parse(input: PacketInput) -> Result<PacketDraft, Vec<FieldError>> {
        match PacketDraft::parse_all(input) {
            (draft, errors) if errors.is_empty() => Ok(draft),
            (_, errors) => Err(errors),
        }
    }

    /// The draft as far as it is valid, and every error by its field; with errors it may lack its title and items.
    pub fn parse_all(input: PacketInput) -> (PacketDraft, Vec<FieldError>) {
        let mut errors = Vec::new();
        let title = line("title", &input.title, MAX_TITLE, &mut errors);
        if title.is_none() && errors.is_empty() {
            errors.push(FieldError::new("title", "Title is required."));
        }
        let description = input.description.and_then(|text| several_lines("description", &text, &mut errors));
        let department = input.department.and_then(|name| line("department", &name, MAX_NAME, &mut errors));
        let items = items(&input.items, &mut errors);
        let title = title.unwrap_or_default();
        (PacketDraft { title, description, department, published: input.published, items }, errors)
    }
}

/// A citation of a [`PacketDraft`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftItem {
    /// Its place among the items that were sent, from 0; errors name it.
    pub position: usize,
    /// ID or readable ID, not empty.
    pub citation: String,
    /// One line, not empty.
    pub note: Option<String>,
}

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

/// What became of a file of packets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PacketImportReport {
    /// How many packets the file holds.
    pub total: usize,
    /// How many of them are new.
    pub added: usize,
    /// How many were there and are different now.
    pub changed: usize,
    /// How many were there, just so.
    pub unchanged: usize,
    /// Why lines cannot be imported.
    pub errors: Vec<LineMessage>,
    /// Whether anything was written: not on a dry run, and not when a line has an error.
    pub written: bool,
}

fn items(given: &[PacketItemInput], errors: &mut Vec<FieldError>) -> Vec<DraftItem> {
    if given.is_empty() {
        errors.push(FieldError::new("items", "A packet has at least one citation."));
    }
    if given.len() > MAX_ITEMS {
        errors.push(FieldError::new("items", format!("A packet has at most {MAX_ITEMS} citations.")));
        return Vec::new();
    }
    let mut items = Vec::new();
    let mut seen: HashMap<String, usize> = HashMap::new();
    for (n, item) in given.iter().enumerate() {
        let at = format!("items[{n}].citation");
        let before = errors.len();
        let citation = line(&at, &item.citation, MAX_NAME, errors);
        let note = item.note.as_deref();
        let note = note.and_then(|note| line(&format!("items[{n}].note"), note, MAX_NOTE, errors));
        match citation {
            Some(citation) => match seen.get(&citation) {
                Some(first) => errors.push(twice(n, *first)),
                None => {
                    seen.insert(citation.clone(), n);
                    items.push(DraftItem { position: n, citation, note });
                }
            },
            None if errors.len() == before => errors.push(FieldError::new(at, "A citation is required.")),
            None => {}
        }
    }
    items
}

/// The error of an item whose citation an earlier item has.
pub fn twice(item: usize, first: usize) -> FieldError {
    let message = format!("This citation is in the packet already, as number {}.", first + 1);
    FieldError::new(format!("items[{item}].citation"), message)
}

fn line(field: &str, text: &str, max: usize, errors: &mut Vec<FieldError>) -> Option<String> {
    parsed(TextBounds::joined_line(max).parse(field, text), errors)
}

fn several_lines(field: &str, text: &str, errors: &mut Vec<FieldError>) -> Option<String> {
    parsed(TextBounds::lines(MAX_DESCRIPTION).parse(field, text), errors)
}

fn parsed(text: Result<Option<String>, FieldError>, errors: &mut Vec<FieldError>) -> Option<String> {
    text.unwrap_or_else(|error| {
        errors.push(error);
        None
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn item(citation: &str, note: Option<&str>) -> PacketItemInput {
        PacketItemInput { citation: citation.into(), note: note.map(str::to_owned) }
    }

    fn input(items: Vec<PacketItemInput>) -> PacketInput {
        PacketInput { title: "After tonsil surgery".into(), items, ..PacketInput::default() }
    }

    fn fields(input: PacketInput) -> Vec<String> {
        PacketDraft::parse(input).unwrap_err().into_iter().map(|error| error.field).collect()
    }

    #[test]
    fn texts_are_normalized_and_empty_ones_are_absent() {
        let draft = PacketDraft::parse(PacketInput {
            title: "  After  tonsil\nsurgery ".into(),
            description: Some(" For the first days.\nCall us. ".into()),
            department: Some("  ".into()),
            published: true,
            items: vec![item(" c-1 ", Some("")), item("c-2", Some(" Read  this. "))],
        })
        .unwrap();
        assert_eq!(draft.title, "After tonsil surgery");
        assert_eq!(draft.description.as_deref(), Some("For the first days.\nCall us."));
        assert_eq!((draft.department, draft.published), (None, true));
        let notes: Vec<Option<&str>> = draft.items.iter().map(|item| item.note.as_deref()).collect();
        assert_eq!(notes, [None, Some("Read this.")]);
    }

    #[test]
    fn every_error_is_named_with_its_field() {
        assert_eq!(fields(PacketInput::default()), ["title", "items"]);
        let blank = PacketInput { title: "\u{200b} \u{2060}".into(), ..input(vec![item("c", None)]) };
        assert_eq!(fields(blank), ["title"]);
        let long = "x".repeat(201);
        assert_eq!(fields(PacketInput { title: long.clone(), ..input(vec![item("c", None)]) }), ["title"]);
        let bad = vec![item("c", None), item(" ", None), item("c", Some(&long)), item("d", Some("a\u{1}b"))];
        assert_eq!(
            fields(PacketInput { description: Some("x".repeat(2_001)), ..input(bad) }),
            ["description", "items[1].citation", "items[2].note", "items[2].citation", "items[3].note"]
        );
        let many = |count: usize| (0..count).map(|n| item(&n.to_string(), None)).collect();
        assert_eq!(fields(input(many(51))), ["items"]);
        assert_eq!(PacketDraft::parse(input(many(50))).unwrap().items.len(), 50);
        // 200 characters, whatever bytes they take.
        let title = "ж".repeat(200);
        assert!(PacketDraft::parse(PacketInput { title, ..input(many(1)) }).is_ok());
    }
}

#[cfg(test)]
mod record_tests {
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

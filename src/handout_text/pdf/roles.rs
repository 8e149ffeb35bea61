//! The standard structure types, and the way from a file's own types to them.

use crate::handout_text::pdf::document::{name, text};
use hayro::hayro_syntax::object::{Dict, Name, Object};

const PDF_2: &str = "http://iso.org/pdf2/ssn";
const PDF_1: &str = "http://iso.org/pdf/ssn";
/// More steps than any file needs: endless ways and circles end here.
const MAX_STEPS: usize = 100;

/// The role of an element, as far as the rules ask for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Figure,
    Caption,
    Table,
    Header,
    Cell,
    Heading,
    Artifact,
    /// Another standard type, or none.
    Other,
}

/// The role of a standard type; `None` for any other.
fn standard(kind: &[u8], is_pdf_2: bool) -> Option<Role> {
    const OTHERS: &[&[u8]] = &[
        b"Document",
        b"DocumentFragment",
        b"Part",
        b"Art",
        b"Sect",
        b"Div",
        b"BlockQuote",
        b"TOC",
        b"TOCI",
        b"Index",
        b"NonStruct",
        b"Private",
        b"Aside",
        b"Title",
        b"FENote",
        b"Sub",
        b"P",
        b"L",
        b"LI",
        b"Lbl",
        b"LBody",
        b"TR",
        b"THead",
        b"TBody",
        b"TFoot",
        b"Span",
        b"Quote",
        b"Note",
        b"Reference",
        b"BibEntry",
        b"Code",
        b"Link",
        b"Annot",
        b"Ruby",
        b"RB",
        b"RT",
        b"RP",
        b"Warichu",
        b"WT",
        b"WP",
        b"Formula",
        b"Form",
        b"Em",
        b"Strong",
    ];
    match kind {
        b"Figure" => Some(Role::Figure),
        b"Caption" => Some(Role::Caption),
        b"Table" => Some(Role::Table),
        b"TH" => Some(Role::Header),
        b"TD" => Some(Role::Cell),
        b"H" => Some(Role::Heading),
        b"Artifact" => Some(Role::Artifact),
        [b'H', level @ ..] if is_level(level, is_pdf_2) => Some(Role::Heading),
        kind if OTHERS.contains(&kind) => Some(Role::Other),
        _ => None,
    }
}

fn is_level(level: &[u8], is_pdf_2: bool) -> bool {
    match level {
        [b'1'..=b'6'] => true,
        [b'1'..=b'9', rest @ ..] => is_pdf_2 && rest.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// Finds the roles of elements.
pub(super) struct Roles<'a> {
    role_map: Dict<'a>,
}

impl<'a> Roles<'a> {
    pub(super) fn new(root: &Dict<'a>) -> Roles<'a> {
        Roles { role_map: root.get::<Dict<'a>>("RoleMap").unwrap_or_default() }
    }

    /// The last standard type on the way through the role maps.
    pub(super) fn role(&self, element: &Dict<'a>) -> Role {
        let mut namespace = element.get::<Dict<'a>>("NS");
        let Some(mut kind) = name(element, "S") else { return Role::Other };
        let mut role = None;
        let mut way: Vec<(Vec<u8>, Option<String>)> = Vec::new();
        for _ in 0..MAX_STEPS {
            let uri = namespace.as_ref().and_then(|namespace| text(namespace, "NS"));
            let step = (kind.clone(), uri);
            if way.contains(&step) {
                break;
            }
            let is_standard = step.1.as_deref().is_none_or(|uri| uri == PDF_1 || uri == PDF_2);
            if is_standard {
                role = standard(&kind, step.1.as_deref() == Some(PDF_2)).or(role);
            }
            way.push(step);
            let next = match &namespace {
                Some(own) => own
                    .get::<Dict<'a>>("RoleMapNS")
                    .and_then(|map| map.get::<Object<'a>>(&kind))
                    .or_else(|| is_standard.then(|| self.role_map.get::<Object<'a>>(&kind)).flatten()),
                None => self.role_map.get::<Object<'a>>(&kind),
            };
            (kind, namespace) = match next {
                Some(Object::Name(name)) => (name.as_ref().to_vec(), None),
                Some(Object::Array(pair)) => {
                    let mut items = pair.flex_iter();
                    let Some(name) = items.next::<Name<'a>>() else { break };
                    (name.as_ref().to_vec(), items.next::<Dict<'a>>())
                }
                _ => break,
            };
        }
        role.unwrap_or(Role::Other)
    }
}

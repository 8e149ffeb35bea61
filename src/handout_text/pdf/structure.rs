//! The structure tree of a tagged file: what its elements refer to, and what they lack.

use crate::handout_text::pdf::document::{raw, text};
use crate::handout_text::pdf::roles::{Role, Roles};
use crate::model::pdf_check::is_description;
use hayro::hayro_syntax::object::{Dict, MaybeRef, Name, ObjRef, Object, ObjectIdentifier};
use hayro::hayro_syntax::xref::XRef;
use std::collections::{HashMap, HashSet};

/// What the elements that contain some content say about it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Ancestors {
    /// One of them has a text in place of the content.
    pub(super) is_described: bool,
    /// It is in a Figure with such a text.
    pub(super) is_described_figure: bool,
    /// It is in an element for artifacts.
    pub(super) is_artifact: bool,
}

/// What was found in the structure tree of a file.
#[derive(Debug, Default)]
pub(super) struct Structure {
    /// The marked content that elements refer to, by page or form, and number.
    content: HashMap<(ObjectIdentifier, i32), Ancestors>,
    /// The objects that elements refer to.
    objects: HashMap<ObjectIdentifier, Ancestors>,
    pub(super) figures_without_text: u32,
    pub(super) tables_without_headers: u32,
    pub(super) has_headings: bool,
    /// What the elements below the root state as their languages.
    pub(super) top_languages: Vec<Option<String>>,
}

/// An element whose children are being read.
struct Open<'a> {
    role: Role,
    kids: Vec<MaybeRef<Object<'a>>>,
    page: Option<ObjRef>,
    ancestors: Ancestors,
    has_box: bool,
    found: Descendants,
}

/// What was found below an element.
#[derive(Debug, Clone, Copy, Default)]
struct Descendants {
    /// Marked content and objects, at any depth.
    has_content: bool,
    /// Content that is in no Figure or Caption below, or an element without any.
    has_own_content: bool,
    has_figure: bool,
    /// Cells and header cells of the table itself.
    cells: u32,
    headers: u32,
}

impl Structure {
    /// Reads the tree of a file; empty where it has none. Each element is read once, so that shared and circular ones end.
    pub(super) fn read(xref: &XRef, catalog: &Dict<'_>) -> Structure {
        let mut structure = Structure::default();
        if let Some(root) = catalog.get::<Dict<'_>>("StructTreeRoot") {
            Walk { xref, roles: Roles::new(&root), seen: HashSet::new(), structure: &mut structure }
                .walk(&root);
        }
        structure
    }

    pub(super) fn reaches_content(&self) -> bool {
        !self.content.is_empty() || !self.objects.is_empty()
    }

    /// What the elements around this marked content say; `None` if none refers to it.
    pub(super) fn ancestors(&self, container: ObjectIdentifier, number: i32) -> Option<Ancestors> {
        self.content.get(&(container, number)).copied()
    }

    /// What the elements around this object say; `None` if none refers to it.
    pub(super) fn object_ancestors(&self, object: ObjectIdentifier) -> Option<Ancestors> {
        self.objects.get(&object).copied()
    }
}

struct Walk<'a, 's> {
    xref: &'a XRef,
    roles: Roles<'a>,
    seen: HashSet<ObjRef>,
    structure: &'s mut Structure,
}

impl<'a> Walk<'a, '_> {
    fn walk(&mut self, root: &Dict<'a>) {
        let mut open = vec![Open {
            role: Role::Other,
            kids: raw(root, "K").into_iter().collect(),
            page: None,
            ancestors: Ancestors::default(),
            has_box: false,
            found: Descendants::default(),
        }];
        while let Some(element) = open.last_mut() {
            let Some(kid) = element.kids.pop() else {
                let closed = open.pop();
                if let (Some(closed), Some(parent)) = (closed, open.last_mut()) {
                    self.close(&closed, &mut parent.found);
                }
                continue;
            };
            let is_top = open.len() == 1;
            let kid = match kid {
                MaybeRef::NotRef(object) => Some(object),
                MaybeRef::Ref(reference) if self.seen.insert(reference) => {
                    self.xref.get::<Object<'a>>(reference.into())
                }
                MaybeRef::Ref(_) => None,
            };
            let Some(parent) = open.last_mut() else { continue };
            match kid {
                Some(Object::Number(number)) => {
                    let page = parent.page;
                    let number = i32::try_from(number.as_i64()).ok();
                    self.refer(parent, page.map(ObjectIdentifier::from), number);
                }
                // The last one is read first, so that they come in their order.
                Some(Object::Array(list)) => {
                    parent.kids.extend(list.raw_iter().collect::<Vec<_>>().into_iter().rev());
                }
                Some(Object::Dict(dictionary)) => {
                    if let Some(element) = self.kid(parent, &dictionary, is_top) {
                        open.push(element);
                    }
                }
                _ => {}
            }
        }
    }

    /// Reads a dictionary among the children of an element; returns it if it is an element itself.
    fn kid(&mut self, parent: &mut Open<'a>, kid: &Dict<'a>, is_top: bool) -> Option<Open<'a>> {
        let page = kid.get_ref("Pg").or(parent.page);
        match kid.get::<Name<'a>>("Type").as_deref() {
            Some(b"MCR") => {
                let container = kid.get_ref("Stm").or(page).map(ObjectIdentifier::from);
                self.refer(parent, container, kid.get::<i32>("MCID"));
                return None;
            }
            Some(b"OBJR") => {
                if let Some(object) = kid.get_ref("Obj") {
                    self.structure.objects.insert(object.into(), parent.ancestors);
                    parent.found.has_content = true;
                    parent.found.has_own_content = true;
                }
                return None;
            }
            _ if !kid.contains_key("S") => return None,
            _ => {}
        }
        let role = self.roles.role(kid);
        let has_text = ["Alt", "ActualText"]
            .iter()
            .any(|key| text(kid, key).is_some_and(|description| is_description(&description)));
        if is_top {
            self.structure.top_languages.push(text(kid, "Lang"));
        }
        let ancestors = Ancestors {
            is_described: parent.ancestors.is_described || has_text,
            is_described_figure: parent.ancestors.is_described_figure
                || (role == Role::Figure && (has_text || parent.ancestors.is_described)),
            is_artifact: parent.ancestors.is_artifact || role == Role::Artifact,
        };
        Some(Open {
            role,
            kids: raw(kid, "K").into_iter().collect(),
            page,
            ancestors,
            has_box: role == Role::Figure && has_box(kid),
            found: Descendants::default(),
        })
    }

    fn refer(&mut self, element: &mut Open<'a>, container: Option<ObjectIdentifier>, number: Option<i32>) {
        if let (Some(container), Some(number)) = (container, number) {
            self.structure.content.insert((container, number), element.ancestors);
            element.found.has_content = true;
            element.found.has_own_content = true;
        }
    }

    /// Counts an element whose children are read, and adds what was found below it to its parent.
    fn close(&mut self, element: &Open<'a>, parent: &mut Descendants) {
        let found = element.found;
        let is_frame = !found.has_own_content && found.has_figure;
        let shows = found.has_own_content || (element.has_box && !is_frame);
        if element.role == Role::Figure
            && shows
            && !element.ancestors.is_described
            && !element.ancestors.is_artifact
        {
            self.structure.figures_without_text += 1;
        }
        if element.role == Role::Table && found.cells > 1 && found.headers == 0 {
            self.structure.tables_without_headers += 1;
        }
        self.structure.has_headings |= element.role == Role::Heading && found.has_content;

        parent.has_content |= found.has_content;
        let is_figure = element.role == Role::Figure;
        parent.has_figure |= is_figure || found.has_figure;
        if !is_figure && element.role != Role::Caption {
            parent.has_own_content |= found.has_own_content || !found.has_figure;
        }
        if element.role != Role::Table {
            parent.cells += found.cells;
            parent.headers += found.headers;
        }
        parent.cells += u32::from(matches!(element.role, Role::Cell | Role::Header));
        parent.headers += u32::from(element.role == Role::Header);
    }
}

/// Whether the layout attributes of an element have a box.
fn has_box(element: &Dict<'_>) -> bool {
    match element.get::<Object<'_>>("A") {
        Some(Object::Dict(attributes)) => attributes.contains_key("BBox"),
        Some(Object::Array(list)) => list.iter::<Object<'_>>().any(|item| match item {
            Object::Dict(attributes) => attributes.contains_key("BBox"),
            _ => false,
        }),
        _ => false,
    }
}

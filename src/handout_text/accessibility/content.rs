//! What the pages of a file show: glyphs and pictures, with the marked content and the elements that contain them.

use crate::handout_text::accessibility::document::text;
use crate::handout_text::accessibility::fonts::{FontUse, Fonts};
use crate::handout_text::accessibility::pictures::Coverage;
use crate::handout_text::accessibility::structure::{Ancestors, Structure};
use crate::model::accessibility::pdf_title::is_description;
use hayro::hayro_syntax::content::UntypedIter;
use hayro::hayro_syntax::object::{Array, Dict, Name, Object, ObjectIdentifier, Stream};
use hayro::hayro_syntax::page::{Page, Resources};
use hayro::kurbo::Affine;
use std::collections::HashMap;

/// Forms within forms are read to this depth, and so many forms of a page: a small file may show endlessly many.
const MAX_DEPTH: usize = 20;
const MAX_FORMS: u32 = 20_000;
/// States that may be saved at once.
const MAX_STATES: usize = 1_000;
/// The modes of text that nobody sees: invisible, and only a path to clip by.
const INVISIBLE_MODES: [i64; 2] = [3, 7];

/// What a page shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct PageContent {
    pub(super) glyphs: u32,
    /// Glyphs that no element refers to and that are no artifacts.
    pub(super) untagged: u32,
    pub(super) letters: u32,
    /// Pictures that nothing describes cover over half of it.
    pub(super) is_mostly_pictures: bool,
}

/// Reads pages, one after the other.
pub(super) struct Reader<'a, 's> {
    structure: &'s Structure,
    is_tagged: bool,
    fonts: Fonts<'a>,
    opened: Vec<FontUse<'a>>,
    by_dictionary: HashMap<ObjectIdentifier, usize>,
    has_fonts_without_unicode: bool,
}

/// The part of the graphics state that matters here.
#[derive(Clone, Copy)]
struct State {
    place: Affine,
    font: Option<usize>,
    is_visible: bool,
}

/// A marked content sequence or a form that contains what is read.
#[derive(Clone, Copy, Default)]
struct Mark {
    is_artifact: bool,
    is_described: bool,
    /// What the elements that refer to it say; `None` where none does.
    ancestors: Option<Ancestors>,
}

/// The page that is being read.
struct Current {
    page: Option<ObjectIdentifier>,
    content: PageContent,
    pictures: Coverage,
    marks: Vec<Mark>,
    states: Vec<State>,
    state: State,
    forms: u32,
}

/// Where a stream of operators belongs.
struct Place<'a, 'r> {
    resources: &'r Resources<'a>,
    /// The objects by which elements refer to its marked content.
    containers: [Option<ObjectIdentifier>; 2],
    depth: usize,
}

impl<'a, 's> Reader<'a, 's> {
    pub(super) fn new(structure: &'s Structure, is_tagged: bool) -> Reader<'a, 's> {
        Reader {
            structure,
            is_tagged,
            fonts: Fonts::new(),
            opened: Vec::new(),
            by_dictionary: HashMap::new(),
            has_fonts_without_unicode: false,
        }
    }

    /// Whether visible text has a font that does not say which characters it shows.
    pub(super) fn has_fonts_without_unicode(&self) -> bool {
        self.has_fonts_without_unicode
    }

    pub(super) fn page(&mut self, page: &Page<'a>) -> PageContent {
        let id = page.raw().obj_id();
        let state = State { place: Affine::IDENTITY, font: None, is_visible: true };
        let mut current = Current {
            page: id,
            content: PageContent::default(),
            pictures: Coverage::new(page.intersected_crop_box()),
            marks: Vec::new(),
            states: Vec::new(),
            state,
            forms: 0,
        };
        let place = Place { resources: page.resources(), containers: [id, None], depth: 0 };
        self.read(page.page_stream().unwrap_or_default(), &place, &mut current);
        PageContent { is_mostly_pictures: current.pictures.is_over_half(), ..current.content }
    }

    fn read(&mut self, operators: &[u8], place: &Place<'a, '_>, current: &mut Current) {
        let (marks, states) = (current.marks.len(), current.states.len());
        let mut operators = UntypedIter::new(operators);
        while let Some(instruction) = operators.next() {
            let operands: Vec<&Object<'_>> = instruction.operands().collect();
            match (&**instruction.operator, operands.as_slice()) {
                (b"q", _) if current.states.len() < MAX_STATES => current.states.push(current.state),
                (b"Q", _) if current.states.len() > states => {
                    current.state = current.states.pop().unwrap_or(current.state);
                }
                (b"cm", numbers) => {
                    if let Some(matrix) = matrix(numbers.iter().copied()) {
                        current.state.place *= matrix;
                    }
                }
                (b"Tr", [Object::Number(mode)]) => {
                    current.state.is_visible = !INVISIBLE_MODES.contains(&mode.as_i64());
                }
                (b"Tf", [Object::Name(font), ..]) => {
                    let font = place.resources.get_font(font);
                    current.state.font = font.map(|dictionary| self.font(&dictionary));
                }
                (b"gs", [Object::Name(name)]) => {
                    let state = place.resources.get_ext_g_state(name);
                    let font = state.and_then(|state| state.get::<Array<'a>>("Font"));
                    if let Some(font) = font.and_then(|font| font.iter::<Dict<'a>>().next()) {
                        current.state.font = Some(self.font(&font));
                    }
                }
                (b"Tj" | b"'" | b"\"", [.., Object::String(text)]) => self.show(text.as_bytes(), current),
                (b"TJ", [Object::Array(parts)]) => {
                    for part in parts.iter::<Object<'_>>() {
                        if let Object::String(text) = part {
                            self.show(text.as_bytes(), current);
                        }
                    }
                }
                (b"BMC" | b"BDC", operands) => self.begin(operands, place, current),
                (b"EMC", _) if current.marks.len() > marks => drop(current.marks.pop()),
                (b"BI", _) => self.picture(None, current),
                (b"Do", [Object::Name(name)]) => {
                    if let Some(object) = place.resources.get_x_object(name) {
                        self.show_object(&object, place, current);
                    }
                }
                _ => {}
            }
        }
        current.marks.truncate(marks);
        current.states.truncate(states);
    }

    fn begin(&self, operands: &[&Object<'_>], place: &Place<'a, '_>, current: &mut Current) {
        let is_artifact = matches!(operands.first(), Some(Object::Name(tag)) if tag.as_ref() == b"Artifact");
        let (number, is_described) = match operands.get(1) {
            Some(Object::Dict(properties)) => marked_properties(properties),
            Some(Object::Name(name)) => {
                let properties = place.resources.properties.get::<Dict<'a>>(name.as_ref());
                properties.map(|properties| marked_properties(&properties)).unwrap_or_default()
            }
            _ => (None, false),
        };
        let ancestors = number.and_then(|number| {
            let containers = place.containers.iter().flatten();
            containers.filter_map(|container| self.structure.ancestors(*container, number)).next()
        });
        current.marks.push(Mark { is_artifact, is_described, ancestors });
    }

    fn font(&mut self, dictionary: &Dict<'a>) -> usize {
        if let Some(known) = dictionary.obj_id().and_then(|id| self.by_dictionary.get(&id)) {
            return *known;
        }
        self.opened.push(self.fonts.open(dictionary));
        let number = self.opened.len() - 1;
        if let Some(id) = dictionary.obj_id() {
            self.by_dictionary.insert(id, number);
        }
        number
    }

    fn show(&mut self, text: &[u8], current: &mut Current) {
        let Some(font) = current.state.font.and_then(|font| self.opened.get_mut(font)) else { return };
        let meanings = font.meanings(text);
        let glyphs = u32::try_from(meanings.len()).unwrap_or(u32::MAX);
        let marks = &current.marks;
        let is_artifact = marks.iter().any(is_artifact);
        let is_referred_to = marks.iter().any(|mark| mark.ancestors.is_some());
        let is_described = marks
            .iter()
            .any(|mark| mark.is_described || mark.ancestors.is_some_and(|ancestors| ancestors.is_described));
        current.content.glyphs = current.content.glyphs.saturating_add(glyphs);
        if !is_artifact && !is_referred_to {
            current.content.untagged = current.content.untagged.saturating_add(glyphs);
        }
        let letters = meanings.iter().filter(|meaning| meaning.is_letter).count();
        current.content.letters =
            current.content.letters.saturating_add(u32::try_from(letters).unwrap_or(u32::MAX));
        if current.state.is_visible && !is_artifact && !is_described {
            self.has_fonts_without_unicode |= meanings.iter().any(|meaning| !meaning.is_known);
        }
    }

    fn show_object(&mut self, object: &Stream<'a>, place: &Place<'a, '_>, current: &mut Current) {
        let dictionary = object.dict();
        match dictionary.get::<Name<'a>>("Subtype").as_deref() {
            Some(b"Image") => self.picture(dictionary.obj_id(), current),
            Some(b"Form") if place.depth < MAX_DEPTH && current.forms < MAX_FORMS => {
                current.forms += 1;
                let Ok(operators) = object.decoded_data() else { return };
                let id = dictionary.obj_id();
                let own = dictionary.get::<Dict<'a>>("Resources").map(Resources::new);
                // Some programs count the marked content of a form as the page's.
                let page = current.page.filter(|_| !dictionary.contains_key("StructParents"));
                let inner = Place {
                    resources: own.as_ref().unwrap_or(place.resources),
                    containers: [id, page],
                    depth: place.depth + 1,
                };
                let ancestors = id.and_then(|id| self.structure.object_ancestors(id));
                let before = current.state;
                let numbers = dictionary.get::<Array<'a>>("Matrix");
                let numbers: Vec<Object<'a>> = numbers.map(|list| list.iter().collect()).unwrap_or_default();
                current.state.place *= matrix(numbers.iter()).unwrap_or(Affine::IDENTITY);
                current.marks.push(Mark { ancestors, ..Mark::default() });
                self.read(&operators, &inner, current);
                current.marks.pop();
                current.state = before;
            }
            _ => {}
        }
    }

    /// Adds a picture to those that nothing describes.
    fn picture(&self, id: Option<ObjectIdentifier>, current: &mut Current) {
        let of_object = id.and_then(|id| self.structure.object_ancestors(id));
        let mut all = current.marks.iter().filter_map(|mark| mark.ancestors).chain(of_object);
        let is_explained = all.any(|ancestors| ancestors.is_described_figure || ancestors.is_artifact)
            || current.marks.iter().any(is_artifact);
        if !(self.is_tagged && is_explained) {
            current.pictures.add(current.state.place);
        }
    }
}

fn is_artifact(mark: &Mark) -> bool {
    mark.is_artifact || mark.ancestors.is_some_and(|ancestors| ancestors.is_artifact)
}

/// The number of marked content, and whether it has a text in place of it.
fn marked_properties(properties: &Dict<'_>) -> (Option<i32>, bool) {
    let is_described = ["ActualText", "Alt"]
        .iter()
        .any(|key| text(properties, key).is_some_and(|description| is_description(&description)));
    (properties.get::<i32>("MCID"), is_described)
}

fn matrix<'o, 'a: 'o>(numbers: impl Iterator<Item = &'o Object<'a>>) -> Option<Affine> {
    let numbers: Vec<f64> = numbers
        .filter_map(|number| match number {
            Object::Number(number) => Some(number.as_f64()),
            _ => None,
        })
        .collect();
    <[f64; 6]>::try_from(numbers).ok().map(Affine::new)
}

//! What the pages of a file show: glyphs and pictures, with the marked content and the elements that contain them. The glyphs
//! are its text; of pictures only how much of a page they cover counts.

use crate::handout_text::pdf::document::text;
use crate::handout_text::pdf::fonts::{FontUse, Fonts};
use crate::handout_text::pdf::lines::Lines;
use crate::handout_text::pdf::structure::{Ancestors, Structure};
use crate::handout_text::pdf::text_state::{TextMatrices, TextState};
use crate::model::pdf_check::is_description;
use hayro::hayro_syntax::content::UntypedIter;
use hayro::hayro_syntax::object::{Array, Dict, Name, Object, ObjectIdentifier, Rect, Stream};
use hayro::hayro_syntax::page::{Page, Resources};
use hayro::kurbo::{Affine, Point};
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
    /// Glyphs that no element refers to and that are not artifacts.
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
    lines: Lines,
}

/// The part of the graphics state that matters here.
#[derive(Clone, Copy)]
struct State {
    place: Affine,
    font: Option<usize>,
    is_visible: bool,
    text: TextState,
}

/// A marked content sequence or a form that contains what is read.
#[derive(Default)]
struct Mark {
    is_artifact: bool,
    is_described: bool,
    /// What its glyphs are read as; empty once the first of them was read so.
    actual_text: Option<String>,
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
    matrices: TextMatrices,
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
            lines: Lines::default(),
        }
    }

    /// The text of the pages that were read.
    pub(super) fn into_text(self) -> String {
        self.lines.text()
    }

    /// Whether visible text has a font that does not say which characters it shows.
    pub(super) fn has_fonts_without_unicode(&self) -> bool {
        self.has_fonts_without_unicode
    }

    pub(super) fn page(&mut self, page: &Page<'a>) -> PageContent {
        let id = page.raw().obj_id();
        let state =
            State { place: Affine::IDENTITY, font: None, is_visible: true, text: TextState::default() };
        let mut current = Current {
            page: id,
            content: PageContent::default(),
            pictures: Coverage::new(page.intersected_crop_box()),
            marks: Vec::new(),
            states: Vec::new(),
            state,
            matrices: TextMatrices::default(),
            forms: 0,
        };
        self.lines.begin_page(page.media_box());
        let place = Place { resources: page.resources(), containers: [id, None], depth: 0 };
        self.read(page.page_stream().unwrap_or_default(), &place, &mut current);
        PageContent { is_mostly_pictures: current.pictures.is_over_half(), ..current.content }
    }

    fn read(&mut self, operators: &[u8], place: &Place<'a, '_>, current: &mut Current) {
        let (marks, states) = (current.marks.len(), current.states.len());
        let mut operators = UntypedIter::new(operators);
        while let Some(instruction) = operators.next() {
            let operands: Vec<&Object<'_>> = instruction.operands().collect();
            if matches!(&**instruction.operator, [b'T', _] | b"BT" | b"'" | b"\"") {
                let numbers: Vec<f64> = numbers(operands.iter().copied()).collect();
                current.state.text.apply(&mut current.matrices, instruction.operator, &numbers);
            }
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
                (b"TJ", [Object::Array(parts)]) => self.show_parts(parts, current),
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
        let mut mark = Mark { is_artifact, ..Mark::default() };
        let number = match operands.get(1) {
            Some(Object::Dict(properties)) => mark.add_properties(properties),
            Some(Object::Name(name)) => {
                let properties = place.resources.properties.get::<Dict<'a>>(name.as_ref());
                properties.and_then(|properties| mark.add_properties(&properties))
            }
            _ => None,
        };
        mark.ancestors = number.and_then(|number| {
            let containers = place.containers.iter().flatten();
            containers.filter_map(|container| self.structure.ancestors(*container, number)).next()
        });
        current.marks.push(mark);
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
        let marks = &current.marks;
        let is_artifact = marks.iter().any(is_artifact);
        let is_tagged = is_artifact || marks.iter().any(|mark| mark.ancestors.is_some());
        let is_described = marks
            .iter()
            .any(|mark| mark.is_described || mark.ancestors.is_some_and(|ancestors| ancestors.is_described));
        let needs_meaning = current.state.is_visible && !is_artifact && !is_described;
        for (code, is_space) in font.codes(text) {
            let meaning = font.meaning(code);
            let count = &mut current.content;
            count.glyphs = count.glyphs.saturating_add(1);
            count.untagged = count.untagged.saturating_add(u32::from(!is_tagged));
            count.letters = count.letters.saturating_add(u32::from(meaning.is_letter));
            self.has_fonts_without_unicode |= needs_meaning && !meaning.is_known;
            let State { place, text, .. } = current.state;
            let place = text.place(&mut current.matrices, place, meaning.advance, is_space);
            match current.marks.iter_mut().find_map(|mark| mark.actual_text.as_mut()) {
                Some(actual) => self.lines.glyph(&place, &std::mem::take(actual)),
                None => self.lines.glyph(&place, &meaning.text),
            }
        }
    }

    /// Shows texts with numbers between them, which move the next one.
    fn show_parts(&mut self, parts: &Array<'_>, current: &mut Current) {
        let font = current.state.font.and_then(|font| self.opened.get(font));
        let is_horizontal = font.is_none_or(FontUse::is_horizontal);
        for part in parts.iter::<Object<'_>>() {
            match part {
                Object::String(text) => self.show(text.as_bytes(), current),
                Object::Number(number) => {
                    current.state.text.adjust(&mut current.matrices, number.as_f64(), is_horizontal);
                }
                _ => {}
            }
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

impl Mark {
    /// Adds what the properties of marked content say; returns its number.
    fn add_properties(&mut self, properties: &Dict<'_>) -> Option<i32> {
        self.actual_text = text(properties, "ActualText");
        self.is_described = [self.actual_text.as_deref(), text(properties, "Alt").as_deref()]
            .into_iter()
            .flatten()
            .any(is_description);
        properties.get::<i32>("MCID")
    }
}

fn numbers<'o, 'a: 'o>(operands: impl Iterator<Item = &'o Object<'a>>) -> impl Iterator<Item = f64> {
    operands.filter_map(|operand| match operand {
        Object::Number(number) => Some(number.as_f64()),
        _ => None,
    })
}

fn matrix<'o, 'a: 'o>(operands: impl Iterator<Item = &'o Object<'a>>) -> Option<Affine> {
    let numbers: Vec<f64> = numbers(operands).collect();
    <[f64; 6]>::try_from(numbers).ok().map(Affine::new)
}

/// The page is divided into so many rows and columns.
const CELLS: usize = 64;

/// Which parts of a page pictures cover.
pub(super) struct Coverage {
    page: Rect,
    cells: Vec<bool>,
}

impl Coverage {
    pub(super) fn new(page: Rect) -> Coverage {
        Coverage { page, cells: vec![false; CELLS * CELLS] }
    }

    /// Adds a picture, which covers the unit square in this coordinate system.
    pub(super) fn add(&mut self, place: Affine) {
        let determinant = place.determinant();
        if determinant == 0.0 || !determinant.is_finite() {
            return;
        }
        let inverse = place.inverse();
        let (width, height) = (self.page.x1 - self.page.x0, self.page.y1 - self.page.y0);
        for (n, cell) in self.cells.iter_mut().enumerate() {
            let at = |index: usize| (index as f64 + 0.5) / CELLS as f64;
            let middle =
                Point::new(self.page.x0 + width * at(n % CELLS), self.page.y0 + height * at(n / CELLS));
            let Point { x, y } = inverse * middle;
            *cell |= (0.0..=1.0).contains(&x) && (0.0..=1.0).contains(&y);
        }
    }

    /// Whether pictures cover over half of the page.
    pub(super) fn is_over_half(&self) -> bool {
        self.cells.iter().filter(|is_covered| **is_covered).count() * 2 > self.cells.len()
    }
}

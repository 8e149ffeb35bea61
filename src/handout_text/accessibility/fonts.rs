//! Which glyphs of a font mean a known character.

use crate::handout_text::accessibility::document::name;
use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_interpret::hayro_cmap::BfString;
use hayro::hayro_syntax::object::{Array, Dict, Object, String as PdfString};
use hayro_font::{Font, FontCache, FontGlyph};
use std::collections::{HashMap, HashSet};
use std::ops::Deref;

/// The encodings of single bytes that every program knows.
const ENCODINGS: [&[u8]; 4] =
    [b"WinAnsiEncoding", b"MacRomanEncoding", b"MacExpertEncoding", b"StandardEncoding"];
/// The character collections whose characters every program knows.
const COLLECTIONS: [&[u8]; 6] = [b"GB1", b"CNS1", b"Japan1", b"Japan2", b"Korea1", b"KR"];
/// The standard 14 fonts, which every viewer has.
const STANDARD_FONTS: [&[u8]; 14] = [
    b"Helvetica",
    b"Helvetica-Bold",
    b"Helvetica-Oblique",
    b"Helvetica-BoldOblique",
    b"Times-Roman",
    b"Times-Bold",
    b"Times-Italic",
    b"Times-BoldItalic",
    b"Courier",
    b"Courier-Bold",
    b"Courier-Oblique",
    b"Courier-BoldOblique",
    b"Symbol",
    b"ZapfDingbats",
];
const SYMBOLIC: u32 = 1 << 2;
const NONSYMBOLIC: u32 = 1 << 5;

/// What a glyph means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Meaning {
    /// It is a letter or digit, or nobody knows.
    pub(super) is_letter: bool,
    /// Assistive technology knows which character it is.
    pub(super) is_known: bool,
}

/// How a font says which characters its codes mean.
enum Mapping {
    /// All of them by tables that every program has, or by its own.
    All,
    /// By the names of its glyphs.
    Names,
    /// Only these codes, by the names of their glyphs.
    Only(HashSet<u8>),
    None,
}

/// A font of a file.
pub(super) struct FontUse<'a> {
    font: Option<Font<'a>>,
    is_composite: bool,
    mapping: Mapping,
    known: HashMap<u32, Meaning>,
}

/// Opens fonts.
pub(super) struct Fonts<'a> {
    cache: FontCache<'a>,
    settings: InterpreterSettings,
}

impl<'a> Fonts<'a> {
    pub(super) fn new() -> Fonts<'a> {
        Fonts { cache: FontCache::new(), settings: InterpreterSettings::default() }
    }

    pub(super) fn open(&self, dictionary: &Dict<'a>) -> FontUse<'a> {
        FontUse {
            font: self.cache.font(dictionary, &self.settings.font_resolver, &self.settings.cmap_resolver),
            is_composite: name(dictionary, "Subtype").is_some_and(|kind| kind == b"Type0"),
            mapping: mapping(dictionary),
            known: HashMap::new(),
        }
    }
}

impl FontUse<'_> {
    /// What the glyphs of a shown text mean.
    pub(super) fn meanings(&mut self, text: &[u8]) -> Vec<Meaning> {
        let mut meanings = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let (code, length) = match &self.font {
                Some(font) => font.read_code(text, at),
                None if self.is_composite => (u32::from(text[at]), 2),
                None => (u32::from(text[at]), 1),
            };
            at += length.max(1);
            meanings.push(self.meaning(code));
        }
        meanings
    }

    fn meaning(&mut self, code: u32) -> Meaning {
        if let Some(known) = self.known.get(&code) {
            return *known;
        }
        let character = self.font.as_ref().and_then(|font| character(font, code));
        let is_known = match &self.mapping {
            Mapping::All => true,
            Mapping::None => false,
            Mapping::Names => character.is_some(),
            Mapping::Only(codes) => {
                u8::try_from(code).is_ok_and(|code| codes.contains(&code)) && character.is_some()
            }
        };
        let is_letter = character.is_none_or(|text| text.chars().any(char::is_alphanumeric));
        let meaning = Meaning { is_letter, is_known };
        self.known.insert(code, meaning);
        meaning
    }
}

fn character(font: &Font<'_>, code: u32) -> Option<String> {
    let meant = match font.glyph(font.map_code(code), code) {
        FontGlyph::Outline(glyph) => glyph.as_unicode(),
        FontGlyph::Type3(glyph) => glyph.as_unicode(),
    };
    match meant? {
        BfString::Char(character) => Some(character.to_string()),
        BfString::String(text) => Some(text),
    }
}

/// By ISO 14289-1, section 7.21.7.
fn mapping(font: &Dict<'_>) -> Mapping {
    if font.contains_key("ToUnicode") {
        return Mapping::All;
    }
    let kind = name(font, "Subtype").unwrap_or_default();
    if kind == b"Type0" {
        return if has_known_characters(font) { Mapping::All } else { Mapping::None };
    }
    let base = name(font, "BaseFont").unwrap_or_default();
    if STANDARD_FONTS.contains(&base.deref()) && kind != b"Type3" {
        return Mapping::All;
    }
    let is_predefined = |encoding: &[u8]| ENCODINGS.contains(&encoding);
    let (has_base, differences) = match font.get::<Object<'_>>("Encoding") {
        Some(Object::Name(encoding)) => (is_predefined(encoding.as_ref()), None),
        Some(Object::Dict(encoding)) => {
            let base = name(&encoding, "BaseEncoding").is_some_and(|base| is_predefined(&base));
            (base, encoding.get::<Array<'_>>("Differences"))
        }
        _ => (false, None),
    };
    let descriptor = font.get::<Dict<'_>>("FontDescriptor").unwrap_or_default();
    let flags = descriptor.get::<u32>("Flags").unwrap_or(NONSYMBOLIC);
    let is_symbolic = flags & SYMBOLIC != 0 && flags & NONSYMBOLIC == 0;
    match differences {
        None if has_base || (kind == b"TrueType" && !is_symbolic) => Mapping::All,
        None if kind == b"TrueType" => Mapping::None,
        Some(differences) if kind == b"TrueType" && is_symbolic && !has_base => {
            Mapping::Only(codes_of(&differences))
        }
        _ => Mapping::Names,
    }
}

/// Whether a composite font has a predefined encoding or the characters of a known collection.
fn has_known_characters(font: &Dict<'_>) -> bool {
    let descendants = font.get::<Array<'_>>("DescendantFonts");
    let descendant = descendants.and_then(|fonts| fonts.iter::<Dict<'_>>().next()).unwrap_or_default();
    let system = descendant.get::<Dict<'_>>("CIDSystemInfo").unwrap_or_default();
    let ordering = system.get::<PdfString<'_>>("Ordering");
    let encoding = name(font, "Encoding");
    ordering.is_some_and(|ordering| COLLECTIONS.contains(&ordering.as_bytes()))
        || encoding.is_some_and(|encoding| !encoding.starts_with(b"Identity"))
}

/// The codes that a list of differences names.
fn codes_of(differences: &Array<'_>) -> HashSet<u8> {
    let mut code = 0_i64;
    let mut codes = HashSet::new();
    for item in differences.iter::<Object<'_>>() {
        match item {
            Object::Number(number) => code = number.as_i64(),
            _ => {
                codes.extend(u8::try_from(code).ok());
                code += 1;
            }
        }
    }
    codes
}

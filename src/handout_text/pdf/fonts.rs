//! Which glyphs of a font mean a known character.

use crate::handout_text::pdf::document::name;
use crate::handout_text::pdf::text_state::Advance;
use encoding_rs::WINDOWS_1252;
use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_interpret::hayro_cmap::{BfString, CMap};
use hayro::hayro_syntax::object::{Array, Dict, Object, Stream, String as PdfString};
use hayro_font::{Font, FontCache, FontGlyph, UNITS_PER_EM};
use memchr::memmem;
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
/// The target in a map for a glyph without a character: a space of no width, which texts are stored without.
const NOTHING: &str = "<200B>";
const SYMBOLIC: u32 = 1 << 2;
const NONSYMBOLIC: u32 = 1 << 5;

/// What a glyph means.
#[derive(Debug, PartialEq)]
pub(super) struct Meaning {
    /// It is a letter or digit, or nobody knows.
    pub(super) is_letter: bool,
    /// Assistive technology knows which character it is.
    pub(super) is_known: bool,
    /// Its characters; empty where nobody knows.
    pub(super) text: Box<str>,
    pub(super) advance: Advance,
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
    /// Its map to Unicode, where the parser takes none of it.
    repaired_map: Option<CMap>,
    /// Its codes are UTF-16.
    is_unicode: bool,
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
            repaired_map: self.repaired_map(dictionary),
            is_unicode: name(dictionary, "Encoding").is_some_and(|encoding| {
                encoding.starts_with(b"Uni")
                    && [&b"UCS2"[..], b"UTF16"].iter().any(|of| memmem::find(&encoding, of).is_some())
            }),
            known: HashMap::new(),
        }
    }
}

impl<'a> Fonts<'a> {
    /// Some programs map a glyph to no character; the parser gives up such a map.
    fn repaired_map(&self, dictionary: &Dict<'a>) -> Option<CMap> {
        let map = dictionary.get::<Stream<'_>>("ToUnicode")?.decoded_data().ok()?;
        memmem::find(&map, b"<>")?;
        let resolver = self.settings.cmap_resolver.clone();
        CMap::parse(String::from_utf8_lossy(&map).replace("<>", NOTHING).as_bytes(), move |name| {
            resolver(name)
        })
    }
}

impl FontUse<'_> {
    pub(super) fn is_horizontal(&self) -> bool {
        self.font.as_ref().is_none_or(Font::is_horizontal)
    }

    /// The codes of a shown text, and whether each is the single byte of a space.
    pub(super) fn codes(&self, text: &[u8]) -> Vec<(u32, bool)> {
        let mut codes = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let (code, length) = match &self.font {
                Some(font) => font.read_code(text, at),
                None => (u32::from(text[at]), if self.is_composite { 2 } else { 1 }),
            };
            at += length.max(1);
            codes.push((code, code == 32 && length == 1));
        }
        codes
    }

    /// What the glyph of this code means.
    pub(super) fn meaning(&mut self, code: u32) -> &Meaning {
        if !self.known.contains_key(&code) {
            self.known.insert(code, self.new_meaning(code));
        }
        &self.known[&code]
    }

    fn new_meaning(&self, code: u32) -> Meaning {
        let character = self.character(code);
        let is_known = match &self.mapping {
            Mapping::All => true,
            Mapping::None => false,
            Mapping::Names => character.is_some(),
            Mapping::Only(codes) => {
                u8::try_from(code).is_ok_and(|code| codes.contains(&code)) && character.is_some()
            }
        };
        let advance = self.font.as_ref().map_or(Advance::Right(0.5), |font| {
            let advance = font.code_advance(code) / f64::from(UNITS_PER_EM);
            if font.is_horizontal() { Advance::Right(advance.x) } else { Advance::Down(-advance.y) }
        });
        Meaning {
            is_letter: character.as_ref().is_none_or(|text| text.chars().any(char::is_alphanumeric)),
            is_known,
            text: character.or_else(|| self.likely_character(code)).unwrap_or_default().into_boxed_str(),
            advance,
        }
    }

    fn character(&self, code: u32) -> Option<String> {
        let of_glyph = || {
            let font = self.font.as_ref()?;
            match font.glyph(font.map_code(code), code) {
                FontGlyph::Outline(glyph) => glyph.as_unicode(),
                FontGlyph::Type3(glyph) => glyph.as_unicode(),
            }
        };
        let repaired = self.repaired_map.as_ref().and_then(|map| map.lookup_bf_string(code));
        match repaired.or_else(of_glyph)? {
            BfString::Char(character) => Some(character.to_string()),
            BfString::String(text) => Some(text),
        }
    }

    /// What a code means that the font says nothing about: bytes are mostly letters of Western languages.
    fn likely_character(&self, code: u32) -> Option<String> {
        if !self.is_composite {
            let byte = u8::try_from(code).ok()?;
            return Some(WINDOWS_1252.decode_without_bom_handling(&[byte]).0.into_owned());
        }
        let units = [(code >> 16) as u16, (code & 0xffff) as u16];
        let units = if units[0] == 0 { &units[1..] } else { &units[..] };
        self.is_unicode.then(|| String::from_utf16(units).ok()).flatten()
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

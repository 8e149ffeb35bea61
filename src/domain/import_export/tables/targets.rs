//! What a column can hold: a field of the citation, a part of a language version, or one of the forms of our own CSV.

use crate::model::citations::citation_fields::{CitationField, citation_fields};

/// A part of a language version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// Its item number.
    Number,
    /// Its address.
    Url,
    /// When it was revised.
    Date,
    /// Its pages.
    Pages,
    /// Its title.
    Title,
    /// The version itself: its address, number or title, or Yes or No, cell by cell.
    Whole,
}

impl Part {
    /// Its name in mappings: that of the JSON, where it has one.
    pub fn name(self) -> &'static str {
        match self {
            Part::Number => "ksbgNumber",
            Part::Url => "url",
            Part::Date => "revisionDate",
            Part::Pages => "pages",
            Part::Title => "title",
            Part::Whole => "version",
        }
    }

    /// The part of this name.
    pub fn from_name(name: &str) -> Option<Part> {
        [Part::Number, Part::Url, Part::Date, Part::Pages, Part::Title, Part::Whole]
            .into_iter()
            .find(|part| part.name() == name)
    }

    /// What messages call it.
    pub fn label(self) -> &'static str {
        match self {
            Part::Number => "Item number",
            Part::Url => "URL",
            Part::Date => "Revision date",
            Part::Pages => "Pages",
            Part::Title => "Title",
            Part::Whole => "Version",
        }
    }
}

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A field of the citation.
    Field(&'static CitationField),
    /// A part of a version: in the column's language, that of the row, or English.
    Part(Part),
    /// The language of the row.
    Lang,
    /// Versions as `lang=number=date=url`; of our exports their languages.
    Languages,
    /// `lang=number`, or the pages of the row's version.
    Pages,
    /// `lang=title`.
    Titles,
}

/// Targets that are not a field of a citation by that name.
const OTHERS: [(&str, Target); 7] = [
    ("ksbgNumber", Target::Part(Part::Number)),
    ("url", Target::Part(Part::Url)),
    ("revisionDate", Target::Part(Part::Date)),
    ("version", Target::Part(Part::Whole)),
    ("lang", Target::Lang),
    ("pages", Target::Pages),
    ("titles", Target::Titles),
];

impl Target {
    /// Every name.
    pub fn names() -> impl Iterator<Item = &'static str> {
        citation_fields()
            .iter()
            .map(|field| field.json)
            .chain(OTHERS.iter().map(|(name, _)| *name))
            .chain(["publisher.name", "deptSubmittedBy.name"])
    }

    /// The target of this name.
    pub fn from_name(name: &str) -> Option<Target> {
        if let Some((_, target)) = OTHERS.iter().find(|(other, _)| *other == name) {
            return Some(*target);
        }
        match name {
            "languages" => Some(Target::Languages),
            _ => citation_fields().named(name.strip_suffix(".name").unwrap_or(name)).map(Target::Field),
        }
    }

    /// Its name in mappings.
    pub fn name(self) -> &'static str {
        match self {
            Target::Field(field) => field.json,
            Target::Part(part) => part.name(),
            Target::Lang => "lang",
            Target::Languages => "languages",
            Target::Pages => "pages",
            Target::Titles => "titles",
        }
    }

    /// This target in a column of a language: a title or pages are then those of the version. `None` for a field that a
    /// version does not have.
    pub fn in_language(self) -> Option<Target> {
        match self {
            Target::Part(_) => Some(self),
            Target::Pages => Some(Target::Part(Part::Pages)),
            Target::Field(field) if field.json == "title" => Some(Target::Part(Part::Title)),
            _ => None,
        }
    }

    /// Whether its cells are dates.
    pub fn is_date(self) -> bool {
        match self {
            Target::Field(field) => field.date_limit().is_some(),
            Target::Part(part) => part == Part::Date,
            _ => false,
        }
    }

    /// Whether its cells are item numbers.
    pub fn is_number(self) -> bool {
        self == Target::Part(Part::Number)
    }
}

//! What a field of a citation holds: how it is read from JSON, written to and read from its column, and copied; and the
//! lists of objects that it may hold. Which fields there are is in `citation_fields.rs`.

use crate::model::category::{Category, language_error, same_value};
use crate::model::citations::citation::{
    Assessment, Citation, LanguageVersion, ReadableIdEntry, RevisionDate, VersionFile, Withdrawal,
};
use crate::model::citations::codes::{Code, CodeSystem, MAX_CODES};
use crate::model::citations::json_fields::{Fields, Shape, kind};
use crate::model::citations::readable_id;
use crate::model::day::{DateLimit, Day};
use crate::model::error::{Error, Result};
use crate::model::files::Digest;
use crate::model::text::is_blank;
use serde_json::Value;
use std::borrow::Cow;
use std::collections::HashSet;

/// The member of [`Citation`] that holds a value, to read and to write.
pub(super) struct Member<T> {
    pub get: fn(&Citation) -> &T,
    pub get_mut: fn(&mut Citation) -> &mut T,
}

/// What a field holds.
pub(super) enum FieldContent {
    Id,
    ReadableIds,
    Title,
    /// The values of a category; see `category_fields.rs`.
    Category(Category),
    Text(Shape, Member<Option<String>>),
    /// The ID of another citation.
    Reference(Member<Option<String>>),
    Day(DateLimit, Member<Option<Day>>),
    Answer(Member<Option<Assessment>>),
    Flag(Member<bool>),
    Months(Member<Option<u32>>),
    Values(Member<Vec<String>>),
    RevisionDates,
    Codes,
}

/// The [`FieldContent`] of a kind, in a member of [`Citation`].
macro_rules! content {
    ($kind:ident) => {
        FieldContent::$kind
    };
    (Line, $member:ident) => {
        content!(@text Line, $member)
    };
    (Text, $member:ident) => {
        content!(@text Text, $member)
    };
    (Specs, $member:ident) => {
        content!(@text Specs, $member)
    };
    (Day, $limit:ident, $member:ident) => {
        FieldContent::Day(crate::model::day::DateLimit::$limit, content!(@member $member))
    };
    (@text $shape:ident, $member:ident) => {
        FieldContent::Text(
            crate::model::citations::json_fields::Shape::$shape,
            content!(@member $member),
        )
    };
    (@member $member:ident) => {
        crate::model::citations::field_content::Member {
            get: |citation| &citation.$member,
            get_mut: |citation| &mut citation.$member,
        }
    };
    ($kind:ident, $member:ident) => {
        FieldContent::$kind(content!(@member $member))
    };
}
pub(super) use content;

/// How a cell of CSV holds a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CsvCell {
    /// As it is.
    Text,
    /// Several values.
    List,
    /// The name of an object.
    Named,
    /// A whole number.
    Number,
    /// Yes or no.
    Flag,
    /// Language versions.
    Languages,
    /// Readable IDs.
    ReadableIds,
    /// Revision dates by language.
    Dates,
    /// Codes of clinical terminologies.
    Codes,
}

/// The value of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell<'c> {
    /// No value.
    Null,
    /// A number, a flag or an answer.
    Integer(i64),
    /// Text, a day, or a list as JSON.
    Text(Cow<'c, str>),
}

impl FieldContent {
    pub(super) fn csv_cell(&self) -> CsvCell {
        match self {
            FieldContent::Category(Category::Languages) => CsvCell::Languages,
            FieldContent::Category(category) if category.field().is_list() => CsvCell::List,
            FieldContent::Category(category) if category.field().is_named() => CsvCell::Named,
            FieldContent::Category(_) => CsvCell::Text,
            FieldContent::Id
            | FieldContent::Title
            | FieldContent::Text(..)
            | FieldContent::Reference(_)
            | FieldContent::Day(..) => CsvCell::Text,
            FieldContent::Answer(_) | FieldContent::Months(_) => CsvCell::Number,
            FieldContent::Flag(_) => CsvCell::Flag,
            FieldContent::Values(_) => CsvCell::List,
            FieldContent::ReadableIds => CsvCell::ReadableIds,
            FieldContent::RevisionDates => CsvCell::Dates,
            FieldContent::Codes => CsvCell::Codes,
        }
    }

    /// Reads the member `name` of the JSON into `citation`; errors are added to `fields`.
    pub(super) fn read(&self, name: &str, fields: &mut Fields<'_>, citation: &mut Citation) {
        match self {
            FieldContent::Id => citation.id = fields.id(name).unwrap_or_default(),
            FieldContent::ReadableIds => citation.readable_ids = readable_ids(fields),
            FieldContent::Title => citation.title = fields.line(name).unwrap_or_default(),
            FieldContent::Category(Category::Languages) => citation.languages = languages(fields),
            FieldContent::Category(category) => {
                let values = match category.field() {
                    field if field.is_list() => fields.values(name),
                    field if field.is_named() => fields.name(name).into_iter().collect(),
                    _ => fields.value(name).into_iter().collect(),
                };
                citation.set_values(*category, values);
            }
            FieldContent::Text(shape, member) => {
                *(member.get_mut)(citation) = fields.read_shape(name, *shape)
            }
            FieldContent::Reference(member) => *(member.get_mut)(citation) = fields.id(name),
            FieldContent::Day(limit, member) => {
                let day = fields.day(name);
                if let Some(day) = day {
                    fields.check_day(name, day, *limit, |known| *(member.get)(known) == Some(day));
                }
                *(member.get_mut)(citation) = day;
            }
            FieldContent::Answer(member) => {
                let expected = "Expected 1 (yes), 0 (no) or -1 (not applicable).";
                *(member.get_mut)(citation) =
                    fields.parse(name, expected, |value| value.as_i64().and_then(Assessment::from_number));
            }
            FieldContent::Flag(member) => *(member.get_mut)(citation) = fields.flag(name),
            FieldContent::Months(member) => {
                let expected = "Expected a whole number of months from 1 to 1200.";
                *(member.get_mut)(citation) = fields.parse(name, expected, |value| {
                    value.as_u64().filter(|n| (1..=1_200).contains(n)).and_then(|n| u32::try_from(n).ok())
                });
            }
            FieldContent::Values(member) => *(member.get_mut)(citation) = fields.values(name),
            FieldContent::RevisionDates => citation.revision_dates = revision_dates(fields),
            FieldContent::Codes => citation.codes = codes(fields),
        }
    }

    /// Whether a column of the table `citations` holds it.
    pub(super) fn is_in_column(&self) -> bool {
        !matches!(
            self,
            FieldContent::ReadableIds
                | FieldContent::Category(_)
                | FieldContent::RevisionDates
                | FieldContent::Codes
        )
    }

    /// Whether `citation` has no value in it. A flag always has one.
    pub(super) fn is_empty(&self, citation: &Citation) -> bool {
        match self {
            FieldContent::Id => citation.id.is_empty(),
            FieldContent::ReadableIds => citation.readable_ids.is_empty(),
            FieldContent::Title => is_blank(&citation.title),
            FieldContent::Category(category) => {
                citation.values(*category).iter().all(|value| is_blank(value))
            }
            FieldContent::Text(_, member) | FieldContent::Reference(member) => {
                (member.get)(citation).as_deref().is_none_or(is_blank)
            }
            FieldContent::Day(_, member) => (member.get)(citation).is_none(),
            FieldContent::Answer(member) => (member.get)(citation).is_none(),
            FieldContent::Flag(_) => false,
            FieldContent::Months(member) => (member.get)(citation).is_none(),
            FieldContent::Values(member) => (member.get)(citation).is_empty(),
            FieldContent::RevisionDates => citation.revision_dates.is_empty(),
            FieldContent::Codes => citation.codes.is_empty(),
        }
    }

    /// The days that it takes; `None` for a field that is not a date.
    pub(super) fn date_limit(&self) -> Option<DateLimit> {
        match self {
            FieldContent::Day(limit, _) => Some(*limit),
            _ => None,
        }
    }

    /// Copies it from one citation to another.
    pub(super) fn copy(&self, from: &Citation, to: &mut Citation) {
        match self {
            FieldContent::Id => to.id.clone_from(&from.id),
            FieldContent::ReadableIds => to.readable_ids.clone_from(&from.readable_ids),
            FieldContent::Title => to.title.clone_from(&from.title),
            FieldContent::Category(Category::Languages) => to.languages.clone_from(&from.languages),
            FieldContent::Category(category) => {
                let values = from.values(*category).into_iter().map(str::to_owned).collect();
                to.set_values(*category, values);
            }
            FieldContent::Text(_, member) | FieldContent::Reference(member) => copy(member, from, to),
            FieldContent::Day(_, member) => copy(member, from, to),
            FieldContent::Answer(member) => copy(member, from, to),
            FieldContent::Flag(member) => copy(member, from, to),
            FieldContent::Months(member) => copy(member, from, to),
            FieldContent::Values(member) => copy(member, from, to),
            FieldContent::RevisionDates => to.revision_dates.clone_from(&from.revision_dates),
            FieldContent::Codes => to.codes.clone_from(&from.codes),
        }
    }

    /// The value of its column. [`Cell::Null`] for a field that other tables hold.
    pub(super) fn cell<'c>(&self, citation: &'c Citation) -> Result<Cell<'c>> {
        let text = |text: &'c str| Cell::Text(Cow::Borrowed(text));
        Ok(match self {
            FieldContent::Id => text(&citation.id),
            FieldContent::Title => text(&citation.title),
            FieldContent::Text(_, member) | FieldContent::Reference(member) => {
                (member.get)(citation).as_deref().map_or(Cell::Null, text)
            }
            FieldContent::Day(_, member) => {
                (member.get)(citation).map_or(Cell::Null, |day| Cell::Text(day.to_string().into()))
            }
            FieldContent::Answer(member) => {
                (member.get)(citation).map_or(Cell::Null, |answer| Cell::Integer(answer as i64))
            }
            FieldContent::Flag(member) => Cell::Integer((*(member.get)(citation)).into()),
            FieldContent::Months(member) => {
                (member.get)(citation).map_or(Cell::Null, |months| Cell::Integer(months.into()))
            }
            FieldContent::Values(member) => json_list((member.get)(citation))?,
            FieldContent::ReadableIds
            | FieldContent::Category(_)
            | FieldContent::RevisionDates
            | FieldContent::Codes => Cell::Null,
        })
    }

    /// Takes the value of its column into `citation`. A value of another type than [`FieldContent::cell`] gives leaves it as
    /// it is.
    pub(super) fn set_cell(&self, citation: &mut Citation, cell: Cell<'_>) -> Result<()> {
        match (self, cell) {
            (FieldContent::Id, Cell::Text(text)) => citation.id = text.into_owned(),
            (FieldContent::Title, Cell::Text(text)) => citation.title = text.into_owned(),
            (FieldContent::Text(_, member) | FieldContent::Reference(member), cell) => {
                *(member.get_mut)(citation) = cell.into_text();
            }
            (FieldContent::Day(_, member), cell) => {
                *(member.get_mut)(citation) = cell.into_text().and_then(|text| Day::parse(&text));
            }
            (FieldContent::Answer(member), cell) => {
                *(member.get_mut)(citation) = cell.integer().and_then(Assessment::from_number);
            }
            (FieldContent::Flag(member), Cell::Integer(number)) => *(member.get_mut)(citation) = number != 0,
            (FieldContent::Months(member), cell) => {
                *(member.get_mut)(citation) = cell.integer().and_then(|number| u32::try_from(number).ok());
            }
            (FieldContent::Values(member), cell) => *(member.get_mut)(citation) = from_json_list(cell)?,
            _ => {}
        }
        Ok(())
    }
}

impl Cell<'_> {
    /// Whether there is no value, or a blank one.
    pub fn is_empty(&self) -> bool {
        match self {
            Cell::Null => true,
            Cell::Integer(_) => false,
            Cell::Text(text) => is_blank(text),
        }
    }

    /// The value, borrowing nothing.
    pub fn into_owned(self) -> Cell<'static> {
        match self {
            Cell::Null => Cell::Null,
            Cell::Integer(number) => Cell::Integer(number),
            Cell::Text(text) => Cell::Text(Cow::Owned(text.into_owned())),
        }
    }

    fn into_text(self) -> Option<String> {
        match self {
            Cell::Text(text) => Some(text.into_owned()),
            Cell::Null | Cell::Integer(_) => None,
        }
    }

    fn integer(&self) -> Option<i64> {
        match self {
            Cell::Integer(number) => Some(*number),
            Cell::Null | Cell::Text(_) => None,
        }
    }
}

fn copy<T: Clone>(member: &Member<T>, from: &Citation, to: &mut Citation) {
    (member.get_mut)(to).clone_from((member.get)(from));
}

/// A list as the JSON that its column holds; null for an empty one.
fn json_list<T: serde::Serialize>(list: &[T]) -> Result<Cell<'static>> {
    if list.is_empty() {
        return Ok(Cell::Null);
    }
    let json = serde_json::to_string(list).map_err(|e| Error::internal("writing a list of a citation", e))?;
    Ok(Cell::Text(json.into()))
}

fn from_json_list<T: serde::de::DeserializeOwned>(cell: Cell<'_>) -> Result<Vec<T>> {
    let Cell::Text(json) = cell else { return Ok(Vec::new()) };
    serde_json::from_str(&json).map_err(|e| Error::internal("reading a list of a citation", e))
}

/// Most pages of a handout.
pub const MAX_PAGES: u32 = 2_000;

fn readable_ids(fields: &mut Fields<'_>) -> Vec<ReadableIdEntry> {
    let mut ids = Vec::new();
    let mut known = HashSet::new();
    for (n, entry) in fields.list("readableIds").iter().enumerate() {
        let at = format!("readableIds[{n}].id");
        match entry.get("id") {
            Some(Value::String(id)) => match readable_id::problem(id) {
                Some(error) => fields.error(at, error),
                None if !known.insert(id.as_str()) => {}
                None => ids.push(ReadableIdEntry { id: id.clone() }),
            },
            _ => fields.error(at, "Expected an object with an id that is text."),
        }
    }
    ids
}

fn languages(fields: &mut Fields<'_>) -> Vec<LanguageVersion> {
    let mut versions = Vec::new();
    for (n, entry) in fields.list("languages").iter().enumerate() {
        let at = |part: &str| format!("languages[{n}].{part}");
        let Some(parts) = fields.object(&format!("languages[{n}]"), entry) else { continue };
        let lang = fields.text_value(&at("lang"), parts.get("lang"), Shape::Value);
        if lang.is_none() && !fields.has_error_at(&at("lang")) {
            fields.error(at("lang"), "Language is required.");
        }
        let item_number = fields.text_value(&at("ksbgNumber"), parts.get("ksbgNumber"), Shape::Value);
        if let Some(error) = lang.as_deref().and_then(language_error) {
            fields.error(at("lang"), error);
        }
        let url = fields.address(&at("url"), parts.get("url"));
        let file = version_file(fields, &at("file"), parts.get("file"));
        let pages = parts.get("pages").filter(|pages| !pages.is_null());
        let count = pages.and_then(Value::as_u64).and_then(|count| u32::try_from(count).ok());
        let count = count.filter(|count| (1..=MAX_PAGES).contains(count));
        if pages.is_some() && count.is_none() {
            fields.error(at("pages"), format!("Expected a whole number of pages from 1 to {MAX_PAGES}."));
        }
        versions.push(LanguageVersion {
            lang: lang.unwrap_or_default(),
            item_number,
            url,
            file,
            pages: count,
            title: fields.text_value(&at("title"), parts.get("title"), Shape::VersionTitle),
            ..LanguageVersion::default()
        });
    }
    versions
}

/// Reads `file` of a language version; null counts as absent.
fn version_file(fields: &mut Fields<'_>, at: &str, value: Option<&Value>) -> Option<VersionFile> {
    let value = value.filter(|value| !value.is_null())?;
    let Some(parts) = value.as_object() else {
        fields.error(at, format!("Expected an object with a digest, found {}.", kind(value)));
        return None;
    };
    let text = |member: &str| parts.get(member).and_then(Value::as_str);
    let Some(digest) = text("digest").and_then(Digest::parse) else {
        fields.error(at, "Expected a digest of 64 hexadecimal digits, as the upload returned it.");
        return None;
    };
    let name = match parts.get("name").filter(|name| !name.is_null()) {
        None => None,
        Some(Value::String(name)) => Some(name.clone()),
        Some(other) => {
            fields.error(at, format!("Expected a name as text, found {}.", kind(other)));
            return None;
        }
    };
    let withdrawn = parts.get("withdrawn").and_then(Value::as_object).and_then(|withdrawn| {
        let text = |member: &str| Some(withdrawn.get(member)?.as_str()?.to_owned());
        Some(Withdrawal { reason: text("reason")?, at: text("at")? })
    });
    Some(VersionFile { digest, name, details: None, withdrawn })
}

fn revision_dates(fields: &mut Fields<'_>) -> Vec<RevisionDate> {
    let mut dates = Vec::new();
    for (n, entry) in fields.list("revisionDates").iter().enumerate() {
        let at = |part: &str| format!("revisionDates[{n}].{part}");
        let Some(parts) = fields.object(&format!("revisionDates[{n}]"), entry) else { continue };
        let before = fields.error_count();
        let lang = fields.text_value(&at("lang"), parts.get("lang"), Shape::Value);
        let day = fields.day_value(&at("revisionDate"), parts.get("revisionDate"));
        match (lang, day) {
            (Some(lang), Some(revision_date)) => {
                let is_this = |known: &RevisionDate| {
                    known.revision_date == revision_date && same_value(&known.lang, &lang)
                };
                let is_in = |present: &Citation| present.revision_dates.iter().any(is_this);
                fields.check_day(&at("revisionDate"), revision_date, DateLimit::REVISION, is_in);
                dates.push(RevisionDate { lang, revision_date });
            }
            _ if fields.error_count() > before => {}
            (None, _) => fields.error(at("lang"), "Language is required."),
            (_, None) => fields.error(at("revisionDate"), "A date is required."),
        }
    }
    dates
}

/// Each code once, with the words that came first.
fn codes(fields: &mut Fields<'_>) -> Vec<Code> {
    let mut codes: Vec<Code> = Vec::new();
    for (n, entry) in fields.list("codes").iter().enumerate() {
        let at = |part: &str| format!("codes[{n}].{part}");
        let Some(parts) = fields.object(&format!("codes[{n}]"), entry) else { continue };
        let system = fields.required_text(&at("system"), parts.get("system"), "The code system is required.");
        let system = system.and_then(|name| {
            let system = CodeSystem::from_identifier(&name);
            if system.is_none() {
                fields.error(at("system"), format!("Expected one of {}.", CodeSystem::NAMES.join(", ")));
            }
            system
        });
        let code = fields.required_text(&at("code"), parts.get("code"), "The code is required.");
        let display = fields.text_value(&at("display"), parts.get("display"), Shape::Value);
        let (Some(system), Some(code)) = (system, code) else { continue };
        match system.normalize(&code) {
            Ok(code) => {
                let code = Code { system, code, display };
                if !codes.iter().any(|known| known.is_same(&code)) {
                    codes.push(code);
                }
            }
            Err(expected) => fields.error(at("code"), expected),
        }
    }
    if codes.len() > MAX_CODES {
        fields.error("codes", format!("At most {MAX_CODES} codes are allowed."));
        codes.clear();
    }
    codes
}

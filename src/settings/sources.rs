//! Reads the settings file and the environment: the values of all sources with their origin, and the errors found in
//! them.

use crate::model::error::{Error, Result};
use crate::settings::keys::{is_section, key, keys, names_in};
use crate::settings::values::Key;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use toml::Value;
use toml::de::{DeTable, DeValue};

/// The origin of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Source {
    /// A settings file and the line in it, from 1.
    File(PathBuf, usize),
    /// An environment variable.
    Variable(String),
    /// A flag of the command line.
    Flag(&'static str),
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Source::File(file, line) => write!(f, "{} line {line}", file.display()),
            Source::Variable(name) => f.write_str(name),
            Source::Flag(flag) => f.write_str(flag),
        }
    }
}

/// The values of all sources so far, the last one of each key, and every error.
#[derive(Debug, Default)]
pub(super) struct Given {
    values: BTreeMap<&'static str, (Value, Source)>,
    errors: Vec<String>,
}

impl Given {
    /// Takes a value when its key allows it; notes an error otherwise.
    pub fn set(&mut self, key: &'static Key, value: Value, source: Source) {
        if key.kind.allows(&value) {
            self.values.insert(key.name, (value, source));
        } else {
            let what = format!("expected {}{}", key.kind.expected(), key.kind.found(&value));
            self.error(&source, key.name, &what);
        }
    }

    /// Notes what is wrong with a key, and where.
    pub fn error(&mut self, source: &Source, key: &str, what: &str) {
        self.errors.push(format!("{source}: {key}: {what}"));
    }

    /// Where a key was set.
    pub fn source(&self, key: &str) -> Option<&Source> {
        self.values.get(key).map(|(_, source)| source)
    }

    /// Every error in one line; `None` when there is none.
    pub fn errors(&self) -> Option<String> {
        (!self.errors.is_empty()).then(|| self.errors.join("; "))
    }

    /// The values in their sections.
    pub fn table(&self) -> toml::Table {
        let mut whole = toml::Table::new();
        for (name, (value, _)) in &self.values {
            insert(&mut whole, name, value.clone());
        }
        whole
    }
}

/// Reads a settings file. A file that is there and cannot be read, or is not TOML, is an error.
pub(super) fn file(path: &Path, given: &mut Given) -> Result<()> {
    let text = std::fs::read_to_string(path)
        .map_err(|e| Error::Settings(format!("the settings file {} cannot be read: {e}", path.display())))?;
    let line = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
    let no_toml = |e: toml::de::Error| {
        let what = match e.message() {
            // Numbers in TOML have 64 bits.
            message if message.contains("i128") => "the number is too large".to_owned(),
            message => message.split_whitespace().collect::<Vec<_>>().join(" "),
        };
        let at = e.span().map_or(1, |span| line(span.start));
        Error::Settings(format!("{} line {at}: this is not TOML: {what}", path.display()))
    };
    let values: toml::Table = text.parse().map_err(no_toml)?;
    let places = DeTable::parse(&text).map_err(no_toml)?;
    let at = |at: usize| Source::File(path.to_owned(), line(at));
    section("", &values, places.get_ref(), &at, given);
    Ok(())
}

/// Takes the values of a section, and of those within it.
fn section(
    name: &str,
    values: &toml::Table,
    places: &DeTable<'_>,
    at: &impl Fn(usize) -> Source,
    given: &mut Given,
) {
    for (place, inner) in places.iter() {
        let Some(value) = values.get(place.get_ref().as_ref()) else { continue };
        let path = match name {
            "" => place.get_ref().to_string(),
            _ => format!("{name}.{}", place.get_ref()),
        };
        let source = at(place.span().start);
        match (key(&path), value, inner.get_ref()) {
            (Some(key), value, _) => given.set(key, value.clone(), source),
            (None, Value::Table(values), DeValue::Table(places)) if is_section(&path) => {
                section(&path, values, places, at, given);
            }
            (None, ..) if is_section(&path) => {
                given.error(&source, &path, &format!("expected a section [{path}]"));
            }
            (None, ..) => {
                let known = names_in(name).join(", ");
                let what = match name {
                    "" => format!("unknown section; the sections are {known}"),
                    _ => format!("unknown setting; [{name}] knows {known}"),
                };
                given.error(&source, &path, &what);
            }
        }
    }
}

/// Reads the variables of the environment that are settings. An empty one counts as not set; a name without two
/// underscores in a row is none of ours, unless it is a setting's name written with one.
pub(super) fn environment(given: &mut Given) {
    let mut variables: Vec<_> = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value)))
        .filter(|(name, value)| name.starts_with("HANDOUT_") && !value.is_empty())
        .collect();
    variables.sort();
    for (name, value) in variables {
        let source = Source::Variable(name.clone());
        let path = name["HANDOUT_".len()..].to_ascii_lowercase().replace("__", ".");
        if !path.contains('.') {
            if let Some(key) = keys().find(|key| key.misspelled_variable() == name) {
                let what = format!("this is not a setting; {} is", key.variable());
                given.error(&source, key.name, &what);
            }
            continue;
        }
        match (key(&path), value.to_str()) {
            (Some(key), Some(text)) => given.set(key, key.kind.parse_text(text), source),
            (Some(key), None) => given.error(&source, key.name, "expected text in UTF-8"),
            (None, _) => {
                let section = path.rsplit_once('.').map_or("", |(section, _)| section);
                let known = names_in(if is_section(section) { section } else { "" }).join(", ");
                let what = if is_section(section) {
                    format!("unknown setting; [{section}] knows {known}")
                } else {
                    format!("unknown section; the sections are {known}")
                };
                given.error(&source, &path, &what);
            }
        }
    }
}

fn insert(table: &mut toml::Table, name: &str, value: Value) {
    match name.split_once('.') {
        None => {
            table.insert(name.to_owned(), value);
        }
        Some((section, rest)) => {
            let section = table.entry(section).or_insert_with(|| Value::Table(toml::Table::new()));
            if let Value::Table(section) = section {
                insert(section, rest, value);
            }
        }
    }
}

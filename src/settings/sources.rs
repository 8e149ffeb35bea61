//! Reads the settings file and the environment.

use crate::model::error::{Error, Result};
use crate::settings::given::{Given, Source};
use crate::settings::keys::{KEYS, Key, is_section, names_in};
use std::path::Path;
use toml::Value;
use toml::de::{DeTable, DeValue};

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
        match (Key::named(&path), value, inner.get_ref()) {
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
            if let Some(key) = KEYS.iter().find(|key| key.misspelled_variable() == name) {
                let what = format!("this is not a setting; {} is", key.variable());
                given.error(&source, key.name, &what);
            }
            continue;
        }
        match (Key::named(&path), value.to_str()) {
            (Some(key), Some(text)) => given.set(key, key.kind.parse_text(text), source),
            (Some(key), None) => given.error(&source, key.name, "expected text in UTF-8"),
            (None, _) => {
                let section = path.rsplit_once('.').map_or("", |(section, _)| section);
                let known = names_in(if is_section(section) { section } else { "" }).join(", ");
                let what = match is_section(section) {
                    true => format!("unknown setting; [{section}] knows {known}"),
                    false => format!("unknown section; the sections are {known}"),
                };
                given.error(&source, &path, &what);
            }
        }
    }
}

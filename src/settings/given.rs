//! The values of all sources with their origin, and the errors found in them.

use crate::settings::keys::Key;
use std::collections::BTreeMap;
use std::path::PathBuf;
use toml::Value;

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

//! Merges the sources in their order and checks the result.

use crate::model::error::{Error, Result};
use crate::settings::keys::key;
use crate::settings::sections::Settings;
use crate::settings::sources::{Given, Source};
use crate::settings::{checks, sources};
use serde::Deserialize;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use toml::Value;

/// What the command line says about settings.
#[derive(Debug, Clone, Default)]
pub struct Overrides {
    /// `--config FILE`
    pub config: Option<PathBuf>,
    /// `--data DIR`
    pub data: Option<PathBuf>,
    /// `--listen ADDR:PORT`
    pub listen: Option<SocketAddr>,
    /// `--replica`
    pub replica: bool,
}

/// A file of the working directory.
const LOCAL_FILE: &str = "./handout.toml";
/// The file looked for when none is named, in this order.
const USUAL_FILES: [&str; 2] = [LOCAL_FILE, "/etc/handout/handout.toml"];

impl Settings {
    /// Reads file, environment and flags, and checks what they say.
    pub fn load(flags: &Overrides) -> Result<Settings> {
        read(Given::default(), flags, &USUAL_FILES)
    }

    /// Reads the settings of the demo, which takes no settings file unless one is named. `handouts.text` is `nightly` where it is not
    /// given.
    pub fn load_for_demo(flags: &Overrides) -> Result<Settings> {
        let mut given = Given::default();
        if let Some(key) = key("handouts.text") {
            given.set(key, Value::String("nightly".into()), Source::Flag("--demo"));
        }
        read(given, flags, &[])
    }
}

fn read(mut given: Given, flags: &Overrides, usual_files: &[&str]) -> Result<Settings> {
    let named = flags
        .config
        .clone()
        .or_else(|| std::env::var_os("HANDOUT_CONFIG").filter(|v| !v.is_empty()).map(PathBuf::from));
    let is_there = |file: &PathBuf| match file.try_exists() {
        Ok(is_there) => is_there,
        // `sudo -u handout handout check` in the home directory of root: the user cannot enter the working directory.
        Err(e) if e.kind() == ErrorKind::PermissionDenied => file != Path::new(LOCAL_FILE),
        // A file that may exist but cannot be accessed must not count as missing.
        Err(_) => true,
    };
    if let Some(file) = named.or_else(|| usual_files.iter().map(PathBuf::from).find(is_there)) {
        sources::file(&file, &mut given)?;
    }
    sources::environment(&mut given);
    let text = |path: &PathBuf| path.to_str().map(|text| Value::String(text.to_owned()));
    for (name, flag, value) in [
        ("data.dir", "--data", flags.data.as_ref().map(text)),
        ("server.listen", "--listen", flags.listen.map(|listen| Some(Value::String(listen.to_string())))),
        ("replica.enabled", "--replica", flags.replica.then_some(Some(Value::Boolean(true)))),
    ] {
        match (key(name), value) {
            (Some(key), Some(Some(value))) => given.set(key, value, Source::Flag(flag)),
            (Some(_), Some(None)) => given.error(&Source::Flag(flag), name, "expected text in UTF-8"),
            (_, None) | (None, _) => {}
        }
    }
    let table = Value::Table(given.table());
    let mut settings = Settings::deserialize(table)
        .map_err(|e| Error::Settings(e.message().split_whitespace().collect::<Vec<_>>().join(" ")))?;
    checks::check(&settings, &mut given);
    checks::read_secrets(&mut settings, &mut given);
    match given.errors() {
        Some(errors) => Err(Error::Settings(errors)),
        None => Ok(settings),
    }
}

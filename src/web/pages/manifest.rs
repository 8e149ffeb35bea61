//! What the build of the front end tells the pages: the files they link to, class names, icons, and how languages write
//! numbers, days and the names of languages.

use crate::model::languages::message::NumberFormat;
use crate::web::pages::assets::built;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// The manifest of the build. Files are addresses.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(in crate::web) struct Manifest {
    pub scripts: Vec<String>,
    pub styles: Vec<String>,
    pub modulepreload: Vec<String>,
    /// Additional files of the page of a citation.
    pub citation: Vec<String>,
    /// Additional files of the page of a search.
    pub results: Vec<String>,
    /// Additional files of the home page.
    pub home: Vec<String>,
    /// Additional files of the page of a packet.
    pub packet: Vec<String>,
    /// What the list of packets needs besides.
    pub packets: Vec<String>,
    pub fonts: Vec<String>,
    pub icon: String,
    pub logo: String,
    /// Additional files of a page in another language than English, by tag.
    pub languages: HashMap<String, LanguageFiles>,
    /// Class names by CSS module and by the name in its source.
    pub classes: HashMap<String, HashMap<String, String>>,
    /// Icons as markup, by name.
    pub icons: HashMap<String, String>,
    /// By tag of a language of the screens.
    pub formats: HashMap<String, Format>,
}

/// The files of one language.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(in crate::web) struct LanguageFiles {
    pub scripts: Vec<String>,
}

/// How a language writes numbers, days and the names of languages.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(in crate::web) struct Format {
    group: String,
    min_grouped: u64,
    /// A day of each month, with `{d}` and `{y}`.
    pub days: Vec<String>,
    /// Each month of a year, with `{y}`.
    pub months: Vec<String>,
    /// Names of languages by tag.
    pub languages: HashMap<String, String>,
}

impl Manifest {
    /// The manifest of the build; read again each time by a debug build.
    pub fn current() -> Arc<Manifest> {
        fn read() -> Arc<Manifest> {
            let manifest = built("manifest.json").and_then(|file| serde_json::from_slice(&file).ok());
            Arc::new(manifest.unwrap_or_default())
        }
        static MANIFEST: OnceLock<Arc<Manifest>> = OnceLock::new();
        if cfg!(debug_assertions) { read() } else { MANIFEST.get_or_init(read).clone() }
    }

    /// How a language of the screens writes numbers.
    pub fn numbers(&self, language: &str) -> NumberFormat {
        let format = self.formats.get(language);
        NumberFormat {
            language: language.to_owned(),
            group: format.map_or_else(|| ",".to_owned(), |format| format.group.clone()),
            min_grouped: format.map_or(1_000, |format| format.min_grouped),
        }
    }
}

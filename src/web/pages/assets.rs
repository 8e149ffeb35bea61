//! The files of the front end that are built into the program, precompressed, under `/assets/`; and what its build tells the
//! pages: the files they link to, class names, icons, and how languages write numbers, days and names of languages.

use crate::model::languages::message::NumberFormat;
use crate::web::content_coding::Coding;
use crate::web::state::Web;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};
use rust_embed::RustEmbed;
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// The built front end: scripts and styles in the codings `br` and `gzip` only, other files as they are. A debug build reads it
/// from the disk, so that a change shows without compiling; while the screens are being changed, nothing is compressed.
#[derive(RustEmbed)]
#[folder = "ui/dist"]
struct Built;

/// A file of the build; `None` when there is none.
pub(super) fn built(name: &str) -> Option<Cow<'static, [u8]>> {
    Built::get(name).map(|file| file.data)
}

/// One of those files, compressed as the client accepts it. Its name changes with its content: clients cache it for a year.
#[get("/assets/{name:.*}")]
pub(in crate::web) async fn asset(
    request: HttpRequest,
    name: web::Path<String>,
    state: web::Data<Web>,
) -> HttpResponse {
    let name = name.into_inner();
    // Only what the build wrote; the embedded files contain no parent folders.
    let Some(path) = Some(format!("assets/{name}")).filter(|p| !p.contains("..")) else {
        return HttpResponse::NotFound().finish();
    };
    if name.ends_with(".br") || name.ends_with(".gz") {
        return HttpResponse::NotFound().finish();
    }
    let file = |ending: &str| built(&format!("{path}{ending}"));
    let accepted = Coding::accepted_coding(request.headers(), Coding::Brotli).and_then(|coding| {
        let ending = match coding {
            Coding::Brotli => ".br",
            Coding::Gzip => ".gz",
        };
        Some((Some(coding.name()), bytes(file(ending)?)))
    });
    // Every browser accepts a compressed file; for other clients it is decompressed.
    let decompressed = || state.decompressed.file(&path, file(".gz"));
    let plain = || Some((None, file("").map(bytes).or_else(decompressed)?));
    let Some((coding, body)) = accepted.or_else(plain) else { return HttpResponse::NotFound().finish() };
    let mut response = HttpResponse::Ok();
    response
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .insert_header((header::VARY, "Accept-Encoding"))
        .insert_header((header::CONTENT_TYPE, content_type(&name)));
    if let Some(coding) = coding {
        response.insert_header((header::CONTENT_ENCODING, coding));
    }
    response.body(body)
}

/// Embedded files are sent without a copy.
fn bytes(data: Cow<'static, [u8]>) -> web::Bytes {
    match data {
        Cow::Borrowed(built_in) => web::Bytes::from_static(built_in),
        Cow::Owned(read) => read.into(),
    }
}

fn content_type(name: &str) -> String {
    let kind = mime_guess::from_path(name).first_or_octet_stream();
    if kind.type_() == "text" { format!("{kind}; charset=utf-8") } else { kind.to_string() }
}

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

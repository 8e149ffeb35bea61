//! The files of the front end that are built into the program, precompressed, under `/assets/`.

use crate::web::content_coding::Coding;
use crate::web::state::Web;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};
use rust_embed::RustEmbed;
use std::borrow::Cow;

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
    let accepted = Coding::accepted(request.headers(), Coding::Brotli).and_then(|coding| {
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
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .insert_header((header::VARY, "Accept-Encoding"))
        .insert_header((header::CONTENT_TYPE, content_type(&name)));
    if let Some(coding) = coding {
        answer.insert_header((header::CONTENT_ENCODING, coding));
    }
    answer.body(body)
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

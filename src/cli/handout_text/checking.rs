//! What `handout check` says about the text of handouts.

use crate::handout_text::{Extractor, has_pdftoppm};
use crate::settings::{HandoutTexts, Settings};
use std::path::Path;

/// Where Debian's package poppler-data is.
const ENCODING_DATA: &str = "/usr/share/poppler/cMap";

/// A line of `handout check`: what it is about, and what was found.
pub(in crate::cli) type Found = (&'static str, Result<String, String>);

/// Whether texts are read, by what, and how the processes that read them are confined.
pub(in crate::cli) fn lines(settings: &Settings) -> Vec<Found> {
    let extractor = Extractor::new(settings.handouts.pdftotext.as_deref());
    let confinement = match extractor.confinement() {
        Ok(found) => found,
        Err(e) => Err(e.to_string()),
    };
    let confinement = ("confinement", confinement);
    let drawing = ("previews", Ok(drawing()));
    if settings.handouts.text == HandoutTexts::Off {
        return vec![("handout texts", Ok("not read: handouts.text is off".into())), drawing, confinement];
    }
    let reader = match extractor.pdftotext() {
        Some(path) if path.is_file() => Ok(format!("PDF files are read by {}", path.display())),
        Some(path) => Err(format!("handouts.pdftotext: there is no {}", path.display())),
        None => {
            Ok("PDF files are read by the built-in extractor; pdftotext (poppler-utils) reads more of them"
                .into())
        }
    };
    vec![("handout texts", reader), drawing, confinement]
}

/// What draws pages whose fonts are not in the file.
fn drawing() -> String {
    let has_encodings = Path::new(ENCODING_DATA).is_dir();
    match (has_pdftoppm(), has_encodings) {
        (true, true) => "drawn by the built-in program, else by pdftoppm".into(),
        (true, false) => "Chinese, Japanese and Korean pages without their fonts are not drawn: the encoding data is missing \
                          (package poppler-data)"
            .into(),
        (false, _) => "drawn by the built-in program; pdftoppm (packages poppler-utils, poppler-data) draws pages without \
                       their fonts"
            .into(),
    }
}

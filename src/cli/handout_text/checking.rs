//! What `handout check` says about the text of handouts.

use crate::handout_text::Extractor;
use crate::settings::{HandoutTexts, Settings};

/// A line of `handout check`: what it is about, and what was found.
pub(in crate::cli) type Found = (&'static str, Result<String, String>);

/// Whether texts are read, by what, and how the processes that read them are confined.
pub(in crate::cli) fn lines(settings: &Settings) -> Vec<Found> {
    if settings.handouts.text == HandoutTexts::Off {
        return vec![("handout texts", Ok("not read: handouts.text is off".into()))];
    }
    let extractor = Extractor::new(settings.handouts.pdftotext.as_deref());
    let reader = match extractor.pdftotext() {
        Some(path) if path.is_file() => Ok(format!("PDF files are read by {}", path.display())),
        Some(path) => Err(format!("handouts.pdftotext: there is no {}", path.display())),
        None => {
            Ok("PDF files are read by the built-in extractor; pdftotext (poppler-utils) reads more of them"
                .into())
        }
    };
    let confinement = match extractor.confinement() {
        Ok(found) => found,
        Err(e) => Err(e.to_string()),
    };
    vec![("handout texts", reader), ("confinement", confinement)]
}

//! The parts of a file's path, and which files are none of anybody's handouts.

use crate::model::files::FileType;
use unicode_normalization::UnicodeNormalization;

const IGNORED: [&str; 5] = ["thumbs.db", "desktop.ini", "__macosx", "$recycle.bin", "@eadir"];
const UNFINISHED: [&str; 6] = ["crdownload", "part", "filepart", "partial", "download", "opdownload"];
/// Extensions of documents that are not stored, beside those that are.
const DOCUMENTS: [&str; 22] = [
    "avif", "bmp", "csv", "doc", "docm", "gif", "heic", "htm", "html", "mov", "odp", "ods", "odt", "ppt",
    "pptm", "pub", "rtf", "tif", "tiff", "webp", "xls", "xlsx",
];

/// Whether systems and programs leave such a file or folder behind.
pub fn is_ignored(name: &str) -> bool {
    name.starts_with('.') || name.starts_with("~$") || IGNORED.contains(&&*name.to_lowercase())
}

/// Whether a program is still writing the file.
pub fn is_unfinished(name: &str) -> bool {
    extension(name).is_some_and(|extension| UNFINISHED.contains(&&*extension))
}

/// Whether the name is that of a PDF.
pub(super) fn is_pdf(name: &str) -> bool {
    extension(name).is_some_and(|extension| extension == "pdf")
}

/// The folders and the name of a path, composed.
pub(super) fn parts(path: &str) -> (Vec<String>, String) {
    let mut parts: Vec<String> =
        path.split(['/', '\\']).filter(|part| !part.is_empty()).map(|part| part.nfc().collect()).collect();
    let name = parts.pop().unwrap_or_default();
    (parts, name)
}

/// The name without the extensions of its type.
pub(super) fn stem(name: &str) -> &str {
    let mut stem = name.trim();
    while let Some(rest) = extension(stem).filter(|extension| is_of_a_type(extension)).and_then(|extension| {
        stem.len().checked_sub(extension.len() + 1).and_then(|end| stem.get(..end)).map(str::trim_end)
    }) {
        if rest.is_empty() {
            break;
        }
        stem = rest;
    }
    stem
}

fn is_of_a_type(extension: &str) -> bool {
    DOCUMENTS.contains(&extension)
        || FileType::ALL.iter().any(|known| known.extensions().contains(&extension))
}

/// In lower case; of the same length as in the name.
fn extension(name: &str) -> Option<String> {
    name.trim().rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_of_types_are_no_part_of_the_name() {
        let check = |name: &str, expected: &str| assert_eq!(stem(name), expected, "{name}");
        check("Asthma.pdf", "Asthma");
        check("Asthma.PDF", "Asthma");
        check("Asthma.pdf.pdf", "Asthma");
        check("Asthma.docx.pdf", "Asthma");
        check("KSBG104.1", "KSBG104.1");
        check("Dr. Smith", "Dr. Smith");
        check(".pdf", ".pdf");
        check("Asthma .pdf ", "Asthma");
    }

    #[test]
    fn what_systems_leave_behind_is_ignored() {
        for name in [
            ".DS_Store",
            "._Asthma.pdf",
            "~$Asthma.docx",
            "Thumbs.db",
            "Desktop.ini",
            "__MACOSX",
            "$Recycle.Bin",
        ] {
            assert!(is_ignored(name), "{name}");
        }
        assert!(!is_ignored("Asthma~$.pdf") && !is_ignored("Thumbs.db.pdf"));
        assert!(is_unfinished("a.pdf.crdownload") && is_unfinished("a.PART") && !is_unfinished("part.pdf"));
    }
}

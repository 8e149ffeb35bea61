//! What is no title of a file, although a program has written it there, and what is no description of a picture.

/// What programs write where nobody has given a title.
const NO_TITLES: [&str; 3] = ["untitled", "powerpoint presentation", "slide 1"];
const WORD: &str = "microsoft word - ";
/// The extensions of documents and pictures, as they end the names of files.
const EXTENSIONS: [&str; 48] = [
    "ai", "bmp", "doc", "docm", "docx", "dot", "dotx", "emf", "eps", "gif", "heic", "htm", "html", "idml",
    "indd", "jpeg", "jpg", "key", "md", "odp", "ods", "odt", "p65", "pages", "pdf", "pmd", "png", "pot",
    "pps", "ppsx", "ppt", "pptx", "psd", "pub", "qxp", "rtf", "svg", "tex", "tif", "tiff", "txt", "webp",
    "wmf", "wpd", "xls", "xlsm", "xlsx", "xps",
];

/// Whether it is a title that somebody gave.
pub fn is_title(title: &str) -> bool {
    let title = trimmed(title).to_lowercase();
    !title.is_empty()
        && !NO_TITLES.contains(&title.as_str())
        && !title.starts_with(WORD)
        && title != WORD.trim_end()
        && !ends_in_extension(&title)
}

/// Whether it describes a picture: neither blank nor the name of a file.
pub fn is_description(text: &str) -> bool {
    let text = trimmed(text).to_lowercase();
    !text.is_empty() && !ends_in_extension(&text)
}

/// The text without white space and marks without a width around it.
pub fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| {
        c.is_whitespace() || c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{feff}' | '\u{2060}')
    })
}

fn ends_in_extension(text: &str) -> bool {
    text.rsplit_once('.').is_some_and(|(name, extension)| !name.is_empty() && EXTENSIONS.contains(&extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_programs_write_is_no_title() {
        for title in [
            "",
            " \u{a0}",
            "Untitled",
            "UNTITLED ",
            "PowerPoint Presentation",
            "Slide 1",
            "Microsoft Word - fever final",
            "Microsoft Word - Fever.docx",
            "KSBG104.indd",
            "fever v2.PDF",
        ] {
            assert!(!is_title(title), "{title:?}");
        }
        for title in ["Fever", "Microsoft Word for nurses", "Slide 12", "Type 1. Diabetes", "Dr. Key"] {
            assert!(is_title(title), "{title:?}");
        }
    }

    #[test]
    fn file_names_describe_nothing() {
        for text in ["", "   ", "image1.png", "IMG_0012.JPG", "\u{200b}"] {
            assert!(!is_description(text), "{text:?}");
        }
        assert!(is_description("Inhaler with spacer"));
        assert!(is_description("3"));
    }
}

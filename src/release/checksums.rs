//! The list of checksums of a release, in the format of `sha256sum`.

use crate::model::error::{Error, Result};
use crate::release::signature::{open, read_text, read_through};
use std::path::Path;

/// The name of the list, beside the files that it lists.
pub const LIST_NAME: &str = "SHA256SUMS";

/// A line of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedFile {
    /// Name of the file, without a folder.
    pub name: String,
    /// Its SHA-256 checksum, in hexadecimal.
    pub checksum: String,
}

/// The lines of a list of checksums. A line that cannot be read is an error with its number.
pub fn listed_files(list: &Path) -> Result<Vec<ListedFile>> {
    let text = read_text(list)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.is_empty());
    lines
        .map(|(n, line)| {
            parse_line(line).ok_or_else(|| {
                Error::Unreadable(format!(
                    "{}, line {}: expected a SHA-256 checksum and a file name without folders",
                    list.display(),
                    n + 1
                ))
            })
        })
        .collect()
}

/// `sha256sum` separates the two by two spaces, or a space and an asterisk.
fn parse_line(line: &str) -> Option<ListedFile> {
    let (checksum, name) = line.split_at_checked(64)?;
    let name = name.strip_prefix("  ").or_else(|| name.strip_prefix(" *"))?;
    let is_name = !name.is_empty() && !name.contains(['/', '\0']) && name != "." && name != "..";
    let is_checksum = checksum.bytes().all(|b| b.is_ascii_hexdigit());
    (is_name && is_checksum)
        .then(|| ListedFile { name: name.to_owned(), checksum: checksum.to_ascii_lowercase() })
}

/// The SHA-256 checksum of a file, in hexadecimal.
pub fn checksum_of(file: &Path) -> Result<String> {
    read_through(file, &mut open(file)?, None)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_line_is_a_checksum_and_the_name_of_a_file_beside_the_list() {
        let zeros = "0".repeat(64);
        let check = |line: &str, name: Option<&str>| {
            assert_eq!(parse_line(line).map(|file| file.name).as_deref(), name, "{line}");
        };
        check(&format!("{zeros}  handout"), Some("handout"));
        check(&format!("{zeros} *handout 1.deb"), Some("handout 1.deb"));
        check(&format!("{}  handout", "AB".repeat(32)), Some("handout"));
        check(&format!("{zeros} handout"), None);
        check(&format!("{zeros}  ../handout"), None);
        check(&format!("{zeros}  .."), None);
        check(&format!("{zeros}  "), None);
        check(&format!("{}  handout", "x".repeat(64)), None);
        check("00  handout", None);
        check(&"é".repeat(40), None);
    }

    #[test]
    fn an_unreadable_line_is_named_by_its_number() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join(LIST_NAME);
        std::fs::write(&list, format!("{}  a\n\nnothing\n", "0".repeat(64))).unwrap();
        let error = listed_files(&list).unwrap_err().to_string();
        assert!(error.contains("line 3: expected a SHA-256 checksum"), "{error}");
    }

    #[test]
    fn a_checksum_is_that_of_sha256sum() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("abc");
        std::fs::write(&file, "abc").unwrap();
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(checksum_of(&file).unwrap(), known);
    }
}

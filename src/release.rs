//! Releases: files checked by their detached signature (minisign) and by the list of checksums beside them, and the parts
//! that this program is made of.

use crate::model::error::{Error, Result};
use crate::model::text::lower_hex;
use flate2::read::GzDecoder;
use minisign_verify::{PublicKey, Signature, StreamVerifier};
use ring::digest::{Context, SHA256};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

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

/// `assets/sbom.cdx.json`, compressed by `build.rs`.
const COMPRESSED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/sbom.cdx.json.gz"));

/// The parts list in CycloneDX 1.6, as JSON.
pub fn parts_list() -> Result<String> {
    let mut text = String::new();
    GzDecoder::new(COMPRESSED)
        .read_to_string(&mut text)
        .map_err(|e| Error::internal("reading the parts list", e))?;
    Ok(text)
}

/// A file is read in parts of this size.
const PART_BYTES: usize = 64 * 1024;

/// The key of those who made a release.
#[derive(Debug)]
pub struct Key(PublicKey);

/// What a valid signature states about a file.
#[derive(Debug)]
pub struct SignedFile {
    /// The comment that the signature covers too.
    pub comment: String,
    /// The SHA-256 checksum of what was verified, in hexadecimal.
    pub checksum: String,
}

impl Key {
    /// A public key: its line of letters, or a file that minisign wrote (`minisign.pub`).
    ///
    /// Text that is neither is an invalid argument. A file without a key is an error of its own.
    pub fn parse(given: &str) -> Result<Self> {
        if let Ok(key) = PublicKey::from_base64(given.trim()) {
            return Ok(Self(key));
        }
        let path = Path::new(given);
        if !path.is_file() {
            return Err(Error::Settings(format!(
                "--key: {given:?} is neither a public key of minisign (56 letters, beginning with RW) nor a file"
            )));
        }
        let text = read_text(path)?;
        let key = match text.trim().lines().count() {
            1 => PublicKey::from_base64(text.trim()),
            _ => PublicKey::decode(&text),
        };
        key.map(Self)
            .map_err(|_| Error::Unreadable(format!("{} holds no public key of minisign", path.display())))
    }
}

/// Where the signature of a file is unless another place is named: `FILE.minisig`.
pub fn signature_beside(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".minisig");
    name.into()
}

/// Verifies that the owner of `key` signed `file`, which is read once and in parts.
pub fn verify(file: &Path, signature_file: &Path, key: &Key) -> Result<SignedFile> {
    let mut content = open(file)?;
    let signature = read_signature(signature_file)?;
    let mut verifier = key.0.verify_stream(&signature).map_err(|e| refusal(file, signature_file, &e))?;
    let checksum = read_through(file, &mut content, Some(&mut verifier))?;
    verifier.finalize().map_err(|e| refusal(file, signature_file, &e))?;
    Ok(SignedFile { comment: signature.trusted_comment().to_owned(), checksum })
}

/// The SHA-256 checksum of everything in `content`, which goes to `verifier` too.
pub(super) fn read_through(
    file: &Path,
    content: &mut File,
    mut verifier: Option<&mut StreamVerifier<'_>>,
) -> Result<String> {
    let mut digest = Context::new(&SHA256);
    let mut part = vec![0; PART_BYTES];
    loop {
        let length = match content.read(&mut part) {
            Ok(length) => length,
            Err(e) if e.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(e) => return Err(Error::io(format!("reading {}", file.display()), e)),
        };
        if length == 0 {
            return Ok(lower_hex(digest.finish().as_ref()));
        }
        digest.update(&part[..length]);
        if let Some(verifier) = verifier.as_mut() {
            verifier.update(&part[..length]);
        }
    }
}

pub(super) fn open(file: &Path) -> Result<File> {
    let missing = |e: std::io::Error| match e.kind() {
        std::io::ErrorKind::NotFound => Error::NotFound(format!("{} does not exist", file.display())),
        _ => Error::io(format!("reading {}", file.display()), e),
    };
    File::open(file).map_err(missing)
}

pub(super) fn read_text(path: &Path) -> Result<String> {
    let mut text = String::new();
    open(path)?.read_to_string(&mut text).map_err(|e| match e.kind() {
        std::io::ErrorKind::InvalidData => {
            Error::Unreadable(format!("{} is not a text file", path.display()))
        }
        _ => Error::io(format!("reading {}", path.display()), e),
    })?;
    Ok(text)
}

fn read_signature(path: &Path) -> Result<Signature> {
    let text = read_text(path).map_err(|e| match e {
        Error::NotFound(_) => Error::NotFound(format!(
            "there is no signature at {}; name another place by --signature",
            path.display()
        )),
        other => other,
    })?;
    Signature::decode(&text)
        .map_err(|_| Error::Unreadable(format!("{} holds no signature of minisign", path.display())))
}

/// Why a file is not accepted.
fn refusal(file: &Path, signature_file: &Path, error: &minisign_verify::Error) -> Error {
    use minisign_verify::Error as Cause;
    let (file, signature_file) = (file.display(), signature_file.display());
    Error::Conflict(match error {
        Cause::UnexpectedKeyId => {
            format!(
                "{file} is not to be trusted: {signature_file} was made with another key than the given one"
            )
        }
        Cause::UnsupportedLegacyMode => format!(
            "{signature_file} has the older form of signatures, which is not accepted; sign again with minisign 0.11 or newer"
        ),
        _ => format!(
            "{file} is not to be trusted: {signature_file} does not belong to it. One of the two was changed after \
             the signature was made"
        ),
    })
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

#[cfg(test)]
mod parts_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_parts_list_in_the_program_is_the_file() {
        assert!(parts_list().unwrap() == include_str!("../assets/sbom.cdx.json"));
    }
}

#[cfg(test)]
mod signature_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const KEY: &str = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3";

    #[test]
    fn a_key_is_its_letters_or_a_file_of_minisign() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path.to_str().unwrap().to_owned()
        };
        let check = |given: &str| Key::parse(given).map(|_| ()).map_err(|e| e.to_string());
        assert_eq!(check(KEY), Ok(()));
        assert_eq!(check(&format!(" {KEY}\n")), Ok(()));
        assert_eq!(check(&file("two-lines", &format!("untrusted comment: a key\n{KEY}\n"))), Ok(()));
        assert_eq!(check(&file("one-line", &format!("{KEY}\n"))), Ok(()));
        for wrong in ["", &KEY[1..], "no-such-file"] {
            let error = Key::parse(wrong).unwrap_err();
            assert!(matches!(error, Error::Settings(_)), "{wrong}: {error}");
        }
        for text in ["", "nothing", "untrusted comment: a key\nnothing\n"] {
            let path = file("wrong", text);
            assert_eq!(check(&path), Err(format!("{path} holds no public key of minisign")), "{text:?}");
        }
    }

    #[test]
    fn the_signature_is_looked_for_beside_the_file() {
        assert_eq!(signature_beside(Path::new("a/b.deb")), Path::new("a/b.deb.minisig"));
    }
}

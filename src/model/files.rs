//! Stored files: digests (SHA-256), types, addresses and names, which are data from the machines of others. Contract
//! section 11.1.

use crate::model::languages::tag::LanguageTag;
use crate::model::text::lower_hex;
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;
use utoipa::ToSchema;

/// The widths of previews, in pixels.
pub const PREVIEW_WIDTHS: [u32; 3] = [160, 320, MAX_PREVIEW_WIDTH];
/// The largest of them.
pub const MAX_PREVIEW_WIDTH: u32 = 640;
const MAX_BYTES: usize = 255;
/// Extensions of types that are not stored; what else follows a stop is a part of the name, such as '.1' or '.tmp'.
const OTHER_EXTENSIONS: [&str; 75] = [
    "7z", "aac", "ai", "aif", "aiff", "avi", "avif", "bmp", "csv", "doc", "docm", "dot", "dotm", "dotx",
    "eml", "eps", "epub", "flac", "gif", "gz", "heic", "heics", "heif", "hif", "htm", "html", "indd", "jfif",
    "jpe", "jxl", "key", "m4b", "md", "mht", "mhtml", "mkv", "mov", "mpeg", "mpg", "msg", "numbers", "odp",
    "ods", "odt", "oga", "ogg", "opus", "pages", "pot", "potm", "potx", "pps", "ppsm", "ppsx", "ppt", "pptm",
    "pub", "rar", "rtf", "svg", "tif", "tiff", "wav", "webm", "webp", "wma", "wmv", "wps", "xhtml", "xls",
    "xlsb", "xlsm", "xlsx", "xps", "zip",
];

/// An uploaded file, which a language version can refer to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct UploadedFile {
    /// SHA-256 of the stored content, in 64 lower-case hexadecimal digits.
    #[schema(value_type = String, pattern = "^[0-9a-f]{64}$")]
    pub digest: Digest,
    /// Its name, with an extension of its type.
    pub name: String,
    /// Media type.
    #[serde(rename = "type")]
    #[schema(value_type = String)]
    pub file_type: FileType,
    /// Length in bytes.
    pub size: u64,
    /// Pages of a PDF; null for other types and where they could not be counted.
    pub pages: Option<u32>,
    /// The title in the file; null without one.
    pub title: Option<String>,
    /// What was changed, in words.
    pub notices: Vec<String>,
}

/// A content that a database refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedFile {
    pub digest: Digest,
    /// In bytes.
    pub size: u64,
    /// The name at its last upload.
    pub name: String,
}

impl std::fmt::Display for NamedFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.digest, self.name)
    }
}

/// A SHA-256; as text 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest with these bytes.
    pub fn from_bytes(bytes: [u8; 32]) -> Digest {
        Digest(bytes)
    }

    /// The digest of this text; `None` for anything but 64 lower-case hexadecimal digits.
    pub fn parse(text: &str) -> Option<Digest> {
        let digits: &[u8; 64] = text.as_bytes().try_into().ok()?;
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = hex_value(pair[0])? << 4 | hex_value(pair[1])?;
        }
        Some(Digest(bytes))
    }

    /// Where the content is below the folder or prefix of a store: a folder of the first two digits, then the digest.
    pub fn relative_path(self) -> String {
        let digits = self.to_string();
        format!("{}/{digits}", &digits[..2])
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&lower_hex(&self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Digest {
    type Err = NotADigest;

    fn from_str(text: &str) -> Result<Digest, NotADigest> {
        Digest::parse(text).ok_or(NotADigest)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Digest, D::Error> {
        let text = String::deserialize(deserializer)?;
        Digest::parse(&text).ok_or_else(|| serde::de::Error::custom(NotADigest))
    }
}

/// A text that is not a digest.
#[derive(Debug, thiserror::Error)]
#[error("expected 64 lower-case hexadecimal digits")]
pub struct NotADigest;

/// A type of file that is stored. In JSON its media type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileType {
    Pdf,
    Png,
    Jpeg,
    Mp3,
    /// Video.
    Mp4,
    /// Audio in the container of MP4.
    M4a,
    Docx,
    Pptx,
    /// Plain text in UTF-8.
    Text,
}

impl FileType {
    /// Every type, in the order in which they are listed for people.
    pub const ALL: [FileType; 9] = [
        FileType::Pdf,
        FileType::Png,
        FileType::Jpeg,
        FileType::Mp3,
        FileType::M4a,
        FileType::Mp4,
        FileType::Docx,
        FileType::Pptx,
        FileType::Text,
    ];

    /// The media type, without parameters.
    pub fn media_type(self) -> &'static str {
        match self {
            FileType::Pdf => "application/pdf",
            FileType::Png => "image/png",
            FileType::Jpeg => "image/jpeg",
            FileType::Mp3 => "audio/mpeg",
            FileType::Mp4 => "video/mp4",
            FileType::M4a => "audio/mp4",
            FileType::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            FileType::Pptx => "application/vnd.openxmlformats-officedocument.presentationml.presentation",
            FileType::Text => "text/plain",
        }
    }

    /// The type with this media type.
    pub fn from_media_type(text: &str) -> Option<FileType> {
        FileType::ALL.into_iter().find(|file_type| file_type.media_type() == text)
    }

    /// The extensions that names of this type may have, the usual one first.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            FileType::Pdf => &["pdf"],
            FileType::Png => &["png"],
            FileType::Jpeg => &["jpg", "jpeg"],
            FileType::Mp3 => &["mp3"],
            FileType::Mp4 => &["mp4", "m4v"],
            FileType::M4a => &["m4a"],
            FileType::Docx => &["docx"],
            FileType::Pptx => &["pptx"],
            FileType::Text => &["txt"],
        }
    }

    /// The extension that a new name gets.
    pub fn extension(self) -> &'static str {
        self.extensions()[0]
    }

    /// What people call it, with its article.
    pub fn words(self) -> &'static str {
        match self {
            FileType::Pdf => "a PDF file",
            FileType::Png => "a PNG image",
            FileType::Jpeg => "a JPEG photo",
            FileType::Mp3 => "an MP3 recording",
            FileType::Mp4 => "an MP4 video",
            FileType::M4a => "an M4A recording",
            FileType::Docx => "a Word document (DOCX)",
            FileType::Pptx => "a PowerPoint presentation (PPTX)",
            FileType::Text => "plain text",
        }
    }

    /// Whether there can be a preview of it.
    pub fn can_be_drawn(self) -> bool {
        matches!(self, FileType::Pdf | FileType::Png | FileType::Jpeg)
    }

    /// Whether a browser shows or plays it; the others are downloaded.
    pub fn is_shown_in_browsers(self) -> bool {
        !matches!(self, FileType::Docx | FileType::Pptx)
    }
}

impl Serialize for FileType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.media_type())
    }
}

impl<'de> Deserialize<'de> for FileType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FileType, D::Error> {
        let text = String::deserialize(deserializer)?;
        FileType::from_media_type(&text).ok_or_else(|| serde::de::Error::custom("not a type of stored files"))
    }
}

/// The name of a stored file, with an extension of its type: composed, without path, control and directional characters,
/// at most 255 bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FileName(String);

impl FileName {
    /// The name for a file of this type that was called `given`, and what had to be changed about its extension.
    /// `None` if nothing is left of it.
    pub fn parse(given: &str, file_type: FileType) -> Option<(FileName, Option<String>)> {
        let last = given.rsplit(['/', '\\']).next().unwrap_or_default();
        let composed: String = last.chars().filter(|c| !is_removed(*c)).nfc().collect();
        let name = composed.trim();
        if name.is_empty() {
            return None;
        }
        let (stem, extension) = match name.rsplit_once('.') {
            // '.pdf' has no name before its extension.
            Some((stem, extension)) if !stem.trim().is_empty() => (stem, Some(extension)),
            _ => (name, None),
        };
        let is_one_of = |list: &[&str]| {
            extension.is_some_and(|extension| list.iter().any(|known| known.eq_ignore_ascii_case(extension)))
        };
        if is_one_of(file_type.extensions()) {
            return Some((FileName::join(stem, extension.unwrap_or_default()), None));
        }
        let is_replaced =
            is_one_of(&OTHER_EXTENSIONS) || FileType::ALL.iter().any(|other| is_one_of(other.extensions()));
        let named = FileName::join(if is_replaced { stem } else { name }, file_type.extension());
        let notice = format!("It is {}, so it is stored as '{}'.", file_type.words(), named.0);
        Some((named, Some(notice)))
    }

    /// A name that this program has stored before.
    pub fn from_stored(name: String) -> FileName {
        FileName(name)
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The two with a stop between them; the stem is cut where the whole would be too long.
    fn join(stem: &str, extension: &str) -> FileName {
        FileName(format!("{}.{extension}", cut(stem.trim_end(), MAX_BYTES - 1 - extension.len())))
    }
}

impl std::fmt::Display for FileName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// The path `/file/{citation}/{part}` or `/file/{citation}/{part}/{digest}`, decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileAddress {
    /// Id or readable ID of the citation.
    pub citation: String,
    /// Tag or value of the language.
    pub part: String,
    /// The content, in the address of one content.
    pub digest: Option<Digest>,
}

impl FileAddress {
    /// The address in a URL of any host, or in a path; `None` for all others.
    pub fn parse(url: &str) -> Option<FileAddress> {
        // Commands know no host.
        let base = url::Url::parse("http://localhost/").ok()?;
        let url = base.join(url).ok()?;
        let mut segments = url.path_segments()?;
        if segments.next() != Some("file") {
            return None;
        }
        let mut text = || {
            let text = percent_decode_str(segments.next()?).decode_utf8().ok()?.into_owned();
            Some(text).filter(|text| !text.is_empty())
        };
        let (citation, part) = (text()?, text()?);
        let digest = match text() {
            Some(digest) => Some(Digest::parse(&digest)?),
            None => None,
        };
        segments.next().is_none().then_some(FileAddress { citation, part, digest })
    }
}

/// A store of files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum StoreAddress {
    /// The folder `files` of the data directory.
    #[default]
    DataDirectory,
    /// Below a prefix of a bucket; the prefix has no slash at its ends and may be empty.
    S3 { bucket: String, prefix: String },
}

impl StoreAddress {
    /// The store of this text: empty, or `s3://bucket` and perhaps a prefix.
    pub fn parse(text: &str) -> Option<StoreAddress> {
        if text.trim().is_empty() {
            return Some(StoreAddress::DataDirectory);
        }
        let (bucket, prefix) = match text.trim().strip_prefix("s3://")? {
            rest if rest.contains('/') => rest.split_once('/')?,
            bucket => (bucket, ""),
        };
        let prefix = prefix.trim_matches('/');
        let is_bucket = (3..=63).contains(&bucket.len())
            && bucket
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'.'))
            && bucket.starts_with(|c: char| c.is_ascii_alphanumeric())
            && bucket.ends_with(|c: char| c.is_ascii_alphanumeric());
        let is_prefix = prefix.is_empty()
            || prefix.split('/').all(|part| {
                let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_');
                !matches!(part, "" | "." | "..") && part.bytes().all(is_plain)
            });
        (is_bucket && is_prefix)
            .then(|| StoreAddress::S3 { bucket: bucket.to_owned(), prefix: prefix.to_owned() })
    }
}

impl fmt::Display for StoreAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreAddress::DataDirectory => Ok(()),
            StoreAddress::S3 { bucket, prefix } if prefix.is_empty() => write!(f, "s3://{bucket}"),
            StoreAddress::S3 { bucket, prefix } => write!(f, "s3://{bucket}/{prefix}"),
        }
    }
}

impl Serialize for StoreAddress {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for StoreAddress {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<StoreAddress, D::Error> {
        let text = String::deserialize(deserializer)?;
        StoreAddress::parse(&text).ok_or_else(|| serde::de::Error::custom("not a store of files"))
    }
}

/// A citation to which files can belong.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AttachableCitation {
    pub id: String,
    pub title: String,
    pub is_obsolete: bool,
    pub versions: Vec<AttachableVersion>,
}

/// A language version of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AttachableVersion {
    /// The language value.
    pub lang: String,
    /// Its tag, as far as it is known.
    pub tag: Option<LanguageTag>,
    pub item_number: Option<String>,
    pub title: Option<String>,
    /// The link to another server.
    pub url: Option<String>,
    pub file: Option<Digest>,
}

fn hex_value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

/// As many of the text's characters, as people see them, as fit in so many bytes.
fn cut(text: &str, max_bytes: usize) -> &str {
    let end = text
        .grapheme_indices(true)
        .map(|(start, character)| start + character.len())
        .take_while(|end| *end <= max_bytes)
        .last();
    text[..end.unwrap_or(0)].trim_end()
}

/// Control and directional characters, and the separators of lines and paragraphs.
pub fn is_removed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_digest_is_64_lower_case_digits() {
        let text = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let digest = Digest::parse(text).unwrap();
        assert_eq!(digest.to_string(), text);
        assert_eq!(digest.relative_path(), format!("e3/{text}"));
        assert_eq!(serde_json::from_value::<Digest>(serde_json::json!(text)).unwrap(), digest);
        for other in ["", &text[1..], &text.to_uppercase(), &text.replace('b', "g"), &format!("{text}0")] {
            assert!(Digest::parse(other).is_none(), "{other}");
        }
    }
}

#[cfg(test)]
mod file_type_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn each_type_has_its_own_media_type_and_extensions() {
        for file_type in FileType::ALL {
            let json = serde_json::to_value(file_type).unwrap();
            assert_eq!(serde_json::from_value::<FileType>(json).unwrap(), file_type);
            for other in FileType::ALL.into_iter().filter(|other| *other != file_type) {
                assert!(!file_type.extensions().iter().any(|ending| other.extensions().contains(ending)));
            }
        }
        assert_eq!(FileType::from_media_type("text/html"), None);
    }
}

#[cfg(test)]
mod file_name_tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn parsed(given: &str, file_type: FileType) -> String {
        FileName::parse(given, file_type).unwrap().0.0
    }

    #[test]
    fn the_extension_is_that_of_the_type() {
        let check = |given: &str, file_type: FileType, expected: &str| {
            let (name, notice) = FileName::parse(given, file_type).unwrap();
            assert_eq!(name.as_str(), expected, "{given}");
            assert_eq!(notice.is_some(), given != expected, "{given}");
        };
        check("IMG_0012.HEIC", FileType::Jpeg, "IMG_0012.jpg");
        check("SCAN.JPG", FileType::Jpeg, "SCAN.JPG");
        check("scan.jpeg", FileType::Jpeg, "scan.jpeg");
        check("picture.png", FileType::Jpeg, "picture.jpg");
        check("lesson.m4v", FileType::Mp4, "lesson.m4v");
        check("voice.mp4", FileType::M4a, "voice.m4a");
        check("handout", FileType::Pdf, "handout.pdf");
        check("handout.pdf.pdf", FileType::Pdf, "handout.pdf.pdf");
        check("handout.tmp", FileType::Pdf, "handout.tmp.pdf");
        check("KSBG104.1", FileType::Pdf, "KSBG104.1.pdf");
        check("Dr. Smith", FileType::Pdf, "Dr. Smith.pdf");
        check("letter.pptx", FileType::Docx, "letter.docx");
        check("notes.csv", FileType::Text, "notes.txt");
        check(".pdf", FileType::Pdf, ".pdf.pdf");
        check("ends.", FileType::Pdf, "ends..pdf");
    }

    #[test]
    fn the_notice_names_type_and_name() {
        let (_, notice) = FileName::parse("IMG_0012.HEIC", FileType::Jpeg).unwrap();
        assert_eq!(notice.unwrap(), "It is a JPEG photo, so it is stored as 'IMG_0012.jpg'.");
    }

    #[test]
    fn the_path_and_invisible_marks_are_removed() {
        let check =
            |given: &str, expected: &str| assert_eq!(parsed(given, FileType::Pdf), expected, "{given:?}");
        check("C:\\Users\\x\\fever.pdf", "fever.pdf");
        check("../../etc/fever.pdf", "fever.pdf");
        check("a\\b/c.pdf", "c.pdf");
        check("a\u{0}b\r\n\u{7f}\u{85}c.pdf", "abc.pdf");
        check("\u{202E}fdp.txt\u{2066}\u{200F}\u{61C}.pdf", "fdp.txt.pdf");
        check("a\u{2028}b\u{2029}.pdf", "ab.pdf");
        check("  two words .pdf ", "two words.pdf");
        check("Nin\u{303}os.pdf", "Niños.pdf");
        check("حمى الأطفال.pdf", "حمى الأطفال.pdf");
    }

    #[test]
    fn a_name_of_which_nothing_is_left_is_none() {
        for given in ["", "/", "dir/", "a\\", "\u{0}\u{202E}", " \t", "\u{2028}"] {
            assert!(FileName::parse(given, FileType::Pdf).is_none(), "{given:?}");
        }
    }

    #[test]
    fn a_long_name_is_cut_before_its_extension() {
        let name = parsed(&format!("{}.PDF", "x".repeat(300)), FileType::Pdf);
        assert_eq!(name, format!("{}.PDF", "x".repeat(251)));
        let name = parsed(&"发".repeat(120), FileType::Jpeg);
        assert_eq!(name, format!("{}.jpg", "发".repeat(83)));
        // No mark is separated from its letter.
        let name = parsed(&format!("{}q\u{303}\u{323}.pdf", "x".repeat(248)), FileType::Pdf);
        assert_eq!(name, format!("{}.pdf", "x".repeat(248)));
        let name = parsed(&format!("{} {}", "x".repeat(250), "y".repeat(9)), FileType::Pdf);
        assert_eq!(name, format!("{}.pdf", "x".repeat(250)));
    }
}

#[cfg(test)]
mod file_address_tests {
    use super::*;

    #[test]
    fn an_address_is_known_on_every_host_and_by_its_path_alone() {
        let check = |url: &str, expected: Option<(&str, &str, bool)>| {
            let found = FileAddress::parse(url);
            let found = found.as_ref().map(|a| (a.citation.as_str(), a.part.as_str(), a.digest.is_some()));
            assert_eq!(found, expected, "{url}");
        };
        check("http://old.example:8080/file/fever/es", Some(("fever", "es", false)));
        check("https://h.example/file/a%20b/Karen%20(S%27gaw)", Some(("a b", "Karen (S'gaw)", false)));
        check(&format!("https://h.example/file/fever/es/{}", "0".repeat(64)), Some(("fever", "es", true)));
        check("https://h.example/file/fever/es/preview", None);
        check("https://h.example/file/fever", None);
        check("https://h.example/file/fever/", None);
        check("https://h.example/files/fever/es", None);
        check("/file/fever/es", Some(("fever", "es", false)));
        check("file", None);
        check("", None);
    }
}

#[cfg(test)]
mod store_address_tests {
    use super::*;

    #[test]
    fn a_store_is_the_data_directory_or_in_s3() {
        let s3 = |bucket: &str, prefix: &str| {
            Some(StoreAddress::S3 { bucket: bucket.into(), prefix: prefix.into() })
        };
        assert_eq!(StoreAddress::parse(""), Some(StoreAddress::DataDirectory));
        assert_eq!(StoreAddress::parse("s3://handouts"), s3("handouts", ""));
        assert_eq!(StoreAddress::parse("s3://hand.outs-1/a/b_c/"), s3("hand.outs-1", "a/b_c"));
        for other in ["files", "/srv/files", "s3:", "s3://", "s3://ab", "s3://Handouts", "s3://handouts/a//b"]
            .into_iter()
            .chain([
                "s3://handouts/../x",
                "s3://handouts/a b",
                "s3://-x-",
                "https://x.example/y",
                "gs://handouts",
            ])
        {
            assert_eq!(StoreAddress::parse(other), None, "{other}");
        }
    }
}

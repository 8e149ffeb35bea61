//! The addresses of stored files, as they are printed and sent back to us.

use crate::model::files::digest::Digest;
use percent_encoding::percent_decode_str;

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

#[cfg(test)]
mod tests {
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

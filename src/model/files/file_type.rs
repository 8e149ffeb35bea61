//! The types of files that are stored.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

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

#[cfg(test)]
mod tests {
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

//! Why a content is not stored: what was found, and what helps.

use crate::files::staged::StagingError;
use crate::model::error::Error;
use std::fmt;

/// A content that is not stored. As text a sentence with what was found, and what helps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    /// What was found, with its article.
    pub found: &'static str,
    /// What helps; empty where nothing does.
    pub help: &'static str,
}

/// Why a received file was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum ContentError {
    #[error("{0}")]
    Refused(Refusal),
    #[error(transparent)]
    Failed(#[from] Error),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "This is {}. {}", self.found, self.help)?;
        Ok(())
    }
}

impl From<Refusal> for ContentError {
    fn from(refusal: Refusal) -> ContentError {
        ContentError::Refused(refusal)
    }
}

impl From<StagingError> for ContentError {
    fn from(error: StagingError) -> ContentError {
        ContentError::Failed(match error {
            StagingError::Disk(error) => error,
            too_large @ StagingError::TooLarge { .. } => {
                Error::internal("changing a received file", too_large)
            }
        })
    }
}

macro_rules! refusals {
    ($($name:ident: $found:literal, $help:expr;)*) => {
        $(pub(super) const $name: Refusal = Refusal { found: $found, help: $help };)*
    };
}

const DOCX_OR_PDF: &str = "Save it as DOCX or PDF.";
const PPTX_OR_PDF: &str = "Save it as PPTX or PDF.";
const PDF: &str = "Save it as PDF.";
const JPEG_OR_PNG: &str = "Save it as JPEG or PNG.";
const PHOTO: &str = "On the phone choose Settings, Camera, Formats, 'Most Compatible': photos are JPEG then. Or export this \
                     photo as JPEG.";
const FILM: &str =
    "On the phone choose Settings, Camera, Formats, 'Most Compatible', or export the film as MP4.";
const MP3_OR_M4A: &str = "Save it as MP3 or M4A.";
const MP4: &str = "Save it as MP4.";
const UNPACK: &str = "Unpack it and choose the files in it.";

refusals! {
    EMPTY: "an empty file", "A file of a cloud folder may not be downloaded yet: open it once, then choose it again.";
    UNKNOWN: "a file of a type that is not stored",
        "Stored are PDF, PNG, JPEG, MP3, M4A, MP4, DOCX, PPTX and plain text in UTF-8.";
    LATE_PDF: "a PDF file with too much before its beginning", "Open it and save it as PDF again.";
    HEIC: "a HEIC photo", PHOTO;
    AVIF: "an AVIF photo", PHOTO;
    MOV: "a QuickTime film (MOV)", FILM;
    GP3: "a 3GP film", MP4;
    JXL: "a JPEG XL image", JPEG_OR_PNG;
    GIF: "a GIF image", JPEG_OR_PNG;
    WEBP: "a WebP image", JPEG_OR_PNG;
    TIFF: "a TIFF image", "Save it as JPEG, PNG or PDF.";
    BMP: "a BMP image", JPEG_OR_PNG;
    BROKEN_JPEG: "a damaged JPEG photo", "Open it and save it again.";
    SVG: "an SVG drawing", "Save it as PNG or PDF.";
    WAV: "a WAV recording", MP3_OR_M4A;
    AAC: "an AAC recording", MP3_OR_M4A;
    FLAC: "a FLAC recording", MP3_OR_M4A;
    OGG: "an Ogg recording", MP3_OR_M4A;
    AVI: "an AVI film", MP4;
    MATROSKA: "a WebM or Matroska film", MP4;
    WMV: "a Windows Media file", "Save it as MP4 or MP3.";
    WORD_97: "a Word 97-2003 document (DOC)", DOCX_OR_PDF;
    RTF: "an RTF document", DOCX_OR_PDF;
    ODT: "an OpenDocument text (ODT)", DOCX_OR_PDF;
    ODP: "an OpenDocument presentation (ODP)", PPTX_OR_PDF;
    ODS: "an OpenDocument spreadsheet (ODS)", PDF;
    OPEN_DOCUMENT: "an OpenDocument file", PDF;
    EPUB: "an EPUB book", PDF;
    POWERPOINT_97: "a PowerPoint 97-2003 presentation (PPT)", PPTX_OR_PDF;
    EXCEL_97: "an Excel 97-2003 workbook (XLS)", PDF;
    OUTLOOK: "an Outlook message (MSG)", "Save what is attached to it.";
    PUBLISHER: "a Publisher document", PDF;
    OLE: "a file of an old Office program", PDF;
    OFFICE_PASSWORD: "an Office document with a password", "Remove the password, and save it again as DOCX, PPTX or PDF.";
    WORD_MACROS: "a Word document with macros (DOCM)", "Save it as DOCX, which has no macros, or PDF.";
    WORD_TEMPLATE: "a Word template", DOCX_OR_PDF;
    POWERPOINT_MACROS: "a PowerPoint presentation with macros (PPTM)", "Save it as PPTX, which has no macros, or PDF.";
    POWERPOINT_SHOW: "a PowerPoint show or template", PPTX_OR_PDF;
    EXCEL: "an Excel workbook", PDF;
    ZIP: "a ZIP archive", UNPACK;
    BROKEN_ZIP: "a damaged or incomplete ZIP archive or Office document", "Save or download it again.";
    ARCHIVE: "a packed archive", UNPACK;
    WEB_PAGE: "a web page, perhaps one to sign in", "Open the handout in the browser and download the file itself.";
    XML: "an XML file", PDF;
    POSTSCRIPT: "a PostScript file", PDF;
    PROGRAM: "a program", "";
    UTF_16: "text in UTF-16", "Save it as text in UTF-8.";
    OTHER_ENCODING: "text in another encoding than UTF-8", "Save it as text in UTF-8.";
}

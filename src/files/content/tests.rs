//! What contents are, whatever they are called.
#![allow(clippy::unwrap_used, clippy::panic)]

use super::refusal::{self, Refusal};
use super::{ContentError, PhotoMetadata, accept};
use crate::files::staged::{Received, StagedFile};
use crate::files::zip::ZipWriter;
use crate::model::files::FileType;
use jiff::civil::date;

fn received(content: &[u8]) -> Received {
    let folder = tempfile::tempdir().unwrap();
    let mut staged = StagedFile::create(folder.path(), u64::MAX).unwrap();
    staged.write(content).unwrap();
    // The folder stays until the tests end.
    let _ = folder.keep();
    staged.finish()
}

fn identified(content: &[u8]) -> Result<FileType, Refusal> {
    match accept(received(content), PhotoMetadata::Remove) {
        Ok(accepted) => Ok(accepted.file_type),
        Err(ContentError::Refused(refusal)) => Err(refusal),
        Err(ContentError::Failed(error)) => panic!("{error}"),
    }
}

fn is(content: impl AsRef<[u8]>, expected: FileType) {
    let content = content.as_ref();
    assert_eq!(
        identified(content),
        Ok(expected),
        "{:?}",
        String::from_utf8_lossy(&content[..content.len().min(60)])
    );
}

fn is_refused(content: impl AsRef<[u8]>, expected: Refusal) {
    let content = content.as_ref();
    assert_eq!(
        identified(content),
        Err(expected),
        "{:?}",
        String::from_utf8_lossy(&content[..content.len().min(60)])
    );
}

const PDF: &str = "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n";

#[test]
fn a_pdf_begins_within_its_first_1024_bytes() {
    is(PDF, FileType::Pdf);
    is(format!("\u{feff}{PDF}"), FileType::Pdf);
    is(format!("\r\n\t\t \r\n{PDF}"), FileType::Pdf);
    let part = format!("--x\r\nContent-Type: application/pdf\r\nX: {}\r\n\r\n", "y".repeat(850));
    is(format!("{part}{PDF}"), FileType::Pdf);
    is(format!("{}{PDF}", " ".repeat(1_023)), FileType::Pdf);
    is_refused(format!("{}{PDF}", " ".repeat(1_024)), refusal::LATE_PDF);
    is_refused(format!("{}{PDF}", " ".repeat(2_000)), refusal::LATE_PDF);
    is_refused([" ".repeat(2_000).as_bytes(), PDF.as_bytes(), &[0, 1, 0xFF]].concat(), refusal::LATE_PDF);
    is_refused(format!("<!DOCTYPE html><p>{PDF}"), refusal::WEB_PAGE);
    is_refused(format!("PK\u{3}\u{4}{PDF}"), refusal::BROKEN_ZIP);
}

#[test]
fn images_and_recordings_have_signatures() {
    is(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", FileType::Png);
    is(b"\xFF\xD8\xFF\xE0\0\x04ab\xFF\xD9", FileType::Jpeg);
    is(b"ID3\x04\0\0\0\0\0\x02ab\xFF\xFB\x90\0", FileType::Mp3);
    is([b"\xFF\xFB\x90\0".as_slice(), &[0; 413]].concat(), FileType::Mp3);
    is(b"\xFF\xF3\x40\0", FileType::Mp3);
    is_refused(b"\xFF\xF1\x50\x80", refusal::AAC);
    is_refused(b"ID3\x04\0\0\0\0\0\x02abfLaC", refusal::FLAC);
    is_refused(b"GIF89a", refusal::GIF);
    is_refused(b"RIFF\x10\0\0\0WEBPVP8 ", refusal::WEBP);
    is_refused(b"RIFF\x10\0\0\0WAVEfmt ", refusal::WAV);
    is_refused(b"II*\0\x08\0\0\0", refusal::TIFF);
    is_refused(b"OggS\0\x02", refusal::OGG);
    is_refused(b"\x1A\x45\xDF\xA3\x01", refusal::MATROSKA);
    is_refused(b"MZ\x90\0\x03", refusal::PROGRAM);
    is_refused(b"\0\x01\x02\x03", refusal::UNKNOWN);
    is_refused([0; 4_096], refusal::UNKNOWN);
    is_refused(b"", refusal::EMPTY);
}

fn boxed(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
    [&(8 + content.len() as u32).to_be_bytes(), kind.as_slice(), content].concat()
}

fn film(brands: &str, tracks: &[&[u8; 4]]) -> Vec<u8> {
    let major = &brands[..4];
    let ftyp = boxed(b"ftyp", format!("{major}\0\0\0\0{brands}").as_bytes());
    let traks: Vec<u8> = tracks
        .iter()
        .flat_map(|kind| {
            let hdlr = boxed(b"hdlr", &[[0; 8].as_slice(), *kind, &[0; 12]].concat());
            boxed(b"trak", &boxed(b"mdia", &hdlr))
        })
        .collect();
    [ftyp, boxed(b"free", b""), boxed(b"mdat", &[7; 99]), boxed(b"moov", &traks)].concat()
}

#[test]
fn the_container_of_mp4_holds_other_things_too() {
    for brands in ["isomiso2avc1mp41", "mp42isom", "M4V M4A mp42isom", "avc1isom", "iso5dash", "MSNVisom"] {
        is(film(brands, &[b"vide", b"soun"]), FileType::Mp4);
    }
    is(film("M4A mp42isom", &[b"soun"]), FileType::M4a);
    is(film("M4A ", &[]), FileType::M4a);
    is(film("mp42isomM4A ", &[b"soun"]), FileType::M4a);
    is(film("mp42isom", &[]), FileType::Mp4);
    is_refused(film("qt  ", &[b"vide"]), refusal::MOV);
    is_refused(film("qt  mp42", &[b"vide"]), refusal::MOV);
    is_refused(film("heicmif1heic", &[]), refusal::HEIC);
    is_refused(film("mif1heicmif1", &[]), refusal::HEIC);
    is_refused(film("hevcmsf1iso8", &[]), refusal::HEIC);
    is_refused(film("avifmif1miaf", &[]), refusal::AVIF);
    is_refused(film("mif1avif", &[]), refusal::AVIF);
    is_refused(film("3gp4isom", &[b"vide"]), refusal::GP3);
    is_refused(film("abcd", &[]), refusal::UNKNOWN);
    is_refused(boxed(b"moov", b"abcd"), refusal::MOV);
    // A box that claims more than there is, and one of length 0 to the end.
    is(&film("mp42isom", &[b"vide"])[..40], FileType::Mp4);
}

fn zip(entries: &[(&str, &str)]) -> Vec<u8> {
    let (mut zip, mut bytes) = (ZipWriter::default(), Vec::new());
    for (name, content) in entries {
        let crc32 = crc32fast::hash(content.as_bytes());
        bytes.extend(zip.begin_entry(name, content.len() as u64, crc32, date(2026, 1, 1).at(0, 0, 0, 0)));
        bytes.extend_from_slice(content.as_bytes());
    }
    bytes.extend(zip.finish());
    bytes
}

/// An Office document whose main part has this type. Its first part is another one than that of the types.
fn office(main: &str, more: &str) -> Vec<u8> {
    let types = format!(
        "<Types><Default Extension=\"xlsx\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet\"/>\
         <Override PartName=\"/x/main.xml\" ContentType=\"application/{main}\"/>{more}</Types>"
    );
    zip(&[("x/main.xml", "<x/>"), ("[Content_Types].xml", &types)])
}

#[test]
fn office_documents_are_what_their_parts_are() {
    let open = "vnd.openxmlformats-officedocument";
    let docx = office(&format!("{open}.wordprocessingml.document.main+xml"), "");
    is(&docx, FileType::Docx);
    is(office(&format!("{open}.presentationml.presentation.main+xml"), ""), FileType::Pptx);
    is_refused(office(&format!("{open}.spreadsheetml.sheet.main+xml"), ""), refusal::EXCEL);
    is_refused(office("vnd.ms-excel.sheet.macroEnabled.main+xml", ""), refusal::EXCEL);
    is_refused(office("vnd.ms-word.document.macroEnabled.main+xml", ""), refusal::WORD_MACROS);
    let macros = "<Default Extension=\"bin\" ContentType=\"application/vnd.ms-office.vbaProject\"/>";
    is_refused(office(&format!("{open}.wordprocessingml.document.main+xml"), macros), refusal::WORD_MACROS);
    is_refused(
        office("vnd.ms-powerpoint.presentation.macroEnabled.main+xml", ""),
        refusal::POWERPOINT_MACROS,
    );
    is_refused(office(&format!("{open}.wordprocessingml.template.main+xml"), ""), refusal::WORD_TEMPLATE);
    is_refused(office(&format!("{open}.presentationml.slideshow.main+xml"), ""), refusal::POWERPOINT_SHOW);
    is_refused(zip(&[("word/", ""), ("word/document.xml", "<x/>")]), refusal::ZIP);
    is_refused(zip(&[("a.pdf", PDF)]), refusal::ZIP);
    is_refused(zip(&[]), refusal::ZIP);
    let document = |kind: &str| zip(&[("mimetype", &format!("application/vnd.oasis.opendocument.{kind}"))]);
    is_refused(document("text"), refusal::ODT);
    is_refused(document("presentation"), refusal::ODP);
    is_refused(document("spreadsheet"), refusal::ODS);
    is_refused(zip(&[("mimetype", "application/epub+zip")]), refusal::EPUB);
    is_refused(&docx[..docx.len() / 2], refusal::BROKEN_ZIP);
}

fn ole(stream: &str) -> Vec<u8> {
    let mut bytes = vec![0; 1_024];
    bytes[..8].copy_from_slice(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1");
    let mut entry = [0; 128];
    for (n, letter) in stream.bytes().enumerate() {
        entry[2 * n] = letter;
    }
    entry[64] = 2 * stream.len() as u8 + 2;
    bytes.extend(entry);
    bytes
}

#[test]
fn documents_of_old_office_programs_are_distinguished() {
    is_refused(ole("WordDocument"), refusal::WORD_97);
    is_refused(ole("EncryptedPackage"), refusal::OFFICE_PASSWORD);
    is_refused(ole("Workbook"), refusal::EXCEL_97);
    is_refused(ole("PowerPoint Document"), refusal::POWERPOINT_97);
    is_refused(ole("Other"), refusal::OLE);
    is_refused(r"{\rtf1\ansi Fever}", refusal::RTF);
}

#[test]
fn text_is_utf_8_and_neither_a_page_nor_a_drawing() {
    for text in [
        "Fever",
        "\u{feff}Fieber für Eltern\r\n\t- 39 °C\n",
        "发烧",
        "a < b, and <3",
        "svg and html",
        "<3 p",
        "{\"a\": 1}",
        "x",
    ] {
        is(text, FileType::Text);
    }
    is(format!("{}é", "a".repeat((64 << 10) - 1)), FileType::Text);
    is_refused("Fièvre".replace('è', "\u{0}"), refusal::UNKNOWN);
    is_refused(b"Fi\xe8vre", refusal::OTHER_ENCODING);
    is_refused("发".as_bytes().split_last().unwrap().1, refusal::OTHER_ENCODING);
    is_refused(b"\xFF\xFEF\0e\0v\0e\0r\0", refusal::UTF_16);
    for page in [
        "<!DOCTYPE html><title>Sign in</title>",
        "\u{feff}\r\n <HTML lang=en>",
        "<!-- saved from url=(0014)about:internet -->\n<html>",
        "<?xml version=\"1.0\"?><!DOCTYPE html PUBLIC \"x\"><html/>",
        "<script>location='/login'</script>",
        "<p>Please sign in</p>",
        "Warning: x in y on line 3\n<br />\n<!doctype HTML>",
        "From: <Saved by Blink>\nMIME-Version: 1.0\nContent-Type: multipart/related;",
    ] {
        is_refused(page, refusal::WEB_PAGE);
    }
    is_refused(b"\xFF\xFE<\0h\0t\0m\0l\0>\0", refusal::WEB_PAGE);
    for drawing in [
        "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
        "<?xml version=\"1.0\"?>\n<!-- x -->\n<svg/>",
        "<!DOCTYPE svg PUBLIC \"x\"><svg/>",
        "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY a \"b\">]><svg/>",
    ] {
        is_refused(drawing, refusal::SVG);
    }
    is_refused("<?xml version=\"1.0\"?><catalogue/>", refusal::XML);
}

#[test]
fn a_refusal_names_what_was_found_and_what_helps() {
    assert_eq!(refusal::ODT.to_string(), "This is an OpenDocument text (ODT). Save it as DOCX or PDF.");
    assert!(refusal::HEIC.to_string().contains("Settings, Camera, Formats, 'Most Compatible'"));
}

/// A photo with these segments between its beginning and its scan.
fn photo(segments: &[(u8, &[u8])], after: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0xFF, 0xD8];
    for (marker, content) in segments {
        bytes.extend([0xFF, *marker]);
        bytes.extend((content.len() as u16 + 2).to_be_bytes());
        bytes.extend_from_slice(content);
    }
    bytes.extend_from_slice(after);
    bytes
}

fn cleaned(content: &[u8]) -> Vec<u8> {
    let accepted = accept(received(content), PhotoMetadata::Remove).unwrap();
    std::fs::read(accepted.file.path()).unwrap()
}

/// Exif in the byte order of Intel: a maker, an orientation, a pointer to the place.
fn exif(orientation: u8) -> Vec<u8> {
    let mut exif = b"Exif\0\0II*\0\x08\0\0\0\x03\0".to_vec();
    exif.extend(b"\x0F\x01\x02\0\x04\0\0\0Acme");
    exif.extend([0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]);
    exif.extend(b"\x25\x88\x04\0\x01\0\0\0\x32\0\0\0\0\0\0\0GPS-39-57-N serial-number-1234");
    exif
}

const SCAN: (u8, &[u8]) = (0xDA, b"\x01\x01\0\0\x3F\0");

#[test]
fn a_photo_keeps_its_image_orientation_and_colors() {
    let (jfif, tables) = ((0xE0, b"JFIF\0\x01\x01\0\0\x01\0\x01\0\0".as_slice()), (0xDB, [7; 65]));
    let (profile, adobe) =
        ((0xE2, b"ICC_PROFILE\0\x01\x01colors".as_slice()), (0xEE, b"Adobe\0d\0\0\0\0\x01".as_slice()));
    let data = b"\x12\xFF\0\x34\xFF\xD3\x56\xFF\xFF\xD9".as_slice();
    let exif = exif(6);
    let original = photo(
        &[
            jfif,
            (0xE1, &exif),
            (0xE1, b"http://ns.adobe.com/xap/1.0/\0<place/>"),
            profile,
            (0xE2, b"MPF\0II*\0"),
            (0xEB, b"JP\0\x01place"),
            (0xED, b"Photoshop 3.0\08BIM place"),
            adobe,
            (0xFE, b"a comment"),
            (tables.0, &tables.1),
            SCAN,
        ],
        &[data, b"\xFF\xD8\xFF\xE1\0\x10Exif\0\0 place of a second image"].concat(),
    );
    let clean = cleaned(&original);
    let orientation = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0";
    let expected = photo(
        &[jfif, (0xE1, orientation), profile, adobe, (0xFE, b"a comment"), (tables.0, &tables.1), SCAN],
        b"\x12\xFF\0\x34\xFF\xD3\x56\xFF\xD9",
    );
    assert_eq!(clean, expected);
    assert_eq!(cleaned(&clean), clean);
    let kept = accept(received(&original), PhotoMetadata::Keep).unwrap();
    assert_eq!(std::fs::read(kept.file.path()).unwrap(), original);
}

#[test]
fn exif_without_a_valid_orientation_goes_whole() {
    for segment in [exif(0), exif(9), b"Exif\0\0II*\0\xFF\xFF\xFF\xFF".to_vec(), b"Exif\0\0".to_vec()] {
        assert_eq!(
            cleaned(&photo(&[(0xE1, &segment), SCAN], b"\x01\xFF\xD9")),
            photo(&[SCAN], b"\x01\xFF\xD9")
        );
    }
}

#[test]
fn metadata_between_the_scans_of_a_progressive_photo_goes_too() {
    let original = photo(
        &[SCAN],
        &photo(&[(0xC4, b"table"), (0xE1, b"http://ns.adobe.com/xap/1.0/\0x"), SCAN], b"\x02\xFF\xD9")[2..],
    );
    let mut with_data = original.clone();
    with_data.splice(2 + 4 + SCAN.1.len()..2 + 4 + SCAN.1.len(), [9, 0xFF, 0, 9]);
    let clean = cleaned(&with_data);
    assert!(memchr::memmem::find(&clean, b"xap").is_none());
    assert!(clean.ends_with(b"\x02\xFF\xD9"));
    assert_eq!(clean.len(), with_data.len() - 4 - 30);
}

#[test]
fn a_photo_that_ends_early_is_copied_as_far_as_it_goes() {
    assert_eq!(cleaned(&photo(&[SCAN], b"\x01\x02")), photo(&[SCAN], b"\x01\x02"));
    assert_eq!(cleaned(b"\xFF\xD8\xFF\xDB\0\x43\x01"), b"\xFF\xD8");
    is_refused(b"\xFF\xD8\xFF\xDB\0\x01", refusal::BROKEN_JPEG);
}

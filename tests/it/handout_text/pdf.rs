//! PDF files for tests: valid and hostile ones.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::fmt::Write as _;
use std::io::Write as _;

const HELVETICA: &str = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";

/// A PDF file of these objects, numbered from 1; the first is the catalog.
pub fn file(objects: &[Vec<u8>]) -> Vec<u8> {
    let (mut bytes, mut offsets) = (b"%PDF-1.7\n".to_vec(), String::new());
    for (number, object) in objects.iter().enumerate() {
        writeln!(offsets, "{:010} 00000 n ", bytes.len()).unwrap();
        bytes.extend(format!("{} 0 obj\n", number + 1).bytes());
        bytes.extend(object);
        bytes.extend(b"\nendobj\n");
    }
    let (start, count) = (bytes.len(), objects.len() + 1);
    let table =
        format!("xref\n0 {count}\n0000000000 65535 f \n{offsets}trailer<</Size {count}/Root 1 0 R>>\n");
    bytes.extend(format!("{table}startxref\n{start}\n%%EOF\n").bytes());
    bytes
}

/// A compressed stream.
pub fn stream(entries: &str, content: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(content).unwrap();
    let packed = packed.finish().unwrap();
    let mut bytes = format!("<</Filter/FlateDecode/Length {}{entries}>>stream\n", packed.len()).into_bytes();
    bytes.extend(packed);
    bytes.extend(b"\nendstream");
    bytes
}

/// A file of one page with this content, which may use the font F1; its objects have the numbers 1 to 5.
pub fn one_page(content: Vec<u8>, font: &str, more: &[Vec<u8>]) -> Vec<u8> {
    let mut objects: Vec<Vec<u8>> = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>".to_vec(),
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>\
          /XObject<</X1 6 0 R>>>>>>"
            .to_vec(),
        content,
        font.into(),
    ];
    objects.extend_from_slice(more);
    file(&objects)
}

fn lines(text: &str) -> String {
    let lines = text.lines().map(|line| format!("({}) Tj T*\n", line.replace(['(', ')', '\\'], " ")));
    format!("BT /F1 11 Tf 14 TL 72 740 Td\n{}ET", lines.collect::<String>())
}

/// A handout with this English text; each line of the text is a line of the page.
pub fn handout(text: &str) -> Vec<u8> {
    one_page(stream("", lines(text).as_bytes()), HELVETICA, &[])
}

/// A text in any script, as writers of tagged PDF encode it: glyph numbers with a table of their characters.
pub fn unicode(text: &str) -> Vec<u8> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let codes: String = (1..=units.len()).map(|code| format!("{code:04x}")).collect();
    let table: String =
        units.iter().enumerate().map(|(n, unit)| format!("<{:04x}> <{unit:04x}>\n", n + 1)).collect();
    let map = format!(
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /T def /CMapType 2 def\n\
         1 begincodespacerange <0000> <ffff> endcodespacerange\n{} beginbfchar\n{table}endbfchar\n\
         endcmap CMapName currentdict /CMap defineresource pop end end",
        units.len()
    );
    let font = "<</Type/Font/Subtype/Type0/BaseFont/Any/Encoding/Identity-H/DescendantFonts[7 0 R]/ToUnicode 8 0 R>>";
    let descendant = "<</Type/Font/Subtype/CIDFontType2/BaseFont/Any/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)\
                      /Supplement 0>>/DW 1000/FontDescriptor<</Type/FontDescriptor/FontName/Any/Flags 4/FontBBox[0 0 1000 1000]\
                      /ItalicAngle 0/Ascent 800/Descent 0/CapHeight 700/StemV 80>>>>";
    let content = format!("BT /F1 12 Tf 72 700 Td <{codes}> Tj ET");
    one_page(
        stream("", content.as_bytes()),
        font,
        &[b"null".to_vec(), descendant.into(), stream("", map.as_bytes())],
    )
}

/// A page with a picture and no text.
pub fn scan() -> Vec<u8> {
    let picture = "/Type/XObject/Subtype/Image/Width 100/Height 100/BitsPerComponent 8/ColorSpace/DeviceGray";
    let content = stream("", b"612 0 0 792 0 0 cm /X1 Do");
    one_page(content, HELVETICA, &[stream(picture, &[200; 10_000])])
}

/// A PDF file with this many pages.
pub fn pages(count: usize) -> Vec<u8> {
    let mut objects = vec![b"<</Type/Catalog/Pages 2 0 R>>".to_vec(), Vec::new(), HELVETICA.into()];
    let mut kids = String::new();
    for page in 0..count {
        let number = objects.len() + 1;
        write!(kids, "{number} 0 R ").unwrap();
        let content = number + 1;
        objects.push(
            format!(
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents {content} 0 R/Resources<</Font<</F1 3 0 R>>>>>>"
            )
            .into(),
        );
        objects.push(stream("", lines(&format!("This is page {page} about fever")).as_bytes()));
    }
    objects[1] = format!("<</Type/Pages/Count {count}/Kids[{kids}]>>").into();
    file(&objects)
}

/// A file with a Type 3 font whose glyphs draw themselves recursively.
pub fn endless_glyphs() -> Vec<u8> {
    let font = "<</Type/Font/Subtype/Type3/FontBBox[0 0 750 750]/FontMatrix[0.001 0 0 0.001 0 0]\
                /CharProcs<</f 6 0 R/e 6 0 R>>/Encoding<</Type/Encoding/Differences[97/f/e]>>/FirstChar 97/LastChar 98\
                /Widths[1000 1000]/Resources<</Font<</F1 5 0 R>>>>>>";
    let glyph = stream("", b"1000 0 0 0 750 750 d1 BT /F1 12 Tf (ababab) Tj ET");
    one_page(stream("", b"BT /F1 12 Tf 72 700 Td (aba) Tj ET"), font, &[glyph])
}

/// The hostile files, by name.
pub fn hostile() -> Vec<(&'static str, Vec<u8>)> {
    let whole = handout("After a tonsillectomy your child can go back to school in ten days.");
    let text = String::from_utf8_lossy(&whole).into_owned();
    let nested = |depth: usize| format!("{}{} TJ", "[".repeat(depth), "]".repeat(depth));
    let form = |resources: &str| {
        format!("/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources<</XObject<</X1 {resources}>>>>")
    };
    let doubling: Vec<Vec<u8>> =
        (0..40).map(|n| stream(&form(&format!("{} 0 R", n + 7)), b"/X1 Do /X1 Do")).collect();
    vec![
        ("empty", Vec::new()),
        (
            "garbage",
            [
                b"%PDF-1.4\n".to_vec(),
                (0..300_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect(),
            ]
            .concat(),
        ),
        ("cut-off", whole[..whole.len() / 2].to_vec()),
        ("wrong-table", text.replace("startxref\n", "startxref\n99").into_bytes()),
        (
            "protected",
            text.replace(
                "/Root 1 0 R",
                "/Root 1 0 R/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -4/O<00>/U<00>>>",
            )
            .into_bytes(),
        ),
        ("bomb", one_page(stream("", &vec![b' '; 700_000_000]), HELVETICA, &[])),
        ("endless-glyphs", endless_glyphs()),
        (
            "pages-of-itself",
            file(&[
                b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
                b"<</Type/Pages/Count 1000000/Kids[2 0 R 2 0 R]>>".to_vec(),
            ]),
        ),
        (
            "form-in-itself",
            one_page(stream("", b"/X1 Do"), HELVETICA, &[stream(&form("6 0 R"), b"/X1 Do /X1 Do")]),
        ),
        ("doubling-forms", one_page(stream("", b"/X1 Do"), HELVETICA, &doubling)),
        ("deep-arrays", one_page(stream("", nested(200_000).as_bytes()), HELVETICA, &[])),
    ]
}

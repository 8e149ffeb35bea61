//! Each finding with a file that has it and a twin that has not.
#![allow(clippy::unwrap_used)]

use super::{facts, open, read};
use crate::model::error::Result;
use crate::model::handout_text::file::PdfFacts;
use crate::model::pdf_check::FindingKind as F;
use crate::model::pdf_check::PdfCheck;
use std::collections::BTreeMap;
use std::fmt::Write;

fn check(file: &[u8]) -> Result<PdfCheck> {
    read(&open(file)).map(|content| content.check)
}

/// A small file: its objects by number, without their frames.
#[derive(Clone)]
struct TestPdf {
    objects: BTreeMap<u32, String>,
    trailer: String,
}

const CATALOG: &str = "/Type/Catalog/Pages 2 0 R/Lang(en-US)/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R\
                       /ViewerPreferences<</DisplayDocTitle true>>";
const WORDS: &str =
    "/P<</MCID 0>>BDC BT /F1 12 Tf 72 700 Td (Call the clinic when the fever lasts) Tj ET EMC";

impl TestPdf {
    /// A tagged page without any finding.
    fn good() -> TestPdf {
        let objects = [
            (1, format!("<<{CATALOG}>>")),
            (2, "<</Type/Pages/Kids[3 0 R]/Count 1>>".into()),
            (3, page(4)),
            (4, stream("", WORDS)),
            (5, "<</Font<</F1 6 0 R>>/XObject<</Im 7 0 R>>>>".into()),
            (6, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".into()),
            (
                7,
                stream(
                    "/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray",
                    "x",
                ),
            ),
            (10, "<</Type/StructTreeRoot/K 11 0 R>>".into()),
            (11, "<</S/Document/K[12 0 R]>>".into()),
            (12, "<</S/P/Pg 3 0 R/K 0>>".into()),
            (90, "<</Title(Fever)>>".into()),
        ];
        TestPdf { objects: objects.into(), trailer: "/Root 1 0 R/Info 90 0 R".into() }
    }

    fn with(mut self, number: u32, object: impl Into<String>) -> TestPdf {
        self.objects.insert(number, object.into());
        self
    }

    fn catalog(self, change: impl Fn(&str) -> String) -> TestPdf {
        self.with(1, format!("<<{}>>", change(CATALOG)))
    }

    /// With this element below the document, beside the paragraph.
    fn element(self, element: &str) -> TestPdf {
        self.with(11, "<</S/Document/K[12 0 R 13 0 R]>>").with(13, element)
    }

    /// With pages of this content, each in marked content of its own.
    fn pages(mut self, contents: &[&str]) -> TestPdf {
        let numbers: Vec<u32> = (100..).step_by(2).take(contents.len()).collect();
        let kids: String = numbers.iter().map(|number| format!("{number} 0 R ")).collect();
        for (number, content) in numbers.iter().zip(contents) {
            self = self.with(*number, page(number + 1)).with(number + 1, stream("", content));
        }
        let elements: String =
            numbers.iter().map(|page| format!("<</Type/MCR/Pg {page} 0 R/MCID 0>>")).collect();
        self.with(2, format!("<</Type/Pages/Kids[{kids}]/Count {}>>", contents.len()))
            .with(12, format!("<</S/P/K[{elements}]>>"))
    }

    fn bytes(&self) -> Vec<u8> {
        let mut file = String::from("%PDF-1.7\n");
        let mut offsets = BTreeMap::new();
        for (number, object) in &self.objects {
            offsets.insert(*number, file.len());
            writeln!(file, "{number} 0 obj\n{object}\nendobj").unwrap();
        }
        let start = file.len();
        file.push_str("xref\n0 1\n0000000000 65535 f \n");
        for (number, offset) in &offsets {
            write!(file, "{number} 1\n{offset:010} 00000 n \n").unwrap();
        }
        let size = self.objects.keys().max().unwrap() + 1;
        write!(file, "trailer\n<</Size {size}{}>>\nstartxref\n{start}\n%%EOF\n", self.trailer).unwrap();
        // Characters are bytes here, so that strings of any encoding can be written.
        file.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
    }

    fn findings(&self) -> Vec<F> {
        check(&self.bytes()).unwrap().findings.iter().map(|finding| finding.finding).collect()
    }

    fn words(&self) -> Vec<String> {
        check(&self.bytes()).unwrap().findings.iter().map(|finding| finding.words()).collect()
    }
}

fn page(content: u32) -> String {
    format!("<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources 5 0 R/Contents {content} 0 R>>")
}

fn stream(entries: &str, content: &str) -> String {
    format!("<</Length {}{entries}>>stream\n{content}\nendstream", content.len())
}

#[test]
fn a_good_file_has_no_findings() {
    let checked = check(&TestPdf::good().bytes()).unwrap();
    assert_eq!(checked.findings, []);
    assert_eq!(checked.pages, Some(1));
    assert_eq!(checked.language.as_deref(), Some("en-US"));
    let behind = [b"\xEF\xBB\xBF".to_vec(), TestPdf::good().bytes()].concat();
    assert_eq!(check(&behind).unwrap(), checked);
}

#[test]
fn files_without_a_tree_are_not_tagged() {
    let good = TestPdf::good();
    for (untagged, what) in [
        (good.clone().catalog(|c| c.replace("/StructTreeRoot 10 0 R", "")), "no tree"),
        (good.clone().with(10, "<</Type/StructTreeRoot>>"), "no K"),
        (good.clone().with(10, "<</Type/StructTreeRoot/K[]>>"), "an empty K"),
        (good.clone().catalog(|c| c.replace("/MarkInfo<</Marked true>>", "")), "no mark"),
        (good.clone().catalog(|c| c.replace("true>>/Struct", "false>>/Struct")), "Marked false"),
        (good.clone().with(12, "<</S/P/Pg 3 0 R>>"), "no content"),
    ] {
        assert_eq!(untagged.findings(), [F::NotTagged], "{what}");
    }
}

#[test]
fn pages_of_pictures_have_no_text() {
    let picture = "q 600 0 0 800 0 0 cm /Im Do Q";
    let small = format!("{WORDS} q 60 0 0 80 0 0 cm /Im Do Q");
    let number = "/P<</MCID 0>>BDC BT /F1 12 Tf (7) Tj ET EMC q 600 0 0 800 0 0 cm /Im Do Q";
    let cover = [vec![WORDS], vec![picture; 9]].concat();
    let good = TestPdf::good();
    let first = |file: &TestPdf| file.words().first().cloned().unwrap_or_default();
    assert_eq!(first(&good.clone().pages(&cover)), "Pages are pictures without text: pages 2-10");
    assert_eq!(first(&good.clone().pages(&[number; 10])), "Pages are pictures without text: pages 1-10");
    assert_eq!(first(&good.clone().pages(&[""; 2])), "Pages are pictures without text: pages 1-2");
    for file in [
        good.clone().pages(&[small.as_str(); 3]),
        good.clone().pages(&[WORDS, ""]),
        // Recognized text is invisible.
        good.clone().pages(&[&WORDS.replace("BT", "BT 3 Tr"), WORDS]),
        // A background, and a picture that is described.
        good.clone().pages(&[WORDS, "/Artifact BMC q 600 0 0 800 0 0 cm /Im Do Q EMC"]),
        good.clone()
            .with(4, "/P<</MCID 0>>BDC BT /F1 9 Tf (a) Tj ET EMC /Figure<</MCID 1>>BDC q 600 0 0 800 0 0 cm /Im Do Q EMC")
            .element("<</S/Figure/Alt(A poster)/Pg 3 0 R/K 1>>")
            .with(4, stream("", "/P<</MCID 0>>BDC BT /F1 9 Tf (a) Tj ET EMC /Figure<</MCID 1>>BDC q 600 0 0 800 0 0 cm /Im Do Q EMC")),
    ] {
        assert_eq!(first(&file), "", "{:?}", file.words());
    }
}

#[test]
fn half_of_the_text_may_be_untagged() {
    let with = |tagged: &str, untagged: &str, around: &str| {
        let content = format!(
            "BT /F1 12 Tf /P<</MCID 0>>BDC ({tagged}) Tj EMC {around} ({untagged}) Tj {} ET",
            if around.is_empty() { "" } else { "EMC" }
        );
        TestPdf::good().with(4, stream("", &content)).findings()
    };
    assert_eq!(with("four", "five!", ""), [F::UntaggedText]);
    assert_eq!(with("five!", "four", ""), []);
    assert_eq!(with("four", "five!", "/Artifact BMC"), []);
    assert_eq!(with("four", "five!", "/P<</MCID 8>>BDC"), [F::UntaggedText]);
    // The form that shows the text is what an element refers to.
    let form = TestPdf::good()
        .with(5, "<</Font<</F1 6 0 R>>/XObject<</Fm 8 0 R>>>>")
        .with(8, stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]", "BT /F1 12 Tf (five!) Tj ET"));
    assert_eq!(form.clone().with(4, stream("", "/P<</MCID 0>>BDC /Fm Do EMC")).findings(), []);
    assert_eq!(form.clone().with(4, stream("", "/Fm Do")).findings(), [F::UntaggedText]);
    let referred = form.with(4, stream("", "/Fm Do")).with(12, "<</S/P/K<</Type/OBJR/Obj 8 0 R/Pg 3 0 R>>>>");
    assert_eq!(referred.findings(), []);
}

#[test]
fn the_language_is_a_tag() {
    let with = |lang: &str| TestPdf::good().catalog(|c| c.replace("(en-US)", lang)).findings();
    for lang in ["(en-US)", "(EN-us)", "(en_US)", "<FEFF0065006E002D00550053>", "(zh-TW)"] {
        assert_eq!(with(lang), [], "{lang}");
    }
    for lang in ["()", "( )", "(English)", "(x-unknown)", "(und)"] {
        assert_eq!(with(lang), [F::NoLanguage], "{lang}");
    }
    let without = TestPdf::good().catalog(|c| c.replace("/Lang(en-US)", ""));
    assert_eq!(without.findings(), [F::NoLanguage]);
    let of_element = without.with(11, "<</S/Document/Lang(es)/K[12 0 R]>>");
    assert_eq!(check(&of_element.bytes()).unwrap().language.as_deref(), Some("es"));
    let both = TestPdf::good().with(11, "<</S/Document/Lang(es)/K[12 0 R]>>");
    assert_eq!(check(&both.bytes()).unwrap().language.as_deref(), Some("es"));
}

#[test]
fn the_title_is_shown() {
    let good = TestPdf::good();
    assert_eq!(good.clone().with(90, "<</Title(Microsoft Word - fever.doc)>>").findings(), [F::NoTitle]);
    assert_eq!(good.clone().with(90, "<<>>").findings(), [F::NoTitle]);
    assert_eq!(good.clone().catalog(|c| c.replace("Title true", "Title false")).findings(), [F::NoTitle]);
    let xmp = "<dc:title><rdf:Alt><rdf:li>Fever</rdf:li></rdf:Alt></dc:title>";
    let metadata = good.with(90, "<</Title(untitled)>>").with(91, stream("/Type/Metadata", xmp));
    assert_eq!(metadata.clone().findings(), [F::NoTitle]);
    assert_eq!(metadata.catalog(|c| format!("{c}/Metadata 91 0 R")).findings(), []);
}

#[test]
fn figures_need_a_text() {
    let figures = |kids: &str| TestPdf::good().element(&format!("<</S/Sect/Pg 3 0 R/K[{kids}]>>")).words();
    let one = "Pictures without alternative text: 1";
    for kids in [
        "<</S/Figure/K 1>>",
        "<</S/Figure/K 1/Alt()>>",
        "<</S/Figure/K 1/Alt(   )>>",
        "<</S/Figure/K 1/Alt(image1.png)>>",
        "<</S/Figure/A<</O/Layout/BBox[0 0 9 9]>>>>",
        "<</S/Figure/K<</S/Span/K 1>>>>",
        "<</S/Figure/K<</S/Figure/K 1>>>>",
        "<</S/Figure/K[<</S/Caption/K 2>> 1]>>",
    ] {
        assert_eq!(figures(kids), [one], "{kids}");
    }
    for kids in [
        "<</S/Figure/K 1/Alt(Inhaler with spacer)>>",
        "<</S/Figure/K 1/ActualText(3)>>",
        "<</S/Figure/K 1/Alt<FEFF0049006E00680061006C00650072>>>",
        "<</S/Figure/K<</S/Figure/Alt(An inhaler)/K 1>>>>",
        "<</S/Figure/A<</O/Layout/BBox[0 0 9 9]>>/K[<</S/Figure/Alt(An inhaler)/K 1>> <</S/Caption/K 2>>]>>",
        "<</S/Div/Alt(Steps)/K<</S/Figure/K 1>>>>",
        "<</S/Artifact/K<</S/Figure/K 1>>>>",
        "<</S/Figure>>",
        "<</S/Figure/K<</S/Caption/K 2>>>>",
    ] {
        assert!(figures(kids).is_empty(), "{kids}");
    }
    // The file's own name of the type, on two ways and in a circle.
    let own = |map: &str| {
        let file = TestPdf::good().element("<</S/Bild/Pg 3 0 R/K 1>>");
        file.with(10, format!("<</Type/StructTreeRoot/K 11 0 R/RoleMap<<{map}>>>>")).findings()
    };
    assert_eq!(own("/Bild/Grafik/Grafik/Figure"), [F::FiguresWithoutText]);
    assert_eq!(own("/Bild/Figure/Figure/Bild"), [F::FiguresWithoutText]);
    assert_eq!(own("/Bild/Span"), []);
    let namespace = "<</S/Pic/NS<</Type/Namespace/NS(urn:x)/RoleMapNS<</Pic[/Figure<</NS(http://iso.org/pdf2/ssn)>>]>>>>/Pg 3 0 R/K 1>>";
    assert_eq!(TestPdf::good().element(namespace).findings(), [F::FiguresWithoutText]);
}

#[test]
fn tables_need_headers() {
    let table = |cells: &str| {
        TestPdf::good()
            .element(&format!("<</S/Table/Pg 3 0 R/K<</S/TBody/K<</S/TR/K[{cells}]>>>>>>"))
            .findings()
    };
    assert_eq!(table("<</S/TD/K 1>><</S/TD/K 2>>"), [F::TablesWithoutHeaders]);
    assert_eq!(table("<</S/TH/K 1>><</S/TD/K 2>>"), []);
    assert_eq!(table("<</S/TD/K 1>>"), []);
    // The headers of a table inside are its own.
    assert_eq!(
        table("<</S/TD/K<</S/Table/K[<</S/TH/K 1>><</S/TD/K 2>>]>>>><</S/TD/K 3>>"),
        [F::TablesWithoutHeaders]
    );
}

#[test]
fn fields_need_a_name() {
    let widget = "/Subtype/Widget/Rect[0 0 9 9]";
    let fields =
        |fields: &str| TestPdf::good().catalog(|c| format!("{c}/AcroForm<</Fields[{fields}]>>")).words();
    let one = "Form fields without a name: 1";
    for unnamed in [
        format!("<</T(a){widget}>>"),
        format!("<</T(a)/TU(  ){widget}>>"),
        // One set of radio buttons, and one field of a group.
        format!("<</T(a)/Kids[<<{widget}>><<{widget}>>]>>"),
        format!("<</T(group)/Kids[<</T(a){widget}>><</T(b)/TU(Name){widget}>>]>>"),
    ] {
        assert_eq!(fields(&unnamed), [one], "{unnamed}");
    }
    for named in [
        format!("<</T(a)/TU(Name of the child){widget}>>"),
        format!("<</T(a)/F 2{widget}>>"),
        "<</T(signature)/FT/Sig/Subtype/Widget/Rect[0 0 0 0]>>".to_owned(),
        "<</T(group)>>".to_owned(),
    ] {
        assert!(fields(&named).is_empty(), "{named}");
    }
}

#[test]
fn fonts_say_which_characters_they_show() {
    let font = |font: &str| TestPdf::good().with(6, font).findings();
    let cid = "/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(";
    for known in [
        "<</Type/Font/Subtype/Type1/BaseFont/Symbol>>".to_owned(),
        "<</Type/Font/Subtype/TrueType/BaseFont/A/Encoding/WinAnsiEncoding>>".to_owned(),
        format!("<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/UniGB-UCS2-H{cid}GB1)>>>>]>>"),
        format!("<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H{cid}Japan1)>>>>]>>"),
        format!(
            "<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/ToUnicode 8 0 R{cid}Identity)>>>>]>>"
        ),
    ] {
        assert_eq!(font(&known), [], "{known}");
    }
    let unknown = format!("<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H{cid}Identity)>>>>]>>");
    assert_eq!(font(&unknown), [F::FontsWithoutUnicode]);
    let symbolic = "<</Type/Font/Subtype/TrueType/BaseFont/A/FontDescriptor<</Flags 4>>>>";
    assert_eq!(font(symbolic), [F::FontsWithoutUnicode]);
    // What nobody sees, what nothing shows, and what has another text.
    let content =
        |content: &str| TestPdf::good().with(6, unknown.clone()).with(4, stream("", content)).findings();
    assert_eq!(content(&WORDS.replace("BT", "BT 3 Tr")), []);
    assert_eq!(content(&WORDS.replace("/MCID 0", "/MCID 0/ActualText(Call)")), []);
    assert_eq!(content(&WORDS.replace("/P<</MCID 0>>BDC", "/Artifact BMC")), []);
    let unused = TestPdf::good().with(5, "<</Font<</F1 6 0 R/F2 8 0 R>>>>").with(8, unknown);
    assert_eq!(unused.findings(), []);
}

#[test]
fn type_3_fonts_are_read_by_the_names_of_their_glyphs() {
    let font = |name: &str| {
        let names = format!("/{name} ").repeat(128);
        TestPdf::good()
            .with(6, format!("<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 0/LastChar 127/Widths[]/CharProcs<</{name} 8 0 R>>/Encoding<</Differences[0 {names}]>>>>"))
            .with(8, stream("", "0 0 9 9 re f"))
            .findings()
    };
    assert_eq!(font("eacute"), []);
    assert_eq!(font("uni00E9"), []);
    assert_eq!(font("glyph7x"), [F::FontsWithoutUnicode]);
}

#[test]
fn long_files_need_headings_and_very_long_ones_bookmarks() {
    let pages = |count: usize| TestPdf::good().pages(&vec![WORDS; count]);
    assert_eq!(pages(3).findings(), []);
    assert_eq!(pages(4).findings(), [F::NoHeadings]);
    let heading = |file: TestPdf, role: &str| {
        file.with(11, format!("<</S/Document/K[12 0 R<</S/{role}/Pg 100 0 R/K 0>>]>>"))
    };
    assert_eq!(heading(pages(4), "H2").findings(), []);
    assert_eq!(heading(pages(4), "H").findings(), []);
    assert_eq!(heading(pages(4), "H7").findings(), [F::NoHeadings]);
    assert_eq!(heading(pages(4), "H7/NS<</NS(http://iso.org/pdf2/ssn)>>").findings(), []);
    assert_eq!(heading(pages(21), "H1").findings(), [F::NoBookmarks]);
    let bookmarks = heading(pages(21), "H1")
        .catalog(|c| format!("{c}/Outlines<</First 60 0 R>>"))
        .with(60, "<</Title(Fever)>>");
    assert_eq!(bookmarks.findings(), []);
}

#[test]
fn endless_trees_end() {
    let circle = TestPdf::good().with(12, "<</S/P/Pg 3 0 R/K[0 11 0 R 12 0 R]>>");
    assert_eq!(circle.findings(), []);
    let mut deep = TestPdf::good().with(11, "<</S/Document/K[12 0 R 1000 0 R]>>");
    for number in 1_000..101_000 {
        deep = deep.with(number, format!("<</S/Div/K {} 0 R>>", number + 1));
    }
    assert_eq!(deep.with(101_000, "<</S/Figure/Pg 3 0 R/K 1>>").findings(), [F::FiguresWithoutText]);
    let forms = TestPdf::good()
        .with(5, "<</Font<</F1 6 0 R>>/XObject<</Fm 8 0 R>>>>")
        .with(8, stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources 5 0 R", "/Fm Do /Fm Do"))
        .with(4, stream("", &format!("{WORDS} /Fm Do")));
    assert_eq!(forms.findings(), []);
}

/// The good file, encrypted by `qpdf --encrypt`: `"" owner 128 --print=none`, `"" owner 128 --accessibility=n --extract=n`,
/// `secret owner 256`.
#[test]
fn encrypted_files_are_read_without_a_password() {
    let no_printing = read(&open(include_bytes!("fixtures/no-printing.pdf"))).unwrap();
    assert_eq!(no_printing.check.findings, []);
    assert_eq!(no_printing.text.as_deref(), Some("Call the clinic when the fever lasts"));
    let findings = |file: &[u8]| -> Vec<F> {
        check(file).unwrap().findings.iter().map(|finding| finding.finding).collect()
    };
    assert_eq!(findings(include_bytes!("fixtures/no-reading.pdf")), [F::Encrypted]);
    // Nothing else is known of a file that does not open.
    let locked = open(include_bytes!("fixtures/locked.pdf"));
    assert!(facts(&locked).is_locked);
    assert_eq!(read(&locked).unwrap().text, None);
    assert_eq!(findings(include_bytes!("fixtures/locked.pdf")), [F::Encrypted]);
}

#[test]
fn one_parse_has_pages_title_and_text() {
    let opened = open(&TestPdf::good().bytes());
    let expected = PdfFacts { pages: Some(1), title: Some("Fever".into()), is_locked: false };
    assert_eq!(facts(&opened), expected);
    assert_eq!(facts(&open(b"%PDF-1.4 cut")), PdfFacts::default());
    let text = |content: &str| {
        read(&open(&TestPdf::good().with(4, stream("", content)).bytes())).unwrap().text.unwrap()
    };
    assert_eq!(text(WORDS), "Call the clinic when the fever lasts");
    assert_eq!(text(&WORDS.replace("BT", "BT 3 Tr")), "Call the clinic when the fever lasts");
    let replaced =
        WORDS.replace("BDC BT", "BDC /Span<</ActualText(Ask the)>>BDC BT").replace("EMC", "EMC EMC");
    assert_eq!(text(&replaced), "Ask the");
    let lines = "BT /F1 10 Tf 12 TL 72 700 Td (One) Tj (two) ' 1 0 (three four) \" 300 24 Td [(fi)-50(ve)-400(six)] TJ ET";
    assert_eq!(text(lines), "One\ntwo\nthree four\n\nfive six");
}

#[test]
fn files_that_are_no_pdf_cannot_be_read() {
    assert!(check(b"%PDF-1.4 cut").is_err());
    assert!(check(b"").is_err());
}

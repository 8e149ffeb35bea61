#![allow(clippy::unwrap_used)]

use super::*;
use crate::model::files::{AttachableCitation, AttachableVersion};
use crate::model::languages::language::tag_from_name;

/// A citation by its title; each version is 'language' or 'language=item number', with '=title' after it.
fn citation(title: &str, versions: &[&str]) -> AttachableCitation {
    let version = |text: &&str| {
        let mut parts = text.split('=');
        let lang = parts.next().unwrap_or_default().to_owned();
        let part = |part: Option<&str>| part.filter(|text| !text.is_empty()).map(str::to_owned);
        AttachableVersion {
            tag: tag_from_name(&lang),
            lang,
            item_number: part(parts.next()),
            title: part(parts.next()),
            ..AttachableVersion::default()
        }
    };
    AttachableCitation {
        id: title.to_owned(),
        title: title.to_owned(),
        is_obsolete: false,
        versions: versions.iter().map(version).collect(),
    }
}

fn catalogue() -> Vec<AttachableCitation> {
    vec![
        citation("Asthma", &["English=KSBG104", "Spanish"]),
        citation("Asthma Action Plan", &["English=KSBG1042", "Spanish=KSBG1042", "Vietnamese"]),
        citation("Fever", &["English=1042", "Spanish=KSBG-2001=Fiebre", "Somali"]),
        citation("Croup", &["English=KSBG-77"]),
        citation("Diabetes Type 1", &["English", "Spanish"]),
        citation("Well Visit: 6 Months", &["English", "Spanish"]),
        citation("Hydralazine", &["English", "Spanish"]),
        citation("Learning Spanish", &["English"]),
        citation("Niños con fiebre", &["Spanish"]),
        citation("Khó thở", &["Vietnamese"]),
        citation("Für Eltern", &["German"]),
        citation("Burns", &["English", "Chinese (Simplified)", "Chinese (Traditional)"]),
        citation("Colds", &["English", "Chinese (Simplified)"]),
        citation("Cuts", &["English", "Chinese"]),
        citation("Earache", &["Spanish", "Somali"]),
        citation("Same", &["English=KSBG301"]),
        citation("Same", &["English=KSBG302"]),
        citation("Going Home", &["English"]),
        citation("Going Home Final", &["English"]),
        citation("Nausea & Vomiting", &["English", "Klingonish"]),
        citation("Check", &["English", "Indonesian"]),
        citation("What to Eat", &["English=KSBG501", "Italian"]),
        citation("Blood Type A+", &["English"]),
        citation("KSBG10 Test", &["English=KSBG10"]),
        citation("Parts", &["English=AB-12", "Portuguese"]),
        citation("Care of the Ear", &["English=KSBG601", "Vietnamese", "Spanish"]),
    ]
}

/// 'Title/language' of a match, else what it is.
fn found(catalogue: &[AttachableCitation], path: &str) -> String {
    match Matcher::new(catalogue).find(path, "") {
        Match::Matched { citation, version } => {
            let entry = &catalogue[citation];
            format!("{}/{}", entry.title, entry.versions[version].lang)
        }
        Match::Ambiguous { .. } => "ambiguous".into(),
        Match::Unmatched { .. } => "unmatched".into(),
        Match::Ignored { .. } => "ignored".into(),
    }
}

#[track_caller]
fn check(path: &str, expected: &str) {
    assert_eq!(found(&catalogue(), path), expected, "{path}");
}

#[test]
fn a_whole_item_number_finds_its_citation() {
    check("KSBG104.pdf", "Asthma/English");
    check("ksbg 104 - Something.pdf", "Asthma/English");
    check("2019 KSBG104 final.pdf", "Asthma/English");
    check("KSBG_104.pdf", "Asthma/English");
    check("KSBG1042_es.pdf", "Asthma Action Plan/Spanish");
    check("KSBG1042.pdf", "Asthma Action Plan/English");
    check("1042.pdf", "Fever/English");
    check("KSBG77.pdf", "Croup/English");
    check("KSBG-77.pdf", "Croup/English");
    check("ksbg-2001.pdf", "Fever/Spanish");
    check("folder/below/KSBG104.docx", "Asthma/English");
    check("104.pdf", "Asthma/English");
    check("77.pdf", "Croup/English");
    check("KSBG104 (1).pdf", "Asthma/English");
    check("KSBG104.pdf.pdf", "Asthma/English");
}

#[test]
fn a_number_that_is_another_finds_nothing() {
    for path in [
        "KSBG10425.pdf",
        "XKSBG104.pdf",
        "10421.pdf",
        "KSBG_0104.pdf",
        "KSBG104a.pdf",
        "104 Asthma care.pdf",
        "0104.pdf",
        "KS BG104.pdf",
        "AB1-2.pdf",
    ] {
        check(path, "unmatched");
    }
    // Another number within it is not this one.
    check("KSBG10-4.pdf", "KSBG10 Test/English");
    check("AB12.pdf", "Parts/English");
}

#[test]
fn two_numbers_or_several_citations_are_ambiguous() {
    check("KSBG104-1042.pdf", "ambiguous");
    check("KSBG104 and KSBG1042.pdf", "ambiguous");
    check("Same.pdf", "ambiguous");
    check("KSBG301 Same.pdf", "Same/English");
    // The number of one and the title of another.
    check("KSBG104 - Fever.pdf", "ambiguous");
    check("Croup KSBG104.pdf", "ambiguous");
    let mut twice = catalogue();
    twice.push(citation("Another", &["English=ABC104"]));
    assert_eq!(found(&twice, "104.pdf"), "ambiguous");
    twice.push(citation("Numeric", &["English=104"]));
    assert_eq!(found(&twice, "104.pdf"), "Numeric/English");
}

#[test]
fn a_number_that_is_part_of_a_title_does_not_lead_elsewhere() {
    let mut numbered = catalogue();
    numbered.push(citation("Other", &["English=1"]));
    assert_eq!(found(&numbered, "Diabetes Type 1.pdf"), "ambiguous");
}

#[test]
fn every_word_and_number_of_a_title_must_be_the_same() {
    check("Diabetes Type 1.pdf", "Diabetes Type 1/English");
    check("diabetes_type_1.pdf", "Diabetes Type 1/English");
    check("Well Visit 6 Months.pdf", "Well Visit: 6 Months/English");
    check("Nausea and Vomiting.pdf", "Nausea & Vomiting/English");
    check("Blood Type A+.pdf", "Blood Type A+/English");
    for path in [
        "Diabetes Type 2.pdf",
        "Diabetes Type.pdf",
        "Diabetes Type 1 2.pdf",
        "Diabetes Type 11.pdf",
        "Well Visit 9 Months.pdf",
        "Well Visit 6 Month.pdf",
        "Hydroxyzine.pdf",
        "Hydralazin.pdf",
        "Asthma Plan.pdf",
        "Asthmas.pdf",
        "Blood Type A-.pdf",
        "Going.pdf",
        "Fever 2019.pdf",
        "Asthma & Fever.pdf",
    ] {
        check(path, "unmatched");
    }
}

#[test]
fn what_says_nothing_is_removed_at_the_ends() {
    for path in [
        "Asthma final.pdf",
        "Asthma (final).pdf",
        "Copy of Asthma.pdf",
        "Asthma - Copy.pdf",
        "Asthma - Copy (3).pdf",
        "Asthma_v2.pdf",
        "DRAFT Asthma.pdf",
        "Asthma scanned (1).pdf",
        "Asthma-print.pdf",
        "Asthma web rev.pdf",
    ] {
        check(path, "Asthma/English");
    }
    check("Going Home Final.pdf", "Going Home Final/English");
    check("Going Home draft.pdf", "Going Home/English");
    check("Asthma (12).pdf", "Asthma/English");
    check("Asthma 1.pdf", "unmatched");
    check("Asthma (2019).pdf", "unmatched");
    check("final.pdf", "unmatched");
}

#[test]
fn names_are_compared_composed() {
    check("Nin\u{303}os con fiebre - Espan\u{303}ol.pdf", "Niños con fiebre/Spanish");
    check("Kho\u{301} tho\u{31B}\u{309} - Tie\u{302}\u{301}ng Vie\u{323}\u{302}t.pdf", "Khó thở/Vietnamese");
    check("Fu\u{308}r Eltern - Deutsch.pdf", "Für Eltern/German");
    check("Niños con fiebre.pdf", "Niños con fiebre/Spanish");
}

#[test]
fn a_language_in_the_name_chooses_the_version() {
    for path in [
        "Asthma Spanish.pdf",
        "Asthma - Español.pdf",
        "Asthma (Spanish).pdf",
        "Spanish - Asthma.pdf",
        "Asthma (Spanish - Español) final.pdf",
        "Asthma final Spanish.pdf",
        "Asthma_es.pdf",
        "Asthma-ES.pdf",
        "Asthma es.pdf",
        "Asthma (spa).pdf",
        "Asthma_es-MX.pdf",
        "Asthma_es_final.pdf",
        "Spanish/Asthma.pdf",
        "es/Asthma.pdf",
        "Handouts/Spanish handouts/2019/Asthma.pdf",
        "Spanish/Asthma_es.pdf",
        "KSBG104 Spanish.pdf",
        "KSBG104_es.pdf",
        "spa/KSBG104.pdf",
    ] {
        check(path, "Asthma/Spanish");
    }
    check("Fiebre.pdf", "Fever/Spanish");
    check("Fiebre (Spanish).pdf", "Fever/Spanish");
    check("Fever_en.pdf", "Fever/English");
    check("Nausea & Vomiting Klingonish.pdf", "Nausea & Vomiting/Klingonish");
    check("KSBG601 Care of the Ear_vi.pdf", "Care of the Ear/Vietnamese");
}

#[test]
fn a_title_has_no_language_in_it() {
    check("Learning Spanish.pdf", "Learning Spanish/English");
    check("Learning Spanish final.pdf", "Learning Spanish/English");
    check("Learning Spanish - English.pdf", "Learning Spanish/English");
    check("Learning Spanish - Spanish.pdf", "unmatched");
    check("Spanish/Learning Spanish.pdf", "unmatched");
}

#[test]
fn a_code_is_one_only_where_codes_stand() {
    check("es Asthma.pdf", "unmatched");
    check("Check-in.pdf", "Check/Indonesian");
    check("Check in.pdf", "ambiguous");
    check("KSBG501 what is it.pdf", "ambiguous");
    check("KSBG501_it.pdf", "What to Eat/Italian");
    check("es_KSBG601.pdf", "ambiguous");
}

#[test]
fn a_version_that_is_not_there_is_not_replaced_by_another() {
    for path in [
        "Asthma Vietnamese.pdf",
        "Asthma_vi.pdf",
        "KSBG104 Somali.pdf",
        "KSBG104_som.pdf",
        "KSBG104_arb.pdf",
        "KSBG104_gaz.pdf",
        "Somali/Asthma.pdf",
        "so/KSBG104.pdf",
        "KSBG77 (Hmong).pdf",
        "KSBG104 French toast.pdf",
    ] {
        check(path, "unmatched");
    }
}

#[test]
fn two_languages_are_ambiguous() {
    for path in [
        "Asthma English Spanish.pdf",
        "KSBG104_en_es.pdf",
        "KSBG104_EN-ES.pdf",
        "Asthma_es_en.pdf",
        "English/Asthma Spanish.pdf",
        "English-Spanish/Asthma.pdf",
        "Burns Chinese.pdf",
        "Burns_zh.pdf",
        "Burns_cmn.pdf",
        "Chinese/Burns.pdf",
        "Colds Chinese.pdf",
        "Cuts Chinese (Simplified).pdf",
        "Earache.pdf",
        "English/Fiebre.pdf",
    ] {
        check(path, "ambiguous");
    }
    check("Burns Chinese (Simplified).pdf", "Burns/Chinese (Simplified)");
    check("Burns Traditional Chinese.pdf", "Burns/Chinese (Traditional)");
    check("Burns_zh-Hant.pdf", "Burns/Chinese (Traditional)");
    check("Burns_zh-TW.pdf", "Burns/Chinese (Traditional)");
    check("Burns_cmn-Hans.pdf", "Burns/Chinese (Simplified)");
    check("Chinese/Burns (Traditional).pdf", "Burns/Chinese (Traditional)");
    check("Cuts Chinese.pdf", "Cuts/Chinese");
    check("English-Spanish/Asthma_es.pdf", "Asthma/Spanish");
}

#[test]
fn the_short_form_of_a_language_beside_a_number_is_ambiguous() {
    check("KSBG104_Span.pdf", "ambiguous");
    check("KSBG104 Viet.pdf", "ambiguous");
    check("KSBG104 Simplified English.pdf", "Asthma/English");
    check("AB12 Port.pdf", "ambiguous");
    check("KSBG104 Eng.pdf", "Asthma/English");
}

#[test]
fn obsolete_citations_give_way() {
    let mut twice = catalogue();
    twice.push(citation("Croup", &["English=KSBG-77"]));
    twice[3].is_obsolete = true;
    let check = |path: &str, expected: &str| assert_eq!(found(&twice, path), expected, "{path}");
    check("Croup.pdf", "Croup/English");
    check("KSBG77.pdf", "Croup/English");
}

#[test]
fn what_is_no_handout_is_ignored_and_what_is_unfinished_unmatched() {
    for path in [".DS_Store", "a/__MACOSX/Asthma.pdf", "~$Asthma.docx", "thumbs.db", "@eaDir/Asthma.pdf"] {
        check(path, "ignored");
    }
    for path in ["Asthma.pdf.crdownload", "Asthma.pdf.part", "KSBG104.filepart", "", "/"] {
        check(path, "unmatched");
    }
}

#[test]
fn the_own_folder_counts_by_a_name_alone() {
    let catalogue = catalogue();
    let matcher = Matcher::new(&catalogue);
    let version = |folder: &str| match matcher.find("Asthma.pdf", folder) {
        Match::Matched { citation, version } => catalogue[citation].versions[version].lang.clone(),
        other => format!("{other:?}"),
    };
    assert_eq!(version("Spanish"), "Spanish");
    assert_eq!(version("es"), "English");
    assert_eq!(version("new"), "English");
}

#[test]
fn a_pdf_is_used_before_the_same_name_of_another_type() {
    let catalogue = catalogue();
    let matcher = Matcher::new(&catalogue);
    let names = [
        "Asthma.docx",
        "Word/asthma.pdf",
        "KSBG104 final.docx",
        "Croup.pdf",
        "Croup final.pdf",
        "Burns.docx",
    ];
    let names = names.map(str::to_owned);
    let mut matches: Vec<Match> = names.iter().map(|name| matcher.find(name, "")).collect();
    let groups = prefer_pdfs(&names, &mut matches);
    assert!(matches!(matches[0], Match::Ignored { .. }), "{matches:?}");
    assert!(matches!(matches[5], Match::Matched { .. }), "{matches:?}");
    let groups: Vec<Vec<usize>> = groups.into_values().collect();
    assert_eq!(groups, [vec![1, 2], vec![3, 4]]);
}

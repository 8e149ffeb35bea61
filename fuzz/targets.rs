//! The inputs of each fuzz target, and the invariants that must hold for any input.

use crate::mutate::fuzz;
use handout::import_export::records;
use handout::model::citations::citation::Citation;
use handout::model::citations::citation_fields::{Completeness, Dates, citation_from_json};
use handout::model::search::filter::Filter;
use handout::model::search::request::{SearchRequest, read_first_hit};
use handout::search::{Index, PacketTitles, Thesaurus};
use handout::table::read_table;
use serde_json::Value;
use std::sync::Arc;

/// Inputs of a parser in `make test`.
const INPUTS: u64 = 5_000;
/// Inputs of the search in `make test`: each costs twenty milliseconds in a debug build.
const SEARCHES: u64 = 1_000;

/// A filter that is accepted reads back from its text as the same filter.
#[test]
fn a_filter_is_refused_or_reads_back_the_same() {
    fuzz("filter", INPUTS, |input| {
        let text = String::from_utf8_lossy(input);
        let Ok(filter) = Filter::parse(&text) else { return };
        let mut terms = 0;
        filter.each_term(&mut |_, _| terms += 1);
        assert!(terms <= text.len());
        let written = filter.to_string();
        if written.len() < 20_000 {
            assert_eq!(Filter::parse(&written), Ok(filter), "{written}");
        }
    });
}

/// Every query is answered, and every answer is sound.
#[test]
fn no_search_fails() {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::open(folder.path(), "fuzz", || Ok(Arc::new(Thesaurus::built_in().unwrap()))).unwrap();
    let titles = [
        "Asthma Action Plan",
        "Crohn's disease: what is it?",
        "Fiebre en niños pequeños",
        "Астма у детей",
        "خطة عمل الربو",
        "儿童哮喘行动计划",
        "Kev Kho Mob Hawb Pob",
        "C-section & after *care*",
        "2-year visit (KSBG1042)",
        "ＦＵＬＬ width ﬁne",
    ];
    let citations = titles.iter().enumerate().map(|(n, title)| {
        Ok(Citation {
            id: n.to_string(),
            title: (*title).to_owned(),
            abstract_text: Some(format!("{title} \\ * at home")),
            keywords: vec!["Care at home".into()],
            ..Citation::default()
        })
    });
    index.apply(citations, 1).unwrap();
    let snapshot = index.snapshot();
    fuzz("query", SEARCHES, |input| {
        let text = String::from_utf8_lossy(input);
        let mut lines = text.splitn(3, '\n');
        let (q, fq, start) = (lines.next().unwrap(), lines.next().unwrap_or(""), lines.next().unwrap_or(""));
        let suggestions = snapshot.suggestions(q, 10);
        assert!(suggestions.len() <= 10);
        let (Ok(start), Ok(request)) = (read_first_hit(start), SearchRequest::new(q, fq)) else { return };
        let request = SearchRequest { start, obsolete: true, ..request };
        let answer = snapshot.search(&request).unwrap();
        assert!(answer.hits.found <= titles.len() as u64, "{}", answer.hits.found);
        assert!(answer.hits.hit.len() as u64 <= answer.hits.found.min(10));
        for facet in answer.facets.values() {
            assert!(
                facet.buckets.iter().all(|facet_value| u64::from(facet_value.count) <= answer.hits.found)
            );
        }
        let mut json = Vec::new();
        snapshot.search_json(&request, None, &PacketTitles::default(), &mut json).unwrap();
        serde_json::from_slice::<Value>(&json).unwrap();
    });
}

/// An accepted citation has a title, only web addresses, no list with duplicate values, and reads back as itself.
#[test]
fn a_citation_is_sound_or_refused_with_its_errors() {
    fuzz("citation", INPUTS, |input| {
        // Input that is not JSON becomes the texts of a citation instead.
        let json = serde_json::from_slice::<Value>(input).unwrap_or_else(|_| {
            let text = String::from_utf8_lossy(input);
            let pieces: Vec<&str> = text.split(['"', ',', '\n']).collect();
            let half = &text[..text.floor_char_boundary(text.len() / 2)];
            serde_json::json!({
                "title": text, "abstract": text, "keywords": pieces, "tags": [half, text], "publisher": {"name": half},
                "languages": [{"lang": half, "ksbgNumber": half, "url": format!("http://{half}")}], "readableIds": [{"id": half}],
                "publishDate": half, "revisionDates": [{"lang": half, "revisionDate": pieces[0]}],
            })
        });
        for completeness in [Completeness::Form, Completeness::Import] {
            match citation_from_json(&json, completeness, Dates::Stored) {
                Err(errors) => assert!(!errors.is_empty()),
                Ok(citation) => sound(&citation),
            }
        }
    });
}

/// Every file is read to its end, record by record, whatever it contains, and every accepted record is sound.
#[test]
fn an_import_is_read_to_its_end() {
    fuzz("import", INPUTS, |input| {
        let lines = input.iter().filter(|byte| **byte == b'\n').count() + 1;
        if let Ok(records) = records(input, 1 << 20) {
            let numbers: Vec<u64> = records.map_while(Result::ok).map(|record| record.line).collect();
            assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
            let packed = input.starts_with(&[0x1f, 0x8b]);
            let last = numbers.last().copied().unwrap_or_default() as usize;
            assert!(packed || last <= lines, "a record in line {last} of {lines}");
        }
        if let Ok(file) = read_table(input) {
            for sheet in &file.sheets {
                let numbers: Vec<u32> = sheet.rows.iter().map(|row| row.number).collect();
                assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
                // A row may end with a lone carriage return.
                let returns = input.iter().filter(|byte| **byte == b'\r').count();
                let last = numbers.last().copied().unwrap_or_default() as usize;
                assert!(input.starts_with(b"PK") || last <= lines + returns, "row {last} of {lines} lines");
            }
        }
    });
}

fn sound(citation: &Citation) {
    assert!(!citation.title.trim().is_empty());
    for version in &citation.languages {
        if let Some(address) = &version.url {
            let scheme = url::Url::parse(address).unwrap().scheme().to_owned();
            assert!(scheme == "http" || scheme == "https", "{address}");
        }
    }
    for list in [&citation.keywords, &citation.tags, &citation.authors, &citation.audience] {
        let mut keys: Vec<String> = list.iter().map(|value| value.to_lowercase()).collect();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), list.len(), "{list:?}");
    }
    let again =
        citation_from_json(&serde_json::to_value(citation).unwrap(), Completeness::Import, Dates::Stored);
    assert_eq!(again.as_ref(), Ok(citation));
}

//! The guide says what the screens say, is short and easy to read, and has a page for every screen of staff.

use crate::sources::root;
use handout::model::guide::{self, GuidePage, Reader};
use handout::model::handout_text::measures::TextMeasures;
use handout::model::handout_text::reading_level::{FormulaLanguage, InfleszBand, ReadingLevel};
use handout::model::languages::message;
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

/// Every page in every language, each once.
fn pages() -> Vec<&'static GuidePage> {
    let all = message::tags().flat_map(guide::pages);
    all.map(|page| ((page.name, page.lang), page)).collect::<BTreeMap<_, _>>().into_values().collect()
}

/// A message as the guide quotes it: `…` in place of what the screens fill in.
fn quotable(message: &str) -> String {
    static ELEMENTS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"<(\w+)>.*?</(\w+)>").unwrap());
    let mut quotable = String::new();
    let mut depth = 0;
    for c in message.chars() {
        match c {
            '{' => {
                if depth == 0 {
                    quotable.push('…');
                }
                depth += 1;
            }
            '}' => depth -= 1,
            _ if depth == 0 => quotable.push(c),
            _ => {}
        }
    }
    ELEMENTS.replace_all(&quotable, "…").replace("''", "'")
}

fn add_messages(file: &Path, to: &mut BTreeSet<String>) {
    fn add(value: &serde_json::Value, to: &mut BTreeSet<String>) {
        match value {
            serde_json::Value::String(text) => {
                to.insert(quotable(text));
            }
            serde_json::Value::Object(members) => members.values().for_each(|member| add(member, to)),
            _ => {}
        }
    }
    add(&serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap(), to);
}

/// What may be quoted in a language: the messages, and in English those for staff and the labels of the form's fields.
fn known(lang: &str) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    add_messages(&root().join(format!("ui/messages/{lang}.json")), &mut known);
    if lang == "en" {
        for entry in std::fs::read_dir(root().join("ui/messages/staff")).unwrap() {
            add_messages(&entry.unwrap().path(), &mut known);
        }
        let fields = std::fs::read_to_string(root().join("ui/src/lib/citationFields.ts")).unwrap();
        let label = Regex::new("label: '([^']*)'").unwrap();
        known.extend(label.captures_iter(&fields).map(|found| found[1].to_owned()));
    }
    known
}

#[test]
fn every_quoted_text_is_on_a_screen() {
    let quoted = Regex::new("‘([^’]*)’").unwrap();
    let mut wrong = Vec::new();
    let mut checked = 0;
    let mut texts: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for page in pages() {
        let known = texts.entry(page.lang).or_insert_with(|| known(page.lang));
        assert!(
            !page.html.contains("<strong>"),
            "{}: texts of the screens are in ‘ ’, nothing is bold",
            page.name
        );
        for found in quoted.captures_iter(page.text) {
            checked += 1;
            if !known.contains(&found[1]) {
                wrong.push(format!("{}: {}", page.name, &found[1]));
            }
        }
    }
    assert!(checked > 400, "only {checked} texts were found");
    assert!(wrong.is_empty(), "the guide quotes what no screen says:\n{}", wrong.join("\n"));
    assert_eq!(quotable("Not in <name></name> yet {a, plural, one {# x} other {}}."), "Not in … yet ….");
}

#[test]
fn pages_are_short_and_end_with_what_can_go_wrong() {
    for page in pages() {
        let words = page.text.split_whitespace().count();
        assert!((150..=400).contains(&words), "{} ({}) has {words} words", page.name, page.lang);
        let last = page.html.rsplit("<h2>").next().unwrap();
        let ending = if page.lang == "es" { "Qué puede salir mal</h2>" } else { "What can go wrong</h2>" };
        assert!(last.starts_with(ending), "{} ({}) ends with another section", page.name, page.lang);
    }
}

#[test]
fn pages_for_families_and_nurses_are_easy_to_read() {
    for page in pages() {
        let measures = TextMeasures::new(page.text);
        let level = ReadingLevel::new(&measures, FormulaLanguage::from_tag(page.lang).unwrap()).unwrap();
        let limit = if matches!(page.reader, Reader::Families | Reader::Staff) { 8 } else { 10 };
        assert!(level.grade <= limit, "{} ({}): grade {}", page.name, page.lang, level.grade);
        if let Some(band) = level.band {
            assert!(
                matches!(band, InfleszBand::VeryEasy | InfleszBand::QuiteEasy | InfleszBand::Average),
                "{} ({}): {band:?}",
                page.name,
                page.lang
            );
        }
    }
}

#[test]
fn guide_and_pictures_are_small() {
    let folder = root().join("docs/guide");
    let size = |folder: &Path| -> u64 {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().metadata().unwrap());
        entries.filter(std::fs::Metadata::is_file).map(|file| file.len()).sum()
    };
    // Pages are in the program as HTML and as text.
    let pages: usize = pages().iter().map(|page| page.html.len() + page.text.len()).sum();
    let all = pages as u64 + size(&folder.join("pictures"));
    assert!(all <= 2 * 1024 * 1024, "{all} bytes");
}

/// The list of screens in `src/web/addresses.rs`; its names of parameters do not matter.
#[test]
fn every_screen_of_staff_has_a_page() {
    let addresses = std::fs::read_to_string(root().join("src/web/addresses.rs")).unwrap();
    let list = addresses.split("const SCREENS").nth(1).unwrap().split("];").next().unwrap();
    let screens: Vec<String> = Regex::new("\"(/[^\"]*)\"")
        .unwrap()
        .captures_iter(list)
        .map(|found| found[1].replace("{id}", "x"))
        .collect();
    assert!(screens.len() > 20, "{screens:?}");
    let paths = std::fs::read_to_string(root().join("ui/src/listPaths.ts")).unwrap();
    let categories = Regex::new(r"lookups\}\?category=(\w+)").unwrap();
    let lists =
        categories.captures_iter(&paths).map(|found| format!("/manage_lookups?category={}", &found[1]));
    let mut of_lists = BTreeSet::new();
    for screen in screens.iter().cloned().chain(lists) {
        let page = guide::page_of_screen(&screen, None).unwrap_or_else(|| panic!("{screen} has no page"));
        assert!(!page.reader.is_public(), "{screen} has only the page {}", page.name);
        if screen.starts_with("/manage_lookups") {
            of_lists.insert(page.name);
        }
    }
    assert_eq!(of_lists.len(), 3, "synonyms and promoted results have pages of their own: {of_lists:?}");
}

/// What `found` names, each once, where it comes first.
fn in_order<'t>(found: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let mut seen = BTreeSet::new();
    found.filter(|command| seen.insert(*command)).collect()
}

/// `make rehearsal` executes the page for IT: a code span with a space is a command.
#[test]
fn the_rehearsal_executes_every_command_of_the_page_on_going_live_in_its_order() {
    let page = std::fs::read_to_string(root().join("docs/guide/go-live.md")).unwrap();
    let script = std::fs::read_to_string(root().join("tools/rehearsal/run.mjs")).unwrap();
    let span = Regex::new("`([^`]+)`").unwrap();
    let call = Regex::new(r#"\bonPage\(\w+, (?:'([^'\\]*)'|"([^"\\]*)")\)"#).unwrap();
    let spans = span.captures_iter(&page).map(|found| found.get(1).unwrap().as_str());
    let on_page = in_order(spans.filter(|span| span.contains(' ')));
    let calls = call.captures_iter(&script);
    let executed = in_order(calls.map(|found| found.get(1).or(found.get(2)).unwrap().as_str()));
    assert!(on_page.len() >= 15, "{on_page:?}");
    assert_eq!(on_page, executed);
    let of_all = script.matches("onPage(").count();
    assert_eq!(call.find_iter(&script).count(), of_all, "every call names its command as it is on the page");
}

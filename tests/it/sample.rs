//! The sample catalogue is made of the sources that are committed beside it.

use handout::domain::transfer::{Format, Mode, Most, check, export, import};
use handout::model::citation_draft::{CitationDraft, Gate};
use handout::store::{Editor, Store};

#[test]
fn the_sample_is_up_to_date_and_every_citation_passes_the_form() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources: Vec<_> =
        std::fs::read_dir(root.join("assets/sample")).unwrap().flatten().map(|e| e.path()).collect();
    sources.sort();
    let text: String = sources.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    for line in text.lines() {
        let json = serde_json::from_str(line).unwrap();
        assert_eq!(CitationDraft::from_json(&json, Gate::Form).err(), None, "{line}");
    }
    let dir = tempfile::tempdir().unwrap();
    let fresh = Store::open(&dir.path().join("fresh")).unwrap();
    let checked = check(text.as_bytes(), Format::JsonLines, Most::UNBOUNDED).unwrap();
    let editor = Editor { user: None, name: "sample".into() };
    import(&fresh, checked, Mode::AllOrNothing, &editor, |_| {}).unwrap();
    let copy = dir.path().join("catalogue.db");
    std::fs::copy(root.join("catalogue.db.example"), &copy).unwrap();
    let committed = Store::open_file(&copy).unwrap();
    let exported = |store: &Store| {
        let mut bytes = Vec::new();
        export(store, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    };
    // Run `make sample` when this fails.
    assert_eq!(exported(&committed), exported(&fresh));
    assert!(committed.read(|db| db.citation_count()).unwrap() >= 150);
}

#![allow(clippy::unwrap_used)]
use super::*;
use proptest::prelude::*;

fn change(json: Value) -> Result<BulkChange> {
    serde_json::from_value::<BulkChangeRequest>(json).unwrap().check()
}

fn errors(json: Value) -> Vec<String> {
    match change(json) {
        Err(Error::Invalid(errors)) => {
            errors.into_iter().map(|f| format!("{}: {}", f.field, f.message)).collect()
        }
        other => unreachable!("{other:?}"),
    }
}

fn citation(json: &Value) -> Citation {
    citation_from_json(json, Completeness::Import, Dates::Stored).unwrap()
}

#[test]
fn what_makes_no_sense_is_named_with_its_field() {
    #[track_caller]
    fn check(json: Value, field: &str, says: &str) {
        let errors = errors(json);
        let begins = format!("change.{field}: ");
        assert!(
            errors.len() == 1 && errors[0].starts_with(&begins) && errors[0].contains(says),
            "{errors:?}"
        );
    }
    assert_eq!(errors(json!({})), ["change: At least one field to change is needed."]);
    check(json!({"set": {"title": "A"}}), "set.title", "cannot be changed for many");
    check(json!({"add": {"publisher": "A"}}), "add.publisher", "Publishers is one value");
    check(json!({"add": {"obsolete": true}}), "add.obsolete", "one value");
    check(json!({"remove": {"materialFormat": "Video"}}), "remove.materialFormat", "cannot be left empty");
    check(json!({"remove": {"reviewedBy": "Ada"}}), "remove.reviewedBy", "cannot be left empty");
    check(json!({"set": {"keywords": []}}), "set.keywords", "Keywords is required");
    check(json!({"set": {"publisher": {"name": " "}}}), "set.publisher", "required");
    check(json!({"set": {"reviewedBy": null}}), "set.reviewedBy", "HE/CS Reviewer is required");
    check(json!({"set": {"obsolete": null}}), "set.obsolete", "true or false");
    check(json!({"set": {"obsolete": "yes"}}), "set.obsolete", "true or false");
    check(json!({"set": {"reviewCycleMonths": 0}}), "set.reviewCycleMonths", "1 to 1200");
    check(json!({"set": {"replacedBy": "a b"}}), "set.replacedBy", "An id has");
    check(json!({"add": {"tags": []}}), "add.tags", "At least one value");
    check(json!({"remove": {"deptSubmittedBy": null}}), "remove.deptSubmittedBy", "At least one value");
    check(json!({"add": {"tags": ["a", 3]}}), "add.tags[1]", "Expected text");
    check(json!({"set": {"tags": ["a"]}, "add": {"tags": "b"}}), "add.tags", "is set by this change already");
    check(
        json!({"add": {"tags": "New Born"}, "remove": {"tags": "newborn"}}),
        "remove.tags",
        "both added and removed",
    );
    let asthma = json!({"system": "icd10cm", "code": "j45"});
    check(json!({"add": {"codes": "J45"}}), "add.codes[0]", "Expected an object");
    check(
        json!({"set": {"codes": [asthma, {"system": "icd10cm", "code": "45"}]}}),
        "set.codes[1].code",
        "ICD-10-CM",
    );
    check(
        json!({"add": {"codes": asthma}, "remove": {"codes": [asthma]}}),
        "remove.codes",
        "'J45' cannot be both",
    );
    assert_eq!(errors(json!({"set": {"title": 1, "tags": 2}, "add": {"audience": null}})).len(), 3);
}

#[test]
fn each_operation_changes_its_field_alone() {
    let present = citation(&json!({"title": "Fever", "tags": ["Asthma", "Winter"], "keywords": ["Hot"],
        "codes": [{"system": "icd10cm", "code": "R50.9", "display": "Fever"}],
        "deptSubmittedBy": {"name": "ICU"}, "reviewCycleMonths": 12, "replacedBy": "other", "notes": "Kept."}));
    let check = |request: Value, expected: &[(&str, Value)]| {
        let changed = change(request.clone()).unwrap().applied_to(&present).unwrap();
        let mut wanted = serde_json::to_value(&present).unwrap();
        for (field, value) in expected {
            wanted[*field] = value.clone();
        }
        assert_eq!(citation(&wanted), changed, "{request}");
    };
    check(json!({"add": {"tags": "Newborn"}}), &[("tags", json!(["Asthma", "Winter", "Newborn"]))]);
    check(json!({"add": {"tags": [" asthma ", "B"]}}), &[("tags", json!(["Asthma", "Winter", "B"]))]);
    check(json!({"remove": {"tags": ["WINTER", "C"]}}), &[("tags", json!(["Asthma"]))]);
    check(json!({"add": {"tags": "B"}, "remove": {"tags": "Asthma"}}), &[("tags", json!(["Winter", "B"]))]);
    check(json!({"set": {"tags": null}}), &[("tags", json!([]))]);
    check(json!({"set": {"audience": "Parents"}}), &[("audience", json!(["Parents"]))]);
    check(json!({"set": {"deptSubmittedBy": null}}), &[("deptSubmittedBy", Value::Null)]);
    check(json!({"remove": {"deptSubmittedBy": "icu"}}), &[("deptSubmittedBy", Value::Null)]);
    check(json!({"remove": {"deptSubmittedBy": {"name": "Surgery"}}}), &[]);
    check(json!({"set": {"publisher": "Children's"}}), &[("publisher", json!({"name": "Children's"}))]);
    let code = |code: &str| json!({"system": "icd10cm", "code": code});
    let fever = json!({"system": "icd10cm", "code": "R50.9", "display": "Fever"});
    check(json!({"add": {"codes": code("J45")}}), &[("codes", json!([fever, code("J45")]))]);
    check(json!({"add": {"codes": [code("r509")]}}), &[]);
    check(json!({"remove": {"codes": [code("R50.9"), code("J45")]}}), &[("codes", json!([]))]);
    check(json!({"set": {"codes": [code("J45")]}}), &[("codes", json!([code("J45")]))]);
    check(json!({"set": {"codes": null}}), &[("codes", json!([]))]);
    check(json!({"remove": {"reviewCycleMonths": 12}}), &[("reviewCycleMonths", Value::Null)]);
    check(json!({"remove": {"reviewCycleMonths": 24}}), &[]);
    check(json!({"remove": {"replacedBy": "other"}}), &[("replacedBy", Value::Null)]);
    check(
        json!({"set": {"obsolete": true, "replacedBy": "new"}}),
        &[("obsolete", json!(true)), ("replacedBy", json!("new"))],
    );
    check(json!({"set": {"reviewedBy": "Grace"}}), &[("reviewedBy", json!("Grace"))]);
}

#[test]
fn the_last_required_value_stays_and_what_was_lacking_may_be_lacking() {
    let remove = change(json!({"remove": {"keywords": "Hot"}})).unwrap();
    let reason = remove.applied_to(&citation(&json!({"title": "A", "keywords": ["Hot"]}))).unwrap_err();
    assert_eq!(reason, "Keywords is required, and nothing would be left in it.");
    let old = citation(&json!({"title": "A"}));
    assert_eq!(remove.applied_to(&old).unwrap(), old);
    let full: Vec<String> = (0..MAX_ENTRIES).map(|n| format!("tag {n}")).collect();
    let full = citation(&json!({"title": "A", "tags": full}));
    let add = change(json!({"add": {"tags": "One more"}})).unwrap();
    assert!(add.applied_to(&full).unwrap_err().contains("more than 1000 values"));
    let full: Vec<Value> = (1..=50).map(|n| json!({"system": "rxnorm", "code": n.to_string()})).collect();
    let full = citation(&json!({"title": "A", "codes": full}));
    let add = change(json!({"add": {"codes": {"system": "rxnorm", "code": "51"}}})).unwrap();
    assert_eq!(add.applied_to(&full).unwrap_err(), "Codes would hold more than 50 values.");
}

#[test]
fn renamed_values_return_with_their_new_name_and_deleted_ones_do_not() {
    let set = change(json!({"set": {"tags": "New"}})).unwrap();
    let before = citation(&json!({"title": "A", "tags": ["Old", "Gone", "Elder"]}));
    let present = set.applied_to(&before).unwrap();
    let spelled = |_: Category, value: &str| match value {
        "Gone" => None,
        _ => Some("Renamed".to_owned()),
    };
    let restored = set.undone_from(&present, &before, spelled).unwrap();
    assert_eq!(restored.tags, ["Renamed"], "two that were merged are one");
    let set = change(json!({"set": {"keywords": "New"}})).unwrap();
    let before = citation(&json!({"title": "A", "keywords": ["Gone"]}));
    let present = set.applied_to(&before).unwrap();
    assert!(set.undone_from(&present, &before, spelled).unwrap_err().contains("required"));
}

/// A citation with every field of the table filled or not.
fn any_citation() -> impl Strategy<Value = Citation> {
    let value = || prop::sample::select(vec!["A", "b b", "C", "d"]);
    let list = || prop::collection::vec(value(), 0..4);
    let one = || prop::option::of(value());
    let months = prop::option::of(1u32..5);
    (
        (list(), list(), list(), list()),
        (one(), one(), one(), one(), one()),
        one(),
        any::<bool>(),
        one(),
        months,
        prop::collection::vec(any_code(), 0..4),
    )
        .prop_map(|(lists, ones, reviewer, obsolete, replaced, months, codes)| {
            citation(&json!({"title": "Fever", "notes": "Kept.", "authors": lists.0, "keywords": lists.1,
                "tags": lists.2, "audience": lists.3, "publisher": ones.0.map(|name| json!({"name": name})),
                "materialFormat": ones.1, "keySubjectHeading": ones.2, "whereToObtain": ones.3,
                "deptSubmittedBy": ones.4.map(|name| json!({"name": name})), "reviewedBy": reviewer,
                "obsolete": obsolete, "replacedBy": replaced.map(|id| id.replace(' ', "-")),
                "reviewCycleMonths": months, "codes": codes}))
        })
}

fn any_code() -> impl Strategy<Value = Value> {
    prop::sample::select(vec!["J41", "J42", "R50.9"])
        .prop_map(|code| json!({"system": "icd10cm", "code": code}))
}

/// One to four parts, sensible or not.
fn any_change() -> impl Strategy<Value = Value> {
    let part = (0..3usize, 0..FIELDS.len(), prop::sample::select(vec!["a", "BB", "c", "E", ""]), 1u32..5);
    prop::collection::vec(part, 1..5).prop_map(|parts| {
        let mut request = json!({});
        for (operation, field, text, number) in parts {
            let value = match FIELDS[field].json {
                "obsolete" => json!(number > 2),
                "reviewCycleMonths" => json!(number),
                "codes" => json!([{"system": "icd10cm", "code": format!("J4{number}")}]),
                _ if text.is_empty() => Value::Null,
                _ => json!(text),
            };
            request[Operation::ALL[operation].name()][FIELDS[field].json] = value;
        }
        request
    })
}

proptest! {
    /// A change and its undo give what was before in every field, and a change made twice is a change made once.
    #[test]
    fn whatever_is_changed_is_restored(before in any_citation(), request in any_change()) {
        let Ok(change) = change(request) else { return Ok(()) };
        let Ok(after) = change.applied_to(&before) else { return Ok(()) };
        let fields = change.fields();
        for field in FIELDS.iter().filter(|field| !fields.contains(field)) {
            prop_assert_eq!(field.value(&before), field.value(&after), "{} is not a part of it", field.json);
        }
        prop_assert_eq!(change.applied_to(&after), Ok(after.clone()));
        let same = |_: Category, value: &str| Some(value.to_owned());
        prop_assert_eq!(change.undone_from(&after, &before, same), Ok(before));
    }
}

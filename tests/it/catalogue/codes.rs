//! Codes of citations: what a save accepts and returns, their history, imports, and codes without a handout.

use super::bulk::Catalogue;
use crate::support::{citation, command, fill};
use serde_json::{Value, json};

fn with_codes(codes: Value) -> Value {
    let mut citation = citation("Asthma at home");
    citation["codes"] = codes;
    citation
}

fn icd(code: &str) -> Value {
    json!({"system": "icd10cm", "code": code})
}

#[tokio::test]
async fn codes_are_answered_in_one_form_and_restored_from_the_history() {
    let catalogue = Catalogue::with(&[]);
    let admin = &catalogue.admin;
    let given = json!([
        {"system": "icd10cm", "code": "j45909", "display": "Unspecified  asthma"},
        icd("J45.909"),
        {"system": "icd9cm", "code": "49390"},
        {"system": "snomed", "code": "195967001"},
        {"system": "rxnorm", "code": "435"},
        {"system": "loinc", "code": "4548-4"},
    ]);
    let stored = json!([
        {"system": "icd10cm", "code": "J45.909", "display": "Unspecified asthma"},
        {"system": "icd9cm", "code": "493.90"},
        {"system": "snomed", "code": "195967001"},
        {"system": "rxnorm", "code": "435"},
        {"system": "loinc", "code": "4548-4"},
    ]);
    let added = admin.post("/api/citations", &with_codes(given)).await.unwrap();
    assert_eq!((added.status, &added.body["codes"]), (201, &stored), "{added:?}");
    let path = format!("/api/citations/{}", added.body["id"].as_str().unwrap());
    assert_eq!(admin.get(&path).await.body["codes"], stored);

    let unchanged = admin.put(&path, &citation("Asthma at home")).await.unwrap();
    assert_eq!(unchanged.body["codes"], stored, "a save without codes leaves them unchanged");
    let emptied = admin.put(&path, &with_codes(json!([]))).await.unwrap();
    assert_eq!((emptied.status, &emptied.body["codes"]), (200, &Value::Null), "{emptied:?}");
    let versions = admin.get(&format!("{path}/versions")).await.body;
    assert_eq!(versions[1]["citation"]["codes"], stored);
    let restored = admin.post(&format!("{path}/restore"), &json!({"version": 1})).await.unwrap();
    assert_eq!((restored.status, &restored.body["codes"]), (200, &stored), "{restored:?}");
}

#[tokio::test]
async fn a_wrong_code_is_refused_beside_its_field() {
    let catalogue = Catalogue::with(&[]);
    let codes = json!([icd("J45.909"), icd("45"), {"system": "icd10", "code": "J45"}, {"system": "snomed", "code": "195967002"}]);
    let refused = catalogue.admin.post("/api/citations", &with_codes(codes)).await.unwrap();
    assert_eq!(refused.status, 422);
    let errors = refused.body["errors"].as_array().unwrap();
    let fields: Vec<&Value> = errors.iter().map(|error| &error["field"]).collect();
    assert_eq!(fields, ["codes[1].code", "codes[2].system", "codes[3].code"]);
    let many: Vec<Value> = (1..=51).map(|n| json!({"system": "rxnorm", "code": n.to_string()})).collect();
    let refused = catalogue.admin.post("/api/citations", &with_codes(many.into())).await.unwrap();
    assert_eq!((refused.status, &refused.body["errors"][0]["field"]), (422, &json!("codes")));
}

#[test]
fn a_table_and_its_export_have_the_same_codes() {
    let folder = tempfile::tempdir().unwrap();
    let (data, other) = (folder.path().join("data"), folder.path().join("other"));
    let (table, records) = (folder.path().join("codes.csv"), folder.path().join("codes.jsonl"));
    let text =
        "id,title,codes\na,Asthma,icd10cm|j45909;snomed|195967001|Asthma; rxnorm | 435\nb,Fever,icd10cm|x\n";
    std::fs::write(&table, text).unwrap();
    let (table, records) = (table.to_str().unwrap(), records.to_str().unwrap());
    let (succeeded, output) = command(&data, &["import", table]);
    assert!(!succeeded && output.contains("line 3 (b): codes: Expected an ICD-10-CM code"), "{output}");
    command(&data, &["import", "--skip-bad", table]);
    let export = |data: &std::path::Path| -> Value {
        let (succeeded, output) = command(data, &["export", records]);
        assert!(succeeded, "{output}");
        serde_json::from_str(&std::fs::read_to_string(records).unwrap()).unwrap()
    };
    let once = export(&data);
    assert_eq!(
        once["codes"],
        json!([icd("J45.909"), {"system": "snomed", "code": "195967001", "display": "Asthma"},
               {"system": "rxnorm", "code": "435"}])
    );
    fill(&other, std::slice::from_ref(&once));
    assert_eq!(export(&other), once);
}

#[tokio::test]
async fn codes_without_a_handout_are_listed_until_a_citation_has_them() {
    let catalogue = Catalogue::with(&[]);
    let today = handout::model::clock::today();
    let db = rusqlite::Connection::open(catalogue.data().join("catalogue.db")).unwrap();
    db.busy_timeout(crate::support::PATIENCE).unwrap();
    let yesterday = today.yesterday().unwrap();
    for (day, system, code, count) in [
        (yesterday, "icd10cm", "J45.909", 2),
        (today, "icd10cm", "J45.909", 3),
        (yesterday, "snomed", "195967001", 4),
        (today, "icd10cm", "R05", 1),
    ] {
        let row = (day.to_string(), system, code, count);
        db.execute("INSERT INTO unanswered_codes VALUES (?1, ?2, ?3, ?4)", row).unwrap();
    }
    let admin = &catalogue.admin;
    let listed = admin.get("/api/system/searches/codes").await.body;
    let asthma = json!({"system": "icd10cm", "code": "J45.909", "count": 5, "lastDay": today.to_string()});
    assert_eq!((&listed["found"], &listed["total"]), (&json!(3), &json!(10)));
    assert_eq!(listed["codes"][0], asthma);
    let paged = admin.get("/api/system/searches/codes?start=1").await.body;
    assert_eq!((&paged["found"], paged["codes"].as_array().unwrap().len()), (&json!(3), 2));
    assert_eq!(admin.get("/api/system/searches/codes?days=1").await.body["total"], 4);
    for wrong in ["days=0", "days=x", "start=-1"] {
        assert_eq!(admin.get(&format!("/api/system/searches/codes?{wrong}")).await.status, 400, "{wrong}");
    }
    let added = admin.post("/api/citations", &with_codes(json!([icd("J45.909")]))).await.unwrap();
    assert_eq!(added.status, 201, "{added:?}");
    let file = admin.request("GET", "/api/system/searches/codes/download").send().await.unwrap();
    let file = file.text().await.unwrap();
    assert_eq!(
        file,
        format!(
            "\u{feff}System,Code,Requests,Last Day\r\nSNOMED CT,195967001,4,{yesterday}\r\nICD-10-CM,R05,1,{today}\r\n"
        )
    );
}

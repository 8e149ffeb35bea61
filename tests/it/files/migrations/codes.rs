//! Schema 17: codes and their systems were free text before.

use super::make_earlier;
use crate::support::provider::Provider;
use crate::support::{Start, citation, fill};
use rusqlite::Connection;
use serde_json::json;

#[tokio::test]
async fn codes_of_known_systems_become_rows_and_others_become_notes() {
    let folder = tempfile::tempdir().unwrap();
    let (present, earlier) = (folder.path().join("present"), folder.path().join("earlier"));
    let mut fever = citation("Fever");
    (fever["id"], fever["notes"]) = ("fever".into(), "Kept.".into());
    let mut asthma = citation("Asthma");
    asthma["id"] = "asthma".into();
    fill(&present, &[fever, asthma]);
    let database = make_earlier(&present.join("catalogue.db"), 16, &earlier);
    let codes = json!([
        {"system": "ICD-10-CM", "code": "R50.9", "display": "Fever"},
        {"system": "http://hl7.org/fhir/sid/icd-10-cm", "code": "r509"},
        {"system": "icd10cm", "code": "J45"},
        {"system": "ICD-9-CM", "code": "E8809"},
        {"system": "icd9cm", "code": "V202"},
        {"system": "urn:oid:2.16.840.1.113883.6.96", "code": "386661006"},
        {"system": "RxNorm", "code": "435"},
        {"system": "http://loinc.org", "code": "8310-5"},
        {"system": "icd10cm", "code": "fever"},
        {"system": "House", "code": "7", "display": "Warm"},
    ]);
    let db = Connection::open(&database).unwrap();
    db.execute("UPDATE citations SET codes = ?1 WHERE id = 'fever'", [codes.to_string()]).unwrap();
    let before = json!({"title": "Fever", "codes": codes}).to_string();
    db.execute(
        "INSERT INTO citation_versions (citation, version, saved_at, saved_by_name, body) \
         SELECT key, 1, saved_at, 'test', ?1 FROM citations WHERE id = 'fever'",
        [before],
    )
    .unwrap();
    db.execute("UPDATE citations SET version = 2 WHERE id = 'fever'", []).unwrap();
    drop(db);

    let provider = Provider::start();
    let server = Start::on(&earlier).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    let migrated = admin.get("/api/citations/fever").await.body;
    let expected = json!([
        {"system": "icd10cm", "code": "R50.9", "display": "Fever"},
        {"system": "icd10cm", "code": "J45"},
        {"system": "icd9cm", "code": "E880.9"},
        {"system": "icd9cm", "code": "V20.2"},
        {"system": "snomed", "code": "386661006"},
        {"system": "rxnorm", "code": "435"},
        {"system": "loinc", "code": "8310-5"},
    ]);
    assert_eq!(migrated["codes"], expected);
    assert_eq!(migrated["notes"], "Kept.\nCode: icd10cm fever\nCode: House 7 Warm");
    assert_eq!(admin.get("/api/citations/asthma").await.body["notes"], json!(null));
    let restored = admin.post("/api/citations/fever/restore", &json!({"version": 1})).await.unwrap();
    assert_eq!((restored.status, &restored.body["codes"]), (200, &expected), "{restored:?}");
}

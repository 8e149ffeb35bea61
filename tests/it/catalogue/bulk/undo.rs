//! Undoing a bulk edit.

use super::{Catalogue, handout, named};
use serde_json::{Value, json};

impl Catalogue {
    async fn undo(&self, job: &Value) -> crate::support::Answer {
        let id = job["id"].as_str().unwrap();
        self.admin.post(&format!("/api/system/jobs/{id}/undo"), &json!({})).await.unwrap()
    }

    async fn undone(&self, job: &Value) -> Value {
        let taken = self.undo(job).await;
        assert_eq!(taken.status, 202, "{taken:?}");
        self.admin.finished_job(&taken.body["id"]).await
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_undo_restores_every_field_and_can_be_undone_once() {
    let catalogue = Catalogue::with(&[
        handout(
            "a",
            json!({"tags": ["One", "Two"], "deptSubmittedBy": {"name": "ICU"}, "reviewCycleMonths": 12,
                "codes": [{"system": "icd10cm", "code": "R05", "display": "Cough"}]}),
        ),
        handout("b", json!({"tags": [], "obsolete": true, "replacedBy": "d"})),
        json!({"id": "c", "title": "Fever"}),
        handout("d", json!({"tags": ["Three"]})),
        handout("same", json!({})),
    ]);
    let ids = ["a", "b", "c", "d"];
    let mut before = Vec::new();
    for id in ids {
        before.push(catalogue.citation(id).await);
    }
    let change = json!({"set": {"authors": ["Ada"], "publisher": "Press", "materialFormat": "Video", "keywords": ["K"],
        "keySubjectHeading": "H", "whereToObtain": "W", "audience": ["Teens"], "deptSubmittedBy": "Surgery",
        "reviewedBy": "Grace", "obsolete": false, "replacedBy": "same", "reviewCycleMonths": 6},
        "add": {"tags": "New", "codes": {"system": "icd10cm", "code": "j45"}}, "remove": {"tags": ["two", "Three"],
            "codes": {"system": "icd10cm", "code": "R05"}}});
    let job = catalogue.change(named(&ids), change.clone()).await;
    assert_eq!(job["changed"], 4, "{job}");
    let mut after = Vec::new();
    for id in ids {
        after.push(catalogue.citation(id).await);
    }
    assert_eq!(after[0]["codes"], json!([{"system": "icd10cm", "code": "J45"}]));
    catalogue.save("d", json!({"notes": "Looked at."})).await;
    let undo = catalogue.undone(&job).await;
    assert_eq!((&undo["type"], &undo["changed"]), (&json!("Undo"), &json!(3)), "{undo}");
    assert_eq!((&undo["bulk"]["undoes"], &undo["bulk"]["citations"]), (&job["id"], &json!(4)));
    assert_eq!(undo["bulk"]["change"], change);
    assert_eq!(
        undo["bulk"]["left"],
        json!([{"id": "d", "title": "Handout d", "reason": "Somebody has changed it since."}])
    );
    for (n, id) in ids.iter().enumerate().take(3) {
        assert_eq!(catalogue.citation(id).await, before[n], "{id}");
        assert_eq!(catalogue.versions(id).await.len(), 3, "a version of its own");
    }
    assert_eq!(catalogue.citation("d").await["tags"], json!(["New"]), "unchanged");

    let again = catalogue.undo(&job).await;
    assert_eq!(again.status, 409, "{again:?}");
    assert!(again.body["detail"].as_str().unwrap().contains("undone already"), "{again:?}");
    let jobs = catalogue.admin.get("/api/system/jobs").await.body;
    assert_eq!(jobs[1]["bulk"]["undoneBy"], undo["id"], "{jobs}");

    let redo = catalogue.undone(&undo).await;
    assert_eq!((&redo["changed"], &redo["bulk"]["undoes"]), (&json!(3), &undo["id"]), "{redo}");
    for (n, id) in ids.iter().enumerate().take(3) {
        assert_eq!(catalogue.citation(id).await, after[n], "{id}");
    }
}

#[tokio::test]
async fn values_renamed_meanwhile_keep_their_new_name_and_deleted_ones_stay_deleted() {
    let catalogue = Catalogue::with(&[
        handout("a", json!({"tags": ["Asthma", "Gone"], "keywords": ["Only"]})),
        handout("b", json!({"tags": ["Asthma", "Gone", "Winter"]})),
    ]);
    let change = json!({"set": {"tags": ["New"], "keywords": ["Other"]}});
    let job = catalogue.change(named(&["a", "b"]), change).await;
    let rename = json!({"type": "Batch Update", "config": [
        {"type": "tags", "oldValue": "New", "newValue": "Newer"},
        {"type": "tags", "oldValue": "Asthma", "newValue": "Breathing"},
        {"type": "tags", "oldValue": "Gone"},
        {"type": "keywords", "oldValue": "Only"},
    ]});
    let renamed = catalogue.admin.post("/api/system/jobs", &rename).await.unwrap();
    assert_eq!(renamed.status, 202, "{renamed:?}");
    catalogue.admin.finished_job(&renamed.body["id"]).await;
    let undo = catalogue.undone(&job).await;
    assert_eq!(undo["changed"], 1, "a renamed value does not count as a change: {undo}");
    let reason = "Keywords is required, and nothing would be left in it.";
    assert_eq!(undo["bulk"]["left"], json!([{"id": "a", "title": "Handout a", "reason": reason}]));
    assert_eq!(catalogue.citation("b").await["tags"], json!(["Breathing", "Winter"]));
}

#[tokio::test]
async fn only_finished_bulk_edits_can_be_undone() {
    let catalogue = Catalogue::with(&[handout("a", json!({"tags": ["Asthma"]})), handout("b", json!({}))]);
    let unknown = catalogue.undo(&json!({"id": "nothing"})).await;
    assert_eq!(unknown.status, 404, "{unknown:?}");
    let idle = catalogue.change(named(&["a"]), json!({"add": {"tags": "Asthma"}})).await;
    assert_eq!(catalogue.undo(&idle).await.status, 409, "nothing was changed");
    let rename =
        json!({"type": "Batch Update", "config": [{"type": "tags", "oldValue": "Asthma", "newValue": "B"}]});
    let renamed = catalogue.admin.post("/api/system/jobs", &rename).await.unwrap().body;
    catalogue.admin.finished_job(&renamed["id"]).await;
    let refused = catalogue.undo(&renamed).await;
    assert_eq!(refused.status, 422, "{refused:?}");
    let etag = catalogue.etag("a").await;
    let review = json!({"citations": [{"id": "a", "etag": etag}], "action": "reviewed"});
    let review = catalogue.admin.post("/api/system/reviews", &review).await.unwrap().body;
    catalogue.admin.finished_job(&review["id"]).await;
    assert_eq!(catalogue.undo(&review).await.status, 422);

    // A cycle of replacements that a later save would close.
    let replaced = catalogue.change(named(&["a"]), json!({"set": {"replacedBy": "b"}})).await;
    let freed = catalogue.change(named(&["a"]), json!({"set": {"replacedBy": null}})).await;
    assert_eq!((&replaced["changed"], &freed["changed"]), (&json!(1), &json!(1)));
    catalogue.save("b", json!({"replacedBy": "a"})).await;
    let undo = catalogue.undone(&freed).await;
    assert!(undo["bulk"]["left"][0]["reason"].as_str().unwrap().contains("circle"), "{undo}");
    let staff = catalogue.server.bearer(catalogue.provider.staff());
    let path = format!("/api/system/jobs/{}/undo", freed["id"].as_str().unwrap());
    assert_eq!(staff.post(&path, &json!({})).await.unwrap().status, 403);
}

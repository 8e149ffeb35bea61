//! kill -9 at random moments while a job changes many citations, and while another one undoes it.

use super::{Moments, kill_rounds};
use crate::catalogue::bulk::handout;
use crate::support::provider::Provider;
use crate::support::{Caller, PATIENCE, Start, fill};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Every citation gets exactly one version from the change and one from the undo, and ends up as before.
/// `HANDOUT_BULK_CITATIONS=5000` is the long form.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_bulk_edit_resumes_at_the_next_start() {
    let citations = super::how_many("HANDOUT_BULK_CITATIONS", 400);
    let rounds = kill_rounds().min(20);
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let all: Vec<Value> =
        (0..citations).map(|n| handout(&format!("c{n}"), json!({"tags": [format!("t{}", n % 7)]}))).collect();
    fill(&data, &all);
    let start = || Start::on(&data).signed_in_at(&provider).run();
    let mut server = start();
    let mut moments = Moments::new("killed changes");
    let body =
        json!({"query": {"q": ""}, "change": {"add": {"tags": "Chosen"}, "set": {"reviewedBy": "Ada"}}});
    let begun = Instant::now();
    let taken = server.bearer(provider.admin()).post("/api/system/bulk", &body).await.unwrap();
    println!("{citations} citations are fixed within {:?}", begun.elapsed());
    assert_eq!(taken.status, 202, "{taken:?}");
    let mut id = taken.body["id"].as_str().unwrap().to_owned();
    let early = format!("/api/system/jobs/{id}/undo");
    let early = server.bearer(provider.admin()).post(&early, &json!({})).await.unwrap();
    assert_eq!(early.status, 409, "it is still running: {early:?}");
    for (version, path) in [(2, Some("undo")), (3, None)] {
        let mut cut_off = 0;
        for _ in 0..rounds {
            tokio::time::sleep(moments.within(Duration::from_millis(60 + citations / 4))).await;
            server.kill();
            server = start();
            let job = job(&server.bearer(provider.admin()), &id).await;
            cut_off += u64::from(job["complete"] == false);
        }
        let admin = server.bearer(provider.admin());
        let begun = Instant::now();
        let finished = loop {
            let job = job(&admin, &id).await;
            if job["complete"] == true {
                break job;
            }
            assert!(begun.elapsed() < PATIENCE + Duration::from_millis(100 * citations), "{job}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        };
        println!("killed {rounds} times, {cut_off} of them under way");
        assert_eq!((&finished["changed"], &finished["bulk"]["left"]), (&json!(citations), &json!([])));
        let db = rusqlite::Connection::open(data.join("catalogue.db")).unwrap();
        let count = |sql: &str| db.query_row(sql, [], |row| row.get::<_, u64>(0)).unwrap();
        assert_eq!(count(&format!("SELECT count(*) FROM citations WHERE version = {version}")), citations);
        let chosen = if version == 2 { citations } else { 0 };
        assert_eq!(found(&admin, "tags:'Chosen'").await, chosen);
        if let Some(path) = path {
            let undo = admin.post(&format!("/api/system/jobs/{id}/{path}"), &json!({})).await.unwrap();
            assert_eq!(undo.status, 202, "{undo:?}");
            id = undo.body["id"].as_str().unwrap().to_owned();
        }
    }
    for n in [0, citations / 2, citations - 1] {
        let now = server.visitor().get(&format!("/api/citations/c{n}")).await.body;
        assert_eq!(
            (&now["tags"], &now["reviewedBy"]),
            (&json!([format!("t{}", n % 7)]), &json!("R. Reviewer"))
        );
    }
}

async fn job(admin: &Caller, id: &str) -> Value {
    let jobs = admin.get("/api/system/jobs").await.body;
    jobs.as_array().unwrap().iter().find(|job| job["id"] == *id).unwrap().clone()
}

async fn found(caller: &Caller, fq: &str) -> u64 {
    let answer = caller.get(&format!("/api/search?q=&obsolete=true&fq={fq}")).await;
    answer.body["hits"]["found"].as_u64().unwrap()
}

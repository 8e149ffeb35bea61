//! Packets in searches, suggestions and their own list, on the primary and on a replica, and in backups.

use super::library::{added, by_code, by_id, change, diabetes, each, library, packet, text};
use crate::support::replica::{Followed, state_of};
use crate::support::{Caller, PATIENCE, Start, command};
use serde_json::{Value, json};
use std::time::Instant;

async fn found(caller: &Caller, q: &str) -> Vec<String> {
    let query: String = url::form_urlencoded::byte_serialize(q.as_bytes()).collect();
    let answer = caller.get(&format!("/api/search?q={query}")).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    each(&answer.body["packets"], "title").into_iter().map(|title| text(title).to_owned()).collect()
}

#[tokio::test]
async fn a_search_shows_packets_whose_title_contains_every_word() {
    let library = library(&diabetes());
    let made = added(&library.admin, &packet("Low sugar at school", true, &["insulin", "sugar"])).await;
    added(&library.admin, &packet("After tonsil surgery", true, &["ketones"])).await;
    added(&library.nurse, &packet("Low sugar at home", false, &["sugar"])).await;
    let answer = library.visitor.get("/api/search?q=school%20sugar").await.body;
    assert_eq!(
        answer["packets"],
        json!([{"id": made["id"], "readableId": "low-sugar-at-school", "title": "Low sugar at school", "count": 2}])
    );
    assert_eq!(
        found(&library.visitor, "low suggar").await,
        ["Low sugar at school"],
        "corrected as the search is"
    );
    assert_eq!(found(&library.visitor, "surgeries of tonsils").await, ["After tonsil surgery"]);
    assert!(found(&library.visitor, "low ketones").await.is_empty());
    assert!(found(&library.visitor, "").await.is_empty());
    for more in ["start=10", "fq=languages%3A%27English%27"] {
        let answer = library.visitor.get(&format!("/api/search?q=sugar&{more}")).await.body;
        assert_eq!(answer["packets"], json!([]), "{more}");
    }
    let listed = library.visitor.get("/api/packets?q=suggar").await.body;
    assert_eq!(each(&listed["packets"], "title"), ["Low sugar at school"]);
    assert_eq!(library.visitor.get("/api/packets?q=nothing").await.body["found"], 0);

    let renamed = change(&library.admin, &by_id(&made), &packet("Sweet", true, &["insulin"])).await;
    assert_eq!(renamed.status, 200, "{renamed:?}");
    assert!(found(&library.visitor, "school sugar").await.is_empty());
    assert_eq!(found(&library.visitor, "sweet").await, ["Sweet"]);
    assert_eq!(library.admin.send(library.admin.request("DELETE", &by_id(&made))).await.unwrap().status, 204);
    assert!(found(&library.visitor, "sweet").await.is_empty());
}

#[tokio::test]
async fn titles_of_packets_are_suggestions_of_their_own_kind() {
    let library = library(&diabetes());
    for title in ["Insulin start", "Insulin at school", "About insulin", "Insulin pumps", "Tonsils"] {
        added(&library.admin, &packet(title, true, &["insulin"])).await;
    }
    let answer = library.visitor.get("/api/search/suggestions?q=insul").await.body;
    let suggestions = &answer["suggest"]["suggestions"];
    assert_eq!(
        suggestions[0],
        json!({"suggestion": "Insulin pumps", "kind": "packet", "readableId": "insulin-pumps"})
    );
    let kinds = each(suggestions, "kind");
    assert_eq!(kinds.iter().filter(|kind| **kind == "packet").count(), 3, "{suggestions}");
    assert_eq!(suggestions[3], json!({"suggestion": "Insulin at home"}));
    assert!(kinds.len() <= 10);
}

/// Waits until a packet answers with this status.
async fn wait_for(caller: &Caller, path: &str, status: u16) -> Value {
    let begun = Instant::now();
    loop {
        let answer = caller.get(path).await;
        if answer.status == status {
            return answer.body;
        }
        assert!(begun.elapsed() < PATIENCE, "{path}: {answer:?}");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replica_answers_what_is_public_and_leaves_changes_to_the_primary() {
    let library = library(&diabetes());
    let made = added(&library.admin, &packet("Diabetes", true, &["insulin"])).await;
    let personal = added(&library.nurse, &packet("Mine", false, &["insulin"])).await;
    let mut followed = Followed::new(library.folder.path(), &state_of(&library.data));
    let replica = followed.replica().run();
    let visitor = replica.visitor();
    visitor.wait_until_found("", 3).await;
    for path in ["/api/packets".into(), "/api/packets/diabetes?lang=es".into(), by_code(&personal)] {
        let (here, there): (Value, Value) =
            (visitor.get(&path).await.body, library.visitor.get(&path).await.body);
        assert_eq!(here, there, "{path}");
    }
    assert_eq!(found(&visitor, "diabetes").await, ["Diabetes"]);
    for (method, path) in [
        ("POST", "/api/packets".into()),
        ("PUT", by_id(&made)),
        ("DELETE", by_id(&made)),
        ("GET", "/api/user/packets".into()),
    ] {
        let refused = visitor.send(visitor.request(method, &path).json(&json!({}))).await.unwrap();
        assert_eq!(refused.status, 503, "{method} {path}: {refused:?}");
        assert!(refused.body["primary"].is_string(), "{refused:?}");
    }
    added(&library.admin, &packet("Tonsils", true, &["ketones"])).await;
    assert_eq!(library.admin.send(library.admin.request("DELETE", &by_id(&made))).await.unwrap().status, 204);
    followed.apply(&state_of(&library.data));
    wait_for(&visitor, "/api/packets/diabetes", 410).await;
    let begun = Instant::now();
    while found(&visitor, "tonsils").await != ["Tonsils"] {
        assert!(begun.elapsed() < PATIENCE, "the replica's searches do not find the new packet");
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert!(found(&visitor, "diabetes").await.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_contains_packets_with_their_codes_and_history() {
    let library = library(&diabetes());
    let made = added(&library.nurse, &packet("Mine", false, &["insulin"])).await;
    change(&library.nurse, &by_id(&made), &packet("Mine again", false, &["sugar"])).await;
    let published = added(&library.admin, &packet("Diabetes", true, &["insulin"])).await;
    let backup = library.folder.path().join("backup.db");
    let (succeeded, output) = command(&library.data, &["backup", backup.to_str().unwrap()]);
    assert!(succeeded, "{output}");
    let restored = library.folder.path().join("restored");
    let (succeeded, output) = command(&restored, &["restore", backup.to_str().unwrap()]);
    assert!(succeeded, "{output}");
    let server = Start::on(&restored).signed_in_at(&library.provider).run();
    let visitor = server.visitor();
    visitor.wait_until_found("", 3).await;
    assert_eq!(visitor.get(&by_code(&made)).await.body["title"], "Mine again");
    assert_eq!(visitor.get(&by_code(&published)).await.body["title"], "Diabetes");
    assert_eq!(found(&visitor, "diabetes").await, ["Diabetes"]);
    let nurse = server.bearer(library.provider.token("nurse", &[]));
    let history = nurse.get(&format!("{}/history", by_id(&made))).await.body;
    assert_eq!(each(&history, "version"), [2, 1]);
}

#[tokio::test]
async fn the_list_finds_descriptions_below_titles_and_ranks_as_a_search() {
    let library = library(&diabetes());
    for (title, description) in [
        ("Gone By Every Name", ""),
        ("Going home", "For families of infants with a gastrostomy tube."),
        ("Tube feeding", "Pumps and formula."),
        ("Former Packet Name", ""),
    ] {
        let mut body = packet(title, true, &["insulin"]);
        body["description"] = description.into();
        added(&library.admin, &body).await;
    }
    for (q, expected) in [
        ("gone%20by%20every%20name", &["Gone By Every Name", "Former Packet Name"][..]),
        ("gastrostomy", &["Going home"]),
        ("gastrostomi%20tubes", &["Going home"]),
        ("tube", &["Tube feeding", "Going home"]),
    ] {
        let listed = library.visitor.get(&format!("/api/packets?q={q}")).await.body;
        assert_eq!(each(&listed["packets"], "title"), expected, "{q}");
        assert_eq!(listed["found"], expected.len(), "{q}");
    }
    assert!(
        found(&library.visitor, "gastrostomy").await.is_empty(),
        "a search shows packets by their titles"
    );
}

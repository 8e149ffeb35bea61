//! Transitions: which are allowed, for whom, and that only one of two concurrent ones succeeds.

use super::{Shop, shop, states, transition, transition_from};
use serde_json::{Value, json};

#[tokio::test]
async fn an_order_goes_from_received_to_sent_and_every_transition_is_recorded() {
    let shop = shop().await;
    let number = shop.ordered(|_| ()).await;
    let copy_center = &shop.copy_center;
    let first = copy_center.get(&format!("/api/orders/{number}")).await;
    assert_eq!((first.status, &first.headers["etag"]), (200, &"\"1\"".parse().unwrap()));
    assert_eq!(first.body["state"], "received");
    assert_eq!(first.body["lines"][0]["line"], 1);
    assert_eq!(
        json!([
            first.body["lines"][0]["estimate"],
            first.body["lines"][1]["estimate"],
            first.body["estimate"]
        ]),
        json!([13.6, null, 13.6]),
        "40 pieces of 2 pages in color"
    );
    assert_eq!(first.body["events"][0]["by"], "Ada Nurse");
    for state in ["printing", "ready", "sent"] {
        let taken = transition(copy_center, &number, json!({"state": state})).await;
        assert_eq!(taken.status, 200, "{taken:?}");
        assert_eq!(taken.body["state"], state);
        assert_eq!(taken.headers["etag"].to_str().unwrap(), format!("\"{}\"", taken.body["version"]));
    }
    // By number and by ID, for the copy center and for the orderer; for nobody else.
    let id = first.body["id"].as_str().unwrap();
    let own = shop.nurse.get(&format!("/api/orders/{id}")).await.body;
    assert_eq!(states(&own), ["received", "printing", "ready", "sent"]);
    assert_eq!(own, copy_center.get(&format!("/api/orders/{number}")).await.body);
    assert_eq!(own["events"][3]["sent"], json!([{"line": 1, "quantity": 40}, {"line": 2, "quantity": 10}]));
    assert_eq!((&own["lines"][0]["sent"], &own["events"][1]["by"]), (&json!(40), &json!("Ada Nurse")));
    assert_eq!(shop.clerk.get(&format!("/api/orders/{number}")).await.status, 404);
    assert_eq!(shop.nurse.get("/api/user/orders").await.body[0], own);
}

#[tokio::test]
async fn a_transition_that_is_not_allowed_answers_422_with_its_field() {
    let shop = shop().await;
    let number = shop.ordered(|_| ()).await;
    let refused = async |body: Value, field: &str| {
        let answer = transition(&shop.copy_center, &number, body.clone()).await;
        assert_eq!(answer.status, 422, "{body}: {answer:?}");
        assert_eq!(answer.body["errors"][0]["field"], field, "{body}");
    };
    refused(json!({"state": "received", "note": "again"}), "state").await;
    refused(json!({"state": "waiting"}), "note").await;
    refused(json!({"state": "waiting", "note": " \n "}), "note").await;
    refused(json!({"state": "cancelled"}), "note").await;
    refused(json!({"state": "printing", "sent": []}), "sent").await;
    refused(json!({"state": "sent", "sent": [{"line": 3, "quantity": 1}]}), "sent[0].line").await;
    refused(json!({"state": "lost"}), "state").await;
    assert_eq!(transition(&shop.copy_center, &number, json!({"state": "ready"})).await.status, 200);
    refused(json!({"state": "printing"}), "note").await;
    let back =
        transition(&shop.copy_center, &number, json!({"state": "printing", "note": "Wrong paper"})).await;
    assert_eq!(back.status, 200, "{back:?}");
    // Refused transitions leave no trace.
    assert_eq!(states(&back.body), ["received", "ready", "printing"]);
}

#[tokio::test]
async fn only_administrators_reopen_ended_orders() {
    let shop = shop().await;
    for end in [json!({"state": "sent"}), json!({"state": "cancelled", "note": "Out of print"})] {
        let number = shop.ordered(|_| ()).await;
        assert_eq!(transition(&shop.copy_center, &number, end.clone()).await.status, 200);
        let reopen = json!({"state": "printing", "note": "It was needed after all"});
        assert_eq!(transition(&shop.copy_center, &number, reopen.clone()).await.status, 403);
        assert_eq!(
            transition(&shop.admin, &number, json!({"state": "printing"})).await.status,
            422,
            "no note"
        );
        let other = if end["state"] == "sent" { "cancelled" } else { "sent" };
        assert_eq!(transition(&shop.admin, &number, json!({"state": other, "note": "x"})).await.status, 422);
        assert_eq!(transition(&shop.admin, &number, reopen).await.status, 200);
    }
}

#[tokio::test]
async fn a_partial_delivery_is_completed_step_by_step() {
    let shop = shop().await;
    let number = shop.ordered(|_| ()).await;
    let sent = async |sent: Value| {
        transition(&shop.copy_center, &number, json!({"state": "sent", "sent": sent})).await
    };
    let counts = |body: &Value| {
        [body["lines"][0]["sent"].as_i64().unwrap(), body["lines"][1]["sent"].as_i64().unwrap()]
    };
    let first = sent(json!([{"line": 1, "quantity": 15}, {"line": 2, "quantity": 0}])).await;
    assert_eq!((first.status, counts(&first.body)), (200, [15, 0]), "{first:?}");
    let too_much = sent(json!([{"line": 1, "quantity": 26}])).await;
    assert_eq!(too_much.status, 422);
    assert_eq!(too_much.body["errors"][0]["field"], "sent[0].quantity");
    // Lines that are not named are sent completely.
    let second = sent(json!([{"line": 1, "quantity": 5}])).await;
    assert_eq!((second.status, counts(&second.body)), (200, [20, 10]));
    let third = sent(Value::Null).await;
    assert_eq!((third.status, counts(&third.body)), (200, [40, 10]));
    assert_eq!(states(&third.body), ["received", "sent", "sent", "sent"]);
    assert_eq!(sent(Value::Null).await.status, 422, "everything is sent");
}

#[tokio::test]
async fn a_transition_requires_the_current_version() {
    let shop = shop().await;
    let number = shop.ordered(|_| ()).await;
    let path = format!("/api/orders/{number}/state");
    let body = json!({"state": "printing"});
    let without = shop.copy_center.post(&path, &body).await.unwrap();
    assert_eq!(without.status, 428, "{without:?}");
    for tag in ["W/\"2\"", "\"2\"", "\"0\", W/\"3\""] {
        let stale = transition_from(&shop.copy_center, &number, tag, body.clone()).await;
        assert_eq!(stale.status, 412, "{tag}: {stale:?}");
        let detail = stale.body["detail"].as_str().unwrap();
        assert!(
            detail.starts_with("Nobody has changed this order since it was submitted"),
            "{tag}: {detail}"
        );
        assert_eq!(stale.headers["content-type"], "application/problem+json");
        assert_eq!((&stale.body["state"], &stale.body["version"]), (&json!("received"), &json!(1)));
        assert_eq!(stale.body["events"][0]["by"], "Ada Nurse");
    }
    assert_eq!(transition_from(&shop.copy_center, &number, "\"7\", \"1\"", body).await.status, 200);
    let ready = transition_from(&shop.copy_center, &number, "*", json!({"state": "ready"})).await;
    assert_eq!(ready.status, 200);
    assert_eq!(
        transition_from(&shop.copy_center, "26-999999", "*", json!({"state": "ready"})).await.status,
        404
    );
}

#[tokio::test]
async fn the_orderer_cancels_and_answers_while_it_is_possible() {
    let shop = shop().await;
    let own = async |number: &str, what: &str, note: Value| {
        shop.nurse.post(&format!("/api/user/orders/{number}/{what}"), &json!({"note": note})).await.unwrap()
    };
    let number = shop.ordered(|_| ()).await;
    assert_eq!(own(&number, "reply", json!("Letter")).await.status, 422, "nothing was asked");
    let ask = json!({"state": "waiting", "note": "Which size?"});
    assert_eq!(transition(&shop.copy_center, &number, ask).await.status, 200);
    assert_eq!(own(&number, "reply", json!("  ")).await.body["errors"][0]["field"], "note");
    let path = format!("/api/user/orders/{number}/reply");
    assert_eq!(
        shop.clerk.post(&path, &json!({"note": "Legal"})).await.unwrap().status,
        404,
        "another person's"
    );
    let answered = own(&number, "reply", json!("Letter")).await;
    assert_eq!(
        (answered.status, states(&answered.body)),
        (200, vec!["received".into(), "waiting".into(), "received".into()])
    );
    assert_eq!(answered.body["events"][2]["note"], "Letter");
    // Even the copy center cannot cancel another person's order with this call.
    let path = format!("/api/user/orders/{number}/cancel");
    assert_eq!(shop.copy_center.post(&path, &json!({})).await.unwrap().status, 404);
    let cancelled = shop.nurse.send(shop.nurse.request("POST", &path)).await.unwrap();
    assert_eq!(
        (cancelled.status, &cancelled.body["state"]),
        (200, &json!("cancelled")),
        "a note is optional"
    );
    assert_eq!(own(&number, "cancel", Value::Null).await.status, 422, "it is cancelled already");

    let printed = shop.ordered(|_| ()).await;
    assert_eq!(transition(&shop.copy_center, &printed, json!({"state": "printing"})).await.status, 200);
    let late = own(&printed, "cancel", Value::Null).await;
    assert_eq!((late.status, &late.body["errors"][0]["field"]), (422, &json!("state")));
}

#[tokio::test]
async fn a_batch_makes_each_transition_separately_and_reports_its_outcome() {
    let shop = shop().await;
    let (a, b, c) = (shop.ordered(|_| ()).await, shop.ordered(|_| ()).await, shop.ordered(|_| ()).await);
    assert_eq!(transition(&shop.copy_center, &b, json!({"state": "printing"})).await.status, 200);
    let batch = json!({"state": "printing", "orders": [
        {"id": c, "version": 1}, {"id": b, "version": 1}, {"id": "26-999999", "version": 1}, {"id": a, "version": 1},
        {"id": b, "version": 2}
    ]});
    let answer = shop.copy_center.post("/api/orders/state", &batch).await.unwrap();
    assert_eq!(answer.status, 200, "{answer:?}");
    let results: Vec<(Value, Value, Value)> = answer.body["orders"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["id"].clone(), one["status"].clone(), one["version"].clone()))
        .collect();
    let row = |id: &str, status: u16, version: Value| (json!(id), json!(status), version);
    assert_eq!(
        results,
        [
            row(&c, 200, json!(2)),
            row(&b, 412, json!(2)),
            row("26-999999", 404, Value::Null),
            row(&a, 200, json!(2)),
            row(&b, 422, json!(2))
        ]
    );
    assert!(answer.body["orders"][1]["detail"].as_str().unwrap().contains("printing"), "{answer:?}");
    for nothing in [json!({"state": "ready", "orders": []}), json!({"state": "ready"})] {
        assert_eq!(shop.copy_center.post("/api/orders/state", &nothing).await.unwrap().status, 422);
    }
}

/// Two people at once: one transition succeeds, the other is refused with the new state.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_two_concurrent_transitions_wins() {
    let shop = shop().await;
    for _ in 0..10 {
        let number = shop.ordered(|_| ()).await;
        let both = ["printing", "ready"].map(|state| {
            let (caller, number) = (shop.copy_center.clone(), number.clone());
            tokio::spawn(
                async move { transition_from(&caller, &number, "\"1\"", json!({"state": state})).await },
            )
        });
        let mut statuses = Vec::new();
        for one in both {
            statuses.push(one.await.unwrap().status);
        }
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 412]);
        assert_eq!(states(&shop.nurse.get(&format!("/api/orders/{number}")).await.body).len(), 2);
    }
}

/// Either cancelled or printed, never both.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn either_cancelling_or_printing_wins() {
    let shop = shop().await;
    let mut won = [0, 0];
    for _ in 0..20 {
        let number = shop.ordered(|_| ()).await;
        let (nurse, copy_center) = (shop.nurse.clone(), shop.copy_center.clone());
        let (of_nurse, of_center) = (number.clone(), number.clone());
        let cancel = tokio::spawn(async move {
            nurse.post(&format!("/api/user/orders/{of_nurse}/cancel"), &json!({})).await.unwrap().status
        });
        let print = tokio::spawn(async move {
            transition_from(&copy_center, &of_center, "\"1\"", json!({"state": "printing"})).await.status
        });
        let outcome = (cancel.await.unwrap(), print.await.unwrap());
        let order = shop.nurse.get(&format!("/api/orders/{number}")).await.body;
        assert_eq!(order["version"], 2, "{outcome:?}: {order}");
        match outcome {
            (200, 412) => won[0] += 1,
            (422, 200) => won[1] += 1,
            both => panic!("{both:?}: {order}"),
        }
    }
    println!("cancelled {}, printed {}", won[0], won[1]);
}

/// A line whose citation has become obsolete is marked, for both.
#[tokio::test]
async fn a_line_whose_citation_is_obsolete_is_marked() {
    let shop: Shop = shop().await;
    let number = shop.ordered(|_| ()).await;
    let mut handout = shop.handout.clone();
    handout["obsolete"] = true.into();
    let path = format!("/api/citations/{}", handout["id"].as_str().unwrap());
    assert_eq!(shop.admin.put(&path, &handout).await.unwrap().status, 200);
    let order = shop.copy_center.get(&format!("/api/orders/{number}")).await.body;
    assert_eq!(
        (&order["lines"][0]["obsolete"], &order["lines"][0]["title"]),
        (&json!(true), &json!("Asthma"))
    );
    assert_eq!(shop.nurse.get("/api/user/orders").await.body[0]["lines"][0]["obsolete"], true);
}

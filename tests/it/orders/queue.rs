//! The copy center's list, its CSV, totals, and the QR code of a ticket.

use super::{Shop, shop, transition};
use crate::support::day_ahead;
use serde_json::{Value, json};

async fn numbers(shop: &Shop, query: &str) -> Vec<String> {
    let page = shop.copy_center.get(&format!("/api/orders?{query}")).await;
    assert_eq!(page.status, 200, "{query}: {page:?}");
    let orders = page.body["orders"].as_array().unwrap();
    assert_eq!(page.body["found"], orders.len(), "{query}");
    orders.iter().map(|order| order["number"].as_str().unwrap().to_owned()).collect()
}

fn due(days_ahead: i64, name: &str, stop: &str, department: &str) -> impl FnOnce(&mut Value) {
    let (day, name, stop, department) =
        (day_ahead(days_ahead), name.to_owned(), stop.to_owned(), department.to_owned());
    move |body| {
        body["dateRequired"] = day.into();
        body["lastName"] = name.into();
        body["mailStop"] = stop.into();
        body["department"] = department.into();
    }
}

/// Moves the required date of an order into the past, which no caller can do.
fn required_on(shop: &Shop, number: &str, day: &str) {
    let db = rusqlite::Connection::open(shop.data.join("catalogue.db")).unwrap();
    db.busy_timeout(crate::support::PATIENCE).unwrap();
    db.execute("UPDATE orders SET date_required = ?2 WHERE number = ?1", [number, day]).unwrap();
}

#[tokio::test]
async fn open_orders_come_first_by_the_day_they_are_required() {
    let shop = shop().await;
    let late = shop.ordered(due(30, "Müller", "MB 1", "Emergency")).await;
    let soon = shop.ordered(due(20, "Vance", "MB 2", "Asthma Clinic")).await;
    let sent = shop.ordered(due(10, "Vance", "mb 2", "Asthma Clinic")).await;
    let overdue = shop.ordered(due(40, "O'Neil", "W%1", "Day_Surgery")).await;
    required_on(&shop, &overdue, "2020-02-02");
    assert_eq!(transition(&shop.copy_center, &sent, json!({"state": "sent"})).await.status, 200);

    let all = shop.copy_center.get("/api/orders").await.body;
    assert_eq!(numbers(&shop, "").await, [&*overdue, &soon, &late, &sent]);
    let first = &all["orders"][0];
    assert_eq!(
        json!([
            first["state"],
            first["version"],
            first["dateRequired"],
            first["name"],
            first["department"],
            first["mailStop"],
            first["costCenter"],
            first["lines"],
            first["pieces"],
            first["late"]
        ]),
        json!(["received", 1, "2020-02-02", "Ada O'Neil", "Day_Surgery", "W%1", "1234", 2, 50, true])
    );
    assert_eq!(all["orders"][1]["late"], false);
    let today = all["orders"][1]["dateOfOrder"].as_str().unwrap();
    for (query, expected) in [
        ("late=true", vec![&overdue]),
        ("state=sent", vec![&sent]),
        ("state=received,sent", vec![&overdue, &soon, &late, &sent]),
        ("state=ready", vec![]),
        ("mailStop=mb%202", vec![&soon, &sent]),
        ("department=asthma%20clinic", vec![&soon, &sent]),
        ("department=asthma", vec![]),
        (&format!("from={today}&to={today}"), vec![&overdue, &soon, &late, &sent]),
        ("from=2998-01-01", vec![]),
        ("to=2020-01-01", vec![]),
        // Number, name, title, item number; every word must match, punctuation is ignored.
        (&format!("q={soon}"), vec![&soon]),
        (&format!("q={}", &soon[3..]), vec![&soon]),
        ("q=vance", vec![&soon, &sent]),
        ("q=muller", vec![&late]),
        ("q=M%C3%9CLLER", vec![&late]),
        ("q=o'neil", vec![&overdue]),
        ("q=asth%20vance", vec![&soon, &sent]),
        ("q=ksbg1043", vec![&overdue, &soon, &late, &sent]),
        ("q=vance%20ada&state=sent", vec![&sent]),
        ("q=vance%20OR%20muller", vec![]),
        ("q=%22", vec![]),
        ("q=%25", vec![]),
        ("q=van%20ad", vec![&soon, &sent]),
        ("q=van%00", vec![&soon, &sent]),
        ("q=van%00ad", vec![]),
        ("q=1043%20v", vec![&soon, &sent]),
        ("q=%22vance%22", vec![&soon, &sent]),
        ("q=vance*", vec![&soon, &sent]),
        ("q=ance", vec![]),
        ("q=nobody", vec![]),
    ] {
        assert_eq!(numbers(&shop, query).await, expected.into_iter().cloned().collect::<Vec<_>>(), "{query}");
    }
    for bad in ["state=open", "late=1", "from=soon", "to=2026-02-30", "start=-1"] {
        let answer = shop.copy_center.get(&format!("/api/orders?{bad}")).await;
        assert_eq!(answer.status, 400, "{bad}");
        let name = bad.split('=').next().unwrap();
        assert!(answer.body["detail"].as_str().unwrap().starts_with(name), "{bad}: {answer:?}");
    }
}

/// Pages continue across the boundary between open and ended orders.
#[tokio::test]
async fn the_list_is_read_page_by_page() {
    let shop = shop().await;
    let mut sent = Vec::new();
    for n in 0..60 {
        let number = shop.ordered(|body| body["dateRequired"] = day_ahead(1 + n % 28).into()).await;
        if n % 2 == 1 {
            sent.push(json!({"id": number, "version": 1}));
        }
    }
    let batch = json!({"state": "sent", "orders": sent});
    assert_eq!(shop.copy_center.post("/api/orders/state", &batch).await.unwrap().status, 200);
    let mut seen = Vec::new();
    for start in [0, 50] {
        let page = shop.copy_center.get(&format!("/api/orders?start={start}")).await.body;
        assert_eq!(page["found"], 60);
        seen.extend(page["orders"].as_array().unwrap().clone());
    }
    assert_eq!(seen.len(), 60);
    let (open, ended): (Vec<&Value>, Vec<&Value>) =
        seen.iter().partition(|order| order["state"] == "received");
    assert_eq!((open.len(), ended.len()), (30, 30));
    assert!(seen[..30].iter().all(|order| order["state"] == "received"), "open orders come first");
    let days: Vec<&str> = open.iter().map(|order| order["dateRequired"].as_str().unwrap()).collect();
    assert!(days.is_sorted(), "{days:?}");
    let mut all: Vec<&str> = seen.iter().map(|order| order["number"].as_str().unwrap()).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 60, "no duplicates");
}

#[tokio::test]
async fn the_csv_has_one_row_per_item() {
    let shop = shop().await;
    let number = shop
        .ordered(|body| {
            body["specialInstructions"] = "=cmd|' /C calc'!A0\nStaple".into();
            body["lastName"] = "Vance, \"N\"".into();
        })
        .await;
    shop.ordered(|body| body["mailStop"] = "MB 9".into()).await;
    let request = shop.copy_center.request("GET", "/api/orders/download?mailStop=E1");
    let answer = request.send().await.unwrap();
    assert_eq!(answer.headers()["content-disposition"], "attachment; filename=\"orders.csv\"");
    let text = answer.text().await.unwrap();
    let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let columns = reader.headers().unwrap().clone();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 2, "{text}");
    let cell = |row: usize, name: &str| &rows[row][columns.iter().position(|column| column == name).unwrap()];
    assert_eq!((cell(0, "Number"), cell(0, "Line"), cell(1, "Line")), (&*number, "1", "2"));
    assert_eq!((cell(0, "Item Number"), cell(1, "Item Number")), ("KSBG1042", "KSBG1043"));
    assert_eq!((cell(0, "Quantity"), cell(0, "Pages"), cell(0, "Estimate")), ("40", "2", "13.60"));
    assert_eq!((cell(1, "Pages"), cell(1, "Estimate")), ("", ""));
    assert_eq!(cell(0, "Name"), "Ada Vance, \"N\"");
    assert!(cell(0, "Special Instructions").starts_with("'="), "{text}");
}

#[tokio::test]
async fn totals_sum_up_ordered_pieces() {
    let shop = shop().await;
    shop.ordered(|body| body["costCenter"] = "100".into()).await;
    shop.ordered(|body| {
        body["costCenter"] = "200".into();
        body["orders"][0]["quantity"] = 100.into();
    })
    .await;
    shop.ordered(|body| body["costCenter"] = "100".into()).await;
    // Cancelled: no part of it counts.
    let cancelled = shop.ordered(|body| body["costCenter"] = "100".into()).await;
    assert_eq!(
        transition(&shop.copy_center, &cancelled, json!({"state": "cancelled", "note": "x"})).await.status,
        200
    );
    let by = async |query: &str| shop.copy_center.get(&format!("/api/orders/totals?{query}")).await.body;
    let centers = by("").await;
    assert_eq!(
        centers["totals"],
        json!([
            {"value": "200", "orders": 1, "pieces": 110, "pages": 200, "estimate": 34.0, "piecesWithoutPages": 10},
            {"value": "100", "orders": 2, "pieces": 100, "pages": 160, "estimate": 27.2, "piecesWithoutPages": 20}
        ])
    );
    let sum = json!({"orders": 3, "pieces": 210, "pages": 360, "estimate": 61.2, "piecesWithoutPages": 30});
    assert_eq!((&centers["found"], &centers["sum"]), (&json!(2), &sum));
    let items = by("by=item").await;
    assert_eq!(items["totals"][0]["value"], "KSBG1042");
    assert_eq!(
        (&items["totals"][0]["title"], &items["totals"][1]["lang"]),
        (&json!("Asthma"), &json!("Spanish"))
    );
    assert_eq!(items["sum"], sum);
    let months = by("by=month").await;
    assert_eq!(
        (months["totals"].as_array().unwrap().len(), months["totals"][0]["value"].as_str().unwrap().len()),
        (1, 7)
    );
    assert_eq!(by("by=department&from=2998-01-01").await["found"], 0);
    assert_eq!(shop.copy_center.get("/api/orders/totals?by=color").await.status, 400);
    let file =
        shop.copy_center.request("GET", "/api/orders/totals/download?by=costCenter").send().await.unwrap();
    let text = file.text().await.unwrap();
    assert_eq!(
        text.trim_start_matches('\u{feff}').lines().collect::<Vec<_>>(),
        [
            "Cost Center,Orders,Pieces,Pages,Estimate,Pieces without Pages",
            "200,1,110,200,34.00,10",
            "100,2,100,160,27.20,20"
        ]
    );
}

#[tokio::test]
async fn case_does_not_matter_in_departments_mail_stops_and_cost_centers() {
    let shop = shop().await;
    let mut ordered = Vec::new();
    for (department, stop) in [("Ökologie", "Süd 1"), ("ökologie", "SÜD 1"), ("ÖKOLOGIE", "süd 1")] {
        let change = |body: &mut Value| {
            due(30, "Vance", stop, department)(body);
            body["costCenter"] = department.into();
        };
        ordered.push(shop.ordered(change).await);
    }
    let another = shop.ordered(due(30, "Vance", "MB 1", "Okologie")).await;
    let encoded = |text: &str| -> String { url::form_urlencoded::byte_serialize(text.as_bytes()).collect() };
    for text in ["Ökologie", "ökologie", "öKOLOGIE"] {
        assert_eq!(numbers(&shop, &format!("department={}", encoded(text))).await, ordered, "{text}");
    }
    assert_eq!(numbers(&shop, &format!("mailStop={}", encoded("sÜd 1"))).await, ordered);
    assert_eq!(numbers(&shop, "department=OKOLOGIE").await, [another]);
    for by in ["department", "costCenter"] {
        let totals = shop.copy_center.get(&format!("/api/orders/totals?by={by}")).await.body;
        let (value, orders) = (&totals["totals"][0]["value"], &totals["totals"][0]["orders"]);
        assert_eq!((&totals["found"], value, orders), (&json!(2), &json!("ÖKOLOGIE"), &json!(3)), "{totals}");
    }
}

#[tokio::test]
async fn a_phone_reads_the_code_of_a_ticket() {
    let shop = shop().await;
    let number = shop.ordered(|_| ()).await;
    let (_, _, text) =
        crate::catalogue::qr::read(&shop.copy_center, &format!("/api/orders/{number}/qr.png")).await;
    assert_eq!(text, format!("{}/orders/{number}", shop.server.address));
    for path in ["/orders".to_owned(), format!("/orders/{number}")] {
        assert_eq!(shop.server.visitor().get(&path).await.status, 200, "{path}");
    }
}

/// The server determines prices and pages; values sent by clients are ignored.
#[tokio::test]
async fn the_estimate_is_made_from_the_citation() {
    let shop = shop().await;
    let number = shop
        .ordered(|body| {
            body["orders"][0]["pages"] = 900.into();
            body["orders"][0]["estimate"] = 0.01.into();
            body["orders"][0]["printingSpecs"] = "black and white".into();
        })
        .await;
    // The citation changes later; the order stays the same.
    let mut handout = shop.handout.clone();
    handout["languages"][0]["pages"] = 10.into();
    let path = format!("/api/citations/{}", handout["id"].as_str().unwrap());
    let saved = shop.admin.put(&path, &handout).await.unwrap();
    assert_eq!((saved.status, &saved.body["languages"][0]["pages"]), (200, &json!(10)));
    assert_eq!(saved.body["languages"][1].get("pages"), None);
    let order = shop.nurse.get(&format!("/api/orders/{number}")).await.body;
    assert_eq!((&order["lines"][0]["pages"], &order["estimate"]), (&json!(2), &json!(13.6)));
    for pages in [json!(0), json!(2001), json!("2"), json!(1.5)] {
        handout["languages"][0]["pages"] = pages.clone();
        let refused = shop.admin.put(&path, &handout).await.unwrap();
        assert_eq!(
            (refused.status, &refused.body["errors"][0]["field"]),
            (422, &json!("languages[0].pages")),
            "{pages}"
        );
    }
}

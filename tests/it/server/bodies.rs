//! Bodies are JSON objects, read by member names, and their errors are in plain words: every call with a body in the
//! documented API.

use crate::support::provider::Provider;
use crate::support::{Caller, Start, citation, fill};
use serde_json::{Value, json};

/// A call with a JSON body: method, path, and the schema of the body.
type Call = (String, String, Value);

fn calls(interface: &Value) -> Vec<Call> {
    let mut calls = Vec::new();
    for (path, methods) in interface["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            if !schema.is_null() {
                let path = path
                    .replace("{id}", "asthma")
                    .replace("{value}", "English")
                    .replace("{number}", "26-000001")
                    .replace("{digest}", &"0".repeat(64));
                assert!(!path.contains('{'), "{path}");
                calls.push((method.to_uppercase(), path, schema.clone()));
            }
        }
    }
    calls
}

/// The schema behind a reference, or behind a choice between it and null.
fn resolved(interface: &Value, schema: &Value) -> Value {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = interface.pointer(reference.trim_start_matches('#')).unwrap();
        return resolved(interface, target);
    }
    for choice in ["oneOf", "anyOf", "allOf"] {
        if let Some(options) = schema[choice].as_array() {
            let option = options.iter().find(|option| option["type"] != "null").unwrap();
            return resolved(interface, option);
        }
    }
    schema.clone()
}

fn is(schema: &Value, name: &str) -> bool {
    schema["type"] == name || schema["type"].as_array().is_some_and(|types| types.contains(&json!(name)))
}

fn is_struct(schema: &Value) -> bool {
    is(schema, "object") && schema["properties"].is_object()
}

/// Bodies with a list where the schema expects an object.
fn nested_lists(interface: &Value, schema: &Value) -> Vec<Value> {
    let schema = resolved(interface, schema);
    let mut bodies = Vec::new();
    for (name, member) in schema["properties"].as_object().into_iter().flatten() {
        let member = resolved(interface, member);
        if is_struct(&member) {
            bodies.push(json!({name: ["x"]}));
            bodies.extend(nested_lists(interface, &member).into_iter().map(|inner| json!({name: inner})));
        } else if is(&member, "array") && is_struct(&resolved(interface, &member["items"])) {
            bodies.push(json!({name: [["x", "y"]]}));
        }
    }
    bodies
}

async fn status(caller: &Caller, method: &str, path: &str, body: &Value) -> u16 {
    let request = caller.request(method, path).header("If-Match", "*").json(body);
    caller.send(request).await.unwrap().status
}

#[tokio::test]
async fn only_objects_are_accepted_in_bodies_at_any_depth() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let data = folder.path().join("data");
    fill(&data, &[citation("Asthma")]);
    let server = Start::on(&data).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    let interface = server.visitor().get("/api/openapi.json").await.body;
    let calls = calls(&interface);
    assert!(calls.len() > 15, "{} calls have a body", calls.len());
    let mut nested = 0;
    for (method, path, schema) in &calls {
        for body in [
            json!([]),
            json!([[], []]),
            json!(["printing"]),
            json!([{"state": "printing"}]),
            json!("printing"),
            json!(1),
            json!(true),
            json!(null),
        ] {
            assert_eq!(status(&admin, method, path, &body).await, 400, "{method} {path} {body}");
        }
        for body in nested_lists(&interface, schema) {
            nested += 1;
            assert_eq!(status(&admin, method, path, &body).await, 422, "{method} {path} {body}");
        }
    }
    assert!(nested > 10, "{nested} objects within bodies");
}

/// Words of the program's own language, which mean nothing to those who read an error.
const JARGON: [&str; 12] = [
    "i64",
    "u32",
    "u8",
    "usize",
    "floating",
    "variant",
    "sequence",
    "struct",
    "invalid type",
    "deserialize",
    "serde",
    "`",
];

#[tokio::test]
async fn errors_are_in_plain_words_and_name_the_field() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::start();
    let data = folder.path().join("data");
    fill(&data, &[citation("Asthma")]);
    let server = Start::on(&data).signed_in_at(&provider).run();
    let admin = server.bearer(provider.admin());
    let interface = server.visitor().get("/api/openapi.json").await.body;
    let mut refused = 0;
    for (method, path, schema) in &calls(&interface) {
        for name in
            resolved(&interface, schema)["properties"].as_object().into_iter().flatten().map(|(name, _)| name)
        {
            for value in [json!(1.5), json!(-1), json!(true), json!("bogus"), json!({"x": 1}), json!([[1]])] {
                let body = json!({name: value});
                let request = admin.request(method, path).header("If-Match", "*").json(&body);
                let answer = admin.send(request).await.unwrap();
                assert!(answer.status < 500, "{method} {path} {body}: {answer:?}");
                let fields =
                    answer.body["errors"].as_array().into_iter().flatten().map(|error| &error["message"]);
                let messages: Vec<&str> =
                    fields.chain([&answer.body["detail"]]).filter_map(Value::as_str).collect();
                let is_plain = !JARGON.iter().any(|word| messages.join(" ").contains(word));
                assert!(is_plain, "{method} {path} {body}: {messages:?}");
                refused += usize::from(answer.status == 422);
            }
        }
    }
    assert!(refused > 100, "{refused} were refused");

    let order = json!({"orders": [{"id": "asthma", "quantity": 1.5}]});
    let answer = admin.post("/api/user/order", &order).await.unwrap();
    let error = &answer.body["errors"][0];
    assert_eq!((answer.status, error["field"].as_str()), (422, Some("orders[0].quantity")), "{answer:?}");
    assert!(error["message"].as_str().unwrap().starts_with("Expected a whole number"), "{error}");

    let twice = admin.get("/api/search?q=a&q=b").await;
    assert_eq!(
        (twice.status, &twice.body["detail"]),
        (400, &json!("q: expected once, found more than once."))
    );
}

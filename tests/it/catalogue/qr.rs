//! QR codes and where they lead.

use crate::support::provider::Provider;
use crate::support::{Caller, Server, Start, citation};
use serde_json::{Value, json};

const FIRST: &str = "https://files.example.org/fever.pdf?a=1&b=ü";
const LATER: &str = "https://files.example.org/fever-2027.pdf";

async fn library(folder: &tempfile::TempDir) -> (Server, Caller, Value) {
    let provider = Provider::start();
    let server = Start::on(&folder.path().join("data"))
        .signed_in_at(&provider)
        .with("SERVER__PUBLIC_URL", "https://handouts.example.org")
        .run();
    let admin = server.bearer(provider.admin());
    let mut fever = citation("Fever: الحمى — sốt cao");
    fever["languages"] = json!([{"lang": "English", "ksbgNumber": "", "url": FIRST}]);
    let added = admin.post("/api/citations", &fever).await.unwrap();
    assert_eq!(added.status, 201, "{added:?}");
    (server, admin, added.body)
}

fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// Width, height and decoded text of the QR code in an image.
pub async fn read(caller: &Caller, path: &str) -> (u32, u32, String) {
    let answer = caller.request("GET", path).send().await.unwrap();
    assert_eq!(answer.status(), 200, "{path}");
    assert_eq!(answer.headers()["content-type"], "image/png");
    let file = answer.bytes().await.unwrap();
    let image = image::load_from_memory(&file).unwrap();
    assert_eq!(image.color(), image::ColorType::L8);
    let image = image.into_luma8();
    let (width, height) = image.dimensions();
    let mut prepared =
        rqrr::PreparedImage::prepare_from_greyscale(width as usize, height as usize, |x, y| {
            image.get_pixel(x as u32, y as u32).0[0]
        });
    let (_, text) = prepared.detect_grids().first().expect("a code").decode().unwrap();
    (width, height, text)
}

#[tokio::test]
async fn both_images_contain_the_redirect_address() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _, fever) = library(&folder).await;
    let id = fever["id"].as_str().unwrap();
    let path = format!("/api/citations/{id}/qr.png?url={}", encoded(FIRST));
    let (width, height, text) = read(&server.visitor(), &path).await;
    assert_eq!((width, height), (192, 192));
    let target = url::Url::parse(&text).unwrap();
    assert!(text.starts_with("https://handouts.example.org/qrredirect?"), "{text}");
    let pairs: Vec<(String, String)> = target.query_pairs().into_owned().collect();
    assert_eq!(pairs, [("id".to_owned(), id.to_owned()), ("url".to_owned(), FIRST.to_owned())]);
    let (width, _, of_card) = read(&server.visitor(), &format!("{path}&card=1")).await;
    assert_eq!((width, of_card), (700, text));
}

#[tokio::test]
async fn an_address_that_is_not_the_citations_has_no_code() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _, fever) = library(&folder).await;
    let id = fever["id"].as_str().unwrap();
    for path in [
        format!("/api/citations/{id}/qr.png?url=https%3A%2F%2Fevil.example"),
        format!("/api/citations/{id}/qr.png?url="),
        format!("/api/citations/{id}/qr.png"),
        format!("/api/citations/none/qr.png?url={}", encoded(FIRST)),
    ] {
        let answer = server.visitor().get(&path).await;
        assert_eq!(answer.status, 404, "{path}: {answer:?}");
        assert_eq!(answer.headers["content-type"], "application/problem+json");
    }
}

#[tokio::test]
async fn the_code_of_a_long_address_holds_its_digest() {
    let folder = tempfile::tempdir().unwrap();
    let (server, admin, mut fever) = library(&folder).await;
    let visitor = server.visitor();
    let long = format!("https://files.example.org/{}", "x".repeat(3_000));
    fever["languages"][0]["url"] = long.as_str().into();
    let path = format!("/api/citations/{}", fever["id"].as_str().unwrap());
    assert_eq!(admin.put(&path, &fever).await.unwrap().status, 200);
    let interface = visitor.get("/api/openapi.json").await.body;
    let documented = &interface["paths"]["/api/citations/{id}/qr.png"]["get"]["responses"];
    let answer = visitor.get(&format!("{path}/qr.png?url={long}&card=xyz")).await;
    assert_eq!(answer.status, 400, "{answer:?}");
    assert!(documented["400"].is_object(), "{documented}");
    for query in ["", "&card=1"] {
        let (_, _, text) = read(&visitor, &format!("{path}/qr.png?url={long}{query}")).await;
        let digest = handout::model::page_urls::handout_digest("", &long);
        assert!(text.ends_with(&format!("&u={digest}")), "{text}");
    }
}

#[tokio::test]
async fn a_printed_code_leads_to_the_present_address_and_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let (server, admin, fever) = library(&folder).await;
    let visitor = server.visitor();
    let id = fever["id"].as_str().unwrap();
    let leads = async |id: &str, address: &str| {
        let answer = visitor.get(&format!("/qrredirect?id={}&url={}", encoded(id), encoded(address))).await;
        assert_eq!(answer.status, 302, "{answer:?}");
        answer.headers["location"].to_str().unwrap().to_owned()
    };
    let standard = url::Url::parse(FIRST).unwrap().to_string();
    assert_eq!(leads(id, FIRST).await, standard);
    let mut moved = fever.clone();
    moved["languages"][0]["url"] = LATER.into();
    assert_eq!(admin.put(&format!("/api/citations/{id}"), &moved).await.unwrap().status, 200);
    assert_eq!(leads(id, FIRST).await, LATER, "a former URL of the citation");
    assert_eq!(leads(id, LATER).await, LATER);
    for address in ["https://evil.example/", "//evil.example", "", "javascript:alert(1)", "/order"] {
        assert_eq!(leads(id, address).await, format!("/citation/{id}"), "{address}");
    }
    assert_eq!(leads("no/such id", LATER).await, "/citation/no%2Fsuch%20id");
}

#[tokio::test]
async fn a_short_code_leads_where_the_whole_address_does() {
    let folder = tempfile::tempdir().unwrap();
    let (server, admin, mut fever) = library(&folder).await;
    let visitor = server.visitor();
    let id = fever["id"].as_str().unwrap().to_owned();
    let leads = async |query: &str| {
        let answer = visitor.get(&format!("/qrredirect?id={id}{query}")).await;
        assert_eq!(answer.status, 302, "{answer:?}");
        answer.headers["location"].to_str().unwrap().to_owned()
    };
    let digest = |url: &str| handout::model::page_urls::handout_digest("", url);
    let (first, page) = (url::Url::parse(FIRST).unwrap().to_string(), format!("/citation/{id}"));
    assert_eq!(leads(&format!("&u={}", digest(FIRST))).await, first);
    assert_eq!(leads(&format!("&u={}", digest(FIRST).to_uppercase())).await, first);
    fever["languages"][0]["url"] = LATER.into();
    assert_eq!(admin.put(&format!("/api/citations/{id}"), &fever).await.unwrap().status, 200);
    assert_eq!(leads(&format!("&u={}", digest(FIRST))).await, LATER, "a former URL");
    for unknown in ["&u=", "&u=0123456789abcdef", "&u=..", &format!("&u={}", &digest(LATER)[..15])] {
        assert_eq!(leads(unknown).await, page, "{unknown}");
    }
    for added in [".", "%20", "%E2%80%9D", "%E3%80%82", "%E2%80%8B)."] {
        assert_eq!(leads(&format!("&u={}{added}", digest(LATER))).await, LATER, "{added}");
        assert_eq!(leads(&format!("&url={}{added}", encoded(LATER))).await, LATER, "{added}");
        let query = format!("/qrredirect?id={id}{added}&url={}", encoded(LATER));
        assert_eq!(visitor.get(&query).await.headers["location"], LATER, "{added}");
    }
}

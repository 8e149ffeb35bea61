//! The formats of the answer: the Atom feed by the rules of HL7's KnowledgeResponse, and the JSON that clients of
//! MedlinePlus Connect read.

use super::{ICD10, ask, codes, criterion, languages, serve, with};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use serde_json::{Value, json};

/// An element: its name, attributes, text and children.
#[derive(Debug, Default)]
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    text: String,
    children: Vec<Element>,
}

impl Element {
    fn new(start: &BytesStart<'_>) -> Element {
        let attributes = start.attributes().map(|attribute| {
            let attribute = attribute.unwrap();
            let value = quick_xml::escape::unescape(&attribute.value).unwrap().into_owned();
            (attribute.key.as_ref().to_owned(), value)
        });
        Element {
            name: start.name().as_ref().to_owned(),
            attributes: attributes.collect(),
            ..Element::default()
        }
    }

    fn parse(document: &str) -> Element {
        let mut reader = Reader::from_str(document);
        let mut open = vec![Element::default()];
        loop {
            match reader.read_event().unwrap() {
                Event::Start(start) => open.push(Element::new(&start)),
                Event::Empty(start) => open.last_mut().unwrap().children.push(Element::new(&start)),
                Event::End(_) => {
                    let closed = open.pop().unwrap();
                    open.last_mut().unwrap().children.push(closed);
                }
                Event::Text(text) => open.last_mut().unwrap().text.push_str(&text),
                Event::GeneralRef(name) => {
                    let reference =
                        quick_xml::escape::unescape(&format!("&{};", &*name)).unwrap().into_owned();
                    open.last_mut().unwrap().text.push_str(&reference);
                }
                Event::Eof => return open.pop().unwrap().children.pop().unwrap(),
                _ => {}
            }
        }
    }

    fn attribute(&self, name: &str) -> &str {
        let found = self.attributes.iter().find(|(known, _)| known == name);
        found.map_or_else(|| panic!("no attribute {name}: {self:?}"), |(_, value)| value)
    }

    fn all(&self, name: &str) -> Vec<&Element> {
        self.children.iter().filter(|child| child.name == name).collect()
    }

    /// Checks that the children have these names in this order, each within its minimum and maximum number.
    fn check_order(&self, expected: &[(&str, usize, usize)]) {
        let mut rest = self.children.iter().map(|child| child.name.as_str()).peekable();
        for (name, least, most) in expected {
            let mut count = 0;
            while rest.next_if(|next| next == name).is_some() {
                count += 1;
            }
            assert!((*least..=*most).contains(&count), "{count} times {name} in {}: {self:?}", self.name);
        }
        assert_eq!(rest.next(), None, "out of order in {}", self.name);
    }
}

/// The schemes of the profile, as far as our feeds use them.
const SCHEMES: [&str; 10] = [
    "mainSearchCriteria.v.c",
    "mainSearchCriteria.v.cs",
    "mainSearchCriteria.v.dn",
    "mainSearchCriteria.v.ot",
    "informationRecipient",
    "informationRecipient.languageCode.c",
    "performer",
    "patientPerson.administrativeGenderCode.c",
    "ageGroup.v.c",
    "taskContext.c.c",
];

const UNBOUNDED: usize = usize::MAX;

/// Checks a feed by rules derived from the profile: order of the elements, required attributes, values.
fn check_feed(feed: &Element) {
    assert_eq!((feed.name.as_str(), feed.attribute("xmlns")), ("feed", "http://www.w3.org/2005/Atom"));
    assert!(!feed.attribute("xml:lang").is_empty());
    feed.check_order(&[
        ("title", 1, 1),
        ("subtitle", 0, 1),
        ("author", 0, UNBOUNDED),
        ("updated", 1, 1),
        ("category", 0, UNBOUNDED),
        ("id", 1, 1),
        ("link", 0, UNBOUNDED),
        ("entry", 0, 10),
    ]);
    for entry in feed.all("entry") {
        assert!(!entry.attribute("xml:lang").is_empty());
        entry.check_order(&[
            ("title", 1, 1),
            ("link", 1, UNBOUNDED),
            ("id", 1, 1),
            ("updated", 1, 1),
            ("summary", 0, 1),
        ]);
        assert!(url::Url::parse(&entry.all("id")[0].text).is_ok());
        assert!(entry.all("updated")[0].text.parse::<jiff::Timestamp>().is_ok());
    }
    let links = feed.all("entry").into_iter().flat_map(|entry| entry.all("link")).chain(feed.all("link"));
    for link in links {
        assert!(url::Url::parse(link.attribute("href")).is_ok(), "{link:?}");
        for name in ["rel", "type", "title"] {
            assert!(!link.attribute(name).is_empty(), "{link:?}");
        }
        let is_token = |text: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        assert!(is_token(link.attribute("hreflang")) && !link.attribute("hreflang").is_empty(), "{link:?}");
    }
    for category in feed.all("category") {
        assert!(SCHEMES.contains(&category.attribute("scheme")), "{category:?}");
        category.attribute("term");
    }
    assert!(feed.all("updated")[0].text.parse::<jiff::Timestamp>().is_ok());
    let mut ids: Vec<&str> = feed.all("entry").iter().map(|entry| entry.all("id")[0].text.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), feed.all("entry").len());
}

fn catalogue() -> Vec<Value> {
    let coded = |id: &str, title: &str, fields: Value| {
        let mut made = with(id, title, fields);
        made["codes"] = codes("icd10cm", &["J45.909"]);
        made
    };
    let url = "https://files.example.org/a b/плакат.pdf?x=1&y=2";
    vec![
        coded(
            "plan",
            "Plan <1> & \"2\" 哮喘",
            json!({
                "abstract": "First <b>line</b> & more.\n\nSecond line.",
                "languages": [{"lang": "English", "ksbgNumber": "", "url": url}, {"lang": "Klingonish", "ksbgNumber": "", "url": "https://x.example.org/k"}]
            }),
        ),
        coded(
            "page",
            "Without a file",
            json!({"languages": [{"lang": "Spanish", "ksbgNumber": "", "url": ""}], "abstract": null}),
        ),
        coded("klingon", "Of another tongue", json!({"languages": languages(&["Klingonish"])})),
    ]
}

#[tokio::test]
async fn the_feed_has_the_order_and_the_attributes_of_the_profile() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(&folder, &catalogue());
    let visitor = server.visitor();
    let context = "informationRecipient=PROV&informationRecipient.languageCode.c=es-US&performer=PROV&age.v.v=8&age.v.u=a\
        &patientPerson.administrativeGenderCode.c=F&ageGroup.v.c=D002648&taskContext.c.c=PROBLISTREV&other=1\
        &mainSearchCriteria.v.ot=%00%1f%3Cx%3E%26";
    for query in [
        criterion("J45.909", ICD10),
        format!("{}&{context}", criterion("J45.909", ICD10)),
        String::new(),
        context.to_owned(),
    ] {
        let request = visitor.request("GET", &format!("/api/infobutton?{query}"));
        let document = request.send().await.unwrap().text().await.unwrap();
        let feed = Element::parse(&document);
        check_feed(&feed);
        let entries = if query.contains("J45") { 3 } else { 0 };
        assert_eq!(feed.all("entry").len(), entries, "{document}");
    }
    let document = visitor.request("GET", &format!("/api/infobutton?{}", criterion("J45.909", ICD10)));
    let feed = Element::parse(&document.send().await.unwrap().text().await.unwrap());
    let plan = feed.all("entry")[0];
    assert_eq!(plan.all("title")[0].text, "Plan <1> & \"2\" 哮喘");
    assert_eq!(plan.all("link")[0].attribute("type"), "application/pdf");
    let summary = plan.all("summary")[0];
    assert_eq!(summary.attribute("type"), "html");
    assert_eq!(summary.text, "<p>First &lt;b&gt;line&lt;/b&gt; &amp; more.</p><p>Second line.</p>");
    let page = feed.all("entry")[1];
    assert_eq!(page.all("link")[0].attribute("href"), "https://handouts.example.org/citation/without-a-file");
    assert_eq!((page.attribute("xml:lang"), page.all("summary").len()), ("es", 0));
    let klingon = feed.all("entry")[2];
    assert_eq!((klingon.attribute("xml:lang"), klingon.all("link")[0].attribute("hreflang")), ("und", "und"));
}

#[tokio::test]
async fn the_json_has_the_form_that_clients_of_medlineplus_connect_read() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(&folder, &catalogue());
    let answer = ask(&server.visitor(), &criterion("J45.909", ICD10)).await;
    let feed = &answer.body["feed"];
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(
        keys(feed),
        ["base", "lang", "xsi", "title", "updated", "id", "author", "subtitle", "category", "entry"]
    );
    assert_eq!(feed["base"], "https://handouts.example.org/");
    assert_eq!(feed["xsi"], "http://www.w3.org/2001/XMLSchema-instance");
    assert_eq!(feed["title"], json!({"_value": "Children's patient education", "type": "text"}));
    assert_eq!(feed["author"]["name"]["_value"], "Children's");
    assert_eq!(feed["subtitle"], json!({"_value": "Handouts for ICD-10-CM J45.909", "type": "text"}));
    assert_eq!(feed["category"][0], json!({"scheme": "mainSearchCriteria.v.c", "term": "J45.909"}));
    assert_eq!(feed["category"][1], json!({"scheme": "mainSearchCriteria.v.cs", "term": "ICD10CM"}));
    assert_eq!(feed["category"][3], json!({"scheme": "informationRecipient", "term": "PAT"}));
    let entry = &feed["entry"][0];
    assert_eq!(entry["title"], json!({"_value": "Plan <1> & \"2\" 哮喘", "type": "text"}));
    assert_eq!(
        entry["link"][0],
        json!({
            "title": "Plan <1> & \"2\" 哮喘", "rel": "alternate", "type": "application/pdf", "hreflang": "en",
            "href": "https://files.example.org/a%20b/%D0%BF%D0%BB%D0%B0%D0%BA%D0%B0%D1%82.pdf?x=1&y=2"
        })
    );
    assert_eq!(entry["id"]["_value"], "https://handouts.example.org/citation/plan");
    assert_eq!(entry["summary"]["type"], "html");
    assert!(entry["summary"]["_value"].as_str().unwrap().starts_with("<p>First &lt;b&gt;line"), "{entry}");
    assert!(entry["updated"]["_value"].as_str().unwrap().parse::<jiff::Timestamp>().is_ok());
    assert_eq!(feed["entry"][1]["summary"]["_value"], "");
    let empty = ask(&server.visitor(), "").await;
    assert_eq!(empty.body["feed"]["entry"], json!([]));
}

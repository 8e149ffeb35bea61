//! The pages as files in `ui/fixtures`, one for each state in `tests/page_fixtures.json`: `ui/src/app/start/fixtures.test.ts`
//! renders the screens from their data and compares the markup. `make page-fixtures` writes them.

use crate::packets::library::{PUBLIC_URL, added, text};
use crate::support::provider::Provider;
use crate::support::{Caller, Server, Start, citation, fill};
use handout::model::clock;
use regex::{Captures, Regex};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What the fixtures have in place of the day of the test; the test of the screens has it too.
const DAY: &str = "2026-03-04";

/// The catalogue and the states of its pages.
#[derive(Deserialize)]
struct Cases {
    /// What they have besides the members of every citation.
    citations: Vec<Map<String, Value>>,
    promotion: Value,
    packets: Vec<Value>,
    states: Vec<State>,
}

/// A request.
#[derive(Deserialize)]
struct State {
    /// The name of the file.
    name: String,
    path: String,
    /// The header `Accept-Language`.
    #[serde(default = "english")]
    language: String,
    #[serde(default = "ok")]
    status: u16,
}

fn english() -> String {
    "en".to_owned()
}

fn ok() -> u16 {
    200
}

fn in_repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn json<T: serde::de::DeserializeOwned>(path: &str) -> T {
    serde_json::from_slice(&std::fs::read(in_repository(path)).unwrap()).unwrap()
}

#[tokio::test]
async fn the_fixtures_of_the_pages_are_the_committed_ones() {
    let cases: Cases = json("tests/page_fixtures.json");
    let catalogue = Catalogue::serve(&cases).await;
    let names = ClassNames::read();
    let writes = std::env::var_os("HANDOUT_WRITE_FIXTURES").is_some();
    let folder = in_repository("ui/fixtures");
    let mut outdated = BTreeSet::new();
    let mut files = BTreeSet::new();
    for state in &cases.states {
        let written = fixture(state, &names.restore(&catalogue.page(state).await));
        let file = folder.join(format!("{}.html", state.name));
        if writes {
            std::fs::write(&file, &written).unwrap();
        } else if std::fs::read_to_string(&file).unwrap_or_default() != written {
            outdated.insert(file.clone());
        }
        assert!(files.insert(file), "two states have the name {}", state.name);
    }
    let surplus = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    for file in surplus.filter(|file| !files.contains(file)) {
        if writes {
            std::fs::remove_file(file).unwrap();
        } else {
            outdated.insert(file);
        }
    }
    assert!(outdated.is_empty(), "not what the server writes; run `make page-fixtures`: {outdated:?}");
}

/// The file of a state: its request, then what the screens replace or read of its page.
fn fixture(State { name, path, language, .. }: &State, html: &str) -> String {
    let part = |start: &str, end: &str| {
        let from = html.find(start).unwrap_or_else(|| panic!("{name}: no {start} in {html}"));
        let length = html[from..].find(end).unwrap();
        format!("{}{end}", &html[from..from + length])
    };
    let parts = [part("<html", ">"), part("<title>", "</title>"), part("<div id=\"root\"", "</body>")];
    // An element or object a line, so that a change of one is short.
    let body = parts.concat().replace("><", ">\n<").replace(",{\"", ",\n{\"");
    format!("<!-- {path} -->\n<!-- {language} -->\n{body}\n")
}

/// A server with the catalogue, and what its pages have that differs from run to run.
struct Catalogue {
    _folder: tempfile::TempDir,
    _server: Server,
    visitor: Caller,
    /// With what the fixtures have instead.
    varying: Vec<(String, String)>,
}

impl Catalogue {
    async fn serve(cases: &Cases) -> Catalogue {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let complete = |members: &Map<String, Value>| {
            let mut whole = citation(text(&members["title"]));
            whole.as_object_mut().unwrap().extend(members.clone());
            whole
        };
        fill(&data, &cases.citations.iter().map(complete).collect::<Vec<_>>());
        let provider = Provider::start();
        let server = Start::on(&data)
            .signed_in_at(&provider)
            .with("SERVER__PUBLIC_URL", PUBLIC_URL)
            .with("HOSPITAL__EMAIL", "education@hospital.example.org")
            .with("HOSPITAL__LINKS__SERVICE_DESK", "https://desk.example.org/")
            .with("HOSPITAL__LINKS__TRANSLATION", "https://translation.example.org/")
            .run();
        let admin = server.bearer(provider.admin());
        let promoted = admin.post("/api/system/promotions", &cases.promotion).await.unwrap();
        assert_eq!(promoted.status, 201, "{promoted:?}");
        let mut varying = days();
        for (n, packet) in cases.packets.iter().enumerate() {
            let made = added(&admin, packet).await;
            varying.push((text(&made["id"]).to_owned(), format!("00000000-0000-7000-8000-{n:012}")));
            varying.push((text(&made["code"]).to_owned(), format!("CODE{n}")));
        }
        Catalogue { visitor: server.visitor(), _folder: folder, _server: server, varying }
    }

    async fn page(&self, state: &State) -> String {
        let request = self.visitor.request("GET", &state.path).header("Accept-Language", &state.language);
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status().as_u16(), state.status, "{}", state.name);
        let html = answer.text().await.unwrap();
        let html = self.varying.iter().fold(html, |html, (text, by)| html.replace(text, by));
        let instants = Regex::new(&format!("{DAY}T[0-9:.]+Z")).unwrap();
        let html = instants.replace_all(&html, format!("{DAY}T12:00:00.000Z"));
        let tags = Regex::new(r#""etag":"\\"[^"\\]+\\"""#).unwrap();
        tags.replace_all(&html, r#""etag":"\"1\"""#).into_owned()
    }
}

/// The current day as pages and data have it, with `DAY` in the same form.
fn days() -> Vec<(String, String)> {
    let today = clock::today().to_string();
    let forms = |day: &str| {
        let [year, month, day_of_month] = [0..4, 5..7, 8..10].map(|range| &day[range]);
        let [month, day_of_month] = [month, day_of_month].map(|number| number.trim_start_matches('0'));
        let abbreviated =
            ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"];
        let abbreviated = abbreviated[month.parse::<usize>().unwrap() - 1];
        [
            day.to_owned(),
            format!("{month}/{day_of_month}/{year}"),
            format!("{day_of_month} {abbreviated} {year}"),
        ]
    };
    forms(&today).into_iter().zip(forms(DAY)).collect()
}

/// The source of each class name of the build, which shortens them: module and name.
struct ClassNames(BTreeMap<String, String>);

impl ClassNames {
    fn read() -> ClassNames {
        let manifest: Value = json("ui/dist/manifest.json");
        let modules = manifest["classes"].as_object().unwrap().iter();
        let names = modules.flat_map(|(module, classes)| {
            let classes = classes.as_object().unwrap().iter();
            classes.map(move |(name, shown)| (text(shown).to_owned(), format!("{module}.{name}")))
        });
        ClassNames(names.collect())
    }

    fn restore(&self, html: &str) -> String {
        let source = |shown: &str| self.0.get(shown).map_or_else(|| shown.to_owned(), String::clone);
        let classes = Regex::new(r#" class="([^"]*)""#).unwrap();
        let restored = classes.replace_all(html, |found: &Captures<'_>| {
            format!(" class=\"{}\"", found[1].split(' ').map(source).collect::<Vec<_>>().join(" "))
        });
        let hash = Regex::new(r"(/assets/[\w-]+?)-[A-Z0-9]{8}\.").unwrap();
        hash.replace_all(&restored, "$1.").into_owned()
    }
}

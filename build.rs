//! Builds the front end with npm and esbuild when it changed, so that one command builds everything, makes the server's
//! texts from the messages of the screens and the help from the guide, and compresses large files that are rarely read.

#[path = "build/guide.rs"]
mod guide;

use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the front end is built from.
const SOURCES: [&str; 10] = [
    "src",
    "messages",
    "build.mjs",
    "messages.mjs",
    "icon.mjs",
    "serverParts.mjs",
    "formats.mjs",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
];

/// What is in the program in compressed form: the parts list, the catalogue of the demo, and the OpenAPI document.
const COMPRESSED: [&str; 3] = ["assets/sbom.cdx.json", "catalogue.db.example", "ui/src/api/openapi.json"];

/// The pages of the help.
const GUIDE: &str = "docs/guide";

/// The stored files of the demo. They are compressed already.
const SAMPLE_FILES: &str = "assets/sample-files";

fn main() {
    println!("cargo::rerun-if-env-changed=HANDOUT_PREBUILT_UI");
    let ui = PathBuf::from("ui");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", ui.join(source).display());
    }
    println!("cargo::rerun-if-changed={}", ui.join("dist/.built-from").display());
    println!("cargo::rerun-if-changed=src/store/migrations");
    println!("cargo::rerun-if-changed={GUIDE}");
    println!("cargo::rerun-if-changed=build");
    if let Err(error) = make_server_texts(&ui.join("messages")) {
        println!("cargo::error={error}");
    }
    for file in COMPRESSED {
        println!("cargo::rerun-if-changed={file}");
        if let Err(error) = compress(Path::new(file)) {
            println!("cargo::error={file}: {error}");
        }
    }
    println!("cargo::rerun-if-changed={SAMPLE_FILES}");
    if let Err(error) = list_sample_files() {
        println!("cargo::error={SAMPLE_FILES}: {error}");
    }
    // A package that was built elsewhere brings ui/dist along.
    if std::env::var_os("HANDOUT_PREBUILT_UI").is_some() && ui.join("dist/manifest.json").exists() {
        return;
    }
    if let Err(error) = build(&ui) {
        println!("cargo::error={error}");
    }
}

fn build(ui: &Path) -> Result<(), String> {
    // A debug and a release build may run at the same time; they share the folder they build into.
    let turn = std::fs::File::create(ui.join(".build-lock")).map_err(|e| format!("ui/.build-lock: {e}"))?;
    turn.lock().map_err(|e| format!("ui/.build-lock: {e}"))?;
    let built_from = ui.join("dist/.built-from");
    let sources = fingerprint(ui).map_err(|e| format!("ui: {e}"))?;
    if std::fs::read_to_string(&built_from).is_ok_and(|before| before == sources) {
        return Ok(());
    }
    let lock =
        std::fs::read(ui.join("package-lock.json")).map_err(|e| format!("ui/package-lock.json: {e}"))?;
    let stamp = ui.join("node_modules/.handout-lock");
    if std::fs::read(&stamp).ok().as_deref() != Some(lock.as_slice()) {
        run(ui, "npm", &["ci", "--no-audit", "--no-fund", "--loglevel=error"])?;
        std::fs::write(&stamp, &lock).map_err(|e| format!("ui/node_modules: {e}"))?;
    }
    run(ui, "node", &["build.mjs"])?;
    mark(&built_from, &sources).map_err(|e| format!("ui/dist: {e}"))
}

/// Notes what the front end was built from, in its own folder: whatever else is built there, such as by `make dev`,
/// takes the mark away. It is dated back, because cargo looks for it and would take a fresh one for a change.
fn mark(built_from: &Path, sources: &str) -> std::io::Result<()> {
    std::fs::write(built_from, sources)?;
    std::fs::File::options().write(true).open(built_from)?.set_modified(std::time::UNIX_EPOCH)
}

/// Changes when a source of the front end does.
fn fingerprint(ui: &Path) -> std::io::Result<String> {
    let mut files = Vec::new();
    for source in SOURCES {
        list(&ui.join(source), &mut files)?;
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files {
        file.hash(&mut hasher);
        std::fs::read(&file)?.hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

fn list(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path)? {
        list(&entry?.path(), files)?;
    }
    Ok(())
}

fn run(dir: &Path, program: &str, arguments: &[&str]) -> Result<(), String> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(dir)
        .output()
        .map_err(|e| format!("the front end needs {program} (Node 20 or newer): {e}"))?;
    if output.status.success() {
        return Ok(());
    }
    let message = String::from_utf8_lossy(&output.stderr).replace('\n', " ");
    Err(format!("{program} {} failed in ui/: {message}", arguments.join(" ")))
}

/// Writes a file as `NAME.gz` to where the program includes it from. A header without time and name is always the same.
fn compress(file: &Path) -> Result<(), String> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let content = std::fs::read(file).map_err(|e| e.to_string())?;
    std::io::Write::write_all(&mut encoder, &content).map_err(|e| e.to_string())?;
    let compressed = encoder.finish().map_err(|e| e.to_string())?;
    let name = file.file_name().and_then(|name| name.to_str()).ok_or("it has no name")?;
    std::fs::write(out_dir()?.join(format!("{name}.gz")), compressed).map_err(|e| e.to_string())
}

/// Writes the array with the contents of the sample's files that `src/cli/demo.rs` includes.
fn list_sample_files() -> Result<(), String> {
    let mut files = Vec::new();
    list(Path::new(SAMPLE_FILES), &mut files).map_err(|e| e.to_string())?;
    files.sort();
    let contents: String = files
        .iter()
        .map(|file| {
            format!("    include_bytes!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/{}\")),\n", file.display())
        })
        .collect();
    std::fs::write(out_dir()?.join("sample_files.rs"), format!("&[\n{contents}]\n"))
        .map_err(|e| e.to_string())
}

fn out_dir() -> Result<PathBuf, String> {
    std::env::var_os("OUT_DIR").map(PathBuf::from).ok_or_else(|| "OUT_DIR is not set".into())
}

/// The sections of the messages that the server's pages show, beside its own section `server`.
const SECTIONS: [&str; 17] = [
    "server",
    "shell",
    "navigation",
    "parts",
    "search",
    "results",
    "crisis",
    "citation",
    "session",
    "preferredLanguage",
    "languageOffer",
    "home",
    "packet",
    "packetLinks",
    "packets",
    "report",
    "share",
];

/// The texts of one section by their keys.
type Texts = BTreeMap<String, String>;

/// The sections of one language by their names.
type Sections = BTreeMap<String, Texts>;

/// Makes the tables of `src/model/languages/message.rs` from every file in `folder`, and that of `src/model/guide.rs`. A
/// language that lacks a text of the English ones or the families' page, or has another text, is an error.
fn make_server_texts(folder: &Path) -> Result<(), String> {
    let mut languages: BTreeMap<String, Sections> = BTreeMap::new();
    for entry in std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))? {
        let path = entry.map_err(|e| format!("{}: {e}", folder.display()))?.path();
        if let (Some(tag), Some("json")) =
            (path.file_stem().and_then(|name| name.to_str()), path.extension().and_then(|name| name.to_str()))
        {
            languages.insert(tag.to_owned(), read_sections(&path)?);
        }
    }
    let english = languages.remove("en").ok_or("ui/messages/en.json is missing")?;
    for (tag, sections) in &languages {
        for (name, texts) in sections {
            check_texts(&format!("{tag}.json: {name}"), texts, &english[name])?;
        }
    }
    let all: Vec<(&str, &Sections)> = [("en", &english)]
        .into_iter()
        .chain(languages.iter().map(|(tag, sections)| (tag.as_str(), sections)))
        .collect();
    let tags: Vec<&str> = all.iter().map(|(tag, _)| *tag).collect();
    let guide = guide::guide_code(Path::new(GUIDE), &tags).map_err(|e| format!("{GUIDE}/{e}"))?;
    for (file, code) in [("server_texts.rs", texts_code(&english, &all)), ("guide.rs", guide)] {
        let to = out_dir()?.join(file);
        std::fs::write(&to, code).map_err(|e| format!("{}: {e}", to.display()))?;
    }
    Ok(())
}

/// A type for each section and for all of them, and the texts of every language.
fn texts_code(english: &Sections, languages: &[(&str, &Sections)]) -> String {
    let mut code = String::new();
    for (section, texts) in english {
        let _ = writeln!(
            code,
            "/// The section `{section}`.\n#[derive(Debug)]\npub struct {} {{",
            type_name(section)
        );
        for (key, text) in texts {
            let _ = writeln!(code, "    /// {text:?}\n    pub {}: &'static str,", field_name(key));
        }
        code.push_str("}\n\n");
        let _ = writeln!(
            code,
            "impl {} {{\n    /// The text with this key.\n    pub fn by_key(&self, key: &str) -> Option<&'static str> {{",
            type_name(section)
        );
        code.push_str("        Some(match key {\n");
        for key in texts.keys() {
            let _ = writeln!(code, "            {key:?} => self.{},", field_name(key));
        }
        code.push_str("            _ => return None,\n        })\n    }\n}\n\n");
    }
    code.push_str("/// The texts of one language.\n#[derive(Debug)]\npub struct LanguageTexts {\n");
    for section in english.keys() {
        let _ = writeln!(
            code,
            "    /// The section `{section}`.\n    pub {}: {},",
            snake_case(section),
            type_name(section)
        );
    }
    code.push_str("}\n\nconst ALL: &[(&str, LanguageTexts)] = &[\n");
    for (tag, sections) in languages {
        let _ = writeln!(code, "    ({tag:?}, LanguageTexts {{");
        for (section, texts) in *sections {
            let _ = writeln!(code, "        {}: {} {{", snake_case(section), type_name(section));
            for (key, text) in texts {
                let _ = writeln!(code, "            {}: {text:?},", field_name(key));
            }
            code.push_str("        },\n");
        }
        code.push_str("    }),\n");
    }
    code.push_str("];\n");
    code
}

/// `packetLinks` as the name of a type.
fn type_name(section: &str) -> String {
    let mut name = section.to_owned();
    name[..1].make_ascii_uppercase();
    name + "Texts"
}

fn read_sections(path: &Path) -> Result<Sections, String> {
    let error = |what: String| format!("{}: {what}", path.display());
    let file = std::fs::read(path).map_err(|e| error(e.to_string()))?;
    let file: serde_json::Value = serde_json::from_slice(&file).map_err(|e| error(e.to_string()))?;
    let section = |name: &str| {
        let section = file.get(name).ok_or_else(|| error(format!("the section \"{name}\" is missing")))?;
        let texts = serde_json::from_value(section.clone()).map_err(|e| error(format!("{name}: {e}")))?;
        Ok((name.to_owned(), texts))
    };
    SECTIONS.into_iter().map(section).collect()
}

/// Compares the texts of a language with the English ones: keys, placeholders, and that none is empty.
fn check_texts(place: &str, texts: &Texts, english: &Texts) -> Result<(), String> {
    let error = |key: &str, what: &str| Err(format!("ui/messages/{place}.{key} {what}"));
    for (key, wanted) in english {
        match texts.get(key) {
            None => return error(key, "is missing"),
            Some(text) if text.trim().is_empty() => return error(key, "is empty"),
            Some(text)
                if !has_plural(text) && !has_plural(wanted) && placeholders(text) != placeholders(wanted) =>
            {
                return error(key, "has other placeholders than in English");
            }
            Some(_) => {}
        }
    }
    match texts.keys().find(|key| !english.contains_key(*key)) {
        Some(key) => error(key, "is not in en.json"),
        None => Ok(()),
    }
}

/// Whether a text has branches, which the build of the screens compares.
fn has_plural(text: &str) -> bool {
    text.contains(", plural,")
}

/// The names after opening braces.
fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split(['}', ',']).next()).collect()
}

/// The name of a field for a key, which may be a word of the language.
fn field_name(key: &str) -> String {
    let name = snake_case(key);
    if matches!(name.as_str(), "abstract" | "as" | "for" | "in" | "match" | "move" | "type" | "use") {
        format!("r#{name}")
    } else {
        name
    }
}

/// `signInTitle` in the case of fields.
fn snake_case(key: &str) -> String {
    key.chars().fold(String::new(), |mut name, c| {
        if c.is_ascii_uppercase() {
            name.push('_');
        }
        name.push(c.to_ascii_lowercase());
        name
    })
}

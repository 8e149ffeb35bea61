//! Dependencies go in one direction: between layers, between files, and between our code and libraries.

use crate::sources::{ModulePath, SourceFile, files_below, is_test_file, modules, root};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};

/// Every folder and its layer. Code uses only lower layers and no other folder of its own layer.
const LAYERS: [(&str, u8); 18] = [
    ("cli", 5),
    ("web", 4),
    ("work", 4),
    ("domain", 3),
    ("store", 2),
    ("search", 2),
    ("identity", 2),
    ("link_check", 2),
    ("handout_text", 2),
    ("files", 2),
    ("mail", 2),
    ("qr", 2),
    ("import_export", 2),
    ("audit_sinks", 2),
    ("release", 2),
    ("settings", 1),
    ("table", 1),
    ("model", 0),
];

/// Libraries that only these folders may name.
const ONLY_IN: [(&str, &[&str]); 28] = [
    ("actix_web", &["web"]),
    ("utoipa_actix_web", &["web"]),
    ("rust_embed", &["web"]),
    ("quick_xml", &["web", "table"]),
    ("calamine", &["table"]),
    ("zip", &["table"]),
    ("maud", &["web/pages", "mail", "model/infobutton"]),
    ("rusqlite", &["store"]),
    ("refinery", &["store"]),
    ("tantivy", &["search"]),
    ("openidconnect", &["identity"]),
    ("reqwest", &["identity", "link_check", "files"]),
    ("object_store", &["files"]),
    ("lettre", &["mail"]),
    ("qrcode", &["qr"]),
    ("image", &["handout_text", "qr"]),
    ("cosmic_text", &["qr"]),
    ("clap", &["cli"]),
    ("regex", &["domain"]),
    ("landlock", &["handout_text"]),
    ("seccompiler", &["handout_text"]),
    ("hayro", &["handout_text"]),
    ("hayro_font", &["handout_text"]),
    ("html5ever", &["handout_text"]),
    ("close_fds", &["handout_text"]),
    ("minisign_verify", &["release"]),
    ("age", &["model/backup", "store/backup"]),
    ("rust_xlsxwriter", &["import_export"]),
];

fn layer(folder: &str) -> u8 {
    LAYERS
        .iter()
        .find(|(name, _)| *name == folder)
        .unwrap_or_else(|| panic!("src/{folder} has no layer in tests/conventions/layers.rs"))
        .1
}

/// The longest known module that a path leads to.
fn target<'a>(path: &[String], known: &'a BTreeMap<ModulePath, SourceFile>) -> Option<&'a ModulePath> {
    (1..=path.len()).rev().find_map(|n| known.get_key_value(&path[..n]).map(|(module, _)| module))
}

#[test]
fn code_uses_only_lower_layers() {
    let known = modules();
    let mut wrong = Vec::new();
    for (module, source) in known.iter().filter(|(module, _)| !module.is_empty()) {
        for path in &source.own {
            let Some(used) = target(path, &known) else { continue };
            if used[0] != module[0] && layer(&used[0]) >= layer(&module[0]) {
                wrong.push(format!("{} uses {}", source.file.display(), used.join("::")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Which nodes each node uses.
type Uses<T> = BTreeMap<T, BTreeSet<T>>;

/// Every use that is part of a cycle, as `from -> to`.
fn cycles<T: Ord + Clone + std::fmt::Display>(uses: &Uses<T>) -> Vec<String> {
    let reachable = |from: &T| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(node) = open.pop() {
            open.extend(uses.get(node).into_iter().flatten().filter(|next| seen.insert((*next).clone())));
        }
        seen
    };
    let from: BTreeMap<&T, BTreeSet<T>> = uses.keys().map(|node| (node, reachable(node))).collect();
    let edges = uses.iter().flat_map(|(node, used)| used.iter().map(move |used| (node, used)));
    edges
        .filter(|(node, used)| from.get(used).is_some_and(|reached| reached.contains(*node)))
        .map(|(node, used)| format!("{node} -> {used}"))
        .collect()
}

/// Each use of one module by another.
fn module_uses(known: &BTreeMap<ModulePath, SourceFile>) -> BTreeSet<(&ModulePath, &ModulePath)> {
    known
        .iter()
        .filter(|(module, _)| !module.is_empty())
        .flat_map(|(module, source)| {
            source.own.iter().filter_map(move |path| target(path, known)).map(move |used| (module, used))
        })
        .filter(|(module, used)| module != used && !used.is_empty())
        .collect()
}

#[test]
fn no_file_depends_on_itself_through_others() {
    let known = modules();
    let mut uses: Uses<String> = BTreeMap::new();
    for (module, used) in module_uses(&known) {
        uses.entry(module.join("::")).or_default().insert(used.join("::"));
    }
    let wrong = cycles(&uses);
    assert!(wrong.is_empty(), "these uses are part of a cycle:\n{}", wrong.join("\n"));
}

/// Checks the files and subfolders of each folder for cycles; a subfolder counts as one node.
#[test]
fn no_folder_depends_on_itself_through_others() {
    let known = modules();
    let mut folders: BTreeMap<&[String], Uses<String>> = BTreeMap::new();
    for (module, used) in module_uses(&known) {
        let shared = module.iter().zip(used).take_while(|(a, b)| a == b).count();
        if let (Some(from), Some(to)) = (module.get(shared), used.get(shared)) {
            let uses = folders.entry(&module[..shared]).or_default();
            uses.entry(from.clone()).or_default().insert(to.clone());
        }
    }
    let wrong: Vec<String> = folders
        .iter()
        .flat_map(|(folder, uses)| {
            cycles(uses).into_iter().map(move |cycle| format!("in src/{}: {cycle}", folder.join("/")))
        })
        .collect();
    assert!(wrong.is_empty(), "these uses are part of a cycle:\n{}", wrong.join("\n"));
}

#[test]
fn files_do_not_import_from_the_interface_of_their_own_folder() {
    let known = modules();
    let wrong: Vec<String> = module_uses(&known)
        .into_iter()
        .filter(|(module, used)| module.starts_with(used))
        .map(|(module, used)| format!("{} uses {}", known[module].file.display(), known[used].file.display()))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_the_domain_writes() {
    let write = Regex::new(r"\bstore\s*\.\s*(write|write_unannounced)\(").unwrap();
    let wrong: Vec<String> = files_below("src", &[".rs"])
        .into_iter()
        .filter(|file| {
            !file.starts_with("src/store") && !file.starts_with("src/domain") && !is_test_file(file)
        })
        .filter(|file| write.is_match(&std::fs::read_to_string(root().join(file)).unwrap()))
        .map(|file| file.display().to_string())
        .collect();
    assert!(wrong.is_empty(), "write transactions belong into src/domain: {}", wrong.join(", "));
}

#[test]
fn a_library_stays_in_its_folder() {
    let mut wrong = Vec::new();
    for (module, source) in modules().iter().filter(|(module, _)| !module.is_empty()) {
        for path in &source.foreign {
            let owner = ONLY_IN.iter().find(|(library, _)| *library == path[0]);
            let place = module.join("/") + "/";
            let is_in = |folder: &&str| place.starts_with(&format!("{folder}/"));
            if let Some((library, folders)) = owner.filter(|(_, folders)| !folders.iter().any(is_in)) {
                wrong.push(format!(
                    "{} names {library}, which belongs to {}",
                    source.file.display(),
                    folders.join(" and ")
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn time_comes_from_the_clock() {
    let clocks = ["Timestamp", "Zoned", "SystemTime", "Utc", "Local"];
    let mut wrong = Vec::new();
    for source in modules().values().filter(|source| !source.file.ends_with("model/clock.rs")) {
        for path in &source.foreign {
            if let [.., kind, function] = path.as_slice()
                && function == "now"
                && clocks.contains(&kind.as_str())
            {
                wrong.push(format!("{} calls {}", source.file.display(), path.join("::")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

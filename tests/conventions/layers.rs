//! Dependencies run one way: between layers, between files, and between us and the libraries.

use crate::sources::{ModulePath, SourceFile, modules};
use std::collections::{BTreeMap, BTreeSet};

/// Every folder and its layer; code uses only lower layers, and within a layer nothing of its neighbours.
const LAYERS: [(&str, u8); 13] = [
    ("cli", 5),
    ("web", 4),
    ("work", 4),
    ("domain", 3),
    ("store", 2),
    ("search", 2),
    ("identity", 2),
    ("links", 2),
    ("mail", 2),
    ("qr", 2),
    ("exchange", 2),
    ("settings", 1),
    ("model", 0),
];

/// Libraries that these folders alone may name.
const ONLY_IN: [(&str, &[&str]); 12] = [
    ("actix_web", &["web"]),
    ("utoipa_actix_web", &["web"]),
    ("rust_embed", &["web"]),
    ("rusqlite", &["store"]),
    ("refinery", &["store"]),
    ("tantivy", &["search"]),
    ("openidconnect", &["identity"]),
    ("reqwest", &["identity", "links"]),
    ("lettre", &["mail"]),
    ("qrcode", &["qr"]),
    ("cosmic_text", &["qr"]),
    ("clap", &["cli"]),
];

fn layer(folder: &str) -> u8 {
    LAYERS
        .iter()
        .find(|(name, _)| *name == folder)
        .unwrap_or_else(|| panic!("src/{folder} has no layer in tests/conventions/layers.rs"))
        .1
}

/// The module of ours that a path leads to.
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

#[test]
fn no_file_depends_on_itself_through_others() {
    let known = modules();
    let uses: BTreeMap<&ModulePath, BTreeSet<&ModulePath>> = known
        .iter()
        .filter(|(module, _)| !module.is_empty())
        .map(|(module, source)| {
            let targets =
                source.own.iter().filter_map(|path| target(path, &known)).filter(|used| *used != module);
            (module, targets.collect())
        })
        .collect();
    let reachable = |from: &ModulePath| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(module) = open.pop() {
            for &next in uses.get(&module).into_iter().flatten() {
                if seen.insert(next.clone()) {
                    open.push(next.clone());
                }
            }
        }
        seen
    };
    let from: BTreeMap<&ModulePath, BTreeSet<ModulePath>> = uses.keys().map(|m| (*m, reachable(m))).collect();
    let mut wrong: Vec<String> = Vec::new();
    for (module, targets) in &uses {
        for used in targets.iter().filter(|used| from[**used].contains(*module)) {
            wrong.push(format!("{} -> {}", module.join("::"), used.join("::")));
        }
    }
    assert!(wrong.is_empty(), "these uses are part of a circle:\n{}", wrong.join("\n"));
}

#[test]
fn a_library_stays_in_its_folder() {
    let mut wrong = Vec::new();
    for (module, source) in modules().iter().filter(|(module, _)| !module.is_empty()) {
        for path in &source.foreign {
            let owner = ONLY_IN.iter().find(|(library, _)| *library == path[0]);
            if let Some((library, folders)) = owner.filter(|(_, folders)| !folders.contains(&&*module[0])) {
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

//! Reads the Rust sources and lists, for each file, the paths that its code names outside of tests.

use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use syn::visit::{self, Visit};

/// A module path below the crate, such as `["search", "matching"]`; empty for the crate's root.
pub type ModulePath = Vec<String>;

/// What one file of `src` names.
pub struct SourceFile {
    /// The file, relative to the repository.
    pub file: PathBuf,
    /// Paths that begin at the crate's root, such as `["model", "error", "Error"]`.
    pub own: BTreeSet<Vec<String>>,
    /// Paths whose first segment is not a module of this crate, such as `["rusqlite", "Row"]`.
    pub foreign: BTreeSet<Vec<String>>,
}

/// A string, or a path of at least two segments, in the tokens of a macro.
static TOKENS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r#""(?:\\.|[^"\\])*"|[A-Za-z_]\w*(?: ?:: ?[A-Za-z_]\w*)+"#).unwrap());

/// The repository's folder.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every file below `folder` (relative to the repository) whose name ends with one of `endings`.
pub fn files_below(folder: &str, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(&root().join(folder), endings, &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            if !["node_modules", "dist", "target", "test-results"].contains(&name) {
                collect(&path, endings, found);
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            found.push(path.strip_prefix(root()).unwrap().to_owned());
        }
    }
}

/// Whether a file of `src` is compiled for tests only.
pub fn is_test_file(file: &Path) -> bool {
    ["tests.rs", "properties.rs", "generated.rs"].iter().any(|name| file.ends_with(name))
        || file.iter().any(|part| part == "tests")
}

/// Every module of the crate with the paths it names, without test files and items for tests only.
pub fn modules() -> BTreeMap<ModulePath, SourceFile> {
    let files: Vec<(ModulePath, PathBuf)> = files_below("src", &[".rs"])
        .into_iter()
        .filter(|file| !is_test_file(file) && !file.ends_with("main.rs"))
        .map(|file| (module_path(&file), file))
        .collect();
    let known: BTreeSet<ModulePath> = files.iter().map(|(module, _)| module.clone()).collect();
    files
        .iter()
        .map(|(module, file)| {
            let text = std::fs::read_to_string(root().join(file)).unwrap();
            let parsed = syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
            let mut collector = PathCollector {
                module: module.clone(),
                known: &known,
                own: BTreeSet::new(),
                foreign: BTreeSet::new(),
            };
            collector.visit_file(&parsed);
            (
                module.clone(),
                SourceFile { file: file.clone(), own: collector.own, foreign: collector.foreign },
            )
        })
        .collect()
}

/// `src/search.rs` is `["search"]`, `src/settings/keys.rs` is `["settings", "keys"]`.
fn module_path(file: &Path) -> ModulePath {
    let mut parts: ModulePath = file
        .strip_prefix("src")
        .unwrap()
        .with_extension("")
        .components()
        .map(|part| part.as_os_str().to_str().unwrap().to_owned())
        .collect();
    if parts.last().is_some_and(|last| last == "lib") {
        parts.pop();
    }
    parts
}

/// Collects the paths of one file.
struct PathCollector<'a> {
    module: ModulePath,
    known: &'a BTreeSet<ModulePath>,
    own: BTreeSet<Vec<String>>,
    foreign: BTreeSet<Vec<String>>,
}

impl PathCollector<'_> {
    fn add(&mut self, path: Vec<String>) {
        let Some(first) = path.first() else { return };
        match first.as_str() {
            "crate" => {
                self.own.insert(path[1..].to_vec());
            }
            "self" | "super" => {
                let mut absolute = self.module.clone();
                let mut rest = path.as_slice();
                while let Some(segment) = rest.first().filter(|s| ["self", "super"].contains(&s.as_str())) {
                    if segment == "super" {
                        absolute.pop();
                    }
                    rest = &rest[1..];
                }
                absolute.extend_from_slice(rest);
                self.own.insert(absolute);
            }
            _ => {
                let mut child = self.module.clone();
                child.push(first.clone());
                if self.known.contains(&child) {
                    let mut absolute = self.module.clone();
                    absolute.extend(path);
                    self.own.insert(absolute);
                } else {
                    self.foreign.insert(path);
                }
            }
        }
    }

    fn add_tree(&mut self, begin: &[String], tree: &syn::UseTree) {
        let with = |name: &syn::Ident| {
            let mut path = begin.to_vec();
            path.push(name.to_string());
            path
        };
        match tree {
            syn::UseTree::Path(path) => self.add_tree(&with(&path.ident), &path.tree),
            syn::UseTree::Name(name) => self.add(with(&name.ident)),
            syn::UseTree::Rename(rename) => self.add(with(&rename.ident)),
            syn::UseTree::Glob(_) => self.add(begin.to_vec()),
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.add_tree(begin, item)),
        }
    }
}

impl<'ast> Visit<'ast> for PathCollector<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if !attributes(item).iter().any(is_for_tests) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if item.content.is_some() {
            self.module.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.module.pop();
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.add_tree(&[], &item.tree);
    }

    /// `pub(in crate::store)` is not a dependency.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    /// The arguments of a macro are not parsed yet: paths are read from its tokens.
    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        let tokens = called.tokens.to_string();
        for found in TOKENS.find_iter(&tokens).filter(|found| !found.as_str().starts_with('"')) {
            let path: Vec<String> = found.as_str().split("::").map(|part| part.trim().to_owned()).collect();
            self.add(path);
        }
        visit::visit_macro(self, called);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.segments.len() > 1 {
            self.add(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }
}

fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Struct(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn is_for_tests(attribute: &syn::Attribute) -> bool {
    attribute.path().is_ident("cfg")
        && attribute.parse_args::<syn::Path>().is_ok_and(|condition| condition.is_ident("test"))
}

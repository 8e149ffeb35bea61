//! Builds the front end with npm and esbuild when it changed, so that one command builds everything.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the front end is built from.
const SOURCES: [&str; 5] = ["src", "build.mjs", "package.json", "package-lock.json", "tsconfig.json"];

fn main() {
    println!("cargo::rerun-if-env-changed=HANDOUT_PREBUILT_UI");
    let ui = PathBuf::from("ui");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", ui.join(source).display());
    }
    println!("cargo::rerun-if-changed={}", ui.join("dist/.built-from").display());
    println!("cargo::rerun-if-changed=src/store/migrations");
    // A package that was built elsewhere brings ui/dist along.
    if std::env::var_os("HANDOUT_PREBUILT_UI").is_some() && ui.join("dist/manifest.json").exists() {
        return;
    }
    if let Err(fault) = build(&ui) {
        println!("cargo::error={fault}");
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

//! Builds the front end with npm and esbuild when it changed, so that one command builds everything.

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
    let lock =
        std::fs::read(ui.join("package-lock.json")).map_err(|e| format!("ui/package-lock.json: {e}"))?;
    let stamp = ui.join("node_modules/.handout-lock");
    if std::fs::read(&stamp).ok().as_deref() != Some(lock.as_slice()) {
        run(ui, "npm", &["ci", "--no-audit", "--no-fund", "--loglevel=error"])?;
        std::fs::write(&stamp, &lock).map_err(|e| format!("ui/node_modules: {e}"))?;
    }
    run(ui, "node", &["build.mjs"])
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
    let told = String::from_utf8_lossy(&output.stderr).replace('\n', " ");
    Err(format!("{program} {} failed in ui/: {told}", arguments.join(" ")))
}

#!/bin/sh
# Applies deny.toml to the dependencies. Installs cargo-deny into target/ if it is missing (two minutes, once).
#   tools/deny.sh            licences, bans and sources, without a network
#   tools/deny.sh advisories also known vulnerabilities; downloads the advisory database
set -eu
cd "$(dirname "$0")/.."
version=0.20.2
deny=$(command -v cargo-deny || echo "$PWD/target/tools/bin/cargo-deny")
if [ ! -x "$deny" ]; then
    echo "Installing cargo-deny $version into target/tools"
    # Unoptimized: it reads one lock file, and compiles in half the time.
    cargo install cargo-deny --version "$version" --locked --debug --root target/tools
fi
cargo fetch --locked --target x86_64-unknown-linux-gnu --quiet 2>/dev/null || true
"$deny" --offline --all-features --locked check licenses bans sources
if [ "${1-}" = advisories ]; then
    "$deny" --all-features --locked check advisories
fi

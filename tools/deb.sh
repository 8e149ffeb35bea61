#!/bin/sh
# Builds the Debian package into target/debian/. Installs cargo-deb into target/ if it is missing.
set -eu
cd "$(dirname "$0")/.."
version=3.8.0
deb=$(command -v cargo-deb || echo "$PWD/target/tools/bin/cargo-deb")
if [ ! -x "$deb" ]; then
    cargo install cargo-deb --version "$version" --locked --root target/tools
fi
cargo build --profile dist --locked
"$deb" --no-build --locked "$@"
ls -l target/debian/*.deb

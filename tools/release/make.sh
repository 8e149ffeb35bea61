#!/bin/bash
# Makes a release of the last commit in target/release-files: the Debian package, the binary, the parts list (SBOM), what it
# was built with, checksums, and signatures by the secret key of minisign that KEY names:
#   KEY=/path/to/minisign.key tools/release/make.sh
# The same commit and the same compilers give the same files, in any folder; see docs/release.md.
set -euo pipefail
if [ -n "${KEY-}" ]; then
    KEY=$(realpath "$KEY")
    [ -r "$KEY" ] || { echo "error: KEY: $KEY cannot be read" >&2; exit 1; }
fi
. "$(dirname "$0")/environment.sh"
cd "$root"
if [ -n "$(git status --porcelain)" ]; then
    echo 'error: there are changes that are not committed; a release is made of a commit' >&2
    exit 1
fi
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -1)
if ! head -1 assets/debian/changelog | grep -qF "($version-"; then
    echo "error: the first entry of assets/debian/changelog is not about version $version" >&2
    exit 1
fi
. tools/release/install.sh
node tools/sbom/make.mjs --check

# As `cargo auditable build` does it, but by the name of the tool alone: cargo makes the names of symbols from it, and a
# path would make them differ between folders.
export RUSTC_WORKSPACE_WRAPPER=cargo-auditable
export CARGO_AUDITABLE_ORIG_ARGS='{"offline":false,"locked":true,"frozen":false,"config":[]}'
cargo build --profile dist --locked --bin handout
binary=$CARGO_TARGET_DIR/dist/handout
node tools/release/check.mjs "$binary" "$root" "$cargo_home" "$toolchain" "$CARGO_TARGET_DIR"

files=$CARGO_TARGET_DIR/release-files
rm -rf "$files"
mkdir -p "$files"
cargo-deb --no-build --no-strip --locked --profile dist --output "$files/"
install -m 755 "$binary" "$files/handout-$version-$(uname -m)-linux"
install -m 644 assets/sbom.cdx.json "$files/handout-$version.cdx.json"
{
    echo "handout $version"
    echo "commit $(git rev-parse HEAD)"
    echo "date $(date --utc --date="@$SOURCE_DATE_EPOCH" +%FT%TZ)"
    rustc --version
    "${CC:-cc}" --version | head -1
    ld --version | head -1
    echo "node $(node --version)"
    echo "cargo-deb $deb_version, cargo-auditable $auditable_version"
} > "$files/BUILD.txt"
cd "$files"
sha256sum -- * > SHA256SUMS
if [ -n "${KEY-}" ]; then
    minisign -S -s "$KEY" -t "handout $version, commit $(git -C "$root" rev-parse HEAD)" -m ./*
else
    echo 'Not signed: KEY names no secret key.'
fi
ls -l "$files"

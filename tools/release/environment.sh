# Sourced by the other scripts: makes two builds of one commit equal, whatever folder they are built in.
#
# The compilers replace the folder names that differ between machines: this one, cargo's and the toolchain's. Dates come
# from the last commit.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
cargo_home=$(cd "${CARGO_HOME:-$HOME/.cargo}" && pwd -P)
toolchain=$(rustc --print sysroot)
compiler=$(rustc --version --verbose | sed -n 's/^commit-hash: //p')
SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct)
# Cargo would pass these flags by itself, but the variable replaces them all.
flags_of_c=$(sed -n 's/^CFLAGS = "\(.*\)"$/\1/p' "$root/.cargo/config.toml")
CFLAGS="$flags_of_c -ffile-prefix-map=$root=/handout -ffile-prefix-map=$cargo_home=/cargo"
separator=$(printf '\037')
CARGO_ENCODED_RUSTFLAGS="--remap-path-prefix=$root=/handout"
CARGO_ENCODED_RUSTFLAGS+="$separator--remap-path-prefix=$cargo_home=/cargo"
CARGO_ENCODED_RUSTFLAGS+="$separator--remap-path-prefix=$toolchain/lib/rustlib/src/rust=/rustc/$compiler"
# Later mappings take precedence: the target folder may be outside of this one.
CARGO_TARGET_DIR=$(mkdir -p "${CARGO_TARGET_DIR:-$root/target}" && cd "${CARGO_TARGET_DIR:-$root/target}" && pwd -P)
CARGO_ENCODED_RUSTFLAGS+="$separator--remap-path-prefix=$CARGO_TARGET_DIR=/handout/target"
CFLAGS+=" -ffile-prefix-map=$CARGO_TARGET_DIR=/handout/target"
CARGO_INCREMENTAL=0
LC_ALL=C.UTF-8
TZ=UTC
umask 022
export SOURCE_DATE_EPOCH CFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_TARGET_DIR CARGO_INCREMENTAL LC_ALL TZ

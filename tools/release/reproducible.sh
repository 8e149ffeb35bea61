#!/bin/bash
# Makes the release of the last commit twice, in two folders with names of different lengths, and compares all files
# byte by byte. Takes two full builds; delete target/reproducible to start from scratch.
set -euo pipefail
cd "$(dirname "$0")/../.."
commit=$(git rev-parse HEAD)
unset CARGO_TARGET_DIR KEY
export HANDOUT_TOOLS=$PWD/target/tools
both=()
for name in first second-folder; do
    folder=$PWD/target/reproducible/$name
    [ -d "$folder" ] || git clone --quiet --no-checkout . "$folder"
    git -C "$folder" fetch --quiet origin "$commit"
    git -C "$folder" checkout --quiet --force --detach "$commit"
    bash "$folder/tools/release/make.sh"
    both+=("$folder/target/release-files")
done
diff --recursive "${both[@]}"
cat "${both[0]}/SHA256SUMS"
echo 'Both builds are equal byte for byte.'

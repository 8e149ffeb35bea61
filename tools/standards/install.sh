#!/bin/sh
# Installs the validators of feeds, sitemaps, structured data and OpenAPI into target/tools/standards, unless the versions in
# requirements.txt are there already. Handout itself needs none of them.
set -eu
cd "$(dirname "$0")/../.."
wanted=tools/standards/requirements.txt
folder="$PWD/target/tools/standards"
mkdir -p target/tools
# Two concurrent test runs must not install into the same folder.
exec 9>target/tools/standards.lock
flock 9
cmp -s "$wanted" "$folder/requirements.txt" && exit 0
if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
    echo 'Installing Debian packages: python3-venv'
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-venv
fi
echo 'Installing validators into target/tools/standards'
rm -rf "$folder"
python3 -m venv "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check --require-hashes --requirement "$wanted"
# Last, so that an interrupted installation is repeated.
cp "$wanted" "$folder/requirements.txt"

#!/bin/sh
# Installs Litestream and an S3-compatible server for the tests into target/tools/litestream, when they are not there
# or not of the versions in requirements.txt. Handout itself needs neither of them.
set -eu
cd "$(dirname "$0")/../.."
wanted=tools/litestream/requirements.txt
folder="$PWD/target/tools/litestream"
mkdir -p target/tools
# Two test runs at once must not install into one folder.
exec 9>target/tools/litestream.lock
flock 9
cmp -s "$wanted" "$folder/requirements.txt" && exit 0
packages=''
python3 -c 'import ensurepip, venv' 2>/dev/null || packages='python3-venv'
# Asks the replica how old its state is, in assets/replicas/follow.sh.
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
# Last: an installation that was cut off is done again.
cp "$wanted" "$folder/requirements.txt"

#!/bin/sh
# Drills the newest scheduled backup of a directory: `drill-newest.sh DIRECTORY [--identity FILE]`.
#
# Without the settings of the installation, which a drill does not need: they may name secrets that only the service can
# read. HANDOUT is the program [default: /usr/bin/handout].
set -eu
directory=${1:?usage: drill-newest.sh DIRECTORY [--identity FILE]}
shift
newest=$(find "$directory" -maxdepth 1 -type f \( -name 'catalogue-????-??-??.db' -o -name 'catalogue-????-??-??.db.age' \) |
    sort | tail -n 1)
if [ -z "$newest" ]; then
    echo "error: there is no scheduled backup in $directory" >&2
    exit 1
fi
exec "${HANDOUT:-/usr/bin/handout}" --config /dev/null drill "$newest" "$@"

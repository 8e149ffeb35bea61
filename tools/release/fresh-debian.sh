#!/bin/bash
# Makes FOLDER a fresh Debian 12, with PACKAGES beside the smallest set:
#   tools/release/fresh-debian.sh FOLDER [PACKAGE…]
# Needs root and the Debian mirror of this machine. What debootstrap and apt make is stored below target/ and copied.
set -euo pipefail
folder=$1
shift
target=${CARGO_TARGET_DIR:-$(dirname "$0")/../../target}
fresh=$target/debian-12.fresh
if [ ! -d "$fresh" ]; then
    if ! command -v debootstrap > /dev/null; then
        echo 'Installing Debian packages: debootstrap'
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends debootstrap
    fi
    mirror=$(apt-cache policy | grep -oE 'https?://\S+ bookworm/main' | head -1 | cut -d' ' -f1)
    rm -rf "$fresh.part"
    debootstrap --variant=minbase bookworm "$fresh.part" "$mirror"
    cp -r /etc/apt/apt.conf.d/. "$fresh.part/etc/apt/apt.conf.d/"
    # A container's own settings, which delete downloaded packages.
    rm -f "$fresh.part"/etc/apt/apt.conf.d/docker-*
    mv "$fresh.part" "$fresh"
fi
if [ $# -gt 0 ]; then
    smallest=$fresh
    fresh=$fresh-$(echo "$@" | cksum | cut -d' ' -f1)
    if [ ! -d "$fresh" ]; then
        rm -rf "$fresh.part"
        cp -a "$smallest" "$fresh.part"
        inside=(env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive chroot "$fresh.part")
        "${inside[@]}" apt-get update -qq
        "${inside[@]}" apt-get install -y -qq --no-install-recommends "$@" > "$fresh.log" 2>&1 || { cat "$fresh.log" >&2; exit 1; }
        mv "$fresh.part" "$fresh"
    fi
fi
rm -rf "$folder"
cp -a --reflink=auto "$fresh" "$folder"

#!/bin/bash
# Installs a Debian package in a fresh Debian 12 below target/, made by debootstrap, and checks the installed files:
#   tools/release/install-test.sh [PACKAGE]
# Needs root and the Debian mirror of this machine. systemd does not run in it, so the service itself is not started.
set -euo pipefail
. "$(dirname "$0")/environment.sh"
cd "$root"
package=${1:-$(ls "$CARGO_TARGET_DIR"/release-files/*.deb)}
system=$CARGO_TARGET_DIR/debian-12
umount_proc() { mountpoint -q "$system/proc" && umount "$system/proc"; return 0; }
trap umount_proc EXIT
umount_proc
bash tools/release/fresh-debian.sh "$system"
cp "$package" "$system/tmp/handout.deb"
clean=(env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive chroot "$system")
as_service=(setpriv --reuid handout --regid handout --clear-groups)
mount -t proc proc "$system/proc"
inside() { "${clean[@]}" "$@"; }
inside apt-get update -qq
# Without recommended packages, which must not be required.
inside apt-get install -y -qq --no-install-recommends /tmp/handout.deb

inside handout --version
inside getent passwd handout
for file in usr/bin/handout lib/systemd/system/handout.service etc/handout/handout.toml usr/share/man/man1/handout.1.gz \
    usr/share/doc/handout/handout.cdx.json usr/share/doc/handout/docs/release.md; do
    test -s "$system/$file" || test -s "$system/usr/$file" || { echo "error: /$file is missing" >&2; exit 1; }
done
inside systemd-analyze security --offline=true --threshold=11 --no-pager handout.service | tail -1
inside systemctl is-enabled handout
# As the service would: with its user, settings and data directory.
inside install -d -o handout -g handout -m 700 /var/lib/handout
inside "${as_service[@]}" handout check
inside "${as_service[@]}" handout import - --dry-run < assets/sample/asthma.jsonl
"${clean[@]}" "${as_service[@]}" handout --listen 127.0.0.1:0 > "$system/tmp/handout.log" 2>&1 &
server=$!
for _ in $(seq 120); do
    if grep -qF 'listening on http://127.0.0.1:' "$system/tmp/handout.log"; then break; fi
    sleep 0.5
done
kill "$server"
wait "$server" || true
grep -F 'listening on http://127.0.0.1:' "$system/tmp/handout.log"
inside "${as_service[@]}" handout check
inside apt-get remove -y -qq handout
test ! -e "$system/usr/bin/handout"
test -s "$system/var/lib/handout/catalogue.db"
echo 'The package was installed, used and removed in a fresh Debian; the data is still there.'

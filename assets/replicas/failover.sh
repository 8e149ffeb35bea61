#!/bin/sh
# Makes this standby the primary. As root, on the standby:
#
#   failover.sh --fence 'COMMAND'    first runs COMMAND, which fences the old primary, and continues only if it
#                                    succeeds: ssh root@OLD systemctl disable --now handout handout-replicate,
#                                    or a command that turns the machine off or revokes its key to the storage
#   failover.sh --fenced             the old primary is fenced: you made sure yourself
#   … --force                        pass `--force` to `handout promote`, whose check mistakes a proxy in front of the
#                                    old primary for the primary itself
#
# Two primaries at once diverge: each saves what the other never gets, and they damage the storage. This script cannot
# find out whether the old primary is really off, so you have to confirm it.
# The script stops at the first step that fails. Fix the cause and run the same command again; if step 5 fails, only what it
# prints, because this machine is the primary then.
#
# From /etc/handout/litestream.env, or the file that LITESTREAM_ENV names: STORAGE_URL with its keys, REPLICA_DATABASE.
# HANDOUT_SETTINGS: the settings file, /etc/handout/handout.toml.
set -eu

fence='' fenced='' force=''
while [ $# -gt 0 ]; do
    case $1 in
        --fence) fence=${2:?'--fence needs a command'}; shift ;;
        --fenced) fenced=yes ;;
        --force) force=--force ;;
        *) sed -n '2,15s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    esac
    shift
done
if [ -z "$fence$fenced" ]; then
    echo 'failover: state how the old primary is fenced: --fence COMMAND, or --fenced if it already is' >&2
    exit 2
fi

settings=${HANDOUT_SETTINGS:-/etc/handout/handout.toml}
environment=${LITESTREAM_ENV:-/etc/handout/litestream.env}
if [ -r "$environment" ]; then
    set -a
    # shellcheck disable=SC1090
    . "$environment"
    set +a
fi
fresh=$REPLICA_DATABASE.promote

# The service's user owns the data.
as_handout() {
    if [ "$(id -u)" = 0 ] && id handout >/dev/null 2>&1; then
        runuser --user handout -- "$@"
    else
        "$@"
    fi
}

step() {
    echo "failover: $1 of 5: $2"
}

step 1 'fencing the old primary'
if [ -n "$fence" ]; then sh -c "$fence"; fi

step 2 'restoring and checking the newest state of the storage'
rm -f "$fresh" "$fresh.tmp"
as_handout litestream restore -integrity-check full -o "$fresh" "$STORAGE_URL"

step 3 'stopping the replica and the follower of this machine'
systemctl disable --now handout-follow.service handout-replica.service

step 4 "making the replica's data directory a primary's"
as_handout handout --config "$settings" promote $force "$fresh"
rm -f "$fresh"

step 5 'starting the primary and its replication'
if ! systemctl enable --now handout.service handout-replicate.service; then
    echo 'failover: this machine is the primary now, but a service did not start. Fix the cause, then:' >&2
    echo '          systemctl enable --now handout.service handout-replicate.service' >&2
    exit 1
fi

echo 'failover: done. Point the DNS name to this machine, and keep the old primary off.'

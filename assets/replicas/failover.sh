#!/bin/sh
# Makes this standby the primary. As root, on the standby:
#
#   failover.sh --fence 'COMMAND'    runs COMMAND first, which puts the old primary out of action, and goes on only
#                                    when it succeeds: ssh root@OLD systemctl disable --now handout handout-replicate,
#                                    or what turns the machine off, or takes its key to the storage away
#   failover.sh --fenced             the old primary is out of action: you made sure yourself
#   … --force                        hand `--force` to `handout promote`: its check takes a proxy in front of the old
#                                    primary for the primary itself
#
# Two primaries at once part ways: what people saved at one is not at the other, and the storage is damaged. Nothing here
# can find out whether the old primary is really off; that is why you have to say it.
# When a step fails, the steps after it are left out; remedy it and run the same command again.
#
# From /etc/handout/litestream.env, or the file that LITESTREAM_ENV names: STORAGE_URL with its keys, REPLICA_DATABASE.
# HANDOUT_SETTINGS: the settings file, /etc/handout/handout.toml.
set -eu

fence='' fenced='' force=''
while [ $# -gt 0 ]; do
    case $1 in
        --fence) fence=${2:?'--fence wants a command'}; shift ;;
        --fenced) fenced=yes ;;
        --force) force=--force ;;
        *) sed -n '2,14s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
    esac
    shift
done
if [ -z "$fence$fenced" ]; then
    echo 'failover: say how the old primary is put out of action: --fence COMMAND, or --fenced if it is' >&2
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

step 1 'the old primary is put out of action'
if [ -n "$fence" ]; then sh -c "$fence"; fi

step 2 'the newest state is fetched from the storage and checked'
rm -f "$fresh" "$fresh.tmp"
as_handout litestream restore -integrity-check full -o "$fresh" "$STORAGE_URL"

step 3 'the replica and the follower of this machine end'
systemctl disable --now handout-follow.service handout-replica.service

step 4 "the replica's folder becomes a primary's"
as_handout handout --config "$settings" promote $force "$fresh"
rm -f "$fresh"

step 5 'the primary and its replication start'
systemctl enable --now handout.service handout-replicate.service

echo 'failover: done. Lead the address that people use here, and keep the old primary off.'

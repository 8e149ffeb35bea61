#!/bin/sh
# Makes this standby the writer. As root, on the standby:
#
#   failover.sh --fence 'COMMAND'    runs COMMAND first, which puts the old writer out of action, and goes on only
#                                    when it succeeds: ssh root@OLD systemctl disable --now handout handout-replicate,
#                                    or what turns the machine off, or takes its key to the replica away
#   failover.sh --fenced             the old writer is out of action: you made sure yourself
#   … --force                        hand `--force` to `handout promote`: its check takes a proxy in front of the old
#                                    writer for the writer itself
#
# Two writers at once part ways: what people saved at one is not at the other, and the replica is damaged. Nothing here
# can find out whether the old writer is really off; that is why you have to say it.
# When a step fails, the steps after it are left out; remedy it and run the same command again.
#
# From /etc/handout/replica.env, or the file that REPLICA_ENV names: REPLICA_URL with its keys, READER_DATABASE.
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
    echo 'failover: say how the old writer is put out of action: --fence COMMAND, or --fenced if it is' >&2
    exit 2
fi

settings=${HANDOUT_SETTINGS:-/etc/handout/handout.toml}
environment=${REPLICA_ENV:-/etc/handout/replica.env}
if [ -r "$environment" ]; then
    set -a
    # shellcheck disable=SC1090
    . "$environment"
    set +a
fi
fresh=$READER_DATABASE.promote

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

step 1 'the old writer is put out of action'
if [ -n "$fence" ]; then sh -c "$fence"; fi

step 2 'the newest state is fetched from the replica and checked'
rm -f "$fresh" "$fresh.tmp"
as_handout litestream restore -integrity-check full -o "$fresh" "$REPLICA_URL"

step 3 'the reader and the follower of this machine end'
systemctl disable --now handout-follow.service handout-reader.service

step 4 "the reader's folder becomes a writer's"
as_handout handout --config "$settings" promote $force "$fresh"
rm -f "$fresh"

step 5 'the writer and its replication start'
systemctl enable --now handout.service handout-replicate.service

echo 'failover: done. Lead the address that people use here, and keep the old writer off.'

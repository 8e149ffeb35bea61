#!/bin/bash
# Keeps a replica's copy of the database current: a whole restore, then Litestream's follow mode, which is watched by
# asking the replica how old its state is. Ends when Litestream ends, and when the state was too old twice in a row;
# handout-follow.service starts it again. Every start is a whole restore: Litestream 0.5.17 does not take up a copy that
# is newer than the last snapshot in the storage, and a copy that a kill left half written goes away with the rest. The
# replica serves its own copy meanwhile.
#
# From the environment: STORAGE_URL, REPLICA_DATABASE, REPLICA_ADDRESS, FOLLOW_INTERVAL (1s) and FOLLOW_CHECK_SECONDS (60).
set -eu

# How often in a row the state may be too old. More after each restore that did not help: the primary may be down.
patience=$(cat "$REPLICA_DATABASE.patience" 2>/dev/null || echo 2)

# Before anything is removed: is there a whole state in the storage? Fails while it cannot be reached or has a gap.
litestream restore -dry-run -o "$REPLICA_DATABASE.new" "$STORAGE_URL" >/dev/null
rm -f "$REPLICA_DATABASE" "$REPLICA_DATABASE-txid" "$REPLICA_DATABASE.tmp"
litestream restore -f -follow-interval "${FOLLOW_INTERVAL:-1s}" -o "$REPLICA_DATABASE" "$STORAGE_URL" &
follower=$!
pause=''
trap 'kill -KILL $follower $pause 2>/dev/null || true' EXIT
trap 'exit 143' TERM INT HUP

too_old=0
while true; do
    sleep "${FOLLOW_CHECK_SECONDS:-60}" &
    pause=$!
    wait -n "$follower" "$pause" || true
    if ! kill -0 "$follower" 2>/dev/null; then
        echo 'follow: Litestream ended' >&2
        exit 1
    fi
    # Until the first whole restore is through there is nothing to be old.
    [ -e "$REPLICA_DATABASE-txid" ] || continue
    # No answer at all says nothing about the copy.
    answer=$(curl --silent --output /dev/null --max-time 10 --write-out '%{http_code}' "$REPLICA_ADDRESS/readyz" || true)
    case $answer in
        200) too_old=0; patience=2; rm -f "$REPLICA_DATABASE.patience" ;;
        503) too_old=$((too_old + 1)) ;;
    esac
    if [ "$too_old" -ge "$patience" ]; then
        echo "follow: the replica's state was too old $too_old times in a row; the database is restored whole" >&2
        next=$((patience * 5))
        echo $((next > 60 ? 60 : next)) >"$REPLICA_DATABASE.patience"
        exit 1
    fi
done

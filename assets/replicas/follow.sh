#!/bin/bash
# Keeps the database that a replica follows current: a whole restore, then Litestream's follow mode. Checks the age of the
# replica's state meanwhile. Exits when Litestream exits, and when the state was too old twice in a row; then
# handout-follow.service starts it again. Every start is a whole restore, because Litestream 0.5.17 cannot resume from a
# file that is newer than the last snapshot in the storage, and a kill may leave an incomplete file. The replica serves
# its private copy meanwhile.
#
# From the environment: STORAGE_URL, REPLICA_DATABASE, REPLICA_ADDRESS, FOLLOW_INTERVAL (1s) and FOLLOW_CHECK_SECONDS (60).
set -eu

# Allowed failures in a row. More after each restore that did not help, because the primary may be down.
patience=$(cat "$REPLICA_DATABASE.patience" 2>/dev/null || echo 2)

# Before anything is removed: fails unless the storage has a complete state and is reachable.
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
        echo 'follow: Litestream exited' >&2
        exit 1
    fi
    # Nothing to check before the first restore is complete.
    [ -e "$REPLICA_DATABASE-txid" ] || continue
    # No response does not count as too old.
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

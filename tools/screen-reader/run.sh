#!/usr/bin/env bash
# Does ten tasks with Orca in Chromium on a virtual screen, and keeps what it speaks in docs/assurance/screen-reader
# (`make screen-reader`). The keys are real ones of the X server, because Orca listens to those.
set -euo pipefail
cd "$(dirname "$0")/../.."

if [ "${1:-}" != inside ]; then
  for tool in Xvfb openbox orca xdotool chromium speech-dispatcher dbus-run-session; do
    if ! command -v "$tool" > /dev/null; then
      apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        xvfb openbox orca xdotool chromium speech-dispatcher python3-speechd at-spi2-core dbus
      break
    fi
  done
  exec dbus-run-session -- bash tools/screen-reader/run.sh inside
fi

scratch=$(mktemp -d)
export DISPLAY=:97 HOME="$scratch/home" XDG_RUNTIME_DIR="$scratch/run" ORCA_LOG="$scratch/orca.log"
mkdir -p "$HOME" "$XDG_RUNTIME_DIR"
chmod 700 "$XDG_RUNTIME_DIR"
started=()
trap 'kill "${started[@]}" 2> /dev/null || true; rm -rf "$scratch"' EXIT

Xvfb "$DISPLAY" -screen 0 1280x900x24 -nolisten tcp > /dev/null 2>&1 & started+=($!)
for _ in $(seq 50); do xdotool getmouselocation > /dev/null 2>&1 && break; sleep 0.1; done
openbox > /dev/null 2>&1 & started+=($!)
/usr/libexec/at-spi-bus-launcher --launch-immediately > /dev/null 2>&1 & started+=($!)
for property in IsEnabled ScreenReaderEnabled; do
  dbus-send --session --dest=org.a11y.Bus --print-reply /org/a11y/bus org.freedesktop.DBus.Properties.Set \
    string:org.a11y.Status "string:$property" variant:boolean:true > /dev/null
done
# Orca writes its log by blocks, so that the tests would read too late what it has spoken.
mkdir -p "$HOME/.local/share/orca"
echo 'from orca import debug; debug.debugFile.reconfigure(line_buffering=True)' > "$HOME/.local/share/orca/orca-customizations.py"
orca --replace --debug-file="$ORCA_LOG" > /dev/null 2>&1 & started+=($!)
for _ in $(seq 100); do grep -qs 'Screen reader on' "$ORCA_LOG" && break; sleep 0.1; done
(cd ui && npx playwright test --config screenReader.config.ts)

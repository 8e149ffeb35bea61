#!/bin/sh
# Fuzzes everything that reads input: first the parsers, from the seeds in fuzz/corpus, then every path of the
# documented API, by schemathesis (installed into target/ from PyPI if it is missing).
#   tools/fuzz.sh [SECONDS for each parser, 60 by default]
set -eu
cd "$(dirname "$0")/.."
HANDOUT_FUZZ_SEED=${HANDOUT_FUZZ_SEED:-$(date +%s)} HANDOUT_FUZZ_SECONDS=${1:-60} cargo test --test fuzz -- --nocapture --test-threads 1
tools=target/tools/schemathesis
if [ ! -x "$tools/bin/schemathesis" ]; then
    python3 -m venv "$tools"
    "$tools/bin/pip" install --quiet schemathesis==4.32.5
fi
cargo build
"$tools/bin/python" tools/fuzz_api.py target/debug/handout "$tools/bin/schemathesis"

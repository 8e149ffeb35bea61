# One command for each task of a developer; nothing to install by hand.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
# Chromium's headless shell renders like the browser and uses two thirds of its processor time.
CHROMIUM ?= /usr/bin/chromium-headless-shell
NEXTEST := $(shell cargo nextest --version >/dev/null 2>&1 && echo yes)

.PHONY: dev check test rust-test kills failover litestream validators rsyslog nginx process-tools standards properties ui-test e2e ui-packages chromium sample bench compare instructions lighthouse quality handout-quality handout-texts attacks deb release reproducible install-test rehearsal sbom fuzz deny audit api-types settings-page order-transitions citation-fields page-fixtures languages pictures screen-reader ordinary-words terms query-model message-types

# A debug server with the demo's data. The screens are rebuilt on every change and read from disk.
dev: ui-packages
	cd ui && (node build.mjs --watch & cd .. && cargo run -- --demo)

# Formats, lints and types: under a minute on a warm machine.
check: ui-packages
	cargo fmt --check
	cargo clippy --all-targets -- -D warnings
	cd ui && npm run --silent typecheck && npm run --silent lint

# All tests. Ends with the minutes of each part, the ten slowest tests and the runners' own summaries.
test:
	node tools/tests/run.mjs check deny rust-test ui-test e2e

# The policy for licences, bans and sources of dependencies, and whether the parts list is that of the lock files.
deny:
	bash tools/deny.sh
	node tools/sbom/make.mjs --check

# The same with the advisory database, which needs network access.
audit:
	bash tools/deny.sh advisories

# Without the examples, which `make check` compiles. Property tests use the same cases every time, so that only a change
# makes them fail; `make properties` uses others.
rust-test: export PROPTEST_RNG_SEED ?= 1
rust-test: ui-packages litestream validators rsyslog nginx process-tools
ifeq ($(NEXTEST),yes)
	cargo nextest run --lib --bins --tests
else
	cargo test --lib --bins --tests
endif

# The property tests with random cases, ROUNDS times.
properties: ROUNDS ?= 50
properties: ui-packages
	cargo test --lib --no-run
	for round in $$(seq $(ROUNDS)); do cargo test --quiet --lib -- properties any_sequence facets_count whatever_ what_ anything_; done

# The long form of the fault tests: server, imports, restores, rebuilds and mails, each killed HANDOUT_KILL_ROUNDS times.
kills: export HANDOUT_KILL_ROUNDS ?= 1000
kills: ui-packages litestream
	cargo test --test it kill -- --nocapture --test-threads 1

# The long form of the tests with Litestream: primary, Litestream and replicas killed HANDOUT_LITESTREAM_ROUNDS times, and
# failovers to a standby.
failover: export HANDOUT_LITESTREAM_ROUNDS ?= 100
failover: ui-packages litestream
	cargo test --test it litestream -- --nocapture --test-threads 1

ui-test: ui-packages
	cd ui && npm run --silent test

# Browser tests of the real binary; a browser that cannot start is a failure.
# Building a test too gives dependencies the features that tests need, so that none is compiled twice.
e2e: ui-packages chromium
	cargo build --bin handout --test conventions
	cd ui && npm run --silent e2e

ui-packages:
	@cd ui && if ! cmp -s package-lock.json node_modules/.handout-lock; then \
		npm ci --no-audit --no-fund --loglevel=error && cp package-lock.json node_modules/.handout-lock; fi

# Litestream, and an S3-compatible server for its tests.
litestream:
	@tools/litestream/install.sh

# What reads our feeds, sitemaps and structured data in the tests.
validators:
	@tools/standards/install.sh

# All validators of docs/standards.md, those that need a network too; CATALOGUE is a JSON Lines file to validate.
standards: validators
	cargo build --bin handout --test conventions
	node tools/standards/run.mjs $(CATALOGUE)
	node tools/standards/sbom.mjs

# The log daemon that receives the audit trail in the tests.
rsyslog:
	@if [ ! -x /usr/sbin/rsyslogd ]; then echo 'Installing Debian packages: rsyslog rsyslog-openssl'; apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends rsyslog rsyslog-openssl; fi

# The proxy that the tests put in front of the server.
nginx:
	@if [ ! -x /usr/sbin/nginx ]; then echo 'Installing Debian packages: nginx-light'; apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nginx-light; fi

# The commands kill, pkill and systemd-analyze, which tests of the server and of its unit need.
process-tools:
	@if ! command -v pkill > /dev/null || ! command -v systemd-analyze > /dev/null; then echo 'Installing Debian packages: procps systemd'; apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends procps systemd; fi

chromium:
	@if [ ! -x $(CHROMIUM) ]; then echo 'Installing Debian packages: chromium-headless-shell fonts-noto-core fonts-noto-cjk'; apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium-headless-shell fonts-noto-core fonts-noto-cjk; fi

# catalogue.db.example from assets/sample.
sample:
	cargo run --example sample_catalogue

# The screens' copy of the OpenAPI document, and the types made from it.
api-types: ui-packages
	HANDOUT_WRITE_OPENAPI=1 cargo test --lib the_openapi_document_is_the_committed_one
	cd ui && node apiTypes.mjs

# The table in docs/operations/settings.md, from the keys and assets/handout.toml.example.
settings-page:
	HANDOUT_WRITE_SETTINGS=1 cargo test --lib the_page_of_settings

# The screens' copy of the order transitions, and the table in docs/orders.md.
order-transitions:
	HANDOUT_WRITE_TRANSITIONS=1 cargo test --lib the_copies_of_the_order_transitions

# ui/fixtures: the pages of tests/page_fixtures.json, whose markup the tests of the screens compare.
page-fixtures: ui-packages
	HANDOUT_WRITE_FIXTURES=1 cargo test --test it the_fixtures_of_the_pages

# The screens' copy of the table of the fields of a citation.
citation-fields:
	HANDOUT_WRITE_CITATION_FIELDS=1 cargo test --lib the_copy_of_the_citation_fields

# The pictures of the guide and of the README, from the demo, with the texts in them beside them.
pictures: ui-packages chromium
	cargo build --bin handout --test conventions
	cd ui && npx playwright test --config pictures.config.ts

# Ten tasks with the screen reader Orca, and what it speaks in docs/assurance/screen-reader; needs root to install Orca.
screen-reader: ui-packages
	cargo build --bin handout --test conventions
	bash tools/screen-reader/run.sh

# assets/languages from the IANA registry, CLDR and our additions.
languages:
	cd tools/languages && npm ci --no-audit --no-fund --loglevel=error && node make.mjs

# assets/terms/thesaurus.bin from tools/terms; see tools/terms/README.md.
terms:
	HANDOUT_WRITE_TERMS=1 cargo test --test terms -- --nocapture the_compiled_thesaurus

# assets/terms/query-model.bin from the tables of the thesaurus, in minutes; see tools/query-model/README.md.
QUERY_MODEL_TABLES = $(sort assets/ordinary-words/words.txt $(wildcard tools/query-model/*.tsv tools/terms/descriptions/*.tsv) \
	$(addprefix assets/terms/,frames.tsv medicines.tsv) \
	$(addprefix tools/terms/,additions.tsv complaints.tsv decisions.tsv own-terms.tsv))
query-model:
	cd tools/query-model && RUSTFLAGS='-C target-cpu=native' cargo run --quiet --release --target-dir ../../target/query-model -- ../.. ../../assets/terms/query-model.bin
	LC_ALL=C sha256sum assets/terms/query-model.bin $(QUERY_MODEL_TABLES) > assets/terms/query-model.sha256

# assets/ordinary-words from word lists on npm.
ordinary-words:
	cd tools/ordinary-words && npm ci --no-audit --no-fund --loglevel=error && node make.mjs

# The types of the message keys, from ui/messages/en.json.
message-types: ui-packages
	cd ui && node messageTypes.mjs

# Speed, memory and sizes; see docs/benchmarks.md. CATALOGUE is a JSON Lines file to measure on.
bench:
	node benches/http/run.mjs $(CATALOGUE)
	node benches/replicas/run.mjs $(CATALOGUE)
	node benches/packets/run.mjs $(CATALOGUE)
	node benches/files/run.mjs
	cargo run --profile dist --quiet --example orders_bench
	cargo run --profile dist --quiet --example usage_bench
	cargo run --profile dist --quiet --example audit_bench
	node benches/usage/instructions.mjs $(CATALOGUE)

# Search quality; CATALOGUE is the MedlinePlus catalogue in JSON Lines. MISSES=--misses lists the misses.
quality:
	cargo run --example search_quality -- $(CATALOGUE) $(MISSES)

# Our own handouts as PDF files, read by a real link check, and the questions that only their texts answer.
handout-quality:
	cargo build --bin handout
	node benches/search-quality/through-files.mjs $(CATALOGUE)

# What 2,000 and 20,000 texts of handouts cost a search.
handout-texts:
	node benches/handout-texts/run.mjs $(CATALOGUE)

# Compares two builds in alternating rounds: BASE is the other binary, CATALOGUE a JSON Lines file.
compare:
	cargo build --profile dist --bin handout
	node benches/http/compare.mjs $(BASE) $(CATALOGUE)

# The same by instructions instead of times, which a busy machine does not change; needs valgrind.
instructions:
	cargo build --profile dist --bin handout
	node benches/http/instructions.mjs $(BASE) $(CATALOGUE)

# A phone's first visit to both builds, by Lighthouse, which npx downloads.
lighthouse:
	cargo build --profile dist --bin handout
	node benches/lighthouse/run.mjs $(BASE)

# Latency and memory while the server is attacked, and hostile handout files; see docs/growing.md and docs/handout-text.md.
attacks:
	cargo build --profile dist --bin handout
	ulimit -n 8192; node benches/attacks/run.mjs
	cargo test --test it hostile_files

# A Debian package in target/debian, of the files as they are now.
deb:
	bash tools/deb.sh

# A release of the last commit in target/release-files; KEY is a secret key of minisign. See docs/release.md.
release: export KEY := $(KEY)
release:
	bash tools/release/make.sh

# Two releases of the last commit, made in two folders and compared byte by byte.
reproducible:
	bash tools/release/reproducible.sh

# Installs PACKAGE, or the package of the release, in a fresh Debian below target/; needs root and Debian's mirror.
install-test:
	bash tools/release/install-test.sh $(PACKAGE)

# Goes live with PACKAGE, or the package of the release, on fresh machines below target/ by the commands of
# docs/guide/go-live.md; needs root, Debian's mirror and 8 GB of disk.
rehearsal: ui-packages
	node tools/rehearsal/run.mjs $(PACKAGE)

# The parts list (SBOM) of the binary, from the lock files.
sbom:
	node tools/sbom/make.mjs

fuzz:
	bash tools/fuzz.sh

# The tasks of the project. `make help` lists them.

SHELL       := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS   += --no-print-directory

# Listen address and data folder of `make run` and `make dev`.
LISTEN ?= 127.0.0.1:8080
DATA   ?= ./data
# Flags for `make faults`, such as FAULTS="-short" or FAULTS="-run sigterm".
FAULTS ?=
# How many seconds `make faults` and `make fuzz` fuzz; FUZZ_TARGET chooses one test.
FUZZ ?= 3600
FUZZ_TARGET ?=
# Listen address of `make fake-google`.
FAKE_GOOGLE ?= 127.0.0.1:9099

# Profile-guided optimization of bin/perimeter: auto or off.
PGO ?= auto
# What `make release` builds for.
PLATFORMS ?= linux/amd64 linux/arm64 darwin/arm64 windows/amd64
# How often `make test-repeat` runs what: the browser tests (WHAT=browser) or all of
# `make test` (WHAT=gate), beside LOAD busy processes. LATE=1 delays requests and responses.
N    ?= 20
WHAT ?= browser
LOAD ?= 2

# Tools that are built from source. They are kept outside the repository, so that
# another clone has them too. The version is part of the file name, so that changing
# it here builds the tool again.
GOLANGCI_LINT_VERSION := v2.14.0
VERSITYGW_VERSION := v1.8.0
SQLC_VERSION      := v1.31.1
PEBBLE_VERSION    := v2.10.1
TOOLS             := $(or $(XDG_CACHE_HOME),$(if $(HOME),$(HOME)/.cache),$(CURDIR)/.cache)/perimeter/bin
NU                := $(TOOLS)/vnu-26.9.27.jar
VERSITYGW         := $(TOOLS)/versitygw-$(VERSITYGW_VERSION)
SQLC              := $(TOOLS)/sqlc-$(SQLC_VERSION)
PEBBLE            := $(TOOLS)/pebble-$(PEBBLE_VERSION)
GOLANGCI_LINT     := $(TOOLS)/golangci-lint-$(GOLANGCI_LINT_VERSION)

VERSION  := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
# Without nodynamic the image codecs load shared libraries of the system.
GO_FLAGS := -tags nodynamic
# The compiler and the linter spend a fifth of their time collecting garbage, which is
# less with more memory.
GC       := GOGC=300
# Every binary and tool uses the same flags, so that a package is compiled once.
GO_BUILD := CGO_ENABLED=0 $(GC) go build $(GO_FLAGS) -trimpath

# npm writes this file last, so it proves a complete installation.
NODE_MODULES := web/node_modules/.package-lock.json
# Only `make bench` needs Lighthouse, whose packages have a third of all files.
LIGHTHOUSE   := bench/lighthouse/node_modules/.package-lock.json
WEB_BUILD    := web/dist/server/ssr.js
# Includes folders: their modification time changes when a file is added or removed.
WEB_SOURCES  := $(shell find web/src web/public -not -name '*.test.ts*' 2>/dev/null) \
                $(wildcard web/vite*.ts web/tsconfig*.json web/package.json)

export GOLANGCI_LINT VERSITYGW SQLC PEBBLE GO_FLAGS

.PHONY: help run dev fake-google test test-repeat build release bench faults fuzz nu pgo lint lint-go lint-web types format generate tools clean toolchain FORCE

help: ## List the tasks
	@echo "Perimeter, the website of a pest control company. Tasks:"
	@echo
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 22
	@echo
	@echo "Settings: LISTEN=$(LISTEN) DATA=$(DATA), for example: make run LISTEN=127.0.0.1:9000"

run: build ## Build if needed and serve the site
	@scripts/check-port.sh $(LISTEN)
	@exec bin/perimeter serve --data $(DATA) --listen $(LISTEN)

dev: build ## Serve with hot reload: Vite in front of the Go server
	@LISTEN=$(LISTEN) DATA=$(DATA) scripts/dev.sh

fake-google: bin/fake-google ## Run a fake Google API to try the reviews
	@exec bin/fake-google -listen $(FAKE_GOOGLE)

test: toolchain ## Run the checks (ALL=1: every check, as CI does)
	@scripts/test.sh

# The binary that make test leaves, so that the first run need not compile all dependencies.
test-repeat: PGO = off
test-repeat: bin/perimeter bin/fake-google ## Run the browser tests N times beside a busy machine (WHAT=gate: make test)
	@scripts/test-repeat.sh $(WHAT) $(N) $(LOAD)

build: bin/perimeter ## Build bin/perimeter with the front end inside

bench: bin/perimeter $(PEBBLE) $(LIGHTHOUSE) ## Check speed, memory and sizes against their limits
	@scripts/packages.sh nginx wrk h2load chromium
	@go run ./bench
	@CGO_ENABLED=0 go test $(GO_FLAGS) -trimpath -pgo=off -vet=off -run '^$$' -bench HourlyJobs ./internal/store

faults: bin/perimeter bin/perimeter-stale bin/faults $(VERSITYGW) $(PEBBLE) ## Stress the binary with failures, floods and attacks for an hour, then fuzz the parsers for another
	@scripts/packages.sh postgresql strace
	@bin/faults $(FAULTS)
	@[ -n "$(FAULTS)" ] || $(MAKE) fuzz

fuzz: $(WEB_BUILD) ## Fuzz the parsers (FUZZ=60 seconds, FUZZ_TARGET=FuzzPasskey)
	@scripts/fuzz.sh $(FUZZ) $(FUZZ_TARGET)

nu: bin/perimeter ## Check the HTML of all public pages with the Nu HTML checker (needs Java)
	@scripts/nu.sh $(NU)

pgo: bin/perimeter ## Record a CPU profile for profile-guided builds
	@scripts/packages.sh nginx wrk
	@go run ./bench -profile cmd/perimeter/default.pgo

lint: lint-go lint-web types ## Check formatting, lint and types

# Without these flags the linter compiles every dependency a second time, with the
# profile of cmd/perimeter.
lint-go: $(GOLANGCI_LINT)
	@CGO_ENABLED=0 $(GC) GOFLAGS="$$(go env GOFLAGS) -pgo=off -trimpath" $(GOLANGCI_LINT) run

lint-web: $(NODE_MODULES)
	@cd web && npm run --silent lint -- --diagnostic-level=error

types: $(NODE_MODULES)
	@cd web && npm run --silent typecheck

format: $(NODE_MODULES) $(GOLANGCI_LINT) ## Format all sources in place
	@$(GOLANGCI_LINT) fmt
	@cd web && npm run --silent format

generate: $(NODE_MODULES) $(SQLC) ## Regenerate generated files
	@$(SQLC) generate --file internal/store/sqlc.yaml
	@go test ./internal/store -run GeneratedFromCurrentSQL -update
	@go test ./internal/company ./internal/server -run FrontEndHas -update
	@cd web && npm run --silent schema

clean: ## Remove build output; keeps data and tools
	@rm -rf bin web/dist/client web/dist/server web/test-results web/playwright-report
	@echo "Removed the build output. The data in $(DATA) is kept."

tools: $(GOLANGCI_LINT) $(VERSITYGW) $(SQLC) $(PEBBLE)

toolchain:
	@scripts/toolchain.sh

$(NODE_MODULES) $(LIGHTHOUSE): %/node_modules/.package-lock.json: %/package-lock.json | toolchain
	@echo "• Installing the packages of $* (again when $< changes)"
	@cd $* && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

$(WEB_BUILD): $(NODE_MODULES) $(WEB_SOURCES)
	@echo "• Building the front end"
	@mkdir -p .cache
	@(cd web && npm run --silent build) > .cache/front-end.log 2>&1 || { cat .cache/front-end.log; exit 1; }
	@touch $@

# FORCE: go build decides whether anything has changed.
bin/perimeter: $(WEB_BUILD) FORCE | toolchain
	@echo "• Building bin/perimeter"
	@$(GO_BUILD) -pgo=$(PGO) -ldflags "-s -w -X main.version=$(VERSION)" -o $@ ./cmd/perimeter

# The same sources make the same bytes in any folder: see scripts/release.sh.
release: $(WEB_BUILD) | toolchain ## Build dist/ for all platforms, with checksums and a list of what is inside
	@VERSION="$(VERSION)" PGO="$(PGO)" scripts/release.sh $(PLATFORMS)

bin/fake-google: FORCE | toolchain
	@$(GO_BUILD) -o $@ ./internal/google/googletest/fake-google

# Broken on purpose: the trial stale-histories must find it out.
bin/perimeter-stale: $(WEB_BUILD) FORCE | toolchain
	@$(GO_BUILD) -pgo=off -tags nodynamic,stalecache -o $@ ./cmd/perimeter

bin/faults: FORCE | toolchain
	@$(GO_BUILD) -o $@ ./faults

$(GOLANGCI_LINT): PACKAGE := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_LINT_VERSION)
$(VERSITYGW): PACKAGE := github.com/versity/versitygw/cmd/versitygw@$(VERSITYGW_VERSION)
$(SQLC):      PACKAGE := github.com/sqlc-dev/sqlc/cmd/sqlc@$(SQLC_VERSION)
$(PEBBLE):    PACKAGE := github.com/letsencrypt/pebble/v2/cmd/pebble@$(PEBBLE_VERSION)
# Servers for tests have little to do, so they are compiled without optimization, which
# takes two thirds of the time.
$(VERSITYGW) $(PEBBLE): GCFLAGS := github.com/...=-N -l
$(GOLANGCI_LINT) $(VERSITYGW) $(SQLC) $(PEBBLE):
	@echo "• Building $(PACKAGE) (once, takes a few minutes)"
	@$(GC) GCFLAGS="$(GCFLAGS)" scripts/install-tool.sh $(PACKAGE) $@

#!/usr/bin/env bash
# Runs every check, the same on a laptop and in CI. It continues after a failure, so
# that one run shows all problems, and ends with the number of passed and failed
# tests.
set -euo pipefail
cd "$(dirname "$0")/.."
unset MAKEFLAGS MAKELEVEL FORCE_COLOR
export NO_COLOR=1

work=$(mktemp -d)
reports=$work/reports
mkdir "$reports"
# Each step gets its own process group, so that all its processes can be stopped.
set -m

# shellcheck source=scripts/test-services.sh
source scripts/test-services.sh

declare -A step_pid step_start
failed_steps=()

finish() {
  local pid
  for pid in "${step_pid[@]}"; do kill -- "-$pid" 2>/dev/null || true; done
  stop_s3
  stop_postgres
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM HUP

# begin NAME COMMAND...: starts a step; await NAME waits for it and prints its result.
begin() {
  local name=$1
  shift
  printf '  …       %s\n' "$name"
  step_start[$name]=$SECONDS
  (
    trap 'echo $SECONDS >"$work/$name.end"' EXIT
    "$@"
  ) >"$work/$name.log" 2>&1 </dev/null &
  step_pid[$name]=$!
}

await() {
  local name=$1 status=0 seconds
  wait "${step_pid[$name]}" || status=$?
  unset "step_pid[$name]"
  seconds=$(($(cat "$work/$name.end") - ${step_start[$name]}))
  if [ $status -eq 0 ]; then
    printf '  ok      %-22s %4d s\n' "$name" "$seconds"
  else
    failed_steps+=("$name")
    printf '  FAILED  %-22s %4d s\n' "$name" "$seconds"
    tail -n 300 "$work/$name.log" | sed 's/^/    /'
  fi
  return $status
}

step() {
  begin "$@"
  await "$1"
}

# go_run FILE PACKAGE...: runs the tests of these packages and writes their events.
go_run() {
  local report=$1
  shift
  # -count=1: some tests depend on things that Go's test cache does not track, such
  # as the package graph or a database.
  # The race detector makes compression, image codecs, SQLite and QuickJS many times
  # slower. Our races would not be in them, so they are not watched. None of them may
  # use sync.Map: the linker could take its code from there for the whole program, and
  # the race detector would no longer see what sync.Map orders.
  local flags=() path
  for path in modernc.org golang.org github.com/{andybalholm,evanw,gen2brain,klauspost}; do
    flags+=("-gcflags=$path/...=-race=false")
  done
  # shellcheck disable=SC2086 # GO_FLAGS is a list
  go test $GO_FLAGS -pgo=off -race "${flags[@]}" -count=1 -timeout 60m -json "$@" >"$report"
}

# A shared CI machine can stall for seconds, which breaks tests that wait for a real
# server. There, what failed runs once more; the total names it.
go_tests() {
  local status=0 packages
  go_run "$reports/go.json" ./... || status=$?
  node scripts/tally.mjs failures "$reports/go.json"
  if [ $status -ne 0 ] && [ -n "${CI:-}" ]; then
    mapfile -t packages < <(node scripts/tally.mjs failed-packages "$reports/go.json")
    if [ ${#packages[@]} -gt 0 ]; then
      status=0
      go_run "$reports/go-again.json" "${packages[@]}" || status=$?
      node scripts/tally.mjs failures "$reports/go-again.json"
    fi
  fi
  return $status
}

unit_tests() {
  cd web
  node_modules/.bin/vitest run --reporter=dot --reporter=json --outputFile.json="$reports/vitest.json"
}

browser_tests() {
  cd web
  PLAYWRIGHT_JSON_OUTPUT_NAME="$reports/playwright.json" node_modules/.bin/playwright test --reporter=dot,json
}

faults() {
  go run ./faults -short -report "$reports/faults.json" && return
  [ -n "${CI:-}" ] && go run ./faults -short -report "$reports/faults.json"
}

echo "Running all checks. The first run also builds tools, which takes a few minutes."

step packages scripts/packages.sh compiler chromium postgresql || exit 1
# Where it cannot be installed, browser tests run in Chromium, which takes longer.
scripts/packages.sh chromium-headless-shell >"$work/headless-shell.log" 2>&1 || true
begin tools make tools
step npm make web/node_modules/.package-lock.json || exit 1
step front-end make web/dist/server/ssr.js || true
await tools || exit 1

begin go-lint make lint-go
step web-lint make lint-web || true
step types make types || true
step generated make generated || true
await go-lint || true

start_postgres
start_s3
export PERIMETER_TEST_REQUIRE=1

begin go-tests go_tests
step unit-tests unit_tests || true
await go-tests || true

# Browser tests run last and alone, because their timeouts suffer on a busy machine.
if step binaries make build bin/fake-google; then
  step faults faults || true
  step browser-tests browser_tests || true
fi

echo
node scripts/tally.mjs total "$reports" "${failed_steps[@]}"
[ ${#failed_steps[@]} -eq 0 ]

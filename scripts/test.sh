#!/usr/bin/env bash
# Runs the checks. It continues after a failure, so that one run shows all problems, and
# ends with the number of passed and failed tests. Two variables, which .ci/run sets:
#
# ALL=1             adds what takes long and is rarely the first to notice a mistake: the
#                   race detector (RACE=all: for every Go test), the short fault trials,
#                   a minute of fuzzing, and the browser tests that try one thing on
#                   every screen.
# SECOND_ATTEMPT=1  runs a test that failed once more, so that a stall of a shared machine
#                   does not fail the run. The closing lines name such tests as unsteady.
set -euo pipefail
cd "$(dirname "$0")/.."
unset MAKEFLAGS MAKELEVEL FORCE_COLOR
export NO_COLOR=1

all=${ALL:-${RACE:-}}
steps=go-tests,unit-tests,browser-tests
[ -z "$all" ] || steps+=,race-tests,faults

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
  printf '  …        %s\n' "$name"
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
  local result=ok
  if [ $status -ne 0 ]; then
    result=FAILED
    failed_steps+=("$name")
  elif [ -n "${SECOND_ATTEMPT:-}" ] && [ -n "$(node scripts/tally.mjs unsteady "$reports" "$name")" ]; then
    result=UNSTEADY
  fi
  printf '  %-8s %-21s %4d s\n' "$result" "$name" "$seconds"
  [ $result = ok ] || tail -n 300 "$work/$name.log" | sed 's/^/    /'
  return $status
}

step() {
  begin "$@"
  await "$1"
}

# go_run FILE ARGUMENT...: runs Go tests and writes their events. Built like
# bin/perimeter, they share its packages.
go_run() {
  local report=$1
  shift
  # shellcheck disable=SC2086 # a list
  CGO_ENABLED=0 go test $go_test_flags -json "$@" >"$report"
}

# go_run_race FILE ARGUMENT...: the same with the race detector.
go_run_race() {
  local report=$1
  shift
  # The race detector makes compression, image codecs, regular expressions, SQLite and
  # QuickJS many times slower. Our races would not be in them, nor in the arithmetic of
  # colors, so they are not watched. None of them may use sync.Map: the linker could
  # take its code from there for the whole program, and the race detector would no
  # longer see what sync.Map orders.
  local flags=() path
  for path in compress image regexp modernc.org golang.org github.com/{andybalholm,evanw,gen2brain,klauspost} \
    perimeter/internal/brand; do
    flags+=("-gcflags=$path/...=-race=false")
  done
  # shellcheck disable=SC2086 # a list
  go test $go_test_flags -json -race "${flags[@]}" "$@" >"$report"
}

# -count=1: some tests depend on things that Go's test cache does not track, such as
# the package graph or a database. -vet=off: go-lint has run vet. -p: the tests of
# some packages wait for databases and servers for most of their time.
go_test_flags="$GO_FLAGS -trimpath -pgo=off -vet=off -count=1 -timeout 30m -p $(($(getconf _NPROCESSORS_ONLN) + 1))"

# go_step NAME RUN ARGUMENT...: runs Go tests with RUN, and those that failed again.
go_step() {
  local name=$1 run=$2 status=0 again line
  shift 2
  $run "$reports/$name.json" "$@" || status=$?
  node scripts/tally.mjs failures "$reports/$name.json"
  mapfile -t again < <(failed go "$reports/$name.json")
  [ $status -ne 0 ] && [ ${#again[@]} -gt 0 ] || return $status
  status=0
  for line in "${again[@]}"; do
    $run "$work/$name-part.json" -run "${line#* }" "${line%% *}" || status=$?
    cat "$work/$name-part.json" >>"$reports/$name-again.json"
  done
  node scripts/tally.mjs failures "$reports/$name-again.json"
  return $status
}

go_tests() { go_step go go_run ./...; }

# race_tests: the tests that start goroutines, in the packages whose values are shared
# the most, or all Go tests with RACE=all. The race detector takes five times longer.
race_tests() {
  local files packages tests
  if [ "${RACE:-}" = all ]; then
    go_step race go_run_race ./...
    return
  fi
  files=$(grep -lE '\bgo func|\.Go\(func|synctest\.Test' internal/{chat,limit,server,site,ssr,store,wire}/*_test.go)
  # shellcheck disable=SC2086 # lists
  {
    packages=$(dirname $files | sort -u | sed 's|^|./|')
    tests=$(grep -hoE '^func Test\w+' $files | cut -d ' ' -f 2 | paste -sd '|')
    go_step race go_run_race -run "^($tests)\$" $packages
  }
}

script_tests() {
  node --test scripts/*.test.mjs
}

# failed RUNNER FILE: prints what to run once more: nothing without second attempts.
failed() {
  [ -z "${SECOND_ATTEMPT:-}" ] || [ ! -e "$2" ] || node scripts/tally.mjs again "$1" "$2"
}

vitest() {
  local report=$1
  shift
  (cd web && node_modules/.bin/vitest run --reporter=dot --reporter=json --outputFile.json="$report" "$@")
}

unit_tests() {
  local again
  vitest "$reports/vitest.json" && return
  mapfile -t again < <(failed vitest "$reports/vitest.json")
  [ ${#again[@]} -gt 0 ] && vitest "$reports/vitest-again.json" "${again[@]}"
}

faults() {
  local again
  bin/faults -short -report "$reports/faults.json" && return
  mapfile -t again < <(failed faults "$reports/faults.json")
  [ ${#again[@]} -gt 0 ] &&
    bin/faults -short -run "$(IFS=, && echo "${again[*]}")" -report "$reports/faults-again.json"
}

# fuzz_requests: a minute of fuzzing the parser of requests against net/http, on one
# core. With a low priority an input could seem to hang on a busy machine.
fuzz_requests() {
  FUZZ_PARALLEL=1 scripts/fuzz.sh 60 FuzzDifferential
}

browser_tests() {
  local which=()
  [ -n "$all" ] || which=(--grep-invert @sweep)
  cd web
  PLAYWRIGHT_JSON_OUTPUT_NAME="$reports/playwright.json" node_modules/.bin/playwright test --reporter=dot,json \
    --retries="${SECOND_ATTEMPT:-0}" "${which[@]}"
}

echo "Running ${all:+all }checks. The first run also builds tools, which takes a few minutes."

# The tools are downloaded and built beside the checks that need none of them.
begin linter make "$GOLANGCI_LINT"
begin tools make "$VERSITYGW" "$PEBBLE"
[ -z "$all" ] || begin fuzz fuzz_requests
step packages scripts/packages.sh compiler chromium postgresql nginx || exit 1
# Where these cannot be installed, browser tests run in Chromium, which takes longer, and
# the unit of systemd is not checked.
for program in chromium-headless-shell systemd-analyze; do
  scripts/packages.sh "$program" >"$work/$program.log" 2>&1 || true
done

step npm make web/node_modules/.package-lock.json || exit 1
# Beside the others, because they use one of the cores.
begin unit-tests unit_tests
step front-end make web/dist/server/ssr.js || true
# After the front end, which Go embeds.
await linter || exit 1
begin go-lint make lint-go
step web-lint make lint-web || true
step types make types || true
step script-tests script_tests || true
await tools || exit 1
[ -z "$all" ] || await fuzz || true
await go-lint || true

# Without the profile for the compiler, the binary shares its packages with bin/faults
# and with the Go tests.
built=
step binaries make build bin/fake-google ${all:+bin/faults} PGO=off && built=1
# Beside the Go tests, because the trials wait for most of their time.
[ -z "$all" ] || [ -z "$built" ] || begin faults faults

start_postgres
start_s3
export PERIMETER_TEST_REQUIRE=1
step go-tests go_tests || true
[ -z "$all" ] || step race-tests race_tests || true
await unit-tests || true

if [ -n "$built" ]; then
  [ -z "$all" ] || await faults || true
  # Last and alone, because their timeouts suffer on a busy machine.
  step browser-tests browser_tests || true
fi

printf '  %-8s %-21s %4d s\n\n' total '' "$SECONDS"
node scripts/tally.mjs total "$reports" "$steps" "${failed_steps[@]}"
[ ${#failed_steps[@]} -eq 0 ]

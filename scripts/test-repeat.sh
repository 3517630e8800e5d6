#!/usr/bin/env bash
# Usage: test-repeat.sh browser|gate RUNS LOAD
# Runs the browser tests, or every check, several times beside LOAD busy processes and
# prints one line per run. No test has a second attempt; ALL=1 runs what test.sh says, and
# LATE=1 slows the network. The logs of failed runs, and the screenshots of their failed
# tests, stay in .cache/test-repeat.
set -euo pipefail
cd "$(dirname "$0")/.."
unset SECOND_ATTEMPT MAKEFLAGS MAKELEVEL

what=$1 runs=$2 load=$3
case $what in
  browser | gate) ;;
  *)
    echo "test-repeat.sh: WHAT is browser or gate, not $what" >&2
    exit 2
    ;;
esac
# A run that takes longer than this hangs.
limit=2h
logs=$PWD/.cache/test-repeat
rm -rf "$logs"
mkdir -p "$logs"

# Each job gets its own process group, so that all its processes can be stopped.
set -m
jobs=()
finish() {
  local pid
  for pid in "${jobs[@]}"; do kill -- "-$pid" 2>/dev/null || true; done
  wait
}
trap 'finish 2>/dev/null' EXIT
trap 'exit 130' INT TERM HUP

busy() {
  # Ends with this script, even if that is killed.
  while kill -0 $$ 2>/dev/null; do :; done
}
for ((i = 0; i < load; i++)); do
  busy &
  jobs+=($!)
done

# run LOG: one run.
run() {
  if [ "$what" = gate ]; then
    exec timeout $limit make test >"$1" 2>&1
  fi
  local which=()
  [ -n "${ALL:-}" ] || which=(--grep-invert @sweep)
  cd web
  PLAYWRIGHT_JSON_OUTPUT_NAME=${1%.log}.json \
    exec timeout $limit node_modules/.bin/playwright test --retries=0 --reporter=dot,json \
    --output="${1%.log}" "${which[@]}" >"$1" 2>&1
}

# failures LOG: the names of the failed browser tests, or the summary of the checks.
failures() {
  local report=${1%.log}.json
  if [ -e "$report" ]; then
    node scripts/tally.mjs again playwright "$report"
  else
    sed -n '/^  total /,$p' "$1"
  fi
}

failed=0
for ((i = 1; i <= runs; i++)); do
  log=$logs/run-$i.log
  began=$SECONDS result=passed
  run "$log" </dev/null &
  jobs+=($!)
  wait $! || result=FAILED
  unset 'jobs[-1]'
  printf 'run %2d of %d  %5d s  %s\n' "$i" "$runs" $((SECONDS - began)) "$result"
  if [ $result = FAILED ]; then
    failed=$((failed + 1))
    failures "$log" | sed 's/^/    /'
    echo "    see $log"
  else
    rm -rf "$log" "${log%.log}.json" "${log%.log}"
  fi
done

echo
echo "$((runs - failed)) of $runs runs passed beside $load busy processes"
[ $failed -eq 0 ]

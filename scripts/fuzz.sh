#!/usr/bin/env bash
# Usage: fuzz.sh SECONDS [TARGET]
# Fuzzes the parser of requests, or only the tests whose name begins with TARGET, for
# that time. Without a target, all the other fuzz tests share the same time beside it.
# What fails stays in the package's testdata/fuzz, so that it is tested from then on.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=$1 only=${2:-}
# The one that everybody can send bytes to, and that is written by hand.
first=FuzzDifferential

# fuzz_each SECONDS FILE:func NAME...: fuzzes one test after the other.
fuzz_each() {
  local share=$(($1 / ($# - 1))) target file name status=0
  shift
  [ $share -gt 0 ] || share=1
  for target in "$@"; do
    file=${target%%:*} name=${target##* }
    echo "• $name in $(dirname "$file"), for $share s"
    # shellcheck disable=SC2086 # GO_FLAGS is a list
    CGO_ENABLED=0 go test ${GO_FLAGS:-} -trimpath -pgo=off -vet=off -run '^$' -fuzz "^$name\$" \
      -fuzztime "${share}s" ${FUZZ_PARALLEL:+-parallel="$FUZZ_PARALLEL"} "./$(dirname "$file")" || status=1
  done
  return $status
}

mapfile -t targets < <(grep -rEo "^func ${only:-Fuzz}\w*" --include='*_test.go' cmd internal | sort)
[ ${#targets[@]} -gt 0 ] || {
  echo "fuzz.sh: there is no fuzz test $only" >&2
  exit 2
}
if [ -n "$only" ]; then
  fuzz_each "$seconds" "${targets[@]}"
  exit
fi

# Half of the cores for each.
FUZZ_PARALLEL=${FUZZ_PARALLEL:-$((($(getconf _NPROCESSORS_ONLN) + 1) / 2))}
others=() chosen=()
for target in "${targets[@]}"; do
  if [ "${target##* }" = "$first" ]; then chosen+=("$target"); else others+=("$target"); fi
done
status=0
fuzz_each "$seconds" "${others[@]}" &
fuzz_each "$seconds" "${chosen[@]}" || status=1
wait $! || status=1
exit $status

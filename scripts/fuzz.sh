#!/usr/bin/env bash
# Usage: fuzz.sh SECONDS [TARGET]
# Fuzzes each fuzz test of the project, or only this one, for its share of the time.
# What fails stays in the package's testdata/fuzz, so that it is tested from then on.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=$1 only=${2:-Fuzz}
mapfile -t targets < <(grep -rEo "^func $only\w*" --include='*_test.go' cmd internal | sort)
[ ${#targets[@]} -gt 0 ] || {
  echo "fuzz.sh: there is no fuzz test $only" >&2
  exit 2
}
share=$((seconds / ${#targets[@]}))
[ $share -gt 0 ] || share=1

status=0
for target in "${targets[@]}"; do
  file=${target%%:*} name=${target##* }
  echo "• $name in $(dirname "$file"), for $share s"
  # shellcheck disable=SC2086 # GO_FLAGS is a list
  CGO_ENABLED=0 go test ${GO_FLAGS:-} -trimpath -pgo=off -vet=off -run '^$' -fuzz "^$name\$" \
    -fuzztime "${share}s" ${FUZZ_PARALLEL:+-parallel="$FUZZ_PARALLEL"} "./$(dirname "$file")" || status=1
done
exit $status
